//! `TourRanking`: all layers of a sweep kept, so that every tour has a number.
//!
//! The tour of a number is read off by going forward through the automaton and leaving out as
//! many tours as the transitions before the one taken complete; its number by the same sums.
//! Tours are undirected, and neither mirror nor flip is used. (Nijenhuis and Wilf,
//! "Combinatorial algorithms", chapter 13.)

use super::automaton::{Incomplete, RankedLayer, all_layers, count_before, forward, joined};
use crate::engine::{Random, Stop};
use crate::error::Error;
use crate::tours::frontier::cost::layer_estimates;
use crate::tours::frontier::method::FrontierCount;
use crate::tours::frontier::order::EliminationOrder;
use crate::tours::frontier::plan::{Goal, SweepPlan};
use crate::tours::frontier::state::Key;
use crate::tours::frontier::transition::Step;
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::tour::Tour;

/// The numbered tours of a question, each once whatever its direction, and whatever ends the
/// question asks for.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Random;
/// use cavalcade::tours::{Kind, TourQuestion, TourRanking};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let ranking = TourRanking::new(question, 1 << 30)?;
/// assert_eq!(ranking.len(), 9862);
/// let tour = ranking.unrank(4931).expect("it is below the number of tours");
/// assert_eq!(ranking.rank(&tour), Some(4931));
/// let any = ranking.random(&mut Random::new(7)).expect("there are tours");
/// assert!(ranking.rank(&any).is_some());
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct TourRanking {
    question: TourQuestion,
    plan: SweepPlan,
    layers: RankedLayers,
}

/// The layers, with the narrowest key that holds them.
#[derive(Debug)]
enum RankedLayers {
    Narrow(Vec<RankedLayer<u64>>),
    Wide(Vec<RankedLayer<u128>>),
}

impl TourRanking {
    /// Numbers the tours of a question.
    ///
    /// # Errors
    /// [`Error::TooManyClasses`] if the layers are not expected to fit in `memory` bytes,
    /// [`Error::OutOfMemory`] if they do not, [`Error::MethodTooSmall`] as the count by
    /// frontier, and [`Error::ToursAsked`] if the ends are given: every tour has a number.
    pub fn new(question: TourQuestion, memory: u64) -> Result<TourRanking, Error> {
        TourRanking::unless_stopped(question, memory, &Stop::new())
    }

    /// The same, for who may ask for the end.
    ///
    /// # Errors
    /// As [`TourRanking::new`]; [`Error::Stopped`] soon after `stop` is requested.
    pub fn unless_stopped(
        question: TourQuestion,
        memory: u64,
        stop: &Stop,
    ) -> Result<TourRanking, Error> {
        TourRanking::watched(question, memory, stop, &mut |_| {})
    }

    /// The same; `hear` is told how many layers are made, each once on the way down and once on
    /// the way up, where the tours behind its states are counted.
    ///
    /// # Errors
    /// As [`TourRanking::unless_stopped`].
    pub fn watched(
        question: TourQuestion,
        memory: u64,
        stop: &Stop,
        hear: &mut dyn FnMut(u64),
    ) -> Result<TourRanking, Error> {
        if question.has_ends() {
            return Err(Error::ToursAsked {
                problem: "tours of given ends have no numbers",
                remedy: "number all tours, or use the search",
            });
        }
        let swept = FrontierCount::new(question)?;
        let question = swept.question().clone();
        let order = EliminationOrder { mirror: None, flip: 0, ..swept.order().clone() };
        let goal = Goal { kind: question.kind(), fixed: Vec::new() };
        let is_none = swept.is_hopeless() || question.graph().len() < 2;
        let expected = match is_none {
            true => Vec::new(),
            false => layer_estimates(question.graph(), &order, &goal),
        };
        let states: f64 = expected.iter().map(|layer| layer.states).sum();
        if states * (size_of::<u64>() + size_of::<u128>()) as f64 > memory as f64 {
            return Err(Error::TooManyClasses {
                what: question.label().board,
                classes: states as u64,
                limit: memory,
            });
        }
        let plan = if is_none {
            SweepPlan::none(&goal)
        } else {
            SweepPlan::new(question.graph(), &order, &goal)
        };
        let what = question.label().board;
        let failed = |incomplete| match incomplete {
            Incomplete::Full { layer, states } => Error::OutOfMemory {
                what,
                layer,
                layers: plan.steps.len(),
                classes: states,
                limit: memory,
                may_spill: false,
            },
            Incomplete::Stopped => Error::Stopped { what, finished: 0, units: 1 },
        };
        let layers = if plan.width > <u64 as Key>::SLOTS {
            RankedLayers::Wide(all_layers(&plan, memory, stop, hear).map_err(failed)?)
        } else {
            RankedLayers::Narrow(all_layers(&plan, memory, stop, hear).map_err(failed)?)
        };
        Ok(TourRanking { question, plan, layers })
    }

    /// The number of tours, each direction counted once.
    pub fn len(&self) -> u128 {
        if self.plan.steps.is_empty() {
            let alone = self.question.kind() == Kind::Open && self.question.graph().len() == 1;
            return u128::from(alone);
        }
        match &self.layers {
            RankedLayers::Narrow(layers) => layers[0].completions[0],
            RankedLayers::Wide(layers) => layers[0].completions[0],
        }
    }

    /// True if there is no tour.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tour of a number, if it is below [`TourRanking::len`].
    pub fn unrank(&self, rank: u128) -> Option<Tour> {
        if rank >= self.len() {
            return None;
        }
        let mut near = vec![Vec::with_capacity(2); self.question.graph().len()];
        let mut join = |step: &Step, edges| {
            for w in joined(step, edges) {
                near[step.vertex as usize].push(w);
                near[w as usize].push(step.vertex);
            }
        };
        match &self.layers {
            RankedLayers::Narrow(layers) => forward(&self.plan, layers, rank, &mut join),
            RankedLayers::Wide(layers) => forward(&self.plan, layers, rank, &mut join),
        }
        let tour = Tour::check(&self.question, &walk(&near)).expect("the sweep makes tours");
        Some(tour.undirected())
    }

    /// The number of a tour; `None` if it is a tour of another question.
    pub fn rank(&self, tour: &Tour) -> Option<u128> {
        let squares = tour.squares();
        if !Tour::check(&self.question, squares).is_ok_and(|checked| checked == *tour) {
            return None;
        }
        let mut near = vec![Vec::with_capacity(2); squares.len()];
        let mut join = |a: u32, b: u32| {
            near[a as usize].push(b);
            near[b as usize].push(a);
        };
        squares.windows(2).for_each(|pair| join(pair[0], pair[1]));
        if self.question.kind() == Kind::Closed {
            join(squares[squares.len() - 1], squares[0]);
        }
        match &self.layers {
            RankedLayers::Narrow(layers) => count_before(&self.plan, layers, &near),
            RankedLayers::Wide(layers) => count_before(&self.plan, layers, &near),
        }
    }

    /// A tour drawn with equal chances for all, if there is one.
    pub fn random(&self, random: &mut Random) -> Option<Tour> {
        let len = self.len();
        let last = len.checked_sub(1)?;
        loop {
            // The least power of two that will do; a number beyond the last is drawn anew.
            let bits = (0..4).fold(0u128, |bits, _| bits << 32 | random.below(1 << 32) as u128);
            let rank = if last == 0 { 0 } else { bits & (u128::MAX >> last.leading_zeros()) };
            if rank <= last {
                return self.unrank(rank);
            }
        }
    }
}

/// The vertices in the order of the path or cycle that these neighbours make.
fn walk(near: &[Vec<u32>]) -> Vec<u32> {
    let mut at = near.iter().position(|near| near.len() < 2).unwrap_or(0) as u32;
    let mut squares = vec![at];
    let mut before = u32::MAX;
    while squares.len() < near.len() {
        let next = near[at as usize].iter().find(|&&w| w != before);
        before = at;
        at = *next.expect("a tour goes on until all are visited");
        squares.push(at);
    }
    squares
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::TourRanking;
    use crate::board::{Board, Piece};
    use crate::engine::{Random, Stop};
    use crate::error::Error;
    use crate::tours::{Ends, Kind, TourQuestion};

    fn ranking(board: &str, piece: &str, kind: Kind) -> TourRanking {
        let board: Board = board.parse().unwrap();
        let piece = Piece::named(piece, board.rank()).unwrap();
        TourRanking::new(TourQuestion::new(&board, &piece, kind), 1 << 30).unwrap()
    }

    #[test]
    fn numbers_and_tours_are_inverse() {
        for (board, piece, kind, tours) in [
            ("6x6", "knight", Kind::Closed, 9862),
            ("5x5", "knight", Kind::Open, 864),
            ("3x4", "knight", Kind::Open, 8),
            ("3x3", "king", Kind::Open, 392),
            ("torus:4x4", "knight", Kind::Closed, 1344),
            ("1x1", "knight", Kind::Open, 1),
            ("1x1", "knight", Kind::Closed, 0),
            ("3x3", "knight", Kind::Open, 0),
            ("1x2", "wazir", Kind::Open, 1),
        ] {
            let ranking = ranking(board, piece, kind);
            assert_eq!(ranking.len(), tours, "{board} {piece}");
            let mut seen = HashSet::new();
            for rank in 0..tours {
                let tour = ranking.unrank(rank).unwrap();
                assert_eq!(ranking.rank(&tour), Some(rank), "{board} {piece}");
                assert!(seen.insert(tour), "{board} {piece}: a tour has two numbers");
            }
            assert_eq!(ranking.unrank(tours), None);
        }
    }

    #[test]
    fn random_tours_are_uniform() {
        let ranking = ranking("6x6", "knight", Kind::Closed);
        let mut random = Random::new(1969);
        let mut times = vec![0u32; 9862];
        let draws = 98_620;
        for _ in 0..draws {
            let tour = ranking.random(&mut random).unwrap();
            times[ranking.rank(&tour).unwrap() as usize] += 1;
        }
        // Chi-square with 9,861 degrees of freedom: mean 9,861, deviation 140.
        let chi: f64 = times.iter().map(|&t| (f64::from(t) - 10.0).powi(2) / 10.0).sum();
        assert!((chi - 9861.0).abs() < 4.0 * 140.4, "{chi}");
    }

    #[test]
    fn a_ranking_ends_when_it_is_asked_to() {
        let board: Board = "6x6".parse().unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
        let stop = Stop::new();
        stop.request();
        let numbered = TourRanking::unless_stopped(question, 1 << 30, &stop);
        assert!(matches!(numbered, Err(Error::Stopped { .. })));
    }

    #[test]
    fn a_ranking_that_does_not_fit_says_so_and_foreign_tours_have_no_number() {
        let board: Board = "6x7".parse().unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
        assert!(TourRanking::new(question, 1 << 20).is_err());
        let open = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
        let ends = open.with_ends(Ends::From(0)).unwrap();
        assert!(matches!(TourRanking::new(ends, 1 << 30), Err(Error::ToursAsked { .. })));
        let tour = ranking("5x5", "knight", Kind::Open).unrank(0).unwrap();
        assert_eq!(ranking("6x6", "knight", Kind::Closed).rank(&tour), None);
    }
}
