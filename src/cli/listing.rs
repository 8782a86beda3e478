//! Solutions on stdout or in a file, as they are found, in constant memory: the one way that
//! tours, placements and walks are listed.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use std::path::Path;

use cavalcade::Error;
use cavalcade::render::{Format, Listing, Sheet, WholeFile};
use cavalcade::solve::Solutions;

use super::session::Session;
use super::session::exit::Usage;
use super::session::terminal::{self, Plain};

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

/// Where a listing goes.
pub enum Output {
    Stdout(BufWriter<Plain<StdoutLock<'static>>>),
    /// Stdout for a format that is no text.
    Raw(BufWriter<StdoutLock<'static>>),
    File(WholeFile),
}

/// A listing that has begun.
pub type Opened = Listing<Output>;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::Raw(out) => out.write(bytes),
            Output::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::Raw(out) => out.flush(),
            Output::File(file) => file.flush(),
        }
    }
}

impl Target<'_> {
    /// Begins a listing on such a sheet.
    pub fn open(&self, sheet: Sheet) -> anyhow::Result<Opened> {
        let file = self.output.filter(|path| *path != Path::new(STDOUT));
        let out = match file {
            None if self.format == Format::Binary => {
                let out = terminal::raw().ok_or_else(|| {
                    let problem = "--format binary is not for a terminal";
                    Usage(format!("{problem}; add --output FILE, or send it into a pipe"))
                })?;
                Output::Raw(BufWriter::with_capacity(BUFFER, out))
            }
            None => Output::Stdout(BufWriter::with_capacity(BUFFER, terminal::out())),
            Some(path) => Output::File(WholeFile::create(path)?),
        };
        let mut listing = Listing::new(self.format, sheet, out);
        listing.begin().map_err(|error| self.refused(error))?;
        Ok(listing)
    }

    /// Ends a listing that is whole: its file takes its name. How many solutions there are.
    pub fn close(&self, listing: Opened) -> anyhow::Result<u64> {
        let (listed, out) = listing.into_writer().map_err(|error| self.refused(error))?;
        if let Output::File(file) = out {
            file.keep()?;
        }
        Ok(listed)
    }

    /// What the system answered, with the file that it is about.
    pub fn refused(&self, error: io::Error) -> anyhow::Error {
        match self.output {
            None => error.into(),
            Some(path) => Error::io("write", path, error).into(),
        }
    }

    /// Lists one solution.
    pub fn show(&self, sheet: Sheet, squares: &[u32]) -> anyhow::Result<()> {
        let mut listing = self.open(sheet)?;
        listing.put(squares).map_err(|error| self.refused(error))?;
        self.close(listing)?;
        Ok(())
    }

    /// Lists up to `most` solutions; how many there were. What was broken off is kept on stdout
    /// only.
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
            return Err(self.refused(error));
        }
        match (ended, self.output) {
            (Ok(_), _) => self.close(listing),
            (Err(error), None) => {
                self.close(listing)?;
                Err(session.unfinished(error, None))
            }
            (Err(error), Some(path)) => {
                session.note(&format!("{} is not written: it would lack some", path.display()));
                Err(session.unfinished(error, None))
            }
        }
    }
}
