//! Listings on stdout or in a file, written in constant memory while solutions are found. All
//! families use this module. With two or more threads, one finds and one writes; the order is that
//! of the search.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread::{self, Builder};

use cavalcade::Error;
use cavalcade::error::Shortage;
use cavalcade::render::{Format, Listing, Sheet, picture};
use cavalcade::solve::Solutions;

use super::output::{Output, Place, Writer};
use super::session::Session;
use super::session::exit::Usage;
use super::session::terminal::{self, note};

/// A listing being written.
pub type Opened = Listing<Writer>;

impl Output {
    /// Writes a complete picture.
    pub fn draw(&self, svg: String) -> anyhow::Result<()> {
        let mut out = self.begin()?;
        let bytes = picture(self.format, svg).map_err(|error| self.refused(error))?;
        out.write_all(&bytes).map_err(|error| self.refused(error))?;
        out.end()
    }

    /// Begins a listing.
    pub fn open(&self, sheet: Sheet) -> anyhow::Result<Opened> {
        self.open_on(self.begin()?, sheet)
    }

    /// Begins a listing on `out`.
    pub fn open_on(&self, out: Writer, sheet: Sheet) -> anyhow::Result<Opened> {
        if self.format == Format::Framed && !sheet.has_frames() {
            let problem =
                "--format framed: these squares lie in no rows and columns, or in too many";
            return Err(Usage(format!("{problem}; take --format lines")).into());
        }
        let mut listing = Listing::new(self.format, sheet.coloured(self.is_coloured()), out);
        listing.begin().map_err(|error| self.refused(error))?;
        Ok(listing)
    }

    /// Ends a complete listing and renames its file. Returns the number of solutions.
    pub fn close(&self, listing: Opened) -> anyhow::Result<u64> {
        let (listed, out) = listing.into_writer().map_err(|error| self.refused(error))?;
        out.end()?;
        Ok(listed)
    }

    /// The system's error, with the file's name.
    pub fn refused(&self, error: io::Error) -> anyhow::Error {
        // The library explains why a picture cannot be drawn.
        let error = match error.downcast::<Error>() {
            Ok(error) => return error.into(),
            Err(error) => error,
        };
        match &self.place {
            Place::Stdout => error.into(),
            Place::File(path) | Place::Folder(path) => Error::io("write", path, error).into(),
        }
    }

    /// Lists these solutions and returns their number.
    pub fn show<'s>(
        &self,
        sheet: Sheet,
        solutions: impl IntoIterator<Item = &'s [u32]>,
    ) -> anyhow::Result<u64> {
        let mut listing = self.open(sheet)?;
        for squares in solutions {
            listing.put(squares).map_err(|error| self.refused(error))?;
        }
        self.close(listing)
    }

    /// Lists up to `most` solutions in `listing` and returns their number. An interrupted listing is
    /// kept on stdout only.
    pub fn list(
        &self,
        session: &Session,
        solutions: Solutions<'_>,
        mut listing: Opened,
        most: u64,
    ) -> anyhow::Result<u64> {
        let mut failure = None;
        let solutions = solutions.memory(session.memory).stop(&session.stop);
        let hides_bar = self.is_shown();
        let of = Some(most).filter(|most| *most < u64::MAX);
        let spelling = listing.spelling().filter(|_| solutions.is_spelled_fast());
        let ended = session.steps("listing", of, "solution", hides_bar, |listed| {
            let mut number = 0;
            let mut count = |put: io::Result<()>, solutions: usize| match put {
                Ok(()) => {
                    number += solutions as u64;
                    listed(number);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            };
            let threads = session.threads;
            match spelling {
                Some(spelling) => {
                    let find = |put: Put<'_, u8>| solutions.for_each_spelled(&spelling, put);
                    let mut put = |rows: &[u8], n| count(listing.put_spelled(rows, n), n);
                    found(find, most, threads, &mut put)
                }
                None => {
                    let find = |put: Put<'_, u32>| solutions.for_each(|squares| put(squares, 1));
                    let mut put = |squares: &[u32], n| count(listing.put(squares), n);
                    found(find, most, threads, &mut put)
                }
            }
        });
        if let Some(error) = failure {
            return Err(self.refused(error));
        }
        match (ended, &self.place) {
            (Ok(_), _) => self.close(listing),
            (Err(error), Place::Stdout) => {
                self.close(listing)?;
                Err(session.unfinished(error, None))
            }
            (Err(error), Place::File(path) | Place::Folder(path)) => {
                note(&format!("{} is not written: it would lack some", path.display()));
                Err(session.unfinished(error, None))
            }
        }
    }

    /// True if it goes to a terminal.
    pub fn is_shown(&self) -> bool {
        self.place == Place::Stdout && terminal::is_read()
    }
}

/// A receiver of solutions: the squares of one, or rows of the given number.
type Put<'p, T> = &'p mut dyn FnMut(&[T], usize) -> ControlFlow<()>;

/// Passes on at most this number of the solutions found. Returns the number.
fn found<T: Copy + Send>(
    find: impl FnOnce(Put<'_, T>) -> Result<u64, Error> + Send,
    most: u64,
    threads: usize,
    put: Put<'_, T>,
) -> Result<u64, Error> {
    match (most, threads) {
        (0, _) => Ok(0),
        (_, 1) => find(&mut up_to(most, put)),
        _ => ahead(|put| find(&mut up_to(most, put)), put)?,
    }
}

/// Passes on at most `most` solutions.
fn up_to<T>(most: u64, put: Put<'_, T>) -> impl FnMut(&[T], usize) -> ControlFlow<()> {
    let mut left = most;
    move |rows, count| {
        let taken = count.min(usize::try_from(left).unwrap_or(usize::MAX));
        put(&rows[..rows.len() / count * taken], taken)?;
        left -= taken as u64;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Solutions on their way from the finding thread to the writing thread.
struct Batch<T> {
    rows: Vec<T>,
    /// Ends of groups that were found together, with the number of solutions in each.
    ends: Vec<(usize, usize)>,
}

/// Approximate bytes of a batch; small, so that rare solutions are not delayed.
const BATCH: usize = 1 << 12;

/// Batches that may wait to be written.
const WAITING: usize = 64;

/// Finds solutions on a separate thread, a bounded number of batches ahead of the writer, in the
/// same order. Returns the result of `find`.
fn ahead<T: Copy + Send, R: Send>(
    find: impl FnOnce(Put<'_, T>) -> R + Send,
    put: Put<'_, T>,
) -> Result<R, Error> {
    let (sender, receiver) = sync_channel::<Batch<T>>(WAITING);
    let finder = move || {
        let mut batch = Batch { rows: Vec::new(), ends: Vec::new() };
        let ended = find(&mut |rows, count| {
            batch.rows.extend_from_slice(rows);
            batch.ends.push((batch.rows.len(), count));
            let bytes = size_of_val(&batch.rows[..]);
            if bytes < BATCH && batch.ends.len() < BATCH {
                return ControlFlow::Continue(());
            }
            let next = Batch { rows: Vec::new(), ends: Vec::new() };
            match sender.send(std::mem::replace(&mut batch, next)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        // A closed channel means that no more solutions are wanted.
        let _ = sender.send(batch);
        ended
    };
    thread::scope(|scope| {
        let finder = Builder::new()
            .spawn_scoped(scope, finder)
            .map_err(|source| Shortage::Threads { threads: 1, source: source.into() })?;
        let mut batches = receiver.into_iter();
        let taken = batches.try_for_each(|Batch { rows, ends }| {
            let starts = std::iter::once(0).chain(ends.iter().map(|&(end, _)| end));
            starts.zip(&ends).try_for_each(|(start, &(end, count))| put(&rows[start..end], count))
        });
        if taken.is_break() {
            drop(batches);
        }
        Ok(finder.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
