//! `Bounds`: limits on the numbers in a question's records.

use std::fmt;
use std::sync::Arc;

use super::record::Record;
use crate::engine::Tally;

/// Bounds that a question sets; the default sets none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The level of the deepest node.
    pub deepest: Option<usize>,
    /// The digits of a number of solutions.
    pub digits: Option<usize>,
    /// How many solutions one solution may stand for.
    pub weights: Weights,
    /// True if the nodes of a unit depend on the memory available to it.
    pub any_nodes: bool,
    /// A check that knows the question.
    pub judge: Judge,
}

/// Checks the solutions shown in a tally and returns the problem in words.
#[derive(Clone, Default)]
pub struct Judge(Option<Arc<Rule>>);

type Rule = dyn Fn(&Tally) -> Option<String> + Send + Sync;

impl Judge {
    /// A check by this rule.
    pub fn new(rule: impl Fn(&Tally) -> Option<String> + Send + Sync + 'static) -> Judge {
        Judge(Some(Arc::new(rule)))
    }

    /// The problem, if any.
    pub fn problem(&self, tally: &Tally) -> Option<String> {
        self.0.as_ref().and_then(|rule| rule(tally))
    }
}

/// A rule is made from fields of the header, so the rules of equal headers are equal.
impl PartialEq for Judge {
    fn eq(&self, _: &Judge) -> bool {
        true
    }
}

impl Eq for Judge {}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Judge").field(&self.0.is_some()).finish()
    }
}

/// How many solutions each solution of a unit may stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// Unknown.
    #[default]
    Any,
    /// Exactly the unit's own weight.
    OfUnit,
    /// The size of its class: a divisor of the order of the group.
    Divide(u64),
    /// The size of a class that is not a whole orbit: at most the order of the group.
    UpTo(u64),
}

impl Bounds {
    /// True if both tallies may be results of the same unit.
    pub(crate) fn are_alike(&self, first: &Tally, second: &Tally) -> bool {
        match self.any_nodes {
            true => first.found() == second.found() && first.histogram() == second.histogram(),
            false => first == second,
        }
    }

    /// The problem of a record, if it violates a bound.
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
        // Digits are estimated from bits, which avoids printing the number.
        let digits = tally.found().values().map(|count| count.bits() / 3 + 1).max().unwrap_or(0);
        let is_long = self.digits.is_some_and(|most| digits > most as u64);
        is_long.then(|| "impossibly many solutions".into())
    }
}
