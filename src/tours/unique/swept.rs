//! The tours that some symmetry keeps, counted by sweeps without visiting them.
//!
//! For a symmetry of order two, the tours that it keeps correspond to tours of the folded graph
//! (see [`super::folded`]). The few of them that further symmetries keep are visited, once for
//! every group of four that keeps them; the remaining ones are kept by that symmetry alone.

use std::collections::{BTreeMap, BTreeSet};

use super::conjugacy::{Conjugates, conjugacy_classes, powers};
use super::fixed::MOST_VERTICES;
use super::folded::{Folded, Multiplicity, Part};
use super::kept::{Kept, visit_kept};
use super::kinds::{KindKey, Name, keeps_direction, kind, names};
use crate::board::{Permutation, Wide};
use crate::count::Count;
use crate::error::Error;
use crate::method::{FurtherSweeps, Means};
use crate::tours::halves::{closed_tours_by, closed_tours_cost};
use crate::tours::question::{Kind, TourQuestion};

/// With fewer vertices, visiting the tours is faster.
const FROM: usize = 56;
/// The number of groups of order four within a group of order four, and within one of order eight
/// that keeps a tour.
const FOURS: [(usize, u64); 2] = [(4, 1), (8, 3)];
/// The least common multiple of these numbers.
const SHARES: u64 = 3;

/// True if symmetric tours of the question are counted by sweeps: on boards with the symmetries of
/// a rectangle or a square, unless visiting is faster.
fn is_swept(question: &TourQuestion) -> bool {
    let group = question.group();
    (FROM..=MOST_VERTICES).contains(&question.graph().len())
        && group.is_complete()
        && group.order() <= 8
        && group.elements().iter().all(|element| [1, 2, 4].contains(&powers(element).len()))
}

/// All symmetric tours; `None` if visiting them is better, because there are few or no sweep can
/// count them.
///
/// # Errors
/// [`Error::Stopped`]; [`Error::OutOfMemory`].
pub(super) fn swept(question: &TourQuestion, means: &Means) -> Result<Option<Kept>, Error> {
    if is_swept(question) { by_sweeps(question, means) } else { Ok(None) }
}

/// The predicted states and seconds of the sweeps; `None` if symmetric tours are visited.
pub fn swept_classes(question: &TourQuestion, means: &Means) -> Option<[f64; 2]> {
    if !is_swept(question) {
        return None;
    }
    let mut all = [0.0; 2];
    for (_, parts) in of_order_two(question, &conjugacy_classes(question.group())) {
        for part in parts.into_iter().flatten().filter(Part::can_represent) {
            let cost = closed_tours_cost(&part.question(question), &part.edges, means).ok()?;
            all = [all[0] + cost[0], all[1] + cost[1]];
        }
    }
    Some(all)
}

/// The classes of symmetries of order two, with the parts of each.
fn of_order_two<'c, 'g>(
    question: &TourQuestion,
    conjugates: &'c [Conjugates<'g>],
) -> Vec<(&'c Conjugates<'g>, [Vec<Part>; 2])> {
    let twos = conjugates.iter().filter(|class| powers(class.element).len() == 2);
    twos.map(|class| (class, parts(question, class.element))).collect()
}

/// The parts for closed tours whose direction a symmetry keeps, and for tours that it reverses.
fn parts(question: &TourQuestion, symmetry: &Permutation) -> [Vec<Part>; 2] {
    let folded = Folded::new(question.graph(), symmetry);
    let kept = if question.kind() == Kind::Closed { folded.kept() } else { Vec::new() };
    [kept, folded.reversed(question.kind())]
}

/// The same as [`swept`], for graphs with at least eight vertices.
fn by_sweeps(question: &TourQuestion, means: &Means) -> Result<Option<Kept>, Error> {
    let conjugates = conjugacy_classes(question.group());
    let names = names(question, &conjugates);
    let more = More::of(question, &names, means).ok_or_else(|| stopped(question))?;
    let More { mut found, fixed, of_two, mut nodes } = more;
    let mut all_fixed = Count::from(fixed);
    let folded = of_order_two(question, &conjugates);
    let mut sweeps = Sweeps::of(folded.iter().flat_map(|(_, parts)| parts), means);
    for (Conjugates { members, places, .. }, parts) in folded {
        let name = &names[places[0]];
        for (parts, keeps) in parts.into_iter().zip([true, false]) {
            let Some((count, states)) = sweeps.multiplicity(question, parts)? else {
                return Ok(None);
            };
            let all = count * *members;
            let others: u64 = places.iter().map(|place| of_two[*place][usize::from(keeps)]).sum();
            all_fixed += &all;
            nodes += states;
            let alone = all.less(&others.into()).ok_or_else(|| wrong(question))?;
            let direction = (question.kind() == Kind::Closed).then_some(keeps);
            let key = (2, 1, name.of_tours(direction).to_owned());
            *found.entry(key).or_default() += &alone;
        }
    }
    found.retain(|_, count| !count.is_zero());
    Ok(Some(Kept { found, fixed: all_fixed, nodes }))
}

fn stopped(question: &TourQuestion) -> Error {
    Error::Stopped { what: question.label().board, finished: 0, units: 1 }
}

fn wrong(question: &TourQuestion) -> Error {
    let what =
        format!("{}: the numbers of symmetric tours contradict each other", question.label().board);
    Error::Contradiction { what }
}

/// The sweeps of folded graphs, with progress.
struct Sweeps<'m> {
    means: &'m Means,
    reports: FurtherSweeps,
}

impl<'m> Sweeps<'m> {
    fn of<'p>(all: impl Iterator<Item = &'p Vec<Part>>, means: &'m Means) -> Sweeps<'m> {
        let of = all.flatten().filter(|part| part.can_represent()).count() as u64;
        let sweeps = Sweeps { means, reports: FurtherSweeps { noun: "folded graph", done: 0, of } };
        sweeps.tell();
        sweeps
    }

    fn tell(&self) {
        if let Some(layers) = &self.means.layers {
            layers.0.go_further(&self.reports);
        }
    }

    /// The number of tours represented by the closed tours of some graphs, and the number of states
    /// swept; `None` if no sweep can count them.
    fn multiplicity(
        &mut self,
        question: &TourQuestion,
        parts: Vec<Part>,
    ) -> Result<Option<(Count, u64)>, Error> {
        let (mut sum, mut states) = (Count::ZERO, 0);
        for part in parts.into_iter().filter(Part::can_represent) {
            let (sorted, more) =
                match closed_tours_by(&part.question(question), &part.edges, self.means) {
                    Ok(found) => found,
                    Err(Error::NoMethod { .. } | Error::MethodTooSmall { .. }) => return Ok(None),
                    Err(other) => return Err(other),
                };
            for (&edges, tours) in sorted.counts() {
                if let Multiplicity::Power(power) = (part.multiplicity)(edges) {
                    sum += &(0..power).fold(tours.clone(), |all, _| all * 2);
                }
            }
            states += more;
            self.reports.done += 1;
            self.tell();
        }
        Ok(Some((sum, states)))
    }
}

impl Drop for Sweeps<'_> {
    /// However it ended, no further sweep follows.
    fn drop(&mut self) {
        self.reports.done = self.reports.of;
        self.tell();
    }
}

/// The tours kept by more than one symmetry besides the identity.
struct More {
    /// The number of tours of each kind, once for each of their elements of prime order.
    found: BTreeMap<KindKey, Count>,
    /// The sum, over the elements of order four, of the number of tours kept.
    fixed: u64,
    /// For each element of order two: the tours that it reverses, and those whose direction it
    /// keeps.
    of_two: Vec<[u64; 2]>,
    nodes: u64,
}

impl More {
    /// `None` if stopped.
    fn of(question: &TourQuestion, names: &[Name], means: &Means) -> Option<More> {
        let elements = question.group().elements();
        let mut shares: BTreeMap<KindKey, u64> = BTreeMap::new();
        let mut of_two = vec![[0; 2]; elements.len()];
        let (mut fixed, mut nodes) = (0, 0);
        // No two symmetries both reverse an open tour.
        let fours = if question.kind() == Kind::Closed { fours(elements) } else { BTreeSet::new() };
        for group in fours {
            let turns = group.iter().filter(|element| powers(element).len() == 4).count() as u64;
            nodes += visit_kept::<Wide<4>>(question, &group, &means.stop, |links, ends| {
                let key = kind(question, names, links, ends);
                let fours = FOURS.iter().find(|(size, _)| *size == key.0);
                let share = SHARES / fours.expect("a group of four or eight").1;
                *shares.entry(key).or_default() += share;
                fixed += turns;
                for at in kept_by(elements, names, links) {
                    of_two[at][usize::from(keeps_direction(links, &elements[at]))] += share;
                }
            })?;
        }
        let found = shares.into_iter().map(|(key, share)| {
            let times = Count::from(share / SHARES) * key.1;
            (key, times)
        });
        let found = found.collect();
        of_two.iter_mut().flatten().for_each(|share| *share /= SHARES);
        Some(More { found, fixed, of_two, nodes })
    }
}

/// The elements of order two that keep a tour.
fn kept_by<'a>(
    elements: &'a [Permutation],
    names: &'a [Name],
    links: &'a [[u8; 2]],
) -> impl Iterator<Item = usize> + 'a {
    let keeps = |image: &Permutation| {
        links.iter().enumerate().all(|(v, near)| {
            let there = links[image[v] as usize];
            near.iter().all(|&w| there.contains(&(image[usize::from(w)] as u8)))
        })
    };
    (0..elements.len()).filter(move |&at| names[at].order == 2 && keeps(&elements[at]))
}

/// The groups of four elements: the powers of an element of order four, or those generated by two
/// commuting elements of order two.
fn fours(elements: &[Permutation]) -> BTreeSet<Vec<Permutation>> {
    let after = |a: &Permutation, b: &Permutation| b.iter().map(|&v| a[v as usize]).collect();
    let cycles: Vec<_> = elements.iter().map(powers).collect();
    let mut all: Vec<_> = cycles.iter().filter(|cycle| cycle.len() == 4).cloned().collect();
    let twos: Vec<_> = cycles.into_iter().filter(|cycle| cycle.len() == 2).collect();
    for (at, one) in twos.iter().enumerate() {
        for other in &twos[at + 1..] {
            let (a, b) = (&one[1], &other[1]);
            let product: Permutation = after(a, b);
            if product == after(b, a) {
                all.push(vec![one[0].clone(), a.clone(), b.clone(), product]);
            }
        }
    }
    all.iter_mut().for_each(|group| group.sort());
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::sync::{Arc, Mutex};

    use super::super::kept::visited;
    use super::{by_sweeps, fours};
    use crate::board::{Board, Graph, Piece};
    use crate::count::Count;
    use crate::engine::{Random, Stop};
    use crate::method::{FurtherSweeps, LayerObserver, LayerReport, Layers, Means, SweepEstimate};
    use crate::tours::question::{Kind, TourQuestion};

    /// Compares with visiting, kind by kind; true if there are any symmetric tours.
    fn assert_as_visited(question: &TourQuestion, what: &str) -> bool {
        let swept = by_sweeps(question, &Means::default()).unwrap().expect(what);
        let visited = visited(question, &Stop::new()).unwrap();
        assert_eq!(swept.found, visited.found, "{what}");
        assert_eq!(swept.fixed, visited.fixed, "{what}");
        swept.fixed != Count::ZERO
    }

    #[test]
    fn sweeps_agree_with_visiting() {
        let mut some = 0;
        for (board, piece) in [
            ("3x4", "knight"),
            ("3x10", "knight"),
            ("3x12", "knight"),
            ("5x6", "knight"),
            ("6x6", "knight"),
            ("4x6", "knight"),
            ("5x5", "knight"),
            ("4x7", "knight"),
            ("3x5", "king"),
            ("4x4", "king"),
            ("3x3", "king"),
            ("3x4", "king"),
            ("4x5", "wazir"),
            ("2x6", "wazir"),
            ("3x4", "queen"),
            ("2x5", "queen"),
            ("cylinder:3x5", "wazir"),
        ] {
            for kind in [Kind::Closed, Kind::Open] {
                let shape: Board = board.parse().unwrap();
                let piece = Piece::named(piece, 2).unwrap();
                let question = TourQuestion::new(&shape, &piece, kind);
                if question.group().order() > 8 {
                    continue;
                }
                let what = format!("{board} {} {kind:?}", piece.name());
                some += usize::from(assert_as_visited(&question, &what));
            }
        }
        assert!(some > 15, "{some}");
    }

    /// Random graphs that test the rules: with an automorphism of order two, and edges from
    /// vertices to their images, across and along.
    #[test]
    fn folded_graphs_of_every_kind_agree_with_visiting() {
        let mut random = Random::new(7);
        let mut some = 0;
        for round in 0..300 {
            let (pairs, fixed) = (4 + round % 2, round % 3);
            let vertices = 2 * pairs + fixed;
            let image = |v: usize| if v < 2 * pairs { v ^ 1 } else { v };
            let mut edges = Vec::new();
            for a in 0..vertices {
                for b in a + 1..vertices {
                    if image(a).min(image(b)) >= a.min(b) && random.below(5) < 2 {
                        edges.extend([(a, b), (image(a), image(b))]);
                    }
                }
            }
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            for kind in [Kind::Closed, Kind::Open] {
                let question = TourQuestion::of_graph(graph.clone(), "graph", kind);
                if question.group().order() == 2 {
                    some += usize::from(assert_as_visited(&question, &format!("{edges:?}")));
                }
            }
        }
        assert!(some > 100, "{some}");
    }

    /// All symmetries of a square keep the tour round it.
    #[test]
    fn a_tour_with_all_symmetries_counts_once() {
        let around = (0..8).map(|v| (v, (v + 1) % 8));
        let edges: Vec<_> = around.chain((0..4).map(|v| (2 * v, (2 * v + 2) % 8))).collect();
        let graph = Graph::from_edges(8, &edges).unwrap();
        let question = TourQuestion::of_graph(graph, "square", Kind::Closed);
        assert_eq!(question.group().order(), 8);
        assert!(assert_as_visited(&question, "square"));
    }

    /// Records the reports of sweeps and of layers.
    #[derive(Default)]
    struct Recorder {
        reports: Mutex<Vec<[u64; 2]>>,
        layers: AtomicUsize,
    }

    impl LayerObserver for Recorder {
        fn expect(&self, _: &SweepEstimate) {}

        fn observe(&self, _: &LayerReport) {
            self.layers.fetch_add(1, Relaxed);
        }

        fn go_further(&self, sweeps: &FurtherSweeps) {
            self.reports.lock().unwrap().push([sweeps.done, sweeps.of]);
        }
    }

    #[test]
    fn each_sweep_and_its_layers_are_reported() {
        let board: Board = "6x6".parse().unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
        let recorder = Arc::new(Recorder::default());
        let means = Means { layers: Some(Layers(recorder.clone())), ..Means::default() };
        by_sweeps(&question, &means).unwrap().unwrap();
        let reports = recorder.reports.lock().unwrap();
        let of = reports[0][1];
        assert!(of > 1 && recorder.layers.load(Relaxed) > 10 * of as usize);
        let expected: Vec<_> = (0..=of).chain([of]).map(|done| [done, of]).collect();
        assert_eq!(*reports, expected);
    }

    #[test]
    fn a_square_has_three_groups_of_four() {
        let of = |board: &str| {
            let board: Board = board.parse().unwrap();
            let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
            fours(question.group().elements()).len()
        };
        assert_eq!([of("4x4"), of("3x4")], [3, 1]);
    }
}
