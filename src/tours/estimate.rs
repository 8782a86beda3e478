//! METHOD estimate: the number of tours, estimated from random ones.
//!
//! Random paths grow square by square within the rules of `prune.rs`. Each choice has a
//! probability, and a complete path counts as one over the product of its probabilities. The mean
//! is an unbiased estimate of the number of tours for any probabilities; the closer they are to the
//! truth, the smaller its error. (H. Cancela and E. Mordecki, "Counting knight's tours through the
//! randomized Warnsdorff rule", 2006.)
//!
//! Here a state's promise, its guessed number of completions, is the product of the exits of its
//! free squares to the power [`STRENGTH`]. Moving to a square with few exits, and away from squares
//! that others need, keeps the promise high: this is a soft version of Warnsdorff's rule. Paths
//! grow in clouds. When few paths of a cloud have most of its weight, they are resampled in
//! proportion to weight and promise, which keeps the estimate unbiased and makes its error several
//! times smaller (sequential Monte Carlo; Grassberger 1997). The spread between the clouds gives
//! the standard error.

use super::prune::{choices, may_close, near_sets, starts};
use super::question::{Kind, TourQuestion};
use super::search::{MAX_VERTICES, TourSearch};
use crate::board::{Bits, Wide};
use crate::engine::{Enumeration, Random, Stop};
use crate::error::Error;

/// The exponent of the exits. On 8×8 the error is least between 0.9 and 1; 1 is the mean-field
/// estimate of the number of Hamiltonian paths.
const STRENGTH: f64 = 1.0;

/// The fewest paths of a cloud.
const SMALLEST: u32 = 50;

/// The most paths of a cloud, which take some 100 MiB.
const LARGEST: u32 = 1 << 20;

/// Paths that grow between two checks of the stop request.
const LOOK: usize = 1 << 14;

/// The number of tours from `samples` random descents.
///
/// # Errors
/// [`Error::MethodTooSmall`] beyond [`MAX_VERTICES`] vertices.
pub fn estimate(
    question: &TourQuestion,
    samples: u32,
    random: &mut Random,
) -> Result<Estimate, Error> {
    estimate_watched(question, samples, random, &Stop::new(), &mut |_| {})
}

/// Like [`estimate`]; reports the finished fraction, from 0 to 1, and can be stopped.
///
/// # Errors
/// As [`estimate`]; [`Error::Stopped`] soon after `stop` is requested.
pub fn estimate_watched(
    question: &TourQuestion,
    samples: u32,
    random: &mut Random,
    stop: &Stop,
    done: &mut dyn FnMut(f64),
) -> Result<Estimate, Error> {
    question.fits("estimate", MAX_VERTICES)?;
    let found = match question.graph().len() {
        0..=64 => Sampler::<u64>::new(question).estimate(samples, random, stop, done),
        65..=128 => Sampler::<u128>::new(question).estimate(samples, random, stop, done),
        _ => Sampler::<Wide<4>>::new(question).estimate(samples, random, stop, done),
    };
    found.ok_or_else(|| Error::Stopped { what: question.label().board, finished: 0, units: 1 })
}

/// The number of clouds for this number of samples.
fn clouds(samples: u32) -> u32 {
    CLOUDS.min(samples / SMALLEST).max(samples.div_ceil(LARGEST)).max(2)
}

/// The start of a descent: the first square, the free squares, the end if it is fixed.
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
        let near: Vec<B> = near_sets(graph);
        let all = B::all_below(graph.len());
        let roots = match question.kind() {
            Kind::Open => {
                let root = |head| Root { head, free: all.without(head), end: B::EMPTY };
                starts(graph).into_iter().map(root).collect()
            }
            Kind::Closed if !may_close(graph) => Vec::new(),
            Kind::Closed => {
                // As in the search: closed tours pass over a square of least degree, from one
                // neighbour to the other.
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

    /// `None` if stopped.
    fn estimate(
        &self,
        samples: u32,
        random: &mut Random,
        stop: &Stop,
        done: &mut dyn FnMut(f64),
    ) -> Option<Estimate> {
        let clouds = clouds(samples);
        let size = (samples / clouds).max(1) as usize;
        let (mut means, mut tours) = (Vec::new(), 0);
        if !self.roots.is_empty() {
            let most = self.near.iter().map(|set| set.len()).max().unwrap_or(0);
            let logs = (0..=most).map(|exits| match exits {
                // A square without exits may still be the end.
                0 => -STRENGTH,
                exits => STRENGTH * (exits as f64).ln(),
            });
            let logs: Vec<f64> = logs.collect();
            for cloud in 0..clouds {
                let part = |share| (f64::from(cloud) + share) / f64::from(clouds);
                let (mean, arrived) =
                    self.cloud(size, &logs, random, stop, &mut |share| done(part(share)))?;
                done(part(1.0));
                means.push(mean);
                tours += arrived;
            }
        }
        let count = f64::from(clouds);
        let mean = means.iter().sum::<f64>() / count;
        let spread: f64 = means.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = (spread / (count * (count - 1.0))).sqrt();
        Some(Estimate { mean, error, samples: clouds * size as u32, tours, clouds })
    }

    /// The estimate of one cloud, and the number of its paths that arrived; `None` if stopped.
    fn cloud(
        &self,
        size: usize,
        logs: &[f64],
        random: &mut Random,
        stop: &Stop,
        done: &mut dyn FnMut(f64),
    ) -> Option<(f64, u32)> {
        let goes_on = || (!stop.is_requested()).then_some(());
        let mut paths: Vec<Path<B>> = Vec::with_capacity(size);
        while paths.len() < size {
            goes_on()?;
            let more = LOOK.min(size - paths.len());
            paths.extend((0..more).map(|_| self.root(logs, random)));
        }
        // The logarithm of the factor accumulated by resampling.
        let mut scale = 0.0;
        for step in 0.. {
            done(f64::from(step) / self.near.len() as f64);
            let mut grew = false;
            for some in paths.chunks_mut(LOOK) {
                goes_on()?;
                for path in some {
                    grew |= path.is_alive() && !path.free.at_most_one();
                    self.grow(path, logs, random);
                }
            }
            if !grew {
                break;
            }
            match redraw(&mut paths, random) {
                Some(log) => scale += log,
                None => return Some((0.0, 0)),
            }
        }
        let mut sum = 0.0;
        let mut arrived = 0;
        for path in paths.iter().filter(|path| path.is_alive()) {
            if path.free.first().is_none_or(|last| self.near[path.head].contains(last)) {
                sum += (path.weight + scale).exp();
                arrived += 1;
            }
        }
        Some((sum / size as f64, arrived))
    }

    fn root(&self, logs: &[f64], random: &mut Random) -> Path<B> {
        let Root { head, free, end } = self.roots[random.below(self.roots.len())];
        let promise = free.iter().map(|square| logs[(self.near[square] & free).len()]).sum();
        let weight = (self.roots.len() as f64).ln();
        Path { head, free, end, weight, promise }
    }

    /// Extends a path by one square; a path that cannot be extended loses its weight.
    fn grow(&self, path: &mut Path<B>, logs: &[f64], random: &mut Random) {
        let Path { head, free, end, .. } = *path;
        if !path.is_alive() || free.at_most_one() {
            return;
        }
        let left = choices(&self.near, head, free, end);
        let gain = |square: usize| {
            let exits = self.near[square] & free;
            let poorer = exits.iter().map(|near| {
                let before = (self.near[near] & free).len();
                logs[before - 1] - logs[before]
            });
            poorer.sum::<f64>() - logs[exits.len()]
        };
        let whole: f64 = left.moves.iter().map(|square| gain(square).exp()).sum();
        let mut point = unit(random) * whole;
        let mut chosen = None;
        for square in left.moves.iter() {
            let gain = gain(square);
            chosen = Some((square, gain));
            point -= gain.exp();
            if point < 0.0 {
                break;
            }
        }
        let Some((next, gain)) = chosen else {
            path.weight = f64::NEG_INFINITY;
            return;
        };
        path.weight += whole.ln() - gain;
        path.promise += gain;
        path.free = free.without(next);
        path.end = end | left.tight.without(next);
        path.head = next;
    }
}

/// A partial path.
#[derive(Clone, Copy)]
struct Path<B> {
    head: usize,
    free: B,
    end: B,
    /// The logarithm of one over its probability.
    weight: f64,
    /// The logarithm of the guessed number of its completions.
    promise: f64,
}

impl<B> Path<B> {
    fn is_alive(&self) -> bool {
        self.weight > f64::NEG_INFINITY
    }
}

/// A number from 0 to 1, excluding 1.
fn unit(random: &mut Random) -> f64 {
    random.below(1 << 53) as f64 / (1u64 << 53) as f64
}

/// Resamples the paths in proportion to weight times promise, if few of them have most of it.
/// Returns the logarithm of the common factor; `None` if no path is alive.
fn redraw<B: Copy>(paths: &mut Vec<Path<B>>, random: &mut Random) -> Option<f64> {
    let worth = |path: &Path<B>| path.weight + path.promise;
    let most = paths.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return None;
    }
    let shares: Vec<f64> = paths.iter().map(|path| (worth(path) - most).exp()).collect();
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    let size = paths.len() as f64;
    if sum * sum / squares >= size / 2.0 {
        return Some(0.0);
    }
    // Systematic resampling: one random offset places equidistant teeth, and each tooth copies the
    // path that it hits.
    let mut tooth = unit(random);
    let mut passed = 0.0;
    let mut drawn = Vec::with_capacity(paths.len());
    for (path, share) in paths.iter().zip(shares) {
        passed += share / sum * size;
        while tooth < passed && drawn.len() < paths.len() {
            drawn.push(Path { weight: -path.promise, ..*path });
            tooth += 1.0;
        }
    }
    // Rounding may lose the last tooth.
    let last = *drawn.last()?;
    drawn.resize(paths.len(), last);
    *paths = drawn;
    Some((sum / size).ln() + most)
}

/// Probes are taken in groups, whose spread tells the error.
const GROUPS: u32 = 50;

/// The probes of [`probed`].
pub const PROBES: u32 = GROUPS * 200;

/// The nodes of a search by Knuth's random probes, and their standard error; `progress` receives the
/// number of probes made.
pub fn probed(search: &TourSearch, random: &mut Random, progress: &mut dyn FnMut(u64)) -> [f64; 2] {
    let group = |number| {
        let mean = search.probe(PROBES / GROUPS, random);
        progress(u64::from(PROBES / GROUPS * (number + 1)));
        mean
    };
    let means: Vec<f64> = (0..GROUPS).map(group).collect();
    let mean = means.iter().sum::<f64>() / f64::from(GROUPS);
    let spread: f64 = means.iter().map(|m| (m - mean) * (m - mean)).sum();
    [mean, (spread / f64::from(GROUPS * (GROUPS - 1))).sqrt()]
}

/// The number of clouds, if there are enough samples for some paths in each. More, smaller clouds
/// would miss the rare heavy paths, and underestimate the error.
pub(super) const CLOUDS: u32 = 20;

/// Student's t for 95 % by degrees of freedom, from 1: the error is itself estimated, from at most
/// [`CLOUDS`] means.
const STUDENT: [f64; CLOUDS as usize - 1] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093,
];

/// An estimate with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimated number: directed open tours, undirected closed ones.
    pub mean: f64,
    /// The standard error of the mean, from the spread of the samples.
    pub error: f64,
    /// The number of sampled paths.
    pub samples: u32,
    /// The number of paths that are tours.
    pub tours: u32,
    /// The number of clouds.
    pub clouds: u32,
}

impl Estimate {
    /// The interval that contains the true number in 95 of 100 cases.
    pub fn interval(&self) -> (f64, f64) {
        let freedom = self.clouds.clamp(2, CLOUDS) as usize - 1;
        let reach = STUDENT[freedom - 1] * self.error;
        ((self.mean - reach).max(0.0), self.mean + reach)
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, clouds, estimate, estimate_watched};
    use crate::board::{Board, Piece};
    use crate::engine::{Random, Stop};
    use crate::error::Error;
    use crate::tours::{Kind, TourQuestion};

    #[test]
    fn clouds_of_any_number_of_paths_fit_in_memory() {
        for (samples, expected) in [(0, 2), (1, 2), (99, 2), (1000, 20), (20 << 20, 20)] {
            assert_eq!(clouds(samples), expected, "{samples}");
        }
        for samples in [(20 << 20) + 1, 4_000_000_000, u32::MAX] {
            assert!(clouds(samples) > 20 && samples / clouds(samples) <= LARGEST, "{samples}");
        }
    }

    #[test]
    fn the_reported_fraction_rises_to_one() {
        let board: crate::board::Board = "5x6".parse().unwrap();
        let question = TourQuestion::new(&board, &crate::board::Piece::knight(2), Kind::Closed);
        let mut parts = Vec::new();
        let mut report = |part| parts.push(part);
        let (mut random, stop) = (Random::new(7), Stop::new());
        let watched = estimate_watched(&question, 2000, &mut random, &stop, &mut report).unwrap();
        let alone = estimate(&question, 2000, &mut Random::new(7)).unwrap();
        assert_eq!((watched.mean, watched.tours), (alone.mean, alone.tours));
        assert!(parts.is_sorted() && parts.len() > 100 && parts[0] == 0.0, "{parts:?}");
        assert_eq!(parts.last(), Some(&1.0));
    }

    #[test]
    fn an_estimate_can_be_stopped() {
        let board: crate::board::Board = "8x8".parse().unwrap();
        let question = TourQuestion::new(&board, &crate::board::Piece::knight(2), Kind::Open);
        let (stop, mut steps) = (Stop::new(), 0);
        let mut report = |_| {
            steps += 1;
            if steps == 3 {
                stop.request();
            }
        };
        // It would take years without the stop.
        let ended = estimate_watched(&question, 1 << 26, &mut Random::new(7), &stop, &mut report);
        assert!(matches!(ended, Err(Error::Stopped { .. })), "{ended:?}");
        assert_eq!(steps, 3);
    }

    /// The coverage that a user would see: 95 of 100 are expected.
    #[test]
    fn intervals_have_the_stated_coverage() {
        let question =
            TourQuestion::new(&Board::rectangle(5, 6).unwrap(), &Piece::knight(2), Kind::Open);
        let holds = |seed: &u64| {
            let found = estimate(&question, 2000, &mut Random::new(*seed)).unwrap();
            let (low, high) = found.interval();
            low < 37_568.0 && 37_568.0 < high
        };
        let held = (1..=100).filter(holds).count();
        assert!(held >= 90, "{held} of 100 intervals hold the true number");
    }

    #[test]
    fn a_board_without_tours_has_estimate_zero() {
        let question =
            TourQuestion::new(&Board::rectangle(4, 4).unwrap(), &Piece::knight(2), Kind::Open);
        let found = estimate(&question, 1000, &mut Random::new(7)).unwrap();
        assert_eq!((found.mean, found.error, found.tours), (0.0, 0.0, 0));
    }
}
