//! `Solutions`: lists solutions in the order of the search.
//!
//! It uses one thread, so the order is the same in every run, and a listing takes constant memory.

use std::ops::ControlFlow;

use crate::count::Count;
use crate::engine::{Enumeration, Pruned, Stop};
use crate::error::Error;
use crate::method::{Choice, Means};
use crate::queens::{NO_QUEEN, QueensSearch, TurnSearch, VariantQuestion, VariantSearch};
use crate::question::Question;
use crate::tours::{
    GadgetGraph, KeptTours, LinksOf, NumberedTours, Numbering, OneOfEach, Spelling, Strategy,
    TourBatch, TourQuestion, TourRanking, TourSearch, Visited, strategy_of,
};
use crate::walks::WalkSearch;

use super::sink::{Ended, Sink, each, listed, start, united};
use super::subject::Subject;

/// A solution: square numbers in the order of the visit; for a placement, by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution(Vec<u32>);

impl Solution {
    /// The squares.
    pub fn squares(&self) -> &[u32] {
        &self.0
    }
}

/// Selects solutions of a question.
///
/// Each solution is listed once. An open tour begins at its smaller end, or at the end that the
/// question names. A closed tour begins at square 0 and continues with its smaller neighbour.
///
/// ```
/// use cavalcade::question::Question;
/// let question: Question = "tours closed knight 6x6".parse()?;
/// let three = question.solutions().first(3)?;
/// assert_eq!((three.len(), three[0].squares()[0]), (3, 0));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[must_use = "nothing is searched before first or for_each"]
pub struct Solutions<'q> {
    pub(super) question: &'q Question,
    pub(super) choice: Choice,
    memory: u64,
    pub(super) stop: Stop,
    pub(super) one_of_each_class: bool,
    /// The first square of closed tours.
    pub(super) first: Option<u32>,
    /// Beats of the search after which it stops.
    beats: u64,
}

impl Question {
    /// A listing of the solutions.
    pub fn solutions(&self) -> Solutions<'_> {
        Solutions {
            question: self,
            choice: Choice::of("search"),
            memory: 4 << 30,
            stop: Stop::new(),
            one_of_each_class: false,
            first: None,
            beats: u64::MAX,
        }
    }
}

impl Solutions<'_> {
    /// Sets the method: `search`, whose option `strategy` gives other orders; or, for tours,
    /// `frontier`, in the order of their numbers, or `union`, the fastest for all tours.
    pub fn method(mut self, choice: Choice) -> Self {
        self.choice = choice;
        self
    }

    /// Sets the memory limit of the frontier method in bytes.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Stops soon after a request.
    pub fn stop(mut self, stop: &Stop) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Stops after this number of beats.
    pub(super) fn soon(mut self, beats: u64) -> Self {
        self.beats = beats;
        self
    }

    /// Lists one solution of each symmetry class.
    pub fn one_of_each_class(mut self) -> Self {
        self.one_of_each_class = true;
        self
    }

    /// Lists closed tours from this square, towards the smaller of its neighbours.
    pub fn read_from(mut self, square: u32) -> Self {
        self.first = Some(square);
        self
    }

    /// The first solutions, at most `most`.
    pub fn first(self, most: usize) -> Result<Vec<Solution>, Error> {
        let mut found = Vec::new();
        if most > 0 {
            self.for_each(|squares| {
                found.push(Solution(squares.to_vec()));
                if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
        Ok(found)
    }

    /// Passes the squares of each solution to the closure until that breaks off. Returns the number
    /// of solutions.
    ///
    /// # Errors
    /// [`Error::Stopped`]; or if the question or the method does not support listing.
    pub fn for_each(self, mut take: impl FnMut(&[u32]) -> ControlFlow<()>) -> Result<u64, Error> {
        self.run(&mut take, None)
    }

    /// Like [`Solutions::for_each`], for solutions of which every prefix passes a filter. The
    /// filter prunes the search. It receives each prefix in the order of the visit; for placements,
    /// the column of the queen in each row so far, with [`NO_QUEEN`] for none. Open tours are
    /// listed in both directions, because their prefixes differ; a closed tour in one direction,
    /// from a square of least degree.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use cavalcade::question::Question;
    /// let question: Question = "tours open knight 5x5".parse()?;
    /// let centre_first = |squares: &[u32]| squares[0] == 12;
    /// let take = |_: &[u32]| ControlFlow::Continue(());
    /// assert_eq!(question.solutions().for_each_whose(centre_first, take)?, 64);
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    pub fn for_each_whose(
        self,
        beginnings: impl Fn(&[u32]) -> bool + Sync,
        mut take: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<u64, Error> {
        self.run(&mut take, Some(&beginnings))
    }

    fn run(
        self,
        take: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
        filter: Option<Filter<'_>>,
    ) -> Result<u64, Error> {
        let subject = Subject::of(self.question, &self.choice)?;
        if self.one_of_each_class {
            subject.has_classes()?;
        }
        lists(&self.choice, &subject, filter.is_none() && !self.one_of_each_class)?;
        let mut reading = Reading::of(&subject, self.first);
        let reads = reading.changes();
        let mut reading = |squares: &[u32]| take(reading.read(squares));
        let take: &mut dyn FnMut(&[u32]) -> ControlFlow<()> =
            if reads { &mut reading } else { take };
        let mut sink = Sink::new(take, &self.stop);
        sink.beats = self.beats;
        let board = self.question.label().board;
        let ended = match (&subject, self.question) {
            (Subject::Tours(tours), Question::Tours(asked)) => {
                if asked.obstacle(tours).is_some() {
                    return Ok(0);
                }
                let selection = tours.selection();
                match (self.choice.name(), filter) {
                    (_, Some(_)) if !selection.is_all() => {
                        return Err(Error::ToursAsked {
                            problem: "tours that are chosen have no filter of their beginnings",
                            remedy: "filter them when they are handed over",
                        });
                    }
                    _ if selection.is_numbered() => Self::numbered(tours, &mut sink)?,
                    _ if selection.symmetric.is_some() => {
                        let search = KeptTours::new(TourQuestion::clone(tours))?;
                        each(&search, &mut sink, &mut |squares: &[u32], sink: &mut Sink<'_>| {
                            sink.put_row(squares)
                        })?
                    }
                    ("frontier", _) => self.ranked(tours, &mut sink)?,
                    ("union", _) => {
                        let squares: Vec<u32> = (0..tours.graph().len() as u32).collect();
                        let spelling = Spelling::new(squares.chunks(1));
                        united(tours, &spelling, &self.stop, &mut |rows, n| sink.put_rows(rows, n))?
                    }
                    (_, Some(filter)) => self.filtered(tours, filter, &mut sink)?,
                    (_, None) => self.tours(tours, &mut sink)?,
                }
            }
            (Subject::Queens(queens), _) => self.placements(queens, filter, &mut sink)?,
            (Subject::Walks(walks), _) => {
                if self.one_of_each_class {
                    return Err(Error::NoClasses { what: board });
                }
                let search = WalkSearch::new(walks.clone()).every();
                let mut show = |walk: &[u32], sink: &mut Sink<'_>| sink.put(walk.iter().copied());
                match filter {
                    Some(filter) => each(&pruned(search, filter), &mut sink, &mut show)?,
                    None => each(&search, &mut sink, &mut show)?,
                }
            }
            _ => unreachable!("a subject is of its question's family"),
        };
        let noun = match subject {
            Subject::Tours(_) => "tours",
            Subject::Queens(_) => "placements",
            Subject::Walks(_) => "walks",
        };
        listed(ended, sink.full, sink.listed, (&board, noun))
    }

    /// Undirected tours in the order of the search.
    fn tours(&self, tours: &TourQuestion, sink: &mut Sink<'_>) -> Result<Ended, Error> {
        let strategy = strategy_of(&self.choice)?;
        let unique = match self.one_of_each_class {
            true => Some(OneOfEach::of(tours.clone(), strategy)?),
            false => None,
        };
        let start = start(tours);
        let (mut links, mut batch) = (LinksOf::new(), TourBatch::new(tours.graph().len()));
        let mut squares = Vec::new();
        let mut read = |batch: &mut TourBatch, sink: &mut Sink<'_>| {
            batch.read().try_for_each(|row| {
                if let Some(unique) = &unique {
                    squares.clear();
                    squares.extend(row.iter().map(|&square| square as u8));
                    if !unique.picks(&squares) {
                        return ControlFlow::Continue(());
                    }
                }
                sink.put_row(row)
            })
        };
        let mut show = |tour: &Visited, sink: &mut Sink<'_>| {
            if start.is_none() && tour.is_backwards() {
                return ControlFlow::Continue(());
            }
            let (links, before, here) = links.follow(tour, start);
            if batch.put(links, before, here) {
                read(&mut batch, sink)
            } else {
                ControlFlow::Continue(())
            }
        };
        let ended = match &unique {
            Some(unique) => each(unique.search(), sink, &mut show)?,
            // One unit, so that the order does not depend on the balancing of units.
            None => {
                let tours = tours.clone().without_symmetry();
                each(&TourSearch::by(tours, strategy)?.split(1), sink, &mut show)?
            }
        };
        if !sink.full {
            let _ = read(&mut batch, sink);
        }
        Ok(ended)
    }

    /// Directed tours of which every prefix passes.
    fn filtered(
        &self,
        tours: &TourQuestion,
        filter: Filter<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<Ended, Error> {
        let whole = tours.clone().without_symmetry();
        let search = TourSearch::by(whole, Strategy::Extend)?.split(1);
        each(&pruned(search, filter), sink, &mut |tour: &Visited, sink| walked(tour, tours, sink))
    }

    /// Tours of numbered boards, from their first square.
    fn numbered(tours: &TourQuestion, sink: &mut Sink<'_>) -> Result<Ended, Error> {
        let search = NumberedTours::cut(tours, 1)?;
        each(&search, sink, &mut |tour: &Visited, sink| walked(tour, tours, sink))
    }

    /// Undirected tours in the order of their numbers.
    fn ranked(&self, tours: &TourQuestion, sink: &mut Sink<'_>) -> Result<Ended, Error> {
        let means = Means { memory: self.memory, stop: sink.stop.clone(), ..Means::default() };
        let (layers, mut quiet) = (Numbering::Frontier, |_| {});
        let ranking = match TourRanking::watched(tours.clone(), layers, &means, &mut quiet) {
            Err(Error::Stopped { .. }) => return Ok(Some((0, 1))),
            ranking => ranking?,
        };
        let mut rank = Count::ZERO;
        while let Some(tour) = ranking.unrank(&rank) {
            if sink.stop.is_requested() {
                return Ok(Some((0, 1)));
            }
            if sink.put(tour.squares().iter().copied()).is_break() {
                break;
            }
            rank += &1u64.into();
        }
        Ok(None)
    }

    /// Placements by their columns.
    fn placements(
        &self,
        queens: &VariantQuestion,
        filter: Option<Filter<'_>>,
        sink: &mut Sink<'_>,
    ) -> Result<Ended, Error> {
        let plain = queens.is_full_plane() && filter.is_none();
        if self.one_of_each_class && !plain && !queens.is_reduced() {
            return Err(Error::NoClasses { what: queens.to_string() });
        }
        if queens.side() == 0 {
            // It is counted above the units, which are not visited.
            let _ = sink.put(std::iter::empty());
            return Ok(None);
        }
        let width = queens.width() as u32;
        let mut show = |columns: &[u8], sink: &mut Sink<'_>| {
            let queens = columns.iter().zip(0..).filter(|(column, _)| **column != NO_QUEEN);
            sink.put(queens.map(|(&column, row)| row * width + u32::from(column)))
        };
        if plain {
            let plain = queens.plain("search")?;
            let reduced = self.one_of_each_class;
            let plain = if reduced { plain } else { plain.without_symmetry() };
            return each(&QueensSearch::new(plain).in_order(), sink, &mut show);
        }
        let turned = queens.turn().filter(|_| queens.is_of_plain_queens() && queens.side() > 1);
        if let (Some(turn), None) = (turned, filter) {
            return each(&TurnSearch::new(queens.side(), turn)?, sink, &mut show);
        }
        let queens = match self.one_of_each_class {
            true => queens.clone(),
            false => queens.clone().without_symmetry(),
        };
        let search = VariantSearch::new(queens);
        match filter {
            Some(filter) => each(&pruned(search, filter), sink, &mut show),
            None => each(&search, sink, &mut show),
        }
    }
}

/// Passes on a tour of path extension, whose edges are in the order of the walk.
fn walked(tour: &Visited, tours: &TourQuestion, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let edges = tour.edges();
    let first = edges.first().map_or(0, |edge| edge[0]);
    let rest = edges.iter().map(|edge| edge[1]).take(tours.graph().len() - 1);
    sink.put(std::iter::once(first).chain(rest).map(u32::from))
}

/// Returns false for prefixes to prune.
type Filter<'f> = &'f (dyn Fn(&[u32]) -> bool + Sync);

/// The search with pruning by the filter.
fn pruned<'f, E: Enumeration>(
    search: E,
    filter: Filter<'f>,
) -> Pruned<E, impl Fn(&[u32]) -> bool + Sync + use<'f, E>> {
    let keeps = move |prefix: &[u32]| filter(prefix);
    Pruned::new(search, keeps).expect("these searches go square by square")
}

/// How solutions are converted.
struct Reading {
    /// The auxiliary graph on which tours through given moves are found.
    gadget: Option<GadgetGraph>,
    /// The first square of closed tours.
    first: Option<u32>,
    squares: Vec<u32>,
}

impl Reading {
    /// The conversion for solutions of a subject.
    fn of(subject: &Subject, first: Option<u32>) -> Reading {
        let gadget = match subject {
            Subject::Tours(tours) => tours.gadget().cloned(),
            Subject::Queens(_) | Subject::Walks(_) => None,
        };
        Reading { gadget, first, squares: Vec::new() }
    }

    /// False if solutions are returned unchanged.
    fn changes(&self) -> bool {
        self.gadget.is_some() || self.first.is_some()
    }

    /// Converts the squares of a solution.
    fn read(&mut self, found: &[u32]) -> &[u32] {
        self.squares.clear();
        match &self.gadget {
            Some(gadget) => self.squares = gadget.read(found),
            None => self.squares.extend_from_slice(found),
        }
        let squares = &mut self.squares;
        if let Some(place) = squares.iter().position(|&square| Some(square) == self.first) {
            squares.rotate_left(place);
            let has_direction = self.gadget.as_ref().is_some_and(GadgetGraph::is_directed);
            if !has_direction && squares.len() > 1 && squares[squares.len() - 1] < squares[1] {
                squares[1..].reverse();
            }
        }
        squares
    }
}

/// Refuses a method that cannot list the solutions. Some methods list all tours; only the search
/// lists selected ones.
fn lists(choice: &Choice, subject: &Subject, all: bool) -> Result<(), Error> {
    let by_others = matches!(subject, Subject::Tours(_)) && all;
    match choice.name() {
        "auto" | "search" => Ok(()),
        "frontier" | "union" if by_others => Ok(()),
        _ => Err(Error::Text {
            what: "method",
            text: choice.to_string(),
            at: 1,
            problem: "it lists no such solutions".into(),
            remedy: if by_others { "take search, frontier or union" } else { "take search" },
        }),
    }
}

#[cfg(test)]
mod tests {
    use crate::method::Choice;
    use crate::question::Question;

    #[test]
    fn methods_that_list_nothing_are_refused() {
        let first = |text: &str, method: &str| {
            let question: Question = text.parse().unwrap();
            let first = question.solutions().method(method.parse().unwrap()).first(1);
            first.map(|found| found.len()).map_err(|error| error.to_string())
        };
        for method in ["auto", "search", "search strategy=extend", "frontier", "union"] {
            assert_eq!(first("tours open knight 3x4", method), Ok(1), "{method}");
        }
        for (text, method, remedy) in [
            ("tours open knight 3x4", "halves", "take search, frontier or union"),
            ("queens queen 6x6", "colours", "take search"),
            ("walks any knight 3x3 length=2", "union", "take search"),
        ] {
            assert!(first(text, method).unwrap_err().ends_with(remedy), "{text}, {method}");
        }
        let question: Question = "tours closed knight 6x6".parse().unwrap();
        let classes = question.solutions().one_of_each_class().method(Choice::of("union"));
        assert!(classes.first(1).is_err());
    }
}
