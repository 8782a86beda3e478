//! `TourRanking`: numbers all tours, in one of two ways.

use super::frontier::{LayerRanking, LayersToRank};
use super::question::TourQuestion;
use super::tour::Tour;
use super::union::UnionRanking;
use crate::count::Count;
use crate::engine::{Random, Stop};
use crate::error::{Error, Shortage};
use crate::method::Means;

/// The size in bytes up to which layers are preferred to sweeps of halves: a tour is then read in
/// microseconds. The limit must not depend on the machine, because the numbers depend on the
/// choice.
const LIGHT: f64 = (1_u64 << 30) as f64;

/// The number of squares beyond which the search for an order takes this least number of bytes
/// (measured: 8x8).
const ORDERED: (usize, u64) = (48, 8 << 20);

/// How tours are numbered; each method gives another order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// `Frontier` if its layers are predicted to take at most 1 GiB, otherwise `Union` if possible.
    #[default]
    Auto,
    /// By the layers of a sweep, all of which are kept.
    Frontier,
    /// By the degrees at the cut between the halves of the board. A sweep of the halves counts the
    /// tours of each vector of degrees. For each tour the systems of one vector are enumerated,
    /// which takes about a second on the chessboard.
    Union,
}

/// The numbered tours of a question, each once in either direction, with any ends that the question
/// allows.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Random;
/// use cavalcade::tours::{Kind, TourQuestion, TourRanking};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let ranking = TourRanking::new(question, 1 << 30)?;
/// assert_eq!(ranking.len(), 9862u64.into());
/// let tour = ranking.unrank(&4931u64.into()).expect("it is below the number of tours");
/// assert_eq!(ranking.rank(&tour), Some(4931u64.into()));
/// let any = ranking.random(&mut Random::new(7)).expect("there are tours");
/// assert!(ranking.rank(&any).is_some());
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct TourRanking {
    question: TourQuestion,
    ranks: Ranks,
}

#[derive(Debug)]
enum Ranks {
    Layers(Box<LayerRanking>),
    Union(Box<UnionRanking>),
}

impl TourRanking {
    /// Numbers the tours of a question.
    ///
    /// # Errors
    /// [`Error::TooManyClasses`] if it is predicted not to fit in `memory` bytes, [`Error::Short`]
    /// or [`Error::OutOfMemory`] if it does not fit, [`Error::MethodTooSmall`] as the count by
    /// frontier, and [`Error::ToursAsked`] if the ends are fixed.
    pub fn new(question: TourQuestion, memory: u64) -> Result<TourRanking, Error> {
        TourRanking::unless_stopped(question, memory, &Stop::new())
    }

    /// Like [`TourRanking::new`], but can be stopped.
    ///
    /// # Errors
    /// As [`TourRanking::new`]; [`Error::Stopped`] soon after `stop` is requested.
    pub fn unless_stopped(
        question: TourQuestion,
        memory: u64,
        stop: &Stop,
    ) -> Result<TourRanking, Error> {
        let means = Means { memory, stop: stop.clone(), ..Means::default() };
        TourRanking::watched(question, Numbering::Auto, &means, &mut |_| {})
    }

    /// Like [`TourRanking::unless_stopped`], with a given numbering; `report` receives the finished
    /// fraction.
    ///
    /// # Errors
    /// As [`TourRanking::unless_stopped`], and by union as [`UnionSearch::new`].
    ///
    /// [`UnionSearch::new`]: super::UnionSearch::new
    pub fn watched(
        question: TourQuestion,
        numbering: Numbering,
        means: &Means,
        report: &mut dyn FnMut(f64),
    ) -> Result<TourRanking, Error> {
        if question.has_ends() {
            return Err(Error::ToursAsked {
                problem: "tours with given ends have no numbers",
                remedy: "number all tours, or use the search",
            });
        }
        let (squares, needed) = ORDERED;
        if question.graph().len() > squares && means.memory < needed {
            let what = format!("numbering the tours of {}", question.label().board);
            return Err(Shortage::Least { what, needed, free: means.memory }.into());
        }
        let union = |report: &mut dyn FnMut(f64)| {
            UnionRanking::new(&question, means, report).map(|ranks| Ranks::Union(Box::new(ranks)))
        };
        let layers = |layers: LayersToRank, report: &mut dyn FnMut(f64)| {
            let all = 2.0 * question.graph().len() as f64;
            let mut made = |layers| report(layers as f64 / all);
            layers
                .ranked(means.memory, &means.stop, &mut made)
                .map(|ranks| Ranks::Layers(Box::new(ranks)))
        };
        let ranks = match numbering {
            Numbering::Union => union(report)?,
            Numbering::Frontier => layers(LayersToRank::new(question.clone())?, report)?,
            Numbering::Auto => match LayersToRank::new(question.clone()) {
                Ok(light) if light.bytes() <= LIGHT => layers(light, report)?,
                heavy => match (union(report), heavy) {
                    (Err(Error::NoMethod { .. }), heavy) => layers(heavy?, report)?,
                    (ranks, _) => ranks?,
                },
            },
        };
        report(1.0);
        Ok(TourRanking { question, ranks })
    }

    /// The numbering in use.
    pub fn numbering(&self) -> Numbering {
        match &self.ranks {
            Ranks::Layers(_) => Numbering::Frontier,
            Ranks::Union(_) => Numbering::Union,
        }
    }

    /// The number of undirected tours.
    pub fn len(&self) -> Count {
        match &self.ranks {
            Ranks::Layers(layers) => layers.len(),
            Ranks::Union(union) => union.len().into(),
        }
    }

    /// True if there is no tour.
    pub fn is_empty(&self) -> bool {
        self.len().is_zero()
    }

    /// The tour with this number, if it is below [`TourRanking::len`].
    pub fn unrank(&self, rank: &Count) -> Option<Tour> {
        if *rank >= self.len() {
            return None;
        }
        let squares = match &self.ranks {
            Ranks::Layers(layers) => layers.unrank(rank),
            Ranks::Union(union) => union.unrank(rank.try_into().ok()?),
        };
        let tour = Tour::check(&self.question, &squares).expect("the sweep makes tours");
        Some(tour.undirected())
    }

    /// The number of a tour; `None` if it is a tour of another question.
    pub fn rank(&self, tour: &Tour) -> Option<Count> {
        let squares = tour.squares();
        if !Tour::check(&self.question, squares).is_ok_and(|checked| checked == *tour) {
            return None;
        }
        match &self.ranks {
            Ranks::Layers(layers) => layers.rank(squares),
            Ranks::Union(union) => union.rank(squares).map(Count::from),
        }
    }

    /// A uniformly random tour; `None` if there are no tours.
    pub fn random(&self, random: &mut Random) -> Option<Tour> {
        let last = self.len().less(&1u64.into())?;
        let bits = last.bits() as usize;
        loop {
            // Draws below the least sufficient power of two; a number beyond the last is drawn
            // again.
            let words = (0..bits.div_ceil(32).max(4)).map(|_| random.below(1 << 32) as u32);
            let words: Vec<u32> = words.collect();
            let mut bytes: Vec<u8> =
                words.iter().rev().flat_map(|word| word.to_le_bytes()).collect();
            bytes.truncate(bits.div_ceil(8));
            if let Some(top) = bytes.last_mut() {
                *top &= u8::MAX >> (8 * bits.div_ceil(8) - bits);
            }
            let rank = Count::from_bytes(&bytes);
            if rank <= last {
                return self.unrank(&rank);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Numbering, TourRanking};
    use crate::board::{Board, Piece};
    use crate::engine::{Random, Stop};
    use crate::error::Error;
    use crate::method::Means;
    use crate::tours::{Ends, Kind, TourQuestion};

    fn question(board: &str, piece: &str, kind: Kind) -> TourQuestion {
        let board: Board = board.parse().unwrap();
        let piece = Piece::named(piece, board.rank()).unwrap();
        TourQuestion::new(&board, &piece, kind)
    }

    fn ranking(question: TourQuestion, numbering: Numbering) -> Result<TourRanking, Error> {
        let means = Means { memory: 1 << 30, threads: 2, ..Means::default() };
        TourRanking::watched(question, numbering, &means, &mut |_| {})
    }

    /// Boards with one half and its image, with two halves, with odd sides, with and without tours,
    /// and with moves that no flip keeps.
    const BOARDS: [(&str, &str, Kind, u64); 14] = [
        ("6x6", "knight", Kind::Closed, 9862),
        ("5x6", "knight", Kind::Closed, 8),
        ("5x5", "knight", Kind::Open, 864),
        ("3x4", "knight", Kind::Open, 8),
        ("4x5", "knight", Kind::Open, 82),
        ("3x3", "king", Kind::Open, 392),
        ("3x3", "king", Kind::Closed, 16),
        ("torus:4x4", "knight", Kind::Closed, 1344),
        ("cylinder:4x5", "knight", Kind::Closed, 7432),
        ("..../..../..#./....", "king", Kind::Closed, 290),
        ("1x1", "knight", Kind::Open, 1),
        ("1x1", "knight", Kind::Closed, 0),
        ("3x3", "knight", Kind::Open, 0),
        ("1x2", "wazir", Kind::Open, 1),
    ];

    #[test]
    fn numbers_and_tours_are_inverse_in_each_way() {
        for (board, piece, kind, tours) in BOARDS {
            let layers = ranking(question(board, piece, kind), Numbering::Frontier).unwrap();
            assert_eq!(layers.len(), tours.into(), "{board} {piece} {kind:?}");
            let union = match ranking(question(board, piece, kind), Numbering::Union) {
                Err(Error::NoMethod { .. }) => {
                    assert!(tours < 2, "{board} {piece}");
                    None
                }
                union => Some(union.unwrap()),
            };
            for ranking in [Some(layers), union].into_iter().flatten() {
                assert_eq!(
                    ranking.len(),
                    tours.into(),
                    "{board} {piece} {:?}",
                    ranking.numbering()
                );
                let mut seen = HashSet::new();
                // If systems are enumerated for each tour, only some tours are tested.
                let step =
                    if ranking.numbering() == Numbering::Union { tours / 300 + 1 } else { 1 };
                for rank in (0..tours).step_by(step as usize) {
                    let tour = ranking.unrank(&rank.into()).unwrap();
                    assert_eq!(ranking.rank(&tour), Some(rank.into()), "{board} {piece}");
                    assert!(seen.insert(tour), "{board} {piece}: a tour has two numbers");
                }
                assert_eq!(ranking.unrank(&tours.into()), None);
            }
        }
    }

    #[test]
    fn random_tours_are_uniform() {
        let ranking = ranking(question("6x6", "knight", Kind::Closed), Numbering::Auto).unwrap();
        assert_eq!(ranking.numbering(), Numbering::Frontier);
        let mut random = Random::new(1969);
        let mut times = vec![0u32; 9862];
        let draws = 98_620;
        for _ in 0..draws {
            let tour = ranking.random(&mut random).unwrap();
            times[u64::try_from(&ranking.rank(&tour).unwrap()).unwrap() as usize] += 1;
        }
        // Chi-square with 9,861 degrees of freedom: mean 9,861, deviation 140.
        let chi: f64 = times.iter().map(|&t| (f64::from(t) - 10.0).powi(2) / 10.0).sum();
        assert!((chi - 9861.0).abs() < 4.0 * 140.4, "{chi}");
    }

    #[test]
    fn ranks_beyond_128_bits_are_inverse_to_tours() {
        // A king on two rows: the numbers grow by some bits with each column.
        let ranking = ranking(question("2x80", "king", Kind::Open), Numbering::Frontier).unwrap();
        let len = ranking.len();
        assert!(len.bits() > 128, "{len}");
        let last = len.less(&1u64.into()).unwrap();
        let mut random = Random::new(5);
        let drawn: Vec<_> = (0..20).map(|_| ranking.random(&mut random).unwrap()).collect();
        let drawn: Vec<_> = drawn.iter().map(|tour| ranking.rank(tour).unwrap()).collect();
        // The highest bit but one is set in half of all numbers.
        assert!(drawn.iter().any(|rank| rank.bits() + 2 > len.bits()), "{drawn:?}");
        for rank in drawn.into_iter().chain([0u64.into(), u128::MAX.into(), last]) {
            let tour = ranking.unrank(&rank).unwrap();
            assert_eq!(ranking.rank(&tour), Some(rank));
        }
        assert_eq!(ranking.unrank(&len), None);
    }

    #[test]
    fn a_ranking_can_be_stopped() {
        let stop = Stop::new();
        stop.request();
        let means = Means { stop, ..Means::default() };
        for numbering in [Numbering::Frontier, Numbering::Union] {
            let question = question("6x6", "knight", Kind::Closed);
            let numbered = TourRanking::watched(question, numbering, &means, &mut |_| {});
            assert!(matches!(numbered, Err(Error::Stopped { .. })), "{numbering:?}");
        }
    }

    #[test]
    fn a_ranking_that_does_not_fit_is_an_error() {
        let large = question("6x7", "knight", Kind::Closed);
        let means = Means { memory: 1 << 16, ..Means::default() };
        for numbering in [Numbering::Frontier, Numbering::Union] {
            let numbered = TourRanking::watched(large.clone(), numbering, &means, &mut |_| {});
            assert!(matches!(numbered, Err(Error::TooManyClasses { .. })), "{numbering:?}");
        }
        let ends = question("6x7", "knight", Kind::Open).with_ends(Ends::From(0)).unwrap();
        assert!(matches!(TourRanking::new(ends, 1 << 30), Err(Error::ToursAsked { .. })));
        let other = ranking(question("5x5", "knight", Kind::Open), Numbering::Auto).unwrap();
        let tour = other.unrank(&0u64.into()).unwrap();
        let six = ranking(question("6x6", "knight", Kind::Closed), Numbering::Union).unwrap();
        assert_eq!(six.rank(&tour), None);
    }
}
