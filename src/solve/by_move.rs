//! How many tours use each move.
//!
//! Any method can count the tours through a move, so no tour has to be visited. Moves in one orbit
//! of the symmetries are used equally often, so one move of each orbit is counted. Every tour makes
//! the same number of moves: the sum over all moves checks all the counts.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::method::Means;
use crate::question::{Question, Tours};
use crate::tours::{Ends, Kind, Selection};

/// How many tours use each move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveCounts {
    /// The convention of the counts: undirected tours, or directed ones if the ends are given.
    pub convention: Convention,
    /// All tours.
    pub total: Count,
    /// The two squares of each move, the smaller first, and the tours that use it.
    pub moves: Vec<([usize; 2], Count)>,
}

impl Question {
    /// Counts the tours that use each move.
    ///
    /// ```
    /// use cavalcade::method::Means;
    /// use cavalcade::question::Question;
    /// let question: Question = "tours closed knight 6x6".parse()?;
    /// let counts = question.by_move(&Means::default())?;
    /// // A corner has two moves, and every tour uses both.
    /// assert_eq!((counts.moves[0].0, counts.moves[0].1.to_string()), ([0, 8], "9862".into()));
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if it is no question about tours; [`Error::Contradiction`] if the
    /// counts do not fit together; those of the methods.
    pub fn by_move(&self, means: &Means) -> Result<MoveCounts, Error> {
        self.by_move_of(|part| part.solve().means(means).run())
    }

    /// The same, with `count` answering each of the [`Question::counts_by_move`] questions needed.
    ///
    /// ```
    /// use cavalcade::question::Question;
    /// use cavalcade::solve::Place;
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path();
    /// let question: Question = "tours closed knight 6x6".parse()?;
    /// // Each count has a journal in this folder: a second call resumes.
    /// let place = Place::Folder(folder.join("moves"));
    /// let counts = question.by_move_of(|part| part.solve().keep(place.clone()).run())?;
    /// assert_eq!(counts.total.to_string(), "9862");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Question::by_move`]; those of `count`.
    pub fn by_move_of(
        &self,
        mut count: impl FnMut(&Question) -> Result<Answer, Error>,
    ) -> Result<MoveCounts, Error> {
        let Orbits { asked, moves, made } = Orbits::of(self)?;
        let convention = convention(&asked);
        let mut number = |tours: Tours| {
            let answer = count(&tours.into())?;
            Ok::<_, Error>(answer.count(convention).cloned().expect("tours are counted so"))
        };
        let mut known: BTreeMap<[usize; 2], Count> =
            moves.iter().map(|(_, least)| (*least, Count::default())).collect();
        let total = number(asked.clone())?;
        for ([from, to], tours) in &mut known {
            let through = vec![[*from as u32, *to as u32]];
            let selection = Selection { through, ..Selection::default() };
            *tours = number(asked.clone().selecting(selection)?)?;
        }
        let moves: Vec<_> =
            moves.iter().map(|(squares, least)| (*squares, known[least].clone())).collect();
        let used: Count = moves.iter().map(|(_, tours)| tours.clone()).sum();
        match used == total.clone() * made as u64 {
            true => Ok(MoveCounts { convention, total, moves }),
            false => Err(contradiction(&total)),
        }
    }

    /// The number of counts that [`Question::by_move`] makes: one of all tours, and one for each
    /// orbit of moves.
    ///
    /// # Errors
    /// As [`Question::by_move`], for the question itself.
    pub fn counts_by_move(&self) -> Result<usize, Error> {
        let Orbits { moves, .. } = Orbits::of(self)?;
        let orbits: BTreeSet<_> = moves.iter().map(|(_, least)| least).collect();
        Ok(1 + orbits.len())
    }
}

/// The moves of a board, each with the smallest move of its orbit.
struct Orbits {
    asked: Tours,
    moves: Vec<([usize; 2], [usize; 2])>,
    /// The number of moves in a tour.
    made: usize,
}

impl Orbits {
    fn of(question: &Question) -> Result<Orbits, Error> {
        let Question::Tours(asked) = question else {
            return Err(Error::ToursAsked {
                problem: "only tours are counted by their moves",
                remedy: "ask a question about tours",
            });
        };
        if !asked.selection().is_all() {
            return Err(Error::ToursAsked {
                problem: "tours that are chosen are not counted by their moves",
                remedy: "leave out what chooses them, or the moves",
            });
        }
        let asked = asked.clone().without_classes();
        let prepared = asked.prepared();
        let symmetries = prepared.symmetries().elements();
        let with_least = |(from, to): (usize, usize)| {
            let images = symmetries.iter().map(|symmetry| {
                let (from, to) = (symmetry[from] as usize, symmetry[to] as usize);
                [from.min(to), from.max(to)]
            });
            ([from, to], images.min().unwrap_or([from, to]))
        };
        let moves = prepared.graph().edges().map(with_least).collect();
        let made = prepared.graph().len() - usize::from(asked.kind() == Kind::Open);
        Ok(Orbits { asked, moves, made })
    }
}

/// The convention: tours without direction, or tours with given ends.
fn convention(tours: &Tours) -> Convention {
    match tours.ends() {
        Ends::Free => Convention::Undirected,
        Ends::From(_) | Ends::Between(..) => Convention::Directed,
    }
}

fn contradiction(total: &Count) -> Error {
    Error::Contradiction { what: format!("{total} tours and those that use each move") }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::ops::ControlFlow;

    use crate::board::Graph;
    use crate::count::Count;
    use crate::method::Means;
    use crate::question::{Instance, Question, Tours};

    /// The tours through each move, counted by visiting every tour.
    fn visited(question: &Question, closed: bool) -> BTreeMap<[usize; 2], u64> {
        let mut used = BTreeMap::new();
        let take = |squares: &[u32]| {
            let last = closed.then(|| [squares[squares.len() - 1], squares[0]]);
            let pairs = squares.windows(2).map(|pair| [pair[0], pair[1]]);
            for [a, b] in pairs.chain(last) {
                *used.entry([a.min(b) as usize, a.max(b) as usize]).or_default() += 1;
            }
            ControlFlow::Continue(())
        };
        question.solutions().for_each(take).unwrap();
        used
    }

    #[test]
    fn moves_are_used_as_often_as_by_the_tours_that_are_listed() {
        for text in [
            "tours closed knight 6x6",
            "tours open knight 5x5",
            "tours open knight 5x5 from=a5",
            "tours open knight 5x5 from=a5 to=a1",
            "tours open knight 3x4",
            "tours closed king 3x4",
            "tours closed wazir torus:3x4",
            "tours closed knight 5x5",
            "tours open graph:DQc",
            "tours open knight ....../....../....../....#./.....#",
            "tours open knight 1x1",
        ] {
            let question: Question = text.parse().unwrap();
            let counts = question.by_move(&Means { threads: 1, ..Means::default() }).unwrap();
            let used = visited(&question, text.contains("closed"));
            for (squares, tours) in &counts.moves {
                let seen = used.get(squares).copied().unwrap_or_default();
                assert_eq!(*tours, Count::from(seen), "{text}: {squares:?}");
            }
            // The remaining tours are those of the graph without the move.
            let Question::Tours(tours) = &question else {
                unreachable!("the question is about tours")
            };
            for ([from, to], through) in counts.moves.iter().step_by(7) {
                let graph = tours.instance().graph();
                let left_out = (*from.min(to), *from.max(to));
                let edges: Vec<_> = graph.edges().filter(|edge| *edge != left_out).collect();
                let graph = Graph::from_edges(graph.len(), &edges).unwrap();
                let others = Tours::new(Instance::Graph(graph.into()), tours.kind());
                let others = Question::from(others.ending(tours.ends()).unwrap());
                let others = others.solve().run().unwrap();
                let others = others.count(counts.convention).cloned().unwrap();
                assert_eq!(others + through.clone(), counts.total, "{text}: {from} {to}");
            }
            let mut parts = BTreeSet::new();
            let count = |part: &Question| {
                parts.insert(part.to_string());
                part.solve().run()
            };
            question.by_move_of(count).unwrap();
            assert_eq!(parts.len(), question.counts_by_move().unwrap(), "{text}");
            assert!(used.keys().all(|used| counts.moves.iter().any(|(m, _)| m == used)), "{text}");
        }
    }

    #[test]
    fn only_all_tours_are_counted_by_their_moves() {
        for text in ["queens queen 5x5", "tours open knight 8x8 magic"] {
            let question: Question = text.parse().unwrap();
            assert!(question.by_move(&Means::default()).is_err(), "{text}");
        }
    }
}
