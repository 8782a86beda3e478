//! `Table`: the modes of a command, its flags, and which go with which.

use super::given::Given;

/// A set of modes, a bit for each.
pub type Modes = u32;

/// Every mode.
pub const ALL: Modes = Modes::MAX;

/// What a command is asked to do.
pub struct Mode {
    pub bit: Modes,
    /// What stands behind "has no effect": `on a count`, `with --random`.
    pub words: &'static str,
    /// True if a command line asks for it.
    pub asked: fn(&Given) -> bool,
}

/// A flag, or a flag with a value of its own, `method=frontier`.
pub struct Flag {
    pub name: &'static str,
    /// Where it has an effect.
    pub modes: Modes,
    /// What to write instead elsewhere.
    pub instead: &'static str,
}

/// The row of a flag.
pub const fn flag(name: &'static str, modes: Modes, instead: &'static str) -> Flag {
    Flag { name, modes, instead }
}

/// The row of a flag that has an effect wherever it can be written.
pub const fn always(name: &'static str) -> Flag {
    flag(name, ALL, "leave it out")
}

/// Two flags of which the first would have no effect, or would mean something else, beside the
/// second.
pub struct Never {
    pub one: &'static str,
    pub other: &'static str,
    /// What to write instead.
    pub instead: &'static str,
}

/// The row of a pair.
pub const fn never(one: &'static str, other: &'static str, instead: &'static str) -> Never {
    Never { one, other, instead }
}

/// Locks are for files that two processes could write to.
pub const LOCKED: Never = never(
    "no-lock",
    "shard",
    "a shard has a journal of its own, which needs no lock; leave it out",
);

/// Where no progress is shown, nothing says how.
pub const SILENT: &[Never] = &[
    never("quiet", "progress", "write one of them"),
    never("quiet", "progress-interval", "write one of them"),
    never("progress-interval", "progress=none", "write one of them"),
];

/// A piece is named in one way.
pub const PIECES: &[Never] = &[
    never("piece", "leaper", "write one of them"),
    never("piece", "moves", "write one of them"),
    never("leaper", "moves", "write one of them"),
];

/// A command.
pub struct Table {
    /// The last one is what is done if nothing more is said.
    pub modes: &'static [Mode],
    pub flags: &'static [Flag],
    /// In whichever mode.
    pub never: &'static [&'static [Never]],
    /// Flags of which the first has no effect without the second, or without one of several.
    pub needs: &'static [(&'static str, &'static str)],
}

impl Table {
    /// The mode of a command line.
    pub fn mode(&self, given: &Given) -> &'static Mode {
        let last = &self.modes[self.modes.len() - 1];
        self.modes.iter().find(|mode| (mode.asked)(given)).unwrap_or(last)
    }

    /// Refuses the first flag that would have no effect.
    pub fn check(&self, given: &Given) -> Result<(), String> {
        let mode = self.mode(given);
        for flag in self.flags.iter().filter(|flag| flag.modes & mode.bit == 0) {
            if let Some(shown) = given.shown(flag.name) {
                let Flag { instead, .. } = flag;
                return Err(format!("{shown} has no effect {}; {instead}", mode.words));
            }
        }
        for (one, others) in self.needs {
            if let Some(shown) = given.shown(one)
                && !others.split('|').any(|other| given.has(other))
            {
                let others = others.replace('|', " or --");
                return Err(format!("{shown} has no effect without --{others}"));
            }
        }
        for Never { one, other, instead } in self.never.iter().copied().flatten() {
            if let (Some(one), Some(other)) = (given.shown(one), given.shown(other)) {
                return Err(format!("{one} does not go with {other}; {instead}"));
            }
        }
        Ok(())
    }
}
