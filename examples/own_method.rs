//! A search of your own on the engine: the perfect matchings of a graph. The engine adds threads,
//! journals, progress, stopping and exact totals. On the moves of a wazir, one step along a row or
//! a column, matchings are domino tilings of the board.
//!
//! Prints the matchings of some boards and the nodes of the search. For square boards with even
//! sides the numbers are OEIS A004003.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use cavalcade::Error;
use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{BEAT, Beat, Enumeration, Halt, Plan, Random, Run, Tally, Unit, Visitor};

/// Matches the smallest free vertex with each of its free neighbours, recursively.
struct Matchings {
    board: Board,
    /// At most 64 vertices.
    graph: Graph,
}

/// A partial matching.
struct Partial {
    edges: Vec<[u32; 2]>,
    /// A bit for each free vertex.
    free: u64,
}

/// Edges of a unit's root: enough for more units than threads.
const DEPTH: usize = 4;

impl Matchings {
    fn of(board: Board) -> Matchings {
        let wazir = Piece::named("wazir", board.rank()).expect("wazirs are known");
        Matchings { graph: Graph::of(&board, &wazir), board }
    }

    /// The empty matching.
    fn empty(&self) -> Partial {
        Partial { edges: Vec::new(), free: u64::MAX >> (64 - self.graph.len()) }
    }

    /// The matchings with one more edge. There must be a free vertex.
    fn longer<'a>(&'a self, partial: &'a Partial) -> impl Iterator<Item = Partial> + 'a {
        let from = partial.free.trailing_zeros();
        let neighbours = self.graph.neighbours(from as usize).iter();
        neighbours.filter(|&&to| partial.free >> to & 1 == 1).map(move |&to| Partial {
            edges: [&partial.edges[..], &[[from, to]]].concat(),
            free: partial.free & !(1 << from | 1 << to),
        })
    }

    /// Visits every perfect matching that extends this one.
    fn search(
        &self,
        partial: &Partial,
        tally: &mut Tally,
        visitor: &mut impl Visitor<[[u32; 2]]>,
    ) -> Result<(), Halt> {
        tally.enter(partial.edges.len(), 1);
        let nodes = tally.nodes();
        if nodes.is_multiple_of(BEAT) {
            Halt::on_break(visitor.beat(Beat { nodes, ..Beat::default() }))?;
        }
        if partial.free == 0 {
            tally.find(1, 1u64);
            return Halt::on_break(visitor.solution(&partial.edges));
        }
        self.longer(partial).try_for_each(|longer| self.search(&longer, tally, visitor))
    }
}

impl Enumeration for Matchings {
    type Solution = [[u32; 2]];

    fn method(&self) -> &'static str {
        "matchings"
    }

    fn fingerprint(&self) -> String {
        format!("perfect matchings, wazir {}, units of {DEPTH} edges", self.board)
    }

    /// A unit for each matching of `DEPTH` edges. Its path is the partner of each matched vertex.
    fn plan(&self) -> Plan {
        let (mut trunk, mut layer) = (Tally::default(), vec![self.empty()]);
        for depth in 0..DEPTH.min(self.graph.len() / 2) {
            trunk.enter(depth, layer.len() as u64);
            layer = layer.iter().flat_map(|partial| self.longer(partial)).collect();
        }
        let share = 1.0 / layer.len().max(1) as f64;
        let unit = |(id, partial): (usize, &Partial)| {
            let path = partial.edges.iter().map(|edge| edge[1]).collect();
            Unit { id, path, weight: 1, share }
        };
        Plan { units: layer.iter().enumerate().map(unit).collect(), trunk }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[[u32; 2]]>) -> Result<Tally, Halt> {
        let follow = |partial: Partial, to: &u32| {
            let mut longer = self.longer(&partial);
            longer.find(|longer| longer.edges.last().is_some_and(|edge| edge[1] == *to))
        };
        let root = unit.path.iter().try_fold(self.empty(), follow).expect("a unit of the plan");
        let mut tally = Tally::default();
        self.search(&root, &mut tally, visitor)?;
        Ok(tally)
    }

    /// A descent takes one of several choices at each step; `width` multiplies their numbers.
    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let descend = |_| {
            let (mut partial, mut nodes, mut width) = (self.empty(), 1.0, 1.0);
            while partial.free != 0 {
                let mut choices: Vec<_> = self.longer(&partial).collect();
                if choices.is_empty() {
                    break;
                }
                width *= choices.len() as f64;
                nodes += width;
                partial = choices.swap_remove(random.below(choices.len()));
            }
            nodes
        };
        (0..probes).map(descend).sum::<f64>() / f64::from(probes)
    }
}

fn main() -> Result<(), Error> {
    for name in ["2x8", "4x4", "6x6", "torus:4x6", "2x2x4"] {
        let matchings = Matchings::of(name.parse()?);
        let total = Run::new(&matchings).threads(2).execute()?.tally;
        println!("{name}: {} ways, {} nodes", total.weighted(), total.nodes());
    }
    Ok(())
}
