//! A second opinion: the same question by another method, which shares no search with the first.

use cavalcade::method::Choice;
use cavalcade::solve::Answer;

use super::session::Session;

/// Methods that share their search: two of one line are no check of each other.
const ALIKE: [&[&str]; 2] = [&["halves", "union"], &["frontier", "pairs"]];

/// What a second method says.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// It counted, too: its name, and whether its counts are the same.
    Counted { method: &'static str, agrees: bool },
    /// No other method answers this question here.
    None,
}

impl Confirmation {
    /// True unless two methods differ.
    pub fn agrees(&self) -> bool {
        !matches!(self, Confirmation::Counted { agrees: false, .. })
    }

    /// The second method, if there is one.
    pub fn method(&self) -> Option<&'static str> {
        match self {
            Confirmation::Counted { method, .. } => Some(method),
            Confirmation::None => None,
        }
    }
}

/// True if two methods share no search.
pub fn are_independent(one: &str, other: &str) -> bool {
    one != other && !ALIKE.iter().any(|alike| alike.contains(&one) && alike.contains(&other))
}

/// Answers the question once more by the cheapest method that is independent of the first.
pub fn confirm(session: &Session, answer: &Answer) -> anyhow::Result<Confirmation> {
    let means = session.means();
    let methods = answer.question.methods_with(&means).unwrap_or_default();
    let able = methods.into_iter().filter_map(|method| {
        let cost = method.cost.ok().filter(|cost| cost.bytes <= means.memory as f64)?;
        let other = are_independent(answer.method, method.name);
        other.then(|| (cost.expected_seconds(), method.name))
    });
    let Some((_, method)) = able.min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Ok(Confirmation::None);
    };
    let solve = session.unkept(&answer.question, Choice::of(method)).count_anyway();
    let second = session.answer(&solve.prepare()?)?;
    Ok(Confirmation::Counted { method, agrees: are_alike(answer, &second) })
}

/// True if two answers have the same counts by every convention that both have, and have one.
fn are_alike(one: &Answer, other: &Answer) -> bool {
    let both = one.counts.iter().filter_map(|(c, count)| Some((count, other.count(*c)?)));
    let both: Vec<_> = both.collect();
    !both.is_empty() && both.iter().all(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use cavalcade::question::Question;

    use super::{are_alike, are_independent};

    #[test]
    fn answers_are_alike_in_what_both_tell() {
        let of = |text: &str| text.parse::<Question>().unwrap().solve().run().unwrap();
        let (one, mut other) = (of("tours open knight 3x4"), of("tours open knight 3x4 classes"));
        assert!(are_alike(&one, &other));
        other.counts[0].1 = 17u64.into();
        assert!(!are_alike(&one, &other));
        other.counts.clear();
        assert!(!are_alike(&one, &other), "nothing was compared");
    }

    #[test]
    fn methods_that_share_a_search_are_no_check_of_each_other() {
        assert!(are_independent("search", "frontier") && are_independent("halves", "frontier"));
        assert!(!are_independent("search", "search") && !are_independent("union", "halves"));
    }
}
