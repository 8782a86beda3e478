//! `HalfPlan`: one half. Every cell keeps its slot while it is on the frontier.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::cut::AugmentedGraph;
use super::step::Step;
use crate::board::Permutation;
use crate::tours::halves::degrees::{
    Colours, DegreeConstraints, Degrees, MOST_SLOTS, Mirror, Numbering, SlotMap, Stored, stored,
};

/// An operation of a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Eliminate a vertex: all its edges to remaining vertices are decided.
    Eliminate(u32),
    /// Decide an edge, given by its smaller end and its larger end.
    Edge(u32, u32),
    /// Take an edge.
    Force(u32, u32),
}

impl Task {
    /// The image under a symmetry. The apex is fixed.
    pub fn image(self, symmetry: &Permutation) -> Task {
        let to = |v: u32| symmetry.get(v as usize).copied().unwrap_or(v);
        let pair = |a, b| (to(a).min(to(b)), to(a).max(to(b)));
        match self {
            Task::Eliminate(v) => Task::Eliminate(to(v)),
            Task::Edge(a, b) => Task::Edge(pair(a, b).0, pair(a, b).1),
            Task::Force(a, b) => Task::Force(pair(a, b).0, pair(a, b).1),
        }
    }
}

#[derive(Clone, Debug)]
pub struct HalfPlan {
    /// The number of slots, at most 32.
    pub slots: usize,
    /// The steps; step t leads from layer t to layer t + 1.
    pub steps: Vec<Step>,
    /// By step and choice: the edges that are taken.
    pub taken: Vec<Vec<Vec<[u32; 2]>>>,
    /// By layer: the mirror, if the eliminated part is its own image.
    pub mirrors: Vec<Option<Mirror>>,
    /// By layer and vertex: the slot of the vertex.
    places: Vec<Vec<Option<u8>>>,
    apex: Option<u32>,
    /// By layer: the numbering of its possible degrees.
    numbers: Vec<Arc<Numbering>>,
}

impl HalfPlan {
    /// The half that performs these tasks. The last layer has the cells of `last` in this order.
    pub fn new(
        augmented: &AugmentedGraph,
        tasks: &[Task],
        last: &[u32],
        mirror: Option<&Permutation>,
    ) -> HalfPlan {
        let mut slots_in_use = SlotAllocator::new(augmented, tasks);
        let mut steps: Vec<Step> =
            tasks.iter().map(|&task| slots_in_use.step(augmented, task)).collect();
        let late: Vec<u32> =
            last.iter().copied().filter(|&v| slots_in_use.at(v).is_none()).collect();
        let fresh = late.iter().fold(0, |fresh, &v| fresh | 1 << slots_in_use.enter(v));
        if fresh != 0 {
            steps.push(Step::enter(fresh));
            slots_in_use.taken.push(vec![Vec::new()]);
            slots_in_use.layers.push(slots_in_use.slots.clone());
        }
        // The cells of the last layer in order, then its empty slots.
        let mut order: Vec<u32> = last.iter().filter_map(|&v| slots_in_use.at(v)).collect();
        let empty: Vec<u32> = (0..slots_in_use.used).filter(|slot| !order.contains(slot)).collect();
        order.extend(empty);
        let mut name = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| name[old as usize] = new as u32);
        let renamed = |layer: &Vec<Option<u8>>| {
            let new = |slot: &Option<u8>| slot.map(|slot| name[usize::from(slot)] as u8);
            layer.iter().map(new).collect()
        };
        let places: Vec<Vec<Option<u8>>> = slots_in_use.layers.iter().map(renamed).collect();
        let slots = order.len();
        let steps: Vec<Step> = steps.iter().map(|step| step.renamed(&name)).collect();
        let mirrors = match mirror {
            Some(mirror) => with_first(mirrors(tasks, &places, slots, mirror), &steps),
            None => vec![None; places.len()],
        };
        let numbers = numberings(augmented, tasks, &places, slots);
        HalfPlan {
            slots,
            steps,
            taken: slots_in_use.taken,
            mirrors,
            places,
            apex: augmented.apex(),
            numbers,
        }
    }

    /// Marks the edges that `counts` selects, given by both ends.
    pub fn weigh(&mut self, counts: &dyn Fn([u32; 2]) -> bool) {
        for (step, taken) in self.steps.iter_mut().zip(&self.taken) {
            let of =
                |edges: &Vec<[u32; 2]>| edges.iter().filter(|&&edge| counts(edge)).count() as u8;
            step.weigh(taken.iter().map(of));
        }
    }

    /// The same half without mirrors: each group is stored.
    pub fn without_mirrors(&self) -> HalfPlan {
        HalfPlan { mirrors: vec![None; self.mirrors.len()], ..self.clone() }
    }

    /// The numbering of a layer's possible degrees.
    pub fn numbers(&self, layer: usize) -> &Numbering {
        &self.numbers[layer]
    }

    /// The stored representative of degrees of a layer; none if the layer cannot have them.
    #[inline(always)]
    pub fn stored(&self, layer: usize, d: Degrees) -> Option<Stored> {
        stored(self.mirrors[layer].as_ref(), self.numbers(layer), d)
    }

    pub fn most_numbers(&self) -> usize {
        self.numbers.iter().map(|numbers| numbers.len()).max().unwrap_or(0)
    }

    /// The bytes of a set of degrees for every layer.
    pub fn bytes_of_sets(&self) -> f64 {
        self.numbers.iter().map(|numbers| numbers.len() as f64 / 8.0).sum()
    }

    pub fn place(&self, layer: usize, v: u32) -> Option<u8> {
        self.places[layer][v as usize]
    }

    /// The slot of the apex in a layer, once it has one.
    pub fn apex(&self, layer: usize) -> Option<u8> {
        self.place(layer, self.apex?)
    }

    /// The vertex in a slot of a layer.
    pub fn cell(&self, layer: usize, slot: usize) -> Option<u32> {
        let is_there = |place: &Option<u8>| *place == Some(slot as u8);
        self.places[layer].iter().position(is_there).map(|v| v as u32)
    }

    pub fn last(&self) -> usize {
        self.steps.len()
    }

    /// The slot maps of all mirrors.
    pub fn mirrored(&self) -> impl Iterator<Item = &SlotMap> {
        self.mirrors.iter().flatten().map(|mirror| &mirror.slots)
    }

    /// The steps from a layer to the next one that has a mirror or is kept. From a layer without a
    /// mirror it is one step.
    pub fn stage(&self, first: usize, keep: Option<usize>) -> Range<usize> {
        let is_end = |&layer: &usize| self.mirrors[layer].is_some() || keep == Some(layer);
        let last = self.last();
        let end = match self.mirrors[first] {
            Some(_) => (first + 1..last).find(is_end).unwrap_or(last),
            None => last.min(first + 1),
        };
        first..end
    }
}

/// Assigns slots to vertices while the steps are created.
struct SlotAllocator {
    slots: Vec<Option<u8>>,
    gone: Vec<bool>,
    free: Vec<u8>,
    used: u32,
    /// The step at which each vertex is eliminated.
    eliminated_at: Vec<usize>,
    layers: Vec<Vec<Option<u8>>>,
    taken: Vec<Vec<Vec<[u32; 2]>>>,
}

impl SlotAllocator {
    fn new(augmented: &AugmentedGraph, tasks: &[Task]) -> SlotAllocator {
        let mut eliminated_at = vec![usize::MAX; augmented.len()];
        for (at, task) in tasks.iter().enumerate() {
            if let Task::Eliminate(v) = task {
                eliminated_at[*v as usize] = at;
            }
        }
        let slots = vec![None; augmented.len()];
        let layers = vec![slots.clone()];
        SlotAllocator {
            slots,
            gone: vec![false; augmented.len()],
            free: Vec::new(),
            used: 0,
            eliminated_at,
            layers,
            taken: vec![],
        }
    }

    fn at(&self, v: u32) -> Option<u32> {
        self.slots[v as usize].map(u32::from)
    }

    /// Assigns a slot to a vertex.
    fn enter(&mut self, v: u32) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.used += 1;
            self.used as u8 - 1
        });
        self.slots[v as usize] = Some(slot);
        u32::from(slot)
    }

    /// The slot of a vertex, and a set with this slot if it is new.
    fn ensure(&mut self, v: u32) -> (u32, u32) {
        match self.at(v) {
            Some(slot) => (slot, 0),
            None => {
                let slot = self.enter(v);
                (slot, 1 << slot)
            }
        }
    }

    fn step(&mut self, augmented: &AugmentedGraph, task: Task) -> Step {
        let step = match task {
            Task::Edge(a, b) | Task::Force(a, b) => {
                self.taken.push(vec![vec![[a, b]], Vec::new()]);
                let ((a, new), (b, newer)) = (self.ensure(a), self.ensure(b));
                Step::edge(new | newer, a, b, matches!(task, Task::Force(..)))
            }
            Task::Eliminate(v) => self.eliminate(augmented, v),
        };
        self.layers.push(self.slots.clone());
        step
    }

    fn eliminate(&mut self, augmented: &AugmentedGraph, v: u32) -> Step {
        let (slot, mut fresh) = self.ensure(v);
        self.gone[v as usize] = true;
        let left = augmented.near(v).iter().copied().filter(|&w| !self.gone[w as usize]);
        let left: Vec<u32> = left.collect();
        let is_new = |&w: &u32| self.at(w).is_none() && Some(w) != augmented.apex();
        // The successor is the neighbour that is eliminated last.
        let successor =
            left.iter().copied().filter(is_new).max_by_key(|&w| self.eliminated_at[w as usize]);
        let left: Vec<u32> = left.into_iter().filter(|&w| Some(w) != successor).collect();
        self.taken.push(taken(v, successor, &left));
        let mut near = Vec::new();
        for w in left {
            let (slot, new) = self.ensure(w);
            fresh |= new;
            near.push(slot);
        }
        self.slots[v as usize] = None;
        match successor {
            Some(w) => self.slots[w as usize] = Some(slot as u8),
            None => self.free.push(slot as u8),
        }
        Step::eliminate(fresh, slot, successor.is_some(), &near)
    }
}

/// The edges of each choice, in the order of [`Step::eliminate`].
fn taken(v: u32, successor: Option<u32>, near: &[u32]) -> Vec<Vec<[u32; 2]>> {
    let mut all = vec![Vec::new()];
    all.extend(successor.map(|w| vec![[v, w]]));
    all.extend(near.iter().map(|&a| vec![[v, a]]));
    all.extend(successor.iter().flat_map(|&w| near.iter().map(move |&a| vec![[v, w], [v, a]])));
    for (at, &a) in near.iter().enumerate() {
        all.extend(near[at + 1..].iter().map(|&b| vec![[v, a], [v, b]]));
    }
    all
}

/// The numbering of each layer's degrees. Eliminated vertices have both their edges. Hence the
/// degrees of white and black cells have a known difference, except for an edge to an apex between
/// both colours.
fn numberings(
    augmented: &AugmentedGraph,
    tasks: &[Task],
    places: &[Vec<Option<u8>>],
    slots: usize,
) -> Vec<Arc<Numbering>> {
    if slots > MOST_SLOTS {
        // The caller rejects this plan.
        return Vec::new();
    }
    let sign = |white: bool| if white { 1 } else { -1 };
    let mut sum = 0;
    let mut all: Vec<(DegreeConstraints, Arc<Numbering>)> = Vec::new();
    let mut numbering = |(layer, place): (usize, &Vec<Option<u8>>)| {
        if let (Some(white), Some(Task::Eliminate(v))) =
            (augmented.white(), layer.checked_sub(1).and_then(|before| tasks.get(before)))
        {
            sum -= 2 * sign(white[*v as usize]);
        }
        let slots_of = |wanted: &dyn Fn(usize) -> bool| {
            let cells = place.iter().enumerate().filter(|&(v, _)| wanted(v));
            cells.filter_map(|(_, slot)| *slot).fold(0, |set, slot| set | 1u32 << slot)
        };
        let vacant = ((1u64 << slots) - 1) as u32 & !slots_of(&|_| true);
        let colours = augmented.white().map(|white| {
            let apex = augmented.apex().filter(|&apex| apex as usize >= white.len());
            Colours {
                white: slots_of(&|v| white.get(v) == Some(&true)),
                sum,
                apex: apex.and_then(|apex| place[apex as usize]).map(u32::from),
            }
        });
        let constraints = DegreeConstraints { slots, vacant, colours };
        if let Some((_, same)) = all.iter().find(|(other, _)| *other == constraints) {
            return Arc::clone(same);
        }
        let numbering = Arc::new(Numbering::new(&constraints));
        all.push((constraints, Arc::clone(&numbering)));
        numbering
    };
    places.iter().enumerate().map(&mut numbering).collect()
}

/// The slot map of the mirror for each layer that is its own image.
fn mirrors(
    tasks: &[Task],
    places: &[Vec<Option<u8>>],
    slots: usize,
    mirror: &Permutation,
) -> Vec<Option<SlotMap>> {
    let mut alone: BTreeSet<Task> = BTreeSet::new();
    let mut symmetric = vec![true];
    for task in tasks {
        let image = task.image(mirror);
        if image != *task && !alone.remove(&image) {
            alone.insert(*task);
        }
        symmetric.push(alone.is_empty());
    }
    // The cells that enter at the end do so in one step.
    symmetric.resize(places.len(), alone.is_empty());
    let map = |place: &Vec<Option<u8>>| {
        let mut to: Vec<Option<u8>> = (0..slots as u8).map(Some).collect();
        for (v, slot) in place.iter().enumerate() {
            let image = mirror.get(v).map_or(v, |&image| image as usize);
            if let Some(slot) = slot {
                to[usize::from(*slot)] = Some(place[image]?);
            }
        }
        Some(SlotMap::new(to))
    };
    let layers = places.iter().zip(symmetric);
    layers.map(|(place, symmetric)| if symmetric { map(place) } else { None }).collect()
}

/// The mirrors compare the slots first that no step has touched since the previous mirror.
fn with_first(mirrors: Vec<Option<SlotMap>>, steps: &[Step]) -> Vec<Option<Mirror>> {
    let mut since = 0;
    let mirror = |(layer, slots): (usize, Option<SlotMap>)| {
        let slots = slots?;
        let steps = &steps[std::mem::replace(&mut since, layer)..layer];
        let touched = steps.iter().fold(0, |set, step| set | step.touched());
        Some(Mirror::new(slots, !touched))
    };
    mirrors.into_iter().enumerate().map(mirror).collect()
}
