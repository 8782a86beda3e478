//! `Tally`: what a part of a search counted. Merging tallies in any order gives the same sum.

use std::collections::BTreeMap;

use crate::count::{Count, Residues};

/// Solutions by weight, and the nodes of the search by depth.
///
/// ```
/// use cavalcade::engine::Tally;
/// let mut tally = Tally::default();
/// tally.find(8, 11u64); // eleven placements that stand for eight each
/// tally.find(4, 1u64);
/// assert_eq!(tally.visited().to_string(), "12");
/// assert_eq!(tally.weighted().to_string(), "92");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    found: BTreeMap<u64, Count>,
    /// The residues of the weighted count, summed separately in machine words.
    residues: Residues,
    profile: Vec<u64>,
    histogram: Histogram,
}

impl Tally {
    /// Adds `count` solutions that stand for `weight` each.
    pub fn find(&mut self, weight: u64, count: impl Into<Count>) {
        let count = count.into();
        if !count.is_zero() {
            self.residues.add(count.residues().times(weight));
            *self.found.entry(weight).or_default() += &count;
        }
    }

    /// Adds `nodes` nodes at `depth`.
    ///
    /// # Panics
    /// Past 2^64 nodes, which a thousand machines do not reach in a century.
    pub fn enter(&mut self, depth: usize, nodes: u64) {
        if nodes > 0 && self.profile.len() <= depth {
            self.profile.resize(depth + 1, 0);
        }
        if nodes > 0 {
            let sum = self.profile[depth].checked_add(nodes);
            self.profile[depth] = sum.expect("a search visits fewer than 2^64 nodes");
        }
    }

    /// Adds the tally of another part.
    pub fn merge(&mut self, other: &Tally) {
        for (&weight, count) in &other.found {
            *self.found.entry(weight).or_default() += count;
        }
        self.residues.add(other.residues);
        for (depth, &nodes) in other.profile.iter().enumerate() {
            self.enter(depth, nodes);
        }
        self.histogram.merge(&other.histogram);
    }

    /// Adds a histogram of solutions that are already counted.
    pub fn sort(&mut self, histogram: &Histogram) {
        self.histogram.merge(histogram);
    }

    /// The solutions that were classified by a statistic.
    pub fn histogram(&self) -> &Histogram {
        &self.histogram
    }

    /// The number of solutions that the search visited, one per symmetry class.
    pub fn visited(&self) -> Count {
        self.found.values().cloned().sum()
    }

    /// The number of solutions, each counted with its weight.
    pub fn weighted(&self) -> Count {
        self.found.iter().map(|(&weight, count)| count.clone() * weight).sum()
    }

    /// The residues of [`Tally::weighted`], summed independently of the big numbers: each residue
    /// was taken when its count was added.
    pub fn residues(&self) -> Residues {
        self.residues
    }

    /// The solutions of each weight.
    pub fn found(&self) -> &BTreeMap<u64, Count> {
        &self.found
    }

    /// The nodes of the search: the machine-independent cost.
    pub fn nodes(&self) -> u64 {
        let sum = self.profile.iter().try_fold(0u64, |sum, &nodes| sum.checked_add(nodes));
        sum.expect("a search visits fewer than 2^64 nodes")
    }

    /// The nodes at each depth, from the root.
    pub fn profile(&self) -> &[u64] {
        &self.profile
    }
}

/// Solutions by value, each counted with its weight. Histograms merge in any order.
///
/// ```
/// use cavalcade::engine::Histogram;
/// let mut histogram = Histogram::default();
/// histogram.count(2, 5u64);
/// histogram.count(0, 1u64);
/// histogram.show(0, &[2, 0, 1]);
/// assert_eq!(histogram.total().to_string(), "6");
/// assert_eq!(histogram.least().unwrap().solution, [2, 0, 1]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: BTreeMap<u32, Count>,
    least: Option<Extreme>,
    most: Option<Extreme>,
}

/// A solution whose value is the least or the largest of those shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extreme {
    /// Its value.
    pub value: u32,
    /// The solution as it is listed; the first one shown with this value.
    pub solution: Vec<u32>,
}

impl Histogram {
    /// Adds `count` solutions of a value.
    pub fn count(&mut self, value: u32, count: impl Into<Count>) {
        let count = count.into();
        if !count.is_zero() {
            *self.counts.entry(value).or_default() += &count;
        }
    }

    /// Keeps a solution if its value is less or larger than all values shown before.
    pub fn show(&mut self, value: u32, solution: &[u32]) {
        let shown = Extreme { value, solution: solution.to_vec() };
        self.keep(&Some(shown.clone()), &Some(shown));
    }

    /// Adds the histogram of another part.
    pub fn merge(&mut self, other: &Histogram) {
        other.counts.iter().for_each(|(&value, count)| self.count(value, count.clone()));
        self.keep(&other.least, &other.most);
    }

    fn keep(&mut self, least: &Option<Extreme>, most: &Option<Extreme>) {
        if let Some(new) = least
            && self.least.as_ref().is_none_or(|old| new < old)
        {
            self.least = Some(new.clone());
        }
        let passes = |new: &Extreme, old: &Extreme| match new.value == old.value {
            true => new.solution < old.solution,
            false => new.value > old.value,
        };
        if let Some(new) = most
            && self.most.as_ref().is_none_or(|old| passes(new, old))
        {
            self.most = Some(new.clone());
        }
    }

    /// The solutions of each value, ascending.
    pub fn counts(&self) -> &BTreeMap<u32, Count> {
        &self.counts
    }

    /// The number of all solutions.
    pub fn total(&self) -> Count {
        self.counts.values().cloned().sum()
    }

    /// True if the histogram counts no solution.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// A solution of the least value.
    pub fn least(&self) -> Option<&Extreme> {
        self.least.as_ref()
    }

    /// A solution of the largest value.
    pub fn most(&self) -> Option<&Extreme> {
        self.most.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop_assert_eq, proptest};

    use super::{Histogram, Tally};

    fn tallies() -> impl Strategy<Value = Vec<Tally>> {
        let entries = proptest::collection::vec((1u64..9, 0u64..1 << 40, 0usize..70), 0..8);
        let tally = entries.prop_map(|entries| {
            let mut tally = Tally::default();
            for (weight, count, depth) in entries {
                tally.find(weight, count);
                tally.enter(depth, count);
            }
            tally
        });
        proptest::collection::vec(tally, 1..6)
    }

    fn sum<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Tally {
        tallies.into_iter().fold(Tally::default(), |mut sum, tally| {
            sum.merge(tally);
            sum
        })
    }

    proptest! {
        #[test]
        fn merging_is_commutative_and_associative(tallies in tallies(), cut in 0usize..6) {
            let whole = sum(&tallies);
            prop_assert_eq!(&sum(tallies.iter().rev()), &whole);
            let (left, right) = tallies.split_at(cut.min(tallies.len()));
            prop_assert_eq!(&sum([&sum(left), &sum(right)]), &whole);
            prop_assert_eq!(whole.residues(), whole.weighted().residues());
            prop_assert_eq!(whole.nodes(), tallies.iter().map(Tally::nodes).sum::<u64>());
        }
    }

    #[test]
    fn found_solutions_and_nodes_are_returned() {
        let mut tally = Tally::default();
        tally.find(8, 11u64);
        tally.find(4, 1u64);
        tally.find(2, 0u64);
        assert_eq!(tally.found().keys().collect::<Vec<_>>(), [&4, &8], "nothing of nothing");
        assert_eq!((tally.visited(), tally.weighted()), (12u64.into(), 92u64.into()));
        tally.enter(2, 5);
        tally.enter(7, 0);
        tally.enter(0, 1);
        tally.enter(2, 1);
        assert_eq!(tally.profile(), [1, 0, 6], "no depth that was not entered");
        assert_eq!(tally.nodes(), 7);
    }

    #[test]
    fn the_first_solution_of_each_extreme_is_kept_in_any_order() {
        let shown = [(3, [1, 2]), (1, [2, 0]), (1, [1, 0]), (3, [0, 2]), (2, [0, 0])];
        let one = |&(value, solution): &(u32, [u32; 2])| {
            let mut histogram = Histogram::default();
            histogram.count(value, 1u64);
            histogram.show(value, &solution);
            histogram
        };
        let sum = |order: &[usize]| {
            order.iter().fold(Histogram::default(), |mut sum, &at| {
                sum.merge(&one(&shown[at]));
                sum
            })
        };
        let all = sum(&[0, 1, 2, 3, 4]);
        for order in [[4, 3, 2, 1, 0], [2, 0, 3, 1, 4], [1, 2, 4, 3, 0]] {
            assert_eq!(sum(&order), all);
        }
        assert_eq!(all.least().unwrap().solution, [1, 0]);
        assert_eq!(
            (all.most().unwrap().value, &all.most().unwrap().solution[..]),
            (3, &[0, 2][..])
        );
        assert_eq!(all.total(), 5u64.into());
    }
}
