//! The methods for a question, their costs, and the choice of the cheapest.

use super::subject::{Entry, Subject};
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, Means, Ready};
use crate::question::Question;
use crate::tours::Statistic;

/// A method with its cost for a question.
#[derive(Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// Its name.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
    /// Its cost, or the reason why it cannot answer.
    pub cost: Result<Cost, Error>,
}

/// Seconds below which no cheaper method is searched for.
const SOON: f64 = 0.001;
/// Seconds above which a precise prediction is worth its time.
const LONG: f64 = 600.0;

impl Question {
    /// Every method of the family with its cost for all cores and 4 GiB, or the reason why it
    /// cannot answer.
    ///
    /// ```
    /// use cavalcade::question::Question;
    /// let question: Question = "queens queen 8x8 k=5".parse()?;
    /// let able = question.methods()?.into_iter().filter(|method| method.cost.is_ok());
    /// assert_eq!(able.map(|method| method.name).collect::<Vec<_>>(), ["variants"]);
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the question itself is invalid.
    pub fn methods(&self) -> Result<Vec<Candidate>, Error> {
        self.methods_with(&Means::default())
    }

    /// Like [`Question::methods`], with the given means.
    pub fn methods_with(&self, means: &Means) -> Result<Vec<Candidate>, Error> {
        self.ask(means, |_| true)
    }

    /// Only the methods that `auto` may select.
    pub fn automatic_methods(&self, means: &Means) -> Result<Vec<Candidate>, Error> {
        self.ask(means, |entry| entry.automatic)
    }

    /// The method that `auto` would select, before the precise predictions of long runs.
    ///
    /// # Errors
    /// If no method can answer, or only with more memory.
    pub fn quickest(&self, means: &Means) -> Result<Candidate, Error> {
        let subject = Subject::of(self, &Choice::default())?;
        let methods = subject.methods();
        let (best, refusal) = cheapest(&methods, None, means);
        match (best, refusal) {
            (Some((_, name)), _) => Ok(candidate(named(&methods, name)?, means)),
            (None, Some(error)) => Err(error),
            (None, None) => Err(Error::NoMethod {
                question: subject.board(),
                method: Choice::AUTO,
                reason: "no method answers it".into(),
            }),
        }
    }

    fn ask(
        &self,
        means: &Means,
        wanted: impl Fn(&Entry<'_>) -> bool,
    ) -> Result<Vec<Candidate>, Error> {
        let subject = Subject::of(self, &Choice::default())?;
        let methods = subject.methods();
        let wanted = methods.iter().filter(|entry| wanted(entry));
        Ok(wanted.map(|entry| candidate(entry, means)).collect())
    }
}

fn candidate(entry: &Entry<'_>, means: &Means) -> Candidate {
    Candidate { name: entry.name, about: entry.about, cost: entry.cost(means) }
}

/// The method that a choice names, or the cheapest one.
///
/// For small questions, the search stops at the first method that is fast enough.
pub(super) fn chosen(
    subject: &Subject,
    choice: &Choice,
    means: &Means,
) -> Result<&'static str, Error> {
    let methods = subject.methods();
    if !choice.is_auto() {
        return named(&methods, choice.name()).map(|method| method.name);
    }
    let statistic = choice.option(Statistic::OPTION);
    match cheapest(&methods, statistic, means) {
        (Some((seconds, name)), _) if seconds < LONG => return Ok(name),
        // A precise prediction does not help if the question is too large.
        (None, Some(error @ (Error::MethodTooSmall { .. } | Error::TooManyClasses { .. })))
            if means.checkpoints.is_none() =>
        {
            return Err(error);
        }
        _ => {}
    }
    let found = cheapest(&methods, statistic, &Means { looks_closely: true, ..means.clone() });
    if means.stop.is_requested() {
        return Err(Error::Stopped { what: subject.board(), finished: 0, units: 1 });
    }
    match found {
        (Some((_, name)), _) => Ok(name),
        (None, Some(Error::NoMethod { .. } | Error::MethodTooSmall { .. }))
            if means.checkpoints.is_some() =>
        {
            Err(Error::NoMethod {
                question: subject.board(),
                method: Choice::AUTO,
                reason: "no method that keeps layers takes it; leave their folder out".into(),
            })
        }
        (None, Some(error)) => Err(error),
        (None, None) => Err(Error::NoMethod {
            question: subject.board(),
            method: "auto",
            reason: "no method sorts such solutions by a statistic; leave it out".into(),
        }),
    }
}

/// The method with the lowest predicted time, with the seconds. Also the first reason why a method
/// cannot answer; a limit on squares is replaced by another method's different reason. If layers
/// are to be kept, methods that keep them are compared first.
fn cheapest(
    methods: &[Entry<'_>],
    statistic: Option<&str>,
    means: &Means,
) -> (Option<(f64, &'static str)>, Option<Error>) {
    let mut best: Option<(f64, &'static str)> = None;
    let mut refusal = None;
    let (keeping, others): (Vec<_>, Vec<_>) =
        methods.iter().partition(|method| method.keeps(means).is_ok());
    for method in keeping.into_iter().chain(others) {
        let times = match statistic {
            Some(name) => (method.sorts)(name),
            None => method.automatic.then_some(1.0),
        };
        let Some(times) = times else { continue };
        match method.cost(means) {
            // Layers may be on disk.
            Ok(cost) if cost.bytes > means.memory as f64 && means.checkpoints.is_none() => {
                let (what, needed) = (method.name.into(), cost.bytes as u64);
                refusal.get_or_insert(Shortage::Least { what, needed, free: means.memory }.into());
            }
            Ok(cost) => {
                // All methods have the same number of threads.
                let seconds = cost.expected_seconds() * times;
                if best.is_none_or(|(least, _)| seconds < least) {
                    best = Some((seconds, method.name));
                }
                if seconds * (means.threads as f64) < SOON {
                    break;
                }
            }
            Err(error) if matches!(refusal, None | Some(Error::MethodTooSmall { .. })) => {
                let is_limit = matches!(error, Error::MethodTooSmall { .. });
                if !is_limit || refusal.is_none() {
                    refusal = Some(error);
                }
            }
            Err(_) => {}
        }
    }
    (best, refusal)
}

/// Prepares the method of a choice.
pub(super) fn ready(subject: &Subject, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    named(&subject.methods(), choice.name())?.ready(choice, means)
}

/// The cost of the named method.
pub(super) fn cost(subject: &Subject, name: &str, means: &Means) -> Result<Cost, Error> {
    named(&subject.methods(), name)?.cost(means)
}

fn named<'m, 'q>(methods: &'m [Entry<'q>], name: &str) -> Result<&'m Entry<'q>, Error> {
    methods.iter().find(|method| method.name == name).ok_or_else(|| {
        let names: Vec<_> = methods.iter().map(|method| method.name).collect();
        Error::Text {
            what: "method",
            text: name.into(),
            at: 1,
            problem: format!("this question has the methods {}", names.join(", ")),
            remedy: "write one of them, or auto",
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::method::Means;
    use crate::question::Question;

    fn chosen(question: &str, threads: usize) -> String {
        let question: Question = question.parse().unwrap();
        let prepared = question.solve().threads(threads).prepare().unwrap();
        prepared.choice().name().into()
    }

    #[test]
    fn queens_are_searched_for_up_to_eleven_and_amazons_up_to_fifteen() {
        for side in 0..=24 {
            let cheapest = match side {
                ..12 => "search",
                12..18 => "quadrants",
                _ => "colours",
            };
            for threads in [1, 2, 16] {
                assert_eq!(chosen(&format!("queens queen {side}x{side}"), threads), cheapest);
            }
            let cheapest = if side < 16 { "search" } else { "quadrants" };
            assert_eq!(chosen(&format!("queens amazon {side}x{side}"), 2), cheapest);
        }
        assert_eq!(chosen("queens queen torus:7x7", 2), "variants");
        assert_eq!(chosen("queens queen torus:17x17", 2), "torus");
        assert_eq!(chosen("queens queen 12x12 k=3", 2), "variants");
        assert_eq!(chosen("queens queen 20x20 turn=half", 2), "turns");
        assert_eq!(chosen("queens queen torus:7x7 turn=half", 2), "variants");
    }

    #[test]
    fn large_boards_are_swept() {
        assert_eq!(chosen("tours open knight 6x6", 2), "search");
        assert_eq!(chosen("tours closed knight 8x8", 2), "halves");
        assert_eq!(chosen("tours closed knight 3x400", 2), "frontier");
    }

    /// A wide frontier is preferred to a search of years.
    #[test]
    fn long_searches_have_the_others_looked_at_closely() {
        let question: Question = "tours closed knight cylinder:6x8".parse().unwrap();
        let means = Means { memory: 1 << 30, threads: 2, ..Means::default() };
        let prepared = question.solve().means(&means).prepare().unwrap();
        assert_eq!(prepared.choice().name().to_string(), "halves");
    }

    /// Slices are chosen where the whole is roughly predicted to need many times the memory.
    #[test]
    #[ignore = "takes a minute: cargo test --release --lib slices_are_taken -- --ignored"]
    fn slices_are_taken_before_a_search_of_years() {
        let question: Question = "tours closed knight 9x10".parse().unwrap();
        let means = Means { memory: 6 << 30, threads: 2, ..Means::default() };
        let prepared = question.solve().means(&means).prepare().unwrap();
        assert_eq!(prepared.choice().name().to_string(), "halves");
        let cost = prepared.cost().unwrap();
        assert!(cost.bytes < means.memory as f64 && cost.expected_seconds() < 7200.0, "{cost:?}");
    }

    #[test]
    fn solutions_are_sorted_by_a_method_that_does() {
        let sorting = |question: &str, statistic: &str| {
            let question: Question = question.parse().unwrap();
            let solve = question.solve().sorted_by(statistic.parse().unwrap());
            let prepared = solve.threads(2).prepare();
            prepared.map(|prepared| prepared.choice().name().to_string())
        };
        assert_eq!(sorting("tours closed knight 8x8", "steep").unwrap(), "halves");
        assert_eq!(sorting("tours closed knight 8x8", "crossings").unwrap(), "union");
        assert_eq!(sorting("tours closed knight 5x6", "steep").unwrap(), "search");
        for question in
            ["tours open knight 6x6 magic", "queens queen 8x8", "walks any knight 4x4 length=3"]
        {
            let refused = sorting(question, "crossings").unwrap_err().to_string();
            assert!(refused.contains("statistic"), "{question}: {refused}");
        }
    }

    #[test]
    fn layers_are_kept_by_the_method_that_has_some() {
        let kept = |question: &str, method: &str| {
            let folder = tempfile::tempdir().unwrap();
            let question: Question = question.parse().unwrap();
            let solve = question.solve().method(method.parse().unwrap());
            let prepared = solve.checkpoint(folder.path()).prepare();
            prepared.map(|prepared| prepared.choice().name().to_string())
        };
        for method in ["auto", "halves"] {
            assert_eq!(kept("tours open knight 6x6", method).unwrap(), "halves");
        }
        for (question, methods) in [
            ("tours open knight 6x6", &["search", "frontier", "union"][..]),
            ("tours closed knight 3x400", &["auto", "frontier"]),
            ("tours open knight 6x6 magic", &["numbered"]),
            ("queens queen 12x12", &["auto", "search", "quadrants", "colours"]),
            ("walks any knight 4x4 length=3", &["auto", "transfer"]),
        ] {
            for method in methods {
                let refused = kept(question, method).unwrap_err().to_string();
                let expected = match *method {
                    "auto" => "no method that keeps layers".into(),
                    method => format!("the {method} method cannot answer: it keeps no layers"),
                };
                assert!(refused.contains(&expected), "{question}, {method}: {refused}");
            }
        }
    }

    #[test]
    fn walks_are_visited_only_where_no_square_comes_again() {
        for length in [1, 2, 12, 150, 20_000, 1_000_000] {
            for place in ["knight 8x8", "knight keypad:a.b/.../.c.", "graph:A_"] {
                let question = format!("walks any {place} length={length}");
                assert_eq!(chosen(&question, 2), "transfer", "{question}");
            }
        }
        assert_eq!(chosen("walks self-avoiding knight 8x8 length=12", 2), "search");
    }
}
