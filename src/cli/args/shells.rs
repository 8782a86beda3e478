//! The flags of the commands that set up a shell: `completions` and `man`.

use std::path::PathBuf;

use clap_complete::Shell;

/// Print what a shell needs to complete commands, flags and their values
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cavalcade completions bash         into ~/.local/share/bash-completion/completions/cavalcade
  cavalcade completions zsh          into _cavalcade in a folder of $fpath, before compinit
  cavalcade completions fish         into ~/.config/fish/completions/cavalcade.fish
  cavalcade completions elvish       into ~/.config/elvish/lib/cavalcade.elv, then: use cavalcade
  cavalcade completions powershell   at the end of the file that $PROFILE names")]
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
  cavalcade man man1     cavalcade.1, cavalcade-tours.1, … in man1; man1 below a folder of
                         MANPATH, as ~/.local/share/man, is found by man cavalcade-tours")]
pub struct ManArgs {
    /// The folder, e.g. cavalcade man man1
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
