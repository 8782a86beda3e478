//! How many open tours begin on each square, without visiting one.
//!
//! Tours from a square are counted by the methods that count all; squares that symmetries turn
//! into each other begin equally many, so that one of each orbit is asked. The sum over all
//! squares is held against the number of all tours, which is counted for itself.

use std::collections::BTreeMap;

use super::answer::Answer;
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::method::{Choice, Means};
use crate::question::{Question, Tours};
use crate::tours::{Ends, Kind};

impl Question {
    /// Counts open tours by their first square with a method that visits none: the answer has
    /// directed tours by square in [`Answer::by_start`]. The search, which
    /// [`Solve::by_start`](super::Solve::by_start) takes, is slower where there are many tours.
    ///
    /// ```
    /// use cavalcade::method::{Choice, Means};
    /// use cavalcade::question::Question;
    /// let question: Question = "tours open knight 5x5".parse()?;
    /// let answer = question.by_start(&Choice::of("halves"), &Means::default(), &mut |_, _| ())?;
    /// let from = answer.by_start.expect("it was asked for");
    /// assert_eq!((from[0].to_string(), from[12].to_string()), ("304".into(), "64".into()));
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// `hear` is told which count of how many begins.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if it is no question about all open tours; [`Error::Contradiction`]
    /// if the counts do not fit together; those of the method.
    pub fn by_start(
        &self,
        choice: &Choice,
        means: &Means,
        hear: &mut dyn FnMut(usize, usize),
    ) -> Result<Answer, Error> {
        let all = |asked: &&Tours| {
            let free = asked.kind() == Kind::Open && asked.ends() == Ends::Free;
            free && asked.selection().is_all()
        };
        let asked = if let Question::Tours(asked) = self { Some(asked) } else { None };
        let Some(asked) = asked.filter(all) else {
            return Err(Error::ToursAsked {
                problem: "only all open tours of a board are counted by their first square",
                remedy: "leave out what chooses them, or the first squares",
            });
        };
        let prepared = asked.prepared();
        let symmetries = prepared.symmetries().elements();
        let least = |square| symmetries.iter().map(|image| image[square] as usize).min();
        let orbits: Vec<usize> =
            (0..prepared.graph().len()).map(|square| least(square).unwrap_or(square)).collect();
        let mut known: BTreeMap<usize, Count> =
            orbits.iter().map(|&least| (least, Count::ZERO)).collect();
        let counts = known.len() + 1;
        hear(1, counts);
        let mut answer = count(self, choice, means)?;
        for (done, (&square, tours)) in (2..).zip(&mut known) {
            hear(done, counts);
            let from = asked.clone().without_classes().ending(Ends::From(square as u32))?;
            let part = count(&from.into(), choice, means)?;
            *tours = directed(&part);
            answer.nodes += part.nodes;
            answer.run_nodes += part.run_nodes;
            answer.seconds += part.seconds;
            answer.thread_seconds += part.thread_seconds;
        }
        let table: Vec<Count> = orbits.iter().map(|least| known[least].clone()).collect();
        let sum: Count = table.iter().cloned().sum();
        if sum != directed(&answer) {
            let what = format!("{} tours and {sum} by their first square", directed(&answer));
            return Err(Error::Contradiction { what });
        }
        answer.by_start = Some(table);
        Ok(answer)
    }
}

fn count(question: &Question, choice: &Choice, means: &Means) -> Result<Answer, Error> {
    question.solve().method(choice.clone()).means(means).run()
}

/// Open tours of any ends, and of given ones, are counted so.
fn directed(answer: &Answer) -> Count {
    answer.count(Convention::Directed).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::method::{Choice, Means};
    use crate::question::Question;

    /// Squares in the same orbit and others, boards that wrap, with holes, of one row, graphs.
    #[test]
    fn each_method_finds_what_the_search_visits() {
        for text in [
            "tours open knight 5x5",
            "tours open knight 5x6",
            "tours open knight 3x4",
            "tours open king 1x3",
            "tours open king 1x1",
            "tours open knight torus:3x4",
            "tours open king 3x4x1",
            "tours open knight ...../...../..#../...../....#",
            "tours open graph:D~{",
        ] {
            let Ok(question) = text.parse::<Question>() else { panic!("{text}") };
            let visited = question.solve().by_start().run().unwrap();
            for method in ["frontier", "halves", "auto"] {
                let means = Means::default();
                let choice = Choice::of(method);
                let Ok(_) = question.solve().method(choice.clone()).prepare() else { continue };
                let counted = question.by_start(&choice, &means, &mut |_, _| ()).unwrap();
                assert_eq!(counted.by_start, visited.by_start, "{text} {method}");
            }
        }
    }

    #[test]
    fn a_sweep_is_asked_for_as_any_method_and_keeps_no_units() {
        let question: Question = "tours open knight 3x4".parse().unwrap();
        let by_start = |method| question.solve().by_start().method(Choice::of(method));
        let swept = by_start("halves").run().unwrap();
        assert_eq!(
            (swept.method, swept.by_start),
            ("halves", by_start("search").run().unwrap().by_start)
        );
        let folder = tempfile::tempdir().unwrap();
        let refused = by_start("frontier").journal(folder.path().join("j")).prepare();
        assert!(refused.unwrap_err().to_string().contains("frontier"));
        assert!(!folder.path().join("j").exists());
    }

    #[test]
    fn other_tours_are_refused() {
        for text in ["tours closed knight 6x6", "tours open knight 5x5 from=a1", "queens queen 5x5"]
        {
            let question: Question = text.parse().unwrap();
            let error = question.by_start(&Choice::default(), &Means::default(), &mut |_, _| ());
            assert!(error.unwrap_err().to_string().contains("first square"), "{text}");
        }
    }
}
