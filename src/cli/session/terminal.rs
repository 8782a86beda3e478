//! The terminal. All text leaves the program through this module, which escapes characters that
//! would control a terminal.
//!
//! File names, arguments, questions and the contents of journals come from outside. An escape
//! sequence in them could hide or overwrite a line.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cavalcade::error::shortened;
use cavalcade::render::WIDTH;
use clap::builder::StyledStr;
use clap::builder::styling::{AnsiColor, Style};

use crate::cli::args::ColorArg;

/// True for characters that a terminal interprets instead of showing: control characters, and marks
/// that change the text direction.
pub fn is_obeyed(c: char) -> bool {
    let turns = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}'];
    c.is_control()
        || turns.contains(&c)
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
}

/// Text from outside on one line, with escapes as in JSON: `\u001b` stands for ESC.
pub fn plain(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

fn escaped(text: &str, is_wrong: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_wrong) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' if is_wrong(c) => escaped += "\\n",
            '\t' if is_wrong(c) => escaped += "\\t",
            c if is_wrong(c) => drop(write!(escaped, "\\u{:04x}", u32::from(c))),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// True if stdout was closed or not writable when the program began.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The runtime replaces a closed stdout by the null device. This function runs before that.
#[cfg(target_os = "linux")]
#[used]
#[expect(unsafe_code, reason = "a place in the program that is looked at before main")]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        use rustix::fs::{OFlags, fcntl_getfl};
        let flags = fcntl_getfl(rustix::stdio::stdout());
        let is_open = flags.is_ok_and(|flags| flags & OFlags::ACCMODE != OFlags::RDONLY);
        IS_CLOSED.store(!is_open, Ordering::Relaxed);
    }
    look
};

/// Stdout that reports a lost write. The runtime's own stdout ignores errors if it is closed.
#[derive(Debug)]
pub struct Stdout(StdoutLock<'static>);

impl Stdout {
    pub fn new() -> Stdout {
        Stdout(io::stdout().lock())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check_out()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// An error if stdout is closed, before anything is computed.
pub fn check_out() -> io::Result<()> {
    let problem = "stdout is closed; send it to a file or into a pipe, or add --output FILE";
    match IS_CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other(problem)),
        false => Ok(()),
    }
}

/// Stdout with escaping, except for newlines and tabs of the program's own text.
pub fn out() -> Plain<Stdout> {
    Plain::new(Stdout::new())
}

/// Stdout without escaping, for binary data; `None` if it is a terminal.
pub fn raw() -> Option<Stdout> {
    (!is_read()).then(Stdout::new)
}

/// True if stdout has colours.
pub fn is_coloured() -> bool {
    has_colours(is_read())
}

/// True if stdout is a terminal.
pub fn is_read() -> bool {
    io::stdout().is_terminal()
}

/// Clears the screen, if stdout is a terminal that supports it.
pub fn new_page() {
    if has_colours(is_read()) && is_read() {
        let _ = write!(io::stdout(), "\u{1b}[H\u{1b}[2J\u{1b}[3J");
    }
}

/// When output has colours.
static COLOUR: OnceLock<ColorArg> = OnceLock::new();

/// Sets when output has colours, once, before anything is written.
pub fn set_colour(when: ColorArg) {
    let _ = COLOUR.set(when);
}

/// True if output has colours, given whether it goes to a terminal. A terminal without a name, or a
/// dumb one, has none. `NO_COLOR` disables them if it is not empty (no-color.org).
fn has_colours(is_terminal: bool) -> bool {
    let variable = |name| std::env::var_os(name);
    match COLOUR.get().copied().unwrap_or_default() {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => {
            let obeys = variable("TERM").is_some_and(|term| term != "dumb");
            is_terminal && obeys && variable("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

/// True if `--quiet` is given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Disables notes and progress.
pub fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// True if notes and progress are disabled.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a line on stderr, unless quiet.
pub fn note(text: &str) {
    if !is_quiet() {
        line(text);
    }
}

/// Prints a line on stderr. A closed stderr is ignored, since no channel remains for the error.
pub fn line(text: &str) {
    let mut drawn = drawn();
    let _ = writeln!(io::stderr(), "{}{}", wiped(&mut drawn), plain(text));
}

/// The columns of the terminal's last line that a progress line covers.
static DRAWN: Mutex<usize> = Mutex::new(0);

fn drawn() -> MutexGuard<'static, usize> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text that erases a progress line. It uses no escape sequences, which some terminals lack.
fn wiped(drawn: &mut usize) -> String {
    match std::mem::take(drawn) {
        0 => String::new(),
        columns => format!("\r{}\r", " ".repeat(columns)),
    }
}

/// The current columns of the terminal at stderr; `None` if stderr is not a terminal, or the
/// terminal cannot return to the start of a line.
pub fn columns() -> Option<usize> {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    let stderr = io::stderr();
    (stderr.is_terminal() && !is_dumb).then(|| columns_of(stderr))
}

/// The columns for stdout: those of its terminal.
pub fn width() -> usize {
    if is_read() { columns_of(io::stdout()) } else { WIDTH }
}

#[cfg(unix)]
fn columns_of(terminal: impl std::os::fd::AsFd) -> usize {
    let columns = rustix::termios::tcgetwinsize(terminal).map_or(0, |size| size.ws_col);
    if columns == 0 { WIDTH } else { usize::from(columns) }
}

#[cfg(not(unix))]
fn columns_of<T>(_: T) -> usize {
    WIDTH
}

/// Draws a progress line over the previous one, on a terminal of this many columns. The last column
/// stays empty, because some terminals wrap after it.
pub fn draw(text: &str, columns: usize) {
    let mut drawn = drawn();
    let text: String = plain(text).chars().take(columns.saturating_sub(1)).collect();
    let long = text.chars().count();
    // A terminal that became narrower has wrapped the old line; erase only what is on the last one.
    let rest = drawn.min(columns.saturating_sub(1)).saturating_sub(long);
    let _ = write!(io::stderr(), "\r{text}{}", " ".repeat(rest));
    *drawn = long;
}

/// Erases the progress line.
pub fn wipe() {
    let _ = write!(io::stderr(), "{}", wiped(&mut drawn()));
}

/// Prints an error on stderr, prefixed by the program's name.
pub fn problem(text: &str) {
    let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    let red = if has_colours(io::stderr().is_terminal()) { red } else { Style::new() };
    let mut drawn = drawn();
    let text = shortened(text);
    let text = plain(&text);
    let _ = writeln!(io::stderr(), "{}{red}cavalcade:{red:#} {text}", wiped(&mut drawn));
}

/// Prints help, the program's own text, on stdout with its colours.
pub fn help(text: &StyledStr) -> io::Result<()> {
    let mut out = Stdout::new();
    match has_colours(is_read()) {
        true => write!(out, "{}", text.ansi())?,
        false => write!(out, "{text}")?,
    }
    out.flush()
}

/// A writer that escapes characters which control a terminal.
#[derive(Debug)]
pub struct Plain<W: Write> {
    to: W,
    /// The beginning of an incomplete character.
    begun: Vec<u8>,
}

impl<W: Write> Plain<W> {
    fn new(to: W) -> Plain<W> {
        Plain { to, begun: Vec::new() }
    }
}

/// True if a quick check proves that all bytes are complete, harmless characters.
fn are_harmless(bytes: &[u8]) -> bool {
    // Control characters above 0x7f begin with one of these bytes.
    let is_harmless = |byte: u8| match byte {
        b'\n' | b'\t' => true,
        0x7f | 0xc2 | 0xd8 | 0xe2 => false,
        byte => byte >= 0x20,
    };
    // Blocks without a branch for each byte, because listings are large.
    let mut pieces = bytes.chunks(1 << 10);
    let all = |piece: &[u8]| piece.iter().fold(true, |all, &byte| all & is_harmless(byte));
    bytes.last().is_none_or(u8::is_ascii) && pieces.all(all)
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() && are_harmless(bytes) {
            return self.to.write_all(bytes).map(|()| bytes.len());
        }
        self.begun.extend_from_slice(bytes);
        let text = std::mem::take(&mut self.begun);
        let mut chunks = text.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let is_wrong = |c| c != '\n' && c != '\t' && is_obeyed(c);
            self.to.write_all(escaped(chunk.valid(), is_wrong).as_bytes())?;
            let rest = chunk.invalid();
            let begins = std::str::from_utf8(rest).is_err_and(|e| e.error_len().is_none());
            match rest {
                [] => {}
                rest if begins && chunks.peek().is_none() => self.begun = rest.to_vec(),
                _ => self.to.write_all("\u{fffd}".as_bytes())?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::{Plain, is_obeyed, plain};

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(plain("a\u{1b}[2Jb\nc\td\r"), "a\\u001b[2Jb\\nc\\td\\u000d");
        assert_eq!(plain("\u{9b}31m\u{202e}\u{7f}"), "\\u009b31m\\u202e\\u007f");
        assert_eq!(plain("8×8 · ñ 東 │"), "8×8 · ñ 東 │");
    }

    proptest! {
        #[test]
        fn escaping_does_not_depend_on_how_the_text_is_cut(
            text in "[a-z\u{1b}\u{9b}\u{7f}│é東\u{202e}\n\t]*",
            cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..6),
        ) {
            let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let mut written = Plain::new(Vec::new());
            for pair in cuts.windows(2) {
                written.write_all(&text.as_bytes()[pair[0]..pair[1]]).unwrap();
            }
            let written = String::from_utf8(written.to).unwrap();
            let lines = |c: char| c == '\n' || c == '\t';
            prop_assert!(!written.contains(|c| is_obeyed(c) && !lines(c)));
            let whole: Vec<_> = text.split(lines).map(plain).collect();
            prop_assert_eq!(written.split(lines).map(String::from).collect::<Vec<_>>(), whole);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let mut written = Plain::new(Vec::new());
        written.write_all(b"a\x9bb\xc3\x28\xe2\x94").unwrap();
        assert_eq!(written.to, "a\u{fffd}b\u{fffd}(".as_bytes());
        written.write_all(b"\x82").unwrap();
        assert!(written.to.ends_with("│".as_bytes()));
    }
}
