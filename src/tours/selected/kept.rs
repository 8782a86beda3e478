//! `KeptTours`: the tours that a symmetry keeps, without the others.
//!
//! Each cyclic group of a symmetry of the wanted kind has its own search, by whole orbits of moves;
//! a tour that several groups keep is counted with the first.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::selection::{Selection, Symmetric};
use crate::board::{Bits, Permutation, Wide};
use crate::count::is_prime;
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::tours::prune::near_sets;
use crate::tours::question::{Ends, Kind, TourQuestion};
use crate::tours::search::{MAX_VERTICES, Strategy, TourSearch};
use crate::tours::unique::{Search, SearchEvent, Subpaths, powers};

/// Counts symmetric tours.
pub const KEPT: Method<TourQuestion> = Method {
    limit: |_| MAX_VERTICES,
    ..Method::new(
        "kept",
        "Search by orbits of moves for the tours that a symmetry keeps, without the others",
        cost,
        ready,
    )
};

/// Nodes per second on one core.
const NODES_A_SECOND: f64 = 2e6;

/// The tree has about the square root of the nodes of the full search.
const WITHIN: f64 = 30.0;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let search = KeptTours::new(question.clone())?;
    let nodes = search.probe(1, &mut Random::new(1975));
    Ok(Cost::new(nodes, 0.0, nodes / NODES_A_SECOND, means.threads, WITHIN))
}

fn ready(question: &TourQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let search = KeptTours::new(question.clone())?;
    let question = question.clone();
    Ok(Ready::new(search, move |tally, _| question.counts_of_any(tally)))
}

/// The search for the symmetric tours of a question, each once, undirected.
#[derive(Debug)]
pub struct KeptTours {
    question: TourQuestion,
    /// The cyclic group of each symmetry, the identity first.
    groups: Vec<Vec<Permutation>>,
}

impl KeptTours {
    /// The search for the tours of the question's selection.
    ///
    /// # Errors
    /// [`Error::TooManySymmetries`]; [`Error::ToursAsked`] if the board cannot have the symmetry,
    /// or if numbers are wanted as well; and as [`TourSearch::by`].
    pub fn new(question: TourQuestion) -> Result<KeptTours, Error> {
        let Selection { symmetric, .. } = question.selection();
        let wrong = |problem, remedy| Err(Error::ToursAsked { problem, remedy });
        let Some(symmetric) = *symmetric else {
            return wrong("no symmetry is named", "name one");
        };
        if question.selection().is_numbered() {
            return wrong(
                "symmetry and numbers cannot be combined",
                "ask for its symmetry or for its numbers",
            );
        }
        if !question.group().is_complete() {
            return Err(Error::TooManySymmetries { purpose: "find the tours that they keep" });
        }
        if symmetric != Symmetric::Any && !question.is_plane() {
            return wrong(
                "turns and reflections need a plane board of two axes",
                "ask for any symmetry",
            );
        }
        TourSearch::by(question.clone(), Strategy::Extend)?;
        let mut known = BTreeSet::new();
        let elements = question.group().elements().iter();
        let groups = elements.filter_map(|element| {
            let group = powers(element);
            let wanted = match symmetric.element() {
                Some(name) => question.symmetry_name(element) == Some(name),
                // Tours kept by a group are kept by its subgroups of prime order.
                None => is_prime(group.len() as u64),
            };
            let members: BTreeSet<Permutation> = group.iter().cloned().collect();
            (wanted && known.insert(members)).then_some(group)
        });
        let groups = groups.collect();
        Ok(KeptTours { question, groups })
    }

    /// The ends of the tours that a group can keep. Only a symmetry that exchanges the ends keeps
    /// an open tour, and its square keeps every square.
    fn ends(&self, group: &[Permutation]) -> Vec<Option<[u32; 2]>> {
        match self.question.kind() {
            Kind::Closed => vec![None],
            Kind::Open if group.len() > 2 => Vec::new(),
            Kind::Open => {
                let turned = &group[1];
                let pairs = (0..turned.len() as u32).map(|v| [v, turned[v as usize]]);
                let wanted = |[a, b]: &[u32; 2]| match self.question.ends() {
                    Ends::Free => true,
                    Ends::From(s) => *a == s || *b == s,
                    Ends::Between(s, e) => [*a, *b] == [s, e] || [*a, *b] == [e, s],
                };
                pairs.filter(|[a, b]| a < b).filter(wanted).map(Some).collect()
            }
        }
    }

    fn run_at<B: Bits>(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u32]>,
    ) -> Result<Tally, Halt> {
        let graph = self.question.graph();
        let near: Vec<B> = near_sets(graph);
        let before = &self.groups[..unit.path[0] as usize];
        let ends = unit.path.get(1..3).map(|ends| [ends[0] as usize, ends[1] as usize]);
        let (mut found, mut squares) = (0u64, Vec::new());
        let report = |event: SearchEvent<'_>| match event {
            SearchEvent::Beat(nodes) => visitor.beat(Beat { nodes, solutions: found, done: 0.0 }),
            SearchEvent::Tour(links) => {
                let is_known = before.iter().any(|group| keeps(&group[1], links, ends));
                if is_known || !self.uses_moves(links, ends) {
                    return ControlFlow::Continue(());
                }
                found += 1;
                self.read(links, ends, &mut squares);
                visitor.solution(&squares)
            }
        };
        let mut search = Search {
            near: &near,
            group: &self.groups[unit.path[0] as usize],
            report,
            links: vec![[0; 2]; near.len()],
            ends,
            nodes: 0,
        };
        let mut state = Subpaths::start(near.len());
        search.join_ends(&mut state);
        let flow = search.run(&state);
        let nodes = search.nodes;
        Halt::on_break(flow)?;
        let mut tally = Tally::default();
        tally.find(1, found);
        tally.enter(0, nodes);
        Ok(tally)
    }

    /// True if the tour uses the given moves. The link between its ends is not a move.
    fn uses_moves(&self, links: &[[u8; 2]], ends: Option<[usize; 2]>) -> bool {
        self.question.selection().through.iter().all(|&[a, b]| {
            let (a, b) = (a as usize, b as usize);
            ends != Some([a.min(b), a.max(b)]) && links[a].contains(&(b as u8))
        })
    }

    /// The squares in order: an open tour from its smaller end or from the fixed one, a closed one
    /// from square 0 towards its smaller neighbour.
    fn read(&self, links: &[[u8; 2]], ends: Option<[usize; 2]>, squares: &mut Vec<u32>) {
        squares.clear();
        let (mut before, mut here) = match (ends, self.question.ends()) {
            (None, _) => (usize::from(links[0][0].max(links[0][1])), 0),
            (Some([a, b]), Ends::From(s) | Ends::Between(s, _)) if s as usize == b => (a, b),
            (Some([a, b]), _) => (b, a),
        };
        for _ in 0..links.len() {
            squares.push(here as u32);
            let [a, b] = links[here].map(usize::from);
            let next = if a == before { b } else { a };
            (before, here) = (here, next);
        }
    }
}

/// True if a symmetry keeps a tour.
fn keeps(g: &Permutation, links: &[[u8; 2]], ends: Option<[usize; 2]>) -> bool {
    let image = |v: usize| g[v] as usize;
    let has = |a: usize, b: usize| links[a].contains(&(b as u8));
    let keeps_ends =
        ends.is_none_or(|[s, e]| [image(s), image(e)] == [e, s] || image(s) == s && image(e) == e);
    let mut all = links.iter().enumerate();
    keeps_ends && all.all(|(v, near)| near.iter().all(|&w| has(image(v), image(usize::from(w)))))
}

impl Enumeration for KeptTours {
    type Solution = [u32];

    fn method(&self) -> &'static str {
        "kept"
    }

    fn fingerprint(&self) -> String {
        let Selection { through, symmetric, .. } = self.question.selection();
        let label = self.question.label();
        let (kind, board, piece) = (label.kind, label.board, label.piece);
        let symmetric = symmetric.map_or(String::new(), |s| s.to_string());
        format!("tours {kind} {piece} {board}, kept by {symmetric}, through {through:?}")
    }

    /// A unit for each group, and for each pair of ends of open tours.
    fn plan(&self) -> Plan {
        let mut paths = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            for ends in self.ends(group) {
                let ends = ends.into_iter().flatten();
                paths.push(std::iter::once(number as u32).chain(ends).collect::<Vec<u32>>());
            }
        }
        let share = 1.0 / paths.len().max(1) as f64;
        let unit = |(id, path)| Unit { id, path, weight: 1, share };
        Plan { units: paths.into_iter().enumerate().map(unit).collect(), trunk: Tally::default() }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u32]>) -> Result<Tally, Halt> {
        match self.question.graph().len() {
            0..=64 => self.run_at::<u64>(unit, visitor),
            65..=128 => self.run_at::<u128>(unit, visitor),
            _ => self.run_at::<Wide<4>>(unit, visitor),
        }
    }

    /// The square root of the full search, for each group.
    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let whole = TourSearch::new(self.question.clone());
        let whole = whole.map_or(0.0, |search| search.probe(probes.max(1), random));
        whole.sqrt() * self.groups.len() as f64
    }
}
