//! METHOD neural: closed tours by the network of Takefuji and Lee (1992).
//!
//! There is one neuron for each move (edge), with a random output of 0 or 1 and state 0. In each
//! round all neurons are updated together. Each square wants two edges: the state of an edge
//! increases at each of its ends by 2 minus the number of edges that are on there, itself included.
//! Its output becomes 1 above 3, 0 below 0, and stays unchanged in between. The network is at rest
//! when every square has two edges that are on: these form a closed tour or several disjoint
//! circuits. It need not come to rest. Y. Takefuji and K. C. Lee, "Finding knight's tours on an M×N
//! chessboard with O(MN) hysteresis McCulloch-Pitts neurons"; I. Parberry, "Scalability of a neural
//! network for the knight's tour problem" (1996), found that it seldom finds tours and does not
//! scale, which our runs confirm.

use crate::board::Graph;
use crate::engine::Random;

/// How a trial ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    /// A closed tour: its squares in order.
    Tour(Vec<u32>),
    /// Several disjoint circuits, and their number.
    Circuits(usize),
    /// No output can change any more, but some square does not have two edges.
    Stuck,
    /// Not at rest after the last round.
    Restless,
}

/// One trial of the network: its result, and the number of rounds.
///
/// ```
/// use cavalcade::board::{Board, Graph, Piece};
/// use cavalcade::engine::Random;
/// use cavalcade::tours::{Rest, neural};
/// let graph = Graph::of(&Board::rectangle(2, 2)?, &Piece::named("wazir", 2).unwrap());
/// let (rest, _) = neural(&graph, 100, &mut Random::new(1));
/// assert_eq!(rest, Rest::Tour(vec![0, 1, 3, 2]));
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn neural(graph: &Graph, most_rounds: u32, random: &mut Random) -> (Rest, u32) {
    let edges: Vec<(u32, u32)> = (0..graph.len() as u32)
        .flat_map(|v| graph.neighbours(v as usize).iter().map(move |&w| (v, w)))
        .filter(|(v, w)| v < w)
        .collect();
    let mut on: Vec<bool> = edges.iter().map(|_| random.below(2) == 1).collect();
    let mut states = vec![0i64; edges.len()];
    // The number of edges that are on at each square.
    let mut degree = vec![0i64; graph.len()];
    for round in 1..=most_rounds {
        degree.fill(0);
        for (&(v, w), _) in edges.iter().zip(&on).filter(|(_, on)| **on) {
            degree[v as usize] += 1;
            degree[w as usize] += 1;
        }
        if degree.iter().all(|&degree| degree == 2) {
            return (circuits(graph.len(), &edges, &on), round - 1);
        }
        let mut moving = false;
        for ((&(v, w), state), on) in edges.iter().zip(&mut states).zip(&mut on) {
            let growth = (2 - degree[v as usize]) + (2 - degree[w as usize]);
            // An edge that is on and decreases, or off and increases, will change eventually.
            moving |= if *on { growth < 0 } else { growth > 0 };
            *state += growth;
            *on = *state > 3 || *on && *state >= 0;
        }
        if !moving {
            return (Rest::Stuck, round);
        }
    }
    (Rest::Restless, most_rounds)
}

/// Follows the circuits of edges that are on, two at every square.
fn circuits(vertices: usize, edges: &[(u32, u32)], on: &[bool]) -> Rest {
    let mut links = vec![Vec::new(); vertices];
    for (&(v, w), _) in edges.iter().zip(on).filter(|(_, on)| **on) {
        links[v as usize].push(w);
        links[w as usize].push(v);
    }
    let mut seen = vec![false; vertices];
    let mut first = Vec::new();
    let mut count = 0;
    for start in 0..vertices {
        if seen[start] {
            continue;
        }
        count += 1;
        let mut here = start as u32;
        loop {
            seen[here as usize] = true;
            if count == 1 {
                first.push(here);
            }
            match links[here as usize].iter().find(|&&next| !seen[next as usize]) {
                Some(&next) => here = next,
                None => break,
            }
        }
    }
    if count == 1 { Rest::Tour(first) } else { Rest::Circuits(count) }
}

/// Rounds after which a network that is not at rest is given up, for each square.
const ROUNDS_A_SQUARE: u32 = 50;

/// How trials of the network ended.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct NeuralTrials {
    /// The first tour.
    pub first: Option<Vec<u32>>,
    /// Tours, several circuits, stuck, and not at rest after `most_rounds`.
    pub ends: [u32; 4],
    /// The rounds of all trials.
    pub rounds: u64,
    /// The rounds of a trial at most.
    pub most_rounds: u32,
}

impl NeuralTrials {
    /// Runs the network `trials` times; `progress` receives each trial.
    pub fn run(
        graph: &Graph,
        trials: u32,
        random: &mut Random,
        progress: &mut dyn FnMut(u64),
    ) -> NeuralTrials {
        let most_rounds = ROUNDS_A_SQUARE.saturating_mul(graph.len() as u32);
        let mut found = NeuralTrials { most_rounds, ..NeuralTrials::default() };
        for trial in 1..=trials {
            let (rest, took) = neural(graph, most_rounds, random);
            found.rounds += u64::from(took);
            let end = match rest {
                Rest::Tour(squares) => {
                    found.first.get_or_insert(squares);
                    0
                }
                Rest::Circuits(_) => 1,
                Rest::Stuck => 2,
                Rest::Restless => 3,
            };
            found.ends[end] += 1;
            progress(trial.into());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Rest, neural};
    use crate::board::{Board, Graph, Piece};
    use crate::engine::Random;
    use crate::tours::{Kind, Tour};

    #[test]
    fn reported_tours_are_valid() {
        let graph = Graph::of(&Board::rectangle(6, 6).unwrap(), &Piece::knight(2));
        let mut random = Random::new(1992);
        let (mut tours, mut circuits) = (0, 0);
        for _ in 0..300 {
            match neural(&graph, 1000, &mut random).0 {
                Rest::Tour(squares) => {
                    Tour::on_graph(&graph, Kind::Closed, &squares).unwrap();
                    tours += 1;
                }
                Rest::Circuits(count) => {
                    assert!(count > 1);
                    circuits += 1;
                }
                Rest::Stuck | Rest::Restless => {}
            }
        }
        assert!(tours > 0 && circuits > 0, "{tours} tours, {circuits} times several circuits");
    }

    #[test]
    fn a_path_is_not_a_state_of_rest() {
        // With a single edge no square can have two edges.
        let edge = Graph::from_edges(2, &[(0, 1)]).unwrap();
        assert_eq!(neural(&edge, 100, &mut Random::new(1)).0, Rest::Stuck);
    }
}
