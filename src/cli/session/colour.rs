//! Whether help and errors have colours.

use std::ffi::OsStr;
use std::sync::OnceLock;

use crate::cli::args::ColorArg;

static WHEN: OnceLock<ColorArg> = OnceLock::new();

/// Sets the mode, once, before anything is written.
pub fn set(when: ColorArg) {
    let _ = WHEN.set(when);
}

/// True if output has colours, given whether it goes to a terminal.
pub fn is_wanted(is_terminal: bool) -> bool {
    let variable = |name| std::env::var_os(name);
    let when = WHEN.get().copied().unwrap_or_default();
    decided(when, is_terminal, variable("NO_COLOR").as_deref(), variable("TERM").as_deref())
}

/// A terminal without a name, or a dumb one, has no colours. `NO_COLOR` disables them if it is not
/// empty (no-color.org).
fn decided(
    when: ColorArg,
    is_terminal: bool,
    no_color: Option<&OsStr>,
    term: Option<&OsStr>,
) -> bool {
    let obeys = term.is_some_and(|term| term != "dumb");
    match when {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => is_terminal && obeys && no_color.is_none_or(OsStr::is_empty),
    }
}

#[cfg(test)]
mod tests {
    use super::decided;
    use crate::cli::args::ColorArg::{Always, Auto, Never};

    #[test]
    fn only_a_terminal_that_wants_it_is_coloured() {
        let (xterm, dumb, set, empty) =
            (Some("xterm".as_ref()), Some("dumb".as_ref()), Some("1".as_ref()), Some("".as_ref()));
        assert!(decided(Auto, true, None, xterm) && decided(Auto, true, empty, xterm));
        for (is_terminal, no_color, term) in
            [(false, None, xterm), (true, set, xterm), (true, None, dumb), (true, None, None)]
        {
            assert!(!decided(Auto, is_terminal, no_color, term));
            assert!(decided(Always, is_terminal, no_color, term));
        }
        assert!(!decided(Never, true, None, xterm));
    }
}
