//! Tours on stdout, one on a line, as they are found.

use std::io::{BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;

use cavalcade::engine::{Beat, Enumeration, Halt, Visitor};
use cavalcade::tours::{Ends, TourSearch, Visited};

use super::exit::Verdict;
use super::session::Session;

/// Writes the squares of up to `at_most` undirected tours, numbered row by row from 0.
///
/// One thread: the order is that of the search, the same for every run.
pub fn list(session: &Session, search: &TourSearch, at_most: u64) -> anyhow::Result<Verdict> {
    let start = match search.question().ends() {
        Ends::Free => None,
        Ends::From(start) | Ends::Between(start, _) => Some(start as u8),
    };
    let mut lister = Lister {
        session,
        out: BufWriter::new(std::io::stdout().lock()),
        squares: Vec::new(),
        left: at_most,
        start,
        failure: None,
    };
    let units = search.plan().units;
    for (finished, unit) in units.iter().enumerate() {
        if lister.left == 0 {
            break;
        }
        match search.run(unit, &mut lister) {
            Ok(_) => {}
            Err(Halt::Stopped) if session.stop.is_requested() => {
                lister.out.flush()?;
                let what = format!("the tours of {}", search.question().label().board);
                return Err(session.stopped(what, finished, units.len()).into());
            }
            Err(Halt::Stopped) => break,
            Err(Halt::Failed(error)) => return Err(error.into()),
        }
    }
    if let Some(error) = lister.failure {
        return Err(error.into());
    }
    lister.out.flush()?;
    Ok(Verdict::Agrees)
}

struct Lister<'a> {
    session: &'a Session,
    out: BufWriter<StdoutLock<'a>>,
    squares: Vec<u8>,
    /// Tours still to be listed.
    left: u64,
    /// The square that a tour is to be read from.
    start: Option<u8>,
    failure: Option<std::io::Error>,
}

impl Lister<'_> {
    fn write(&mut self) -> std::io::Result<()> {
        for (i, square) in self.squares.iter().enumerate() {
            let space = if i > 0 { " " } else { "" };
            write!(self.out, "{space}{square}")?;
        }
        writeln!(self.out)
    }
}

impl Visitor<Visited> for Lister<'_> {
    fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
        if self.start.is_none() && tour.is_backwards() {
            return ControlFlow::Continue(());
        }
        tour.squares_into(&mut self.squares);
        if self.start.is_some_and(|start| self.squares[0] != start) {
            self.squares.reverse();
        }
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        if let Err(error) = self.write() {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        if self.session.stop.is_requested() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
