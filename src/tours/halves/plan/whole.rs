//! `Plan`: both halves and their interface.

use super::cut::{AugmentedGraph, CutKind, GraphCut, best_cut, beyond};
use super::half::{HalfPlan, Task};
use crate::board::{Board, Graph, Permutation, Symmetries};
use crate::tours::halves::degrees::{Degrees, Numbering, SlotMap};

#[derive(Clone, Debug)]
pub struct Plan {
    /// The upper half. It is always swept.
    pub upper: HalfPlan,
    /// The lower half, unless it is an image of the upper one.
    pub lower: Option<HalfPlan>,
    /// The symmetry that maps the upper half to the lower one.
    pub flip: Option<Permutation>,
    pub interface: Interface,
    /// The order and the cut that the plan is made of.
    pub cut: GraphCut,
}

/// The interface between the last layer of the upper half and a layer of the lower one. Every cell
/// there has two edges in both halves together.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The layer of the lower half, or of the upper half if the lower one is its image.
    pub layer: usize,
    /// Maps the slots of the upper half to those of the lower.
    slots: SlotMap,
    /// Slots of cells of the upper half that the lower half does not have. They have no edge there.
    unknown: u32,
    /// Slots of cells that both halves have.
    known: u32,
    /// Slots of the lower half without a cell.
    vacant: u32,
}

impl Interface {
    /// The degrees of the lower half that complement these degrees of the upper half: bare and
    /// inner are exchanged. None if the lower half cannot have them.
    #[inline(always)]
    pub fn partner(&self, d: Degrees) -> Option<Degrees> {
        if d.inner & self.unknown != self.unknown {
            return None;
        }
        let bare = self.known & !d.ends & !d.inner;
        Some(Degrees { ends: self.slots.set(d.ends), inner: self.slots.set(bare) | self.vacant })
    }

    /// The lower slot of a cell that both halves have.
    pub fn below(&self, slot: usize) -> Option<usize> {
        self.slots.of(slot).filter(|_| self.known >> slot & 1 != 0)
    }

    /// A wrong interface: the slots that two cells go to are exchanged.
    #[cfg(test)]
    pub fn exchanged(&self, [a, b]: [usize; 2]) -> Interface {
        let slots = (self.known | self.unknown | self.vacant).count_ones().max(2) as usize;
        let mut to: Vec<Option<u8>> =
            (0..slots).map(|slot| self.slots.of(slot).map(|to| to as u8)).collect();
        to.swap(a, b);
        Interface { slots: SlotMap::new(to), ..self.clone() }
    }

    /// For each end of the lower half, its place among the ends of the upper half.
    pub fn places(&self, upper_ends: u32) -> Vec<u8> {
        let to = self.slots.places(upper_ends);
        let mut back = vec![0; to.len()];
        to.iter().enumerate().for_each(|(at, &place)| back[usize::from(place)] = at as u8);
        back
    }

    /// True if the partner of a partner is the original.
    pub fn is_involution(&self) -> bool {
        self.unknown == 0 && self.slots.is_involution()
    }

    /// True if the interface commutes with the mirrors of both layers.
    pub fn keeps_mirror(&self, upper: &SlotMap, lower: &SlotMap) -> bool {
        let cells = (0..32).filter(|slot| (self.known | self.unknown) >> slot & 1 != 0);
        let along = |slot: usize| upper.of(slot).and_then(|slot| self.slots.of(slot));
        let around = |slot: usize| self.slots.of(slot).and_then(|slot| lower.of(slot));
        cells.into_iter().all(|slot| along(slot) == around(slot))
    }
}

impl Plan {
    /// Marks the edges that `counts` selects. The symmetries of the plan must preserve the
    /// selection.
    pub fn weigh(&mut self, counts: &dyn Fn([u32; 2]) -> bool) {
        self.upper.weigh(counts);
        if let Some(lower) = &mut self.lower {
            lower.weigh(counts);
        }
    }

    /// The numberings of the degrees that meet: of the upper half and of the lower one.
    pub fn numbers(&self) -> [&Numbering; 2] {
        let below = self.lower.as_ref().unwrap_or(&self.upper);
        [self.upper.numbers(self.upper.last()), below.numbers(self.interface.layer)]
    }

    /// Numbers that distinguish this plan from others of the same question.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        [Some(&self.upper), self.lower.as_ref()].into_iter().flatten().flat_map(|half| {
            let steps = half.steps.iter().map(|step| u64::from(step.touched()));
            steps.chain((0..=half.last()).map(|layer| half.numbers(layer).len() as u64))
        })
    }

    /// The layer of the upper half that is kept, because it is used as the lower half.
    pub fn kept_layer(&self) -> Option<usize> {
        let layer = self.interface.layer;
        (self.lower.is_none() && layer < self.upper.last()).then_some(layer)
    }

    /// The number of layers of all swept halves.
    pub fn layers(&self) -> usize {
        self.upper.last() + self.lower.as_ref().map_or(0, HalfPlan::last) + 1
    }

    pub fn most_numbers(&self) -> usize {
        let below = self.lower.as_ref().map_or(0, HalfPlan::most_numbers);
        below.max(self.upper.most_numbers())
    }

    /// The cheapest plan with at most `slots` slots; none if no cut is that narrow.
    pub fn new(
        augmented: &AugmentedGraph,
        graph: &Graph,
        symmetries: &Symmetries,
        board: Option<&Board>,
        slots: usize,
    ) -> Option<Plan> {
        let cut = best_cut(augmented, graph, symmetries, board, slots)?;
        let plan = Plan::of(augmented, graph, &cut);
        let most = plan.lower.as_ref().map_or(0, |half| half.slots).max(plan.upper.slots);
        (most <= slots).then_some(plan)
    }

    pub fn of(augmented: &AugmentedGraph, graph: &Graph, cut: &GraphCut) -> Plan {
        match &cut.kind {
            CutKind::Flip { flip, lower, upper } => by_flip(augmented, cut, flip, [*lower, *upper]),
            CutKind::Both { upper } => into_both(augmented, graph, cut, *upper),
        }
    }
}

impl Plan {
    /// The same cut with the mirror image of the elimination order; none without a mirror that keeps
    /// the cut.
    pub fn mirrored(&self, augmented: &AugmentedGraph, graph: &Graph) -> Option<Plan> {
        let mirror = self.cut.mirror.as_ref()?;
        let keeps = match &self.cut.kind {
            CutKind::Flip { flip, lower, upper } => {
                commute(mirror, flip)
                    && [*lower, *upper].into_iter().all(|end| self.cut.is_own_image(end))
            }
            CutKind::Both { upper } => self.cut.is_own_image(*upper),
        };
        let order = self.cut.order.iter().map(|&v| mirror[v as usize]).collect();
        keeps.then(|| Plan::of(augmented, graph, &GraphCut { order, ..self.cut.clone() }))
    }
}

/// The eliminations of vertices. An edge between a given end and the apex is forced first.
fn eliminations(augmented: &AugmentedGraph, vertices: &[u32]) -> Vec<Task> {
    let tasks = |&v: &u32| {
        let force =
            augmented.apex().filter(|_| augmented.is_forced(v)).map(|apex| Task::Force(v, apex));
        force.into_iter().chain([Task::Eliminate(v)])
    };
    vertices.iter().flat_map(tasks).collect()
}

/// The edges between the cells of the interface, in ascending order.
fn shared(augmented: &AugmentedGraph, cells: &[u32]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for &v in cells {
        let later = augmented.near(v).iter().filter(|&&w| w > v && cells.contains(&w));
        tasks.extend(later.map(|&w| Task::Edge(v, w)));
        let apex = augmented.apex().filter(|_| augmented.is_forced(v));
        tasks.extend(apex.map(|apex| Task::Force(v, apex)));
    }
    tasks.sort_unstable();
    tasks
}

/// Groups each task with its mirror image, if that is one of the tasks.
fn with_images(tasks: &[Task], mirror: Option<&Permutation>) -> Vec<Vec<Task>> {
    let mut groups: Vec<Vec<Task>> = Vec::new();
    for &task in tasks {
        if groups.iter().any(|group| group.contains(&task)) {
            continue;
        }
        let image = mirror.map(|mirror| task.image(mirror));
        let image = image.filter(|image| *image != task && tasks.contains(image));
        groups.push([task].into_iter().chain(image).collect());
    }
    groups
}

fn by_flip(
    augmented: &AugmentedGraph,
    cut: &GraphCut,
    flip: &Permutation,
    [lower, upper]: [usize; 2],
) -> Plan {
    let mirror = cut.mirror.as_ref();
    let size = cut.order.len();
    let mut middle = vec![true; size];
    cut.order[..upper].iter().for_each(|&v| middle[v as usize] = false);
    cut.order[..lower].iter().for_each(|&v| middle[flip[v as usize] as usize] = false);
    let cells: Vec<u32> = (0..size as u32).filter(|&v| middle[v as usize]).collect();
    let cells: Vec<u32> = cells.into_iter().chain(augmented.apex()).collect();
    let shared = shared(augmented, &cells);
    let kept = mirror.filter(|mirror| commute(mirror, flip));
    let groups = with_images(&shared, kept);
    let mut tasks = eliminations(augmented, &cut.order[..lower]);
    let mut layer = tasks.len();
    let even = lower == upper && is_involution(flip);
    if even {
        // If the flip exchanges two edges, each half takes one of them. First those edges whose
        // mirror images the same half can take.
        let (mut exchanged, mut mirrored, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
        let mut given: Vec<Task> = Vec::new();
        for group in groups {
            let image = group[0].image(flip);
            if group.iter().any(|task| given.contains(task)) {
                continue;
            } else if image == group[0] {
                fixed.extend(group);
            } else if group.contains(&image) {
                mirrored.push(group[0]);
            } else {
                given.extend(group.iter().map(|task| task.image(flip)));
                exchanged.extend(group);
            }
        }
        tasks.extend(exchanged);
        tasks.extend(mirrored);
        layer = tasks.len();
        tasks.extend(fixed);
    } else {
        tasks.extend(eliminations(augmented, &cut.order[lower..upper]));
        tasks.extend(with_images(&shared, mirror).concat());
    }
    let last = in_order(&cells, even.then_some(flip), mirror);
    let half = HalfPlan::new(augmented, &tasks, &last, mirror);
    let mut back = vec![0; size];
    flip.iter().enumerate().for_each(|(v, &to)| back[to as usize] = v as u32);
    let known_as = |v: u32| half.place(layer, back.get(v as usize).copied().unwrap_or(v));
    let interface = interface(&half, &cells, layer, half.slots, known_as);
    Plan { upper: half, lower: None, flip: Some(flip.clone()), interface, cut: cut.clone() }
}

fn is_involution(p: &Permutation) -> bool {
    p.iter().enumerate().all(|(v, &to)| p[to as usize] as usize == v)
}

fn commute(p: &Permutation, q: &Permutation) -> bool {
    p.iter().zip(q).all(|(&a, &b)| q[a as usize] == p[b as usize])
}

fn into_both(augmented: &AugmentedGraph, graph: &Graph, cut: &GraphCut, upper: usize) -> Plan {
    let mirror = cut.mirror.as_ref();
    let (mut cells, rest) = beyond(graph, &cut.order, upper);
    cells.sort_unstable();
    cells.extend(augmented.apex());
    let mut tasks = eliminations(augmented, &cut.order[..upper]);
    let mut other_tasks = eliminations(augmented, &rest);
    let mut groups = with_images(&shared(augmented, &cells), mirror);
    let taken = if rest.is_empty() { 0 } else { groups.len() / 2 };
    other_tasks.extend(groups.split_off(taken).concat());
    tasks.extend(groups.concat());
    let last = in_order(&cells, None, mirror);
    let half = HalfPlan::new(augmented, &tasks, &last, mirror);
    let other = HalfPlan::new(augmented, &other_tasks, &last, mirror);
    let layer = other.last();
    let interface = interface(&half, &cells, layer, other.slots, |v| other.place(layer, v));
    Plan { upper: half, lower: Some(other), flip: None, interface, cut: cut.clone() }
}

fn interface(
    half: &HalfPlan,
    cells: &[u32],
    layer: usize,
    lower_slots: usize,
    known_as: impl Fn(u32) -> Option<u8>,
) -> Interface {
    let mut to = vec![None; half.slots];
    let (mut known, mut unknown, mut vacant) = (0, 0, ((1u64 << lower_slots) - 1) as u32);
    for &v in cells {
        let slot = half.place(half.last(), v).expect("the last layer has the interface's cells");
        match known_as(v) {
            Some(lower) => {
                to[usize::from(slot)] = Some(lower);
                known |= 1 << slot;
                vacant &= !(1 << lower);
            }
            None => unknown |= 1 << slot,
        }
    }
    // As far as possible, slots that are empty in both halves correspond.
    let mut empty = (0..lower_slots as u8).filter(|slot| vacant >> slot & 1 != 0);
    for (slot, to) in to.iter_mut().enumerate() {
        if (known | unknown) >> slot & 1 == 0 {
            *to = empty.next();
        }
    }
    Interface { layer, slots: SlotMap::new(to), unknown, known, vacant }
}

/// Orders cells so that, as far as possible, a flip exchanges neighbours and a mirror reverses the
/// order. Then few tables are needed.
fn in_order(cells: &[u32], flip: Option<&Permutation>, mirror: Option<&Permutation>) -> Vec<u32> {
    let image = |p: &Permutation, v: u32| p.get(v as usize).copied().unwrap_or(v);
    let (mut left, mut middle, mut right) = (Vec::new(), Vec::new(), Vec::new());
    let mut placed: Vec<u32> = Vec::new();
    for &v in cells {
        if placed.contains(&v) {
            continue;
        }
        let other = flip.map(|flip| image(flip, v));
        let other = other.filter(|w| *w != v && cells.contains(w) && !placed.contains(w));
        let group: Vec<u32> = [v].into_iter().chain(other).collect();
        placed.extend(&group);
        let images = mirror.map(|mirror| group.iter().map(|&v| image(mirror, v)).collect());
        let images: Vec<u32> = images.unwrap_or_else(|| group.clone());
        if images.iter().any(|v| placed.contains(v) || !cells.contains(v)) {
            middle.extend(group);
        } else {
            placed.extend(&images);
            left.extend(group);
            right.extend(images);
        }
    }
    left.into_iter().chain(middle).chain(right.into_iter().rev()).collect()
}

/// The mirrors of layers, and the interface of a layer that meets itself.
#[derive(Debug)]
pub struct SlotSymmetries<'a> {
    pub mirrors: Vec<&'a SlotMap>,
    pub interface: Option<&'a Interface>,
}

impl SlotSymmetries<'_> {
    pub fn images(&self, d: Degrees) -> impl Iterator<Item = Degrees> {
        let mirrored = self.mirrors.iter().map(move |mirror| mirror.degrees(d));
        mirrored.chain(self.interface.and_then(|interface| interface.partner(d)))
    }

    /// The orbits of slots in which every slot is free and has an image.
    pub fn orbits(&self, slots: usize, is_free: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for slot in 0..slots {
            if orbits.iter().any(|orbit| orbit.contains(&slot)) {
                continue;
            }
            let (mut orbit, mut at, mut is_whole) = (vec![slot], 0, true);
            while let Some(&slot) = orbit.get(at) {
                let mirrored = self.mirrors.iter().map(|mirror| mirror.of(slot));
                for image in mirrored.chain(self.interface.map(|interface| interface.below(slot))) {
                    is_whole &= image.is_some();
                    orbit.extend(image.filter(|image| !orbit.contains(image)));
                }
                at += 1;
            }
            orbit.sort_unstable();
            if is_whole && orbit.iter().all(|&slot| is_free(slot)) {
                orbits.push(orbit);
            }
        }
        orbits
    }
}

/// The steps of a half before the interface.
#[derive(Clone, Copy)]
struct UpTo<'a> {
    half: &'a HalfPlan,
    layer: usize,
}

impl<'a> UpTo<'a> {
    /// The last layer that has a mirror.
    fn symmetric(self) -> Option<(usize, &'a SlotMap)> {
        let layers = self.half.mirrors[..=self.layer].iter().enumerate().rev();
        layers.filter_map(|(layer, mirror)| Some((layer, &mirror.as_ref()?.slots))).next()
    }

    /// The slots that steps touch after that layer.
    fn unsettled(self) -> u32 {
        let from = self.symmetric().map_or(self.layer, |(layer, _)| layer);
        self.half.steps[from..self.layer].iter().fold(0, |set, step| set | step.touched())
    }

    /// The last elimination, and the last step, that touch a slot.
    fn settles(self, slot: usize) -> [usize; 2] {
        let steps = self.half.steps[..self.layer].iter().enumerate();
        let touching = steps.filter(|(_, step)| step.touched() >> slot & 1 != 0);
        touching.fold([0, 0], |[elimination, _], (at, step)| {
            [if step.eliminates() { at + 1 } else { elimination }, at + 1]
        })
    }
}

impl Plan {
    /// True if the last layer of the upper half meets itself.
    pub fn meets_itself(&self) -> bool {
        let Plan { upper, lower, interface, .. } = self;
        lower.is_none() && interface.layer == upper.last() && interface.is_involution()
    }

    /// The largest number of slots of a half.
    pub fn slots(&self) -> usize {
        let lower = self.lower.as_ref().map_or(0, |half| half.slots);
        lower.max(self.upper.slots)
    }

    /// The symmetries of the meeting, and the orbits of slots that no step touches after the last
    /// layer with a mirror. Orbits come first if their slots are settled early.
    pub fn settled(&self) -> (SlotSymmetries<'_>, Vec<Vec<usize>>) {
        let upper = UpTo { half: &self.upper, layer: self.upper.last() };
        let lower =
            UpTo { half: self.lower.as_ref().unwrap_or(&self.upper), layer: self.interface.layer };
        let mirrors = upper.symmetric().zip(lower.symmetric());
        let (unsettled, unsettled_below) = (upper.unsettled(), lower.unsettled());
        let below = |slot: usize| self.interface.below(slot);
        let is_free = |slot: usize| {
            let Some(other) = below(slot) else { return false };
            let keeps_mirror = mirrors.is_none_or(|((_, above), (_, mirror))| {
                above.of(slot).and_then(below) == mirror.of(other)
            });
            unsettled >> slot & 1 == 0 && unsettled_below >> other & 1 == 0 && keeps_mirror
        };
        let symmetries = SlotSymmetries {
            mirrors: mirrors.map(|((_, mirror), _)| mirror).into_iter().collect(),
            interface: self.meets_itself().then_some(&self.interface),
        };
        let mut orbits = symmetries.orbits(self.upper.slots, is_free);
        let settles = |slot: usize| {
            let other = lower.settles(below(slot).expect("the slot is in both halves"));
            let own = upper.settles(slot);
            [own[0] + other[0], own[1] + other[1]]
        };
        orbits.sort_by_cached_key(|orbit| orbit.iter().map(|&slot| settles(slot)).max());
        (symmetries, orbits)
    }
}
