//! `Tally`: what a part of a search counted. Merging tallies in any order gives the same sum.

use std::collections::BTreeMap;

use super::histogram::Histogram;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop_assert_eq, proptest};

    use super::Tally;

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
}
