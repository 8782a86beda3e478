//! METHOD estimate: how many tours there are, from random ones.
//!
//! A descent goes from a random start to a random one of the squares that the rules of
//! `prune.rs` leave, each with a probability; a descent that arrives stands for one over
//! the product of its probabilities, any other for nothing. The mean of many is an unbiased
//! estimate of the number of tours, whatever the probabilities; the closer they are to the
//! truth the smaller its error. They follow Warnsdorff: a square with fewer exits is
//! likelier, by a strength that a short pilot chooses. H. Cancela and E. Mordecki, "Counting
//! knight's tours through the randomized Warnsdorff rule" (2006); Knuth 1975.

use super::prune::{choices, may_close, starts};
use super::question::{Kind, TourQuestion};
use super::search::MAX_VERTICES;
use crate::board::{Bits, Wide};
use crate::engine::Random;
use crate::error::Error;

/// The strengths that the pilot compares: by how much an exit less makes a square likelier.
const STRENGTHS: [f64; 6] = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5];

/// The part of the samples that the pilot takes, all strengths together.
const PILOT: u32 = 10;

/// An estimate with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated number: directed open tours, undirected closed ones.
    pub mean: f64,
    /// The standard error of the mean, from the spread of the samples.
    pub error: f64,
    /// The descents that the mean is of.
    pub samples: u32,
    /// Those that arrived at a tour.
    pub tours: u32,
    /// The strength of Warnsdorff's rule that was taken.
    pub strength: f64,
}

/// The number of tours from `samples` random descents.
///
/// # Errors
/// [`Error::MethodTooSmall`] beyond [`MAX_VERTICES`] vertices.
pub fn estimate(
    question: &TourQuestion,
    samples: u32,
    random: &mut Random,
) -> Result<Estimate, Error> {
    let size = question.graph().len();
    if size > MAX_VERTICES {
        return Err(Error::MethodTooSmall {
            what: question.label().board,
            size,
            unit: "squares",
            method: "estimate",
            limit: MAX_VERTICES,
            remedy: "give a smaller board",
        });
    }
    Ok(match size {
        0..=64 => Sampler::<u64>::new(question).estimate(samples, random),
        65..=128 => Sampler::<u128>::new(question).estimate(samples, random),
        _ => Sampler::<Wide<4>>::new(question).estimate(samples, random),
    })
}

/// Where a descent begins: the first square, the squares that are free, the end if it is
/// fixed.
#[derive(Clone, Copy)]
struct Root<B> {
    head: usize,
    free: B,
    end: B,
}

struct Sampler<B> {
    near: Vec<B>,
    roots: Vec<Root<B>>,
}

impl<B: Bits> Sampler<B> {
    fn new(question: &TourQuestion) -> Sampler<B> {
        let graph = question.graph();
        let set = |v| graph.neighbours(v).iter().fold(B::EMPTY, |set, &w| set.with(w as usize));
        let near: Vec<B> = (0..graph.len()).map(set).collect();
        let all = B::all_below(graph.len());
        let roots = match question.kind() {
            Kind::Open => {
                let root = |head| Root { head, free: all.without(head), end: B::EMPTY };
                starts(graph).into_iter().map(root).collect()
            }
            Kind::Closed if !may_close(graph) => Vec::new(),
            Kind::Closed => {
                // As in the search: over a square of least degree, from the one neighbour to
                // the other.
                let over = (0..graph.len()).min_by_key(|&v| graph.degree(v)).unwrap_or(0);
                let sides = graph.neighbours(over);
                let pairs = sides.iter().enumerate();
                let pairs = pairs.flat_map(|(i, &a)| sides[i + 1..].iter().map(move |&b| (a, b)));
                let root = |(head, end): (u32, u32)| Root {
                    head: head as usize,
                    free: all.without(over).without(head as usize),
                    end: B::single(end as usize),
                };
                pairs.map(root).collect()
            }
        };
        Sampler { near, roots }
    }

    fn estimate(&self, samples: u32, random: &mut Random) -> Estimate {
        let each = (samples / PILOT / STRENGTHS.len() as u32).max(1);
        let spread = |strength| {
            let pilot = self.sample(strength, each, &mut random.clone());
            if pilot.mean > 0.0 { pilot.error / pilot.mean } else { f64::INFINITY }
        };
        let by_spread = STRENGTHS.map(|strength| (spread(strength), strength));
        let best = by_spread.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        // The pilot's own samples are not used again: they chose the strength.
        let mut fresh = Random::new(random.below(usize::MAX) as u64);
        self.sample(best.map_or(0.0, |(_, strength)| strength), samples.max(2), &mut fresh)
    }

    fn sample(&self, strength: f64, samples: u32, random: &mut Random) -> Estimate {
        let most = self.near.iter().map(|set| set.len()).max().unwrap_or(0);
        let likely: Vec<f64> = (0..=most).map(|exits| (-strength * exits as f64).exp()).collect();
        let (mut sum, mut squares, mut tours) = (0.0, 0.0, 0);
        if !self.roots.is_empty() {
            for _ in 0..samples {
                let root = self.roots[random.below(self.roots.len())];
                let weight = self.descend(root, &likely, random) * self.roots.len() as f64;
                sum += weight;
                squares += weight * weight;
                tours += u32::from(weight > 0.0);
            }
        }
        let count = f64::from(samples);
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0) / (count - 1.0).max(1.0);
        Estimate { mean, error: variance.sqrt(), samples, tours, strength }
    }

    /// One over the probability of a random descent, or 0 if it does not arrive.
    fn descend(&self, root: Root<B>, likely: &[f64], random: &mut Random) -> f64 {
        let Root { mut head, mut free, mut end } = root;
        let mut weight = 1.0;
        while !free.at_most_one() {
            let left = choices(&self.near, head, free, end);
            let exits = |square: usize| (self.near[square] & free).len();
            let whole: f64 = left.moves.iter().map(|square| likely[exits(square)]).sum();
            // 53 random bits as a point in the whole.
            let point = random.below(1 << 53) as f64 / (1u64 << 53) as f64 * whole;
            let mut passed = 0.0;
            let mut chosen = None;
            for square in left.moves.iter() {
                let share = likely[exits(square)];
                passed += share;
                chosen = Some((square, share));
                if passed > point {
                    break;
                }
            }
            let Some((next, share)) = chosen else { return 0.0 };
            weight *= whole / share;
            free = free.without(next);
            end = end | left.tight.without(next);
            head = next;
        }
        let arrives = free.first().is_none_or(|last| self.near[head].contains(last));
        if arrives { weight } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::estimate;
    use crate::board::{Board, Piece};
    use crate::engine::Random;
    use crate::tours::{Kind, TourQuestion};

    fn errors_away(board: &str, kind: Kind, seed: u64, truth: f64) -> f64 {
        let board: Board = board.parse().unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(board.rank()), kind);
        let found = estimate(&question, 4000, &mut Random::new(seed)).unwrap();
        (found.mean - truth).abs() / found.error
    }

    #[test]
    fn known_counts_are_within_a_few_errors() {
        let known = [
            ("5x5", Kind::Open, 1728.0),
            ("6x6", Kind::Open, 6_637_920.0),
            ("6x6", Kind::Closed, 9862.0),
            ("8x8", Kind::Open, 19_591_828_170_979_904.0),
            ("torus:4x4", Kind::Closed, 1344.0),
            ("2x3x4", Kind::Closed, 12_132.0),
        ];
        for (board, kind, truth) in known {
            // The same seeds give the same samples: this cannot fail by chance.
            for seed in 1..=5 {
                let away = errors_away(board, kind, seed, truth);
                assert!(away < 4.0, "{board} {kind:?}, seed {seed}: {away} errors away");
            }
        }
    }

    #[test]
    fn a_board_without_tours_is_estimated_at_nothing() {
        let question =
            TourQuestion::new(&Board::rectangle(4, 4).unwrap(), &Piece::knight(2), Kind::Open);
        let found = estimate(&question, 1000, &mut Random::new(7)).unwrap();
        assert_eq!((found.mean, found.error, found.tours), (0.0, 0.0, 0));
    }
}
