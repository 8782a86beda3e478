//! METHOD transfer: counts walks by a transfer matrix, for any length, with exact numbers.
//!
//! The continuations of a walk depend only on its last square and on the used part of each limit.
//! One step multiplies the vector of counts by the matrix of moves between these states, so a
//! length of n costs n steps and visits no walk. Moves are symmetric and limits ignore order, so as
//! many walks start on a square as end on it: one sweep gives the table by start square.

use super::question::WalkQuestion;
use crate::convention::Label;
use crate::count::Count;
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;

/// The largest number of states: squares times uses of the limits.
pub const MAX_STATES: usize = 1 << 22;

/// The allocator's overhead for a number, in bytes.
const ALLOCATED: f64 = 24.0;

/// The transfer matrix of one question; it visits no walk.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::walks::{WalkQuestion, WalkTransfer};
/// let question = WalkQuestion::new(&Board::rectangle(8, 8)?, &Piece::knight(2), 3)?;
/// let by_start = WalkTransfer::new(question)?.by_start();
/// assert_eq!(by_start[0].to_string(), "12"); // two squares from the corner, six each
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkTransfer {
    question: WalkQuestion,
    /// What entering each square adds to the index of the uses; `None` if the limits forbid it.
    strides: Vec<usize>,
    uses: usize,
}

impl WalkTransfer {
    /// Prepares the method for a question.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] past [`MAX_STATES`] states; [`Error::NoMethod`] for self-avoiding
    /// walks, whose continuations depend on the whole path.
    pub fn new(question: WalkQuestion) -> Result<WalkTransfer, Error> {
        if question.is_self_avoiding() {
            let Label { board, kind, .. } = question.label();
            let reason = "it cannot know which squares came before".into();
            let question = format!("{board} {kind}");
            return Err(Error::NoMethod { question, method: "transfer", reason });
        }
        let mut uses = 1usize;
        let mut strides = Vec::new();
        for limit in question.limits() {
            strides.push(uses);
            let most = question.length().min(limit.most as usize);
            uses = uses.saturating_mul(most + 1);
        }
        let size = uses.saturating_mul(question.graph().len());
        if size > MAX_STATES {
            return Err(Error::MethodTooSmall {
                what: question.label().board,
                size,
                unit: "states",
                method: "transfer",
                limit: MAX_STATES,
                remedy: "give fewer or lower limits",
            });
        }
        Ok(WalkTransfer { question, strides, uses })
    }

    /// The memory of a sweep in bytes: the numbers of two steps, and the successors of each
    /// square's uses.
    pub fn bytes(&self) -> u64 {
        let graph = self.question.graph();
        let states = (graph.len() * self.uses) as u64;
        let most = (0..graph.len()).map(|square| graph.neighbours(square).len()).max();
        let bits = self.question.length() as f64 * (most.unwrap_or(0).max(1) as f64).log2();
        let number = size_of::<Count>() as f64 + ALLOCATED + bits / 8.0;
        states * (2.0 * number) as u64 + states * size_of::<Option<usize>>() as u64
    }

    /// The number of walks that start on each square.
    pub fn by_start(&self) -> Vec<Count> {
        let counts = self.sweep(|_, _| true).expect("nothing asks to stop");
        counts.chunks(self.uses).map(|of_square| of_square.iter().cloned().sum()).collect()
    }

    /// The number of states: squares times uses of the limits.
    pub(super) fn states(&self) -> usize {
        self.uses * self.question.graph().len()
    }

    /// The index of the uses after entering `square`, if the limits allow it.
    fn enter(&self, square: usize, uses: usize) -> Option<usize> {
        let mut after = uses;
        for (limit, stride) in self.question.limits().iter().zip(&self.strides) {
            if limit.squares.contains(&square) {
                let most = self.question.length().min(limit.most as usize);
                if uses / stride % (most + 1) == most {
                    return None;
                }
                after += stride;
            }
        }
        Some(after)
    }

    /// The number of walks by last square and uses. `beat` receives the steps and the additions
    /// done, and may stop the sweep.
    fn sweep(&self, mut beat: impl FnMut(usize, u64) -> bool) -> Option<Vec<Count>> {
        let graph = self.question.graph();
        let mut counts = vec![Count::ZERO; graph.len() * self.uses];
        for square in 0..graph.len() {
            if let Some(uses) = self.enter(square, 0) {
                counts[square * self.uses + uses] = Count::from(1u64);
            }
        }
        // The uses after entering each square, the same in every step.
        let entered = |square| (0..self.uses).map(move |uses| self.enter(square, uses)).collect();
        let entered: Vec<Vec<Option<usize>>> = (0..graph.len()).map(entered).collect();
        let mut additions = 0u64;
        for step in 1..self.question.length() {
            let mut next = vec![Count::ZERO; counts.len()];
            for square in 0..graph.len() {
                for (uses, count) in counts[square * self.uses..][..self.uses].iter().enumerate() {
                    if count.is_zero() {
                        continue;
                    }
                    for &there in graph.neighbours(square) {
                        let there = there as usize;
                        if let Some(after) = entered[there][uses] {
                            next[there * self.uses + after] += count;
                            additions += 1;
                        }
                    }
                }
            }
            counts = next;
            if !beat(step, additions) {
                return None;
            }
        }
        Some(counts)
    }
}

impl Enumeration for WalkTransfer {
    type Solution = [u32];

    fn method(&self) -> &'static str {
        "transfer"
    }

    fn fingerprint(&self) -> String {
        let label = self.question.label();
        format!("walks {} {}, transfer", label.piece, label.board)
    }

    fn plan(&self) -> Plan {
        let unit = Unit { id: 0, path: Vec::new(), weight: 1, share: 1.0 };
        Plan { units: vec![unit], trunk: Tally::default() }
    }

    fn run(&self, _: &Unit, visitor: &mut impl Visitor<[u32]>) -> Result<Tally, Halt> {
        let steps = self.question.length() as f64;
        let mut nodes = 0;
        let counts = self.sweep(|step, additions| {
            nodes = additions;
            let beat = Beat { nodes, solutions: 0, done: step as f64 / steps };
            visitor.beat(beat).is_continue()
        });
        let counts = counts.ok_or(Halt::Stopped)?;
        let wanted = match self.question.start() {
            Some(start) => &counts[start * self.uses..][..self.uses],
            None => &counts[..],
        };
        let mut tally = Tally::default();
        tally.find(1, wanted.iter().cloned().sum::<Count>());
        tally.enter(0, nodes);
        Ok(tally)
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        let moves: usize =
            (0..self.question.graph().len()).map(|v| self.question.graph().degree(v)).sum();
        (moves * self.uses) as f64 * self.question.length() as f64
    }
}
