//! `Bounds`: what the numbers of a question's records can be.

use std::fmt;
use std::sync::Arc;

use super::record::Record;
use crate::engine::Tally;

/// Bounds that a question sets; the default sets none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The deepest node's level.
    pub deepest: Option<usize>,
    /// The digits of a number of solutions.
    pub digits: Option<usize>,
    /// For how many solutions one may stand.
    pub weights: Weights,
    /// True if the nodes of a unit depend on the memory that it was given.
    pub any_nodes: bool,
    /// Who knows more about the question.
    pub judge: Judge,
}

/// Says what is wrong with the solutions that a tally shows, where somebody can tell.
#[derive(Clone, Default)]
pub struct Judge(Option<Arc<Rule>>);

type Rule = dyn Fn(&Tally) -> Option<String> + Send + Sync;

impl Judge {
    /// By this rule.
    pub fn new(rule: impl Fn(&Tally) -> Option<String> + Send + Sync + 'static) -> Judge {
        Judge(Some(Arc::new(rule)))
    }

    /// What is wrong, if anything is.
    pub fn problem(&self, tally: &Tally) -> Option<String> {
        self.0.as_ref().and_then(|rule| rule(tally))
    }
}

/// The header has what a rule is made of, so two rules of one header are equal.
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
    /// True if a unit that is counted twice may have these results.
    pub(crate) fn are_alike(&self, first: &Tally, second: &Tally) -> bool {
        match self.any_nodes {
            true => first.found() == second.found() && first.histogram() == second.histogram(),
            false => first == second,
        }
    }

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
