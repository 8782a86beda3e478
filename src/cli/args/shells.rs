//! The flags of the commands that set up a shell: `completions` and `man`.

use std::path::PathBuf;

use clap_complete::Shell;

/// Print what a shell needs to complete commands, flags and their values
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade completions bash > ~/.local/share/bash-completion/completions/cavalcade
  cavalcade completions zsh > ~/.zfunc/_cavalcade    with fpath+=~/.zfunc before compinit
  cavalcade completions fish > ~/.config/fish/completions/cavalcade.fish
  cavalcade completions elvish > ~/.config/elvish/lib/cavalcade.elv    then: use cavalcade
  cavalcade completions powershell >> profile.ps1    the file that $PROFILE names")]
pub struct CompletionsArgs {
    /// The shell, e.g. cavalcade completions bash
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Write the manual pages, one for each command, into a folder
///
/// The folder is made; none above it is. Pages that an earlier version wrote are replaced; if a file of
/// another origin has the name of one, nothing is written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade man ~/.local/share/man/man1     then: man cavalcade-tours
  cavalcade man pages                       cavalcade.1, cavalcade-tours.1, … in pages")]
pub struct ManArgs {
    /// The folder, e.g. cavalcade man ~/.local/share/man/man1
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
