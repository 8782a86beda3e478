//! The tours that some symmetry keeps, by visiting each.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::conjugacy::{Conjugates, conjugacy_classes, powers};
use super::fixed::{Search, SearchEvent, Subpaths};
use super::kinds::{KindKey, kind, names};
use crate::board::{Bits, Permutation, Wide};
use crate::count::{Count, is_prime};
use crate::engine::Stop;
use crate::tours::prune::near_sets;
use crate::tours::question::{Kind, TourQuestion};

/// The tours that some symmetry keeps.
pub(super) struct Kept {
    /// The number of tours of each kind, once for each of their elements of prime order.
    pub found: BTreeMap<KindKey, Count>,
    /// The sum, over all elements but the identity, of the number of tours kept.
    pub fixed: Count,
    pub nodes: u64,
}

/// Visits all symmetric tours; `None` if stopped.
pub(super) fn visited(question: &TourQuestion, stop: &Stop) -> Option<Kept> {
    match question.graph().len() {
        0..=64 => all_kept::<u64>(question, stop),
        65..=128 => all_kept::<u128>(question, stop),
        _ => all_kept::<Wide<4>>(question, stop),
    }
}

/// Visits the tours of one element of each conjugacy class; `None` if stopped.
fn all_kept<B: Bits>(question: &TourQuestion, stop: &Stop) -> Option<Kept> {
    let (mut found, mut fixed, mut nodes) = (BTreeMap::<_, u64>::new(), Count::ZERO, 0);
    let conjugates = conjugacy_classes(question.group());
    let names = names(question, &conjugates);
    for Conjugates { element, members, .. } in conjugates {
        let cyclic = powers(element);
        if cyclic.len() == 1 {
            continue;
        }
        let mut kept = 0u64;
        let see = |links: &[[u8; 2]], ends| {
            kept += 1;
            if is_prime(cyclic.len() as u64) {
                *found.entry(kind(question, &names, links, ends)).or_default() += members;
            }
        };
        nodes += visit_kept::<B>(question, &cyclic, stop, see)?;
        fixed += &(Count::from(kept) * members);
    }
    let found = found.into_iter().map(|(kind, times)| (kind, times.into())).collect();
    Some(Kept { found, fixed, nodes })
}

/// Visits the tours that a group keeps; the group is cyclic if they are open. Returns the nodes of
/// the search, or `None` if stopped.
pub(super) fn visit_kept<B: Bits>(
    question: &TourQuestion,
    group: &[Permutation],
    stop: &Stop,
    mut see: impl FnMut(&[[u8; 2]], Option<[usize; 2]>),
) -> Option<u64> {
    let graph = question.graph();
    let near: Vec<B> = near_sets(graph);
    let vertices = near.len();
    let ends: Vec<Option<[usize; 2]>> = match question.kind() {
        Kind::Closed => vec![None],
        // Only a symmetry that exchanges the ends keeps a path, and its square keeps every square.
        Kind::Open if group.len() > 2 => Vec::new(),
        Kind::Open => {
            let image = |v: usize| group[1][v] as usize;
            (0..vertices).filter(|&v| v < image(v)).map(|v| Some([v, image(v)])).collect()
        }
    };
    let mut nodes = 0;
    for ends in ends {
        let mut search = Search {
            near: &near,
            group,
            report: |event: SearchEvent<'_>| {
                match event {
                    SearchEvent::Tour(links) => see(links, ends),
                    SearchEvent::Beat(_) if stop.is_requested() => return ControlFlow::Break(()),
                    SearchEvent::Beat(_) => {}
                }
                ControlFlow::Continue(())
            },
            links: vec![[0; 2]; vertices],
            ends,
            nodes: 0,
        };
        let mut state = Subpaths::start(vertices);
        search.join_ends(&mut state);
        if search.run(&state) == ControlFlow::Break(()) {
            return None;
        }
        nodes += search.nodes;
    }
    Some(nodes)
}
