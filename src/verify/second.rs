//! A second count of the same question by an independent method.

use crate::method::Means;
use crate::solve::Answer;

/// Methods that share their search, so neither confirms the other.
const ALIKE: [&str; 2] = ["halves", "union"];

/// The result of a second method.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// It counted, too.
    Counted {
        /// Its name.
        method: &'static str,
        /// True if its counts are the same.
        agrees: bool,
    },
    /// No other method answers this question here.
    None,
}

impl Confirmation {
    /// Compares the second answer with the first.
    pub fn of(first: &Answer, second: &Answer) -> Confirmation {
        Confirmation::Counted { method: second.method, agrees: are_alike(first, second) }
    }

    /// True unless the two methods differ.
    pub fn agrees(&self) -> bool {
        !matches!(self, Confirmation::Counted { agrees: false, .. })
    }

    /// The second method, if any.
    pub fn method(&self) -> Option<&'static str> {
        match self {
            Confirmation::Counted { method, .. } => Some(method),
            Confirmation::None => None,
        }
    }
}

/// True if two methods share no search.
pub(super) fn are_independent(one: &str, other: &str) -> bool {
    one != other && !(ALIKE.contains(&one) && ALIKE.contains(&other))
}

/// The cheapest method that is independent of the answer's method and fits in memory, if any.
pub fn second_method(answer: &Answer, means: &Means) -> Option<&'static str> {
    let methods = answer.question.methods_with(means).unwrap_or_default();
    let able = methods.into_iter().filter_map(|method| {
        let cost = method.cost.ok().filter(|cost| cost.bytes <= means.memory as f64)?;
        let other = are_independent(answer.method, method.name);
        other.then(|| (cost.expected_seconds(), method.name))
    });
    able.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, method)| method)
}

/// True if the answers share a convention and agree in all that they share.
fn are_alike(one: &Answer, other: &Answer) -> bool {
    let both = one.counts.iter().filter_map(|(c, count)| Some((count, other.count(*c)?)));
    let both: Vec<_> = both.collect();
    !both.is_empty() && both.iter().all(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use super::{are_alike, are_independent, second_method};
    use crate::method::Means;
    use crate::question::Question;

    #[test]
    fn answers_are_compared_in_shared_conventions() {
        let of = |text: &str| text.parse::<Question>().unwrap().solve().run().unwrap();
        let (one, mut other) = (of("tours open knight 3x4"), of("tours open knight 3x4 classes"));
        assert!(are_alike(&one, &other));
        other.counts[0].1 = 17u64.into();
        assert!(!are_alike(&one, &other));
        other.counts.clear();
        assert!(!are_alike(&one, &other), "nothing was compared");
    }

    #[test]
    fn methods_that_share_a_search_do_not_confirm_each_other() {
        assert!(are_independent("search", "frontier") && are_independent("halves", "frontier"));
        assert!(!are_independent("search", "search") && !are_independent("union", "halves"));
        let question: Question = "tours open knight 3x4".parse().unwrap();
        let answer = question.solve().run().unwrap();
        let second = second_method(&answer, &Means::default()).unwrap();
        assert!(are_independent(answer.method, second));
        let pads: Question = "queens queen 8x8 k=5".parse().unwrap();
        assert_eq!(second_method(&pads.solve().run().unwrap(), &Means::default()), None);
    }
}
