//! Solutions on stdout or in a file, as they are found, in constant memory: the one way that
//! tours, placements and walks are listed.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use cavalcade::Error;
use cavalcade::render::{Format, Listing, Sheet};
use cavalcade::solve::Solutions;

use super::session::Session;
use super::session::exit::Usage;
use super::session::terminal;

/// Room for what is not yet written.
const BUFFER: usize = 1 << 16;

/// What is written for stdout where a file could stand.
const STDOUT: &str = "-";

/// Refuses stdout where a folder is wanted.
pub fn not_stdout(folder: &Path) -> Result<(), Usage> {
    if folder != Path::new(STDOUT) {
        return Ok(());
    }
    let problem = "--output -: files are written into a folder, and counts to stdout anyway";
    Err(Usage(format!("{problem}; give a folder, or leave it out")))
}

/// Where and how solutions are listed.
pub struct Target<'a> {
    /// How each is written.
    pub format: Format,
    /// The file; else, and for `-`, stdout.
    pub output: Option<&'a Path>,
}

/// A listing that has begun.
pub type Opened = Listing<Box<dyn Write>>;

impl Target<'_> {
    /// Begins a listing on such a sheet.
    pub fn open(&self, sheet: Sheet) -> anyhow::Result<Opened> {
        let file = self.output.filter(|path| *path != Path::new(STDOUT));
        let out: Box<dyn Write> = match file {
            None => Box::new(BufWriter::with_capacity(BUFFER, terminal::out())),
            Some(path) => {
                let file = File::create(path).map_err(|e| Error::io("write", path, e))?;
                Box::new(BufWriter::with_capacity(BUFFER, file))
            }
        };
        let mut listing = Listing::new(self.format, sheet, out);
        listing.begin()?;
        Ok(listing)
    }

    /// Lists one solution.
    pub fn show(&self, sheet: Sheet, squares: &[u32]) -> anyhow::Result<()> {
        let mut listing = self.open(sheet)?;
        listing.put(squares)?;
        listing.end()?;
        Ok(())
    }

    /// Lists up to `most` solutions; how many there were.
    pub fn list(
        &self,
        session: &Session,
        solutions: Solutions<'_>,
        sheet: Sheet,
        most: u64,
    ) -> anyhow::Result<u64> {
        let mut listing = self.open(sheet)?;
        let (mut failure, mut left) = (None, most);
        let put = |squares: &[u32]| {
            if let Err(error) = listing.put(squares) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let ended = match most {
            0 => Ok(0),
            _ => solutions.memory(session.memory).stop(&session.stop).for_each(put),
        };
        if let Some(error) = failure {
            return Err(error.into());
        }
        let listed = listing.end()?;
        ended.map_err(|error| session.unfinished(error, None))?;
        Ok(listed)
    }
}
