//! `Bounds`: what the numbers of a question's records can be.

use super::record::Record;

/// Bounds that a question sets; the default sets none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The deepest node's level.
    pub deepest: Option<usize>,
    /// The digits of a number of solutions.
    pub digits: Option<usize>,
    /// For how many solutions one may stand.
    pub weights: Weights,
}

/// For how many solutions each solution of a unit may stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// Nothing is known.
    #[default]
    Any,
    /// For as many as the unit's own weight says.
    OfUnit,
    /// For the members of its class: a divisor of the order of the group.
    Divide(u64),
    /// For those of a class that is no whole orbit: at most the order of the group.
    UpTo(u64),
}

impl Bounds {
    /// What is wrong with a record.
    pub(super) fn breach(&self, record: &Record) -> Option<String> {
        let tally = &record.tally;
        let is_weight = |weight: u64| match self.weights {
            Weights::Any => true,
            Weights::OfUnit => weight == record.weight,
            Weights::Divide(order) => weight > 0 && order.is_multiple_of(weight),
            Weights::UpTo(order) => (1..=order).contains(&weight),
        };
        if let Some(weight) = tally.found().keys().find(|weight| !is_weight(**weight)) {
            return Some(format!("solutions that stand for {weight} each"));
        }
        let deepest = tally.profile().len().saturating_sub(1);
        if self.deepest.is_some_and(|most| deepest > most) {
            return Some(format!("nodes at depth {deepest}"));
        }
        // Digits by bits: nothing is printed for it.
        let digits = tally.found().values().map(|count| count.bits() / 3 + 1).max().unwrap_or(0);
        let is_long = self.digits.is_some_and(|most| digits > most as u64);
        is_long.then(|| "more solutions than there can be".into())
    }
}
