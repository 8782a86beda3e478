//! `Histogram`: the number of solutions for each value of a statistic, and an example of each
//! extreme.

use std::collections::BTreeMap;

use crate::count::Count;

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
    use super::Histogram;

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
