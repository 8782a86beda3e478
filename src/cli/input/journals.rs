//! The journals that a command line names.

use std::path::PathBuf;

use cavalcade::solve::{Found, find_journals};

use crate::cli::session::exit::Usage;

/// Reads them: at least one.
pub fn read(named: &[PathBuf]) -> anyhow::Result<Vec<Found>> {
    let found = find_journals(named)?;
    if found.is_empty() {
        return Err(none(named).into());
    }
    Ok(found)
}

/// What is said where there are none.
pub fn none(named: &[PathBuf]) -> Usage {
    let named: Vec<_> = named.iter().map(|path| path.display().to_string()).collect();
    Usage(format!("no journal is in {}", named.join(" or ")))
}
