//! How many open tours begin or end on each square, without visiting tours.
//!
//! Any method that counts all tours counts those from one square. Squares in one orbit of the
//! symmetries have equal counts, so one square of each orbit is counted. The sum over all squares
//! must equal the number of all tours, which is counted independently. Tours from a square are
//! counted by last square in the same way, with the symmetries that fix the first square.

use std::collections::BTreeMap;

use super::answer::Answer;
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::question::{Question, Tours};
use crate::tours::{Ends, Kind};

impl Question {
    /// Counts open tours by first square with a method that visits none. The answer has directed
    /// tours by square in [`Answer::by_start`]. The search, which
    /// [`Solve::by_start`](super::Solve::by_start) uses, is slower if there are many tours.
    ///
    /// ```
    /// use cavalcade::method::Choice;
    /// use cavalcade::question::Question;
    /// let question: Question = "tours open knight 5x5".parse()?;
    /// let answer = question.by_start(|part| part.solve().method(Choice::of("halves")).run())?;
    /// let from = answer.by_start.expect("it was asked for");
    /// assert_eq!((from[0].to_string(), from[12].to_string()), ("304".into(), "64".into()));
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// `count` answers each question needed: all tours, and those from one square of each orbit.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if it is no question about all open tours; [`Error::Contradiction`]
    /// if the counts do not fit together; those of `count`.
    pub fn by_start(
        &self,
        count: impl FnMut(&Question) -> Result<Answer, Error>,
    ) -> Result<Answer, Error> {
        let Some((asked, None)) = open_tours(self) else {
            return Err(Error::ToursAsked {
                problem: "only all open tours of a board are counted by their first square",
                remedy: "leave out what chooses them, or the first squares",
            });
        };
        let (mut answer, table) = by_square(asked, None, count)?;
        answer.by_start = Some(table);
        Ok(answer)
    }

    /// Counts open tours by last square, either all or those from a given first square. The answer
    /// has directed tours by square in [`Answer::by_end`]. Among all tours, as many end on a square
    /// as begin there, because the reverse of a tour is a tour.
    ///
    /// ```
    /// use cavalcade::question::Question;
    /// let question: Question = "tours open knight 5x5 from=a1".parse()?;
    /// let answer = question.by_end(|part| part.solve().run())?;
    /// let to = answer.by_end.expect("it was asked for");
    /// assert_eq!((to[0].to_string(), to[12].to_string()), ("60".into(), "16".into()));
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// `count` answers each question needed: the total, and those with both ends given.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if it is no question about open tours, all or from a square;
    /// [`Error::Contradiction`] if the counts do not fit together; those of `count`.
    pub fn by_end(
        &self,
        count: impl FnMut(&Question) -> Result<Answer, Error>,
    ) -> Result<Answer, Error> {
        let Some((asked, first)) = open_tours(self) else {
            return Err(Error::ToursAsked {
                problem: "only open tours, all or from a square, are counted by their last square",
                remedy: "leave out what chooses them, or the last squares",
            });
        };
        let (mut answer, table) = by_square(asked, first, count)?;
        answer.by_end = Some(table);
        Ok(answer)
    }
}

/// Open tours and their given first square, if any; `None` if the last square is also given, or if
/// the tours are restricted otherwise.
fn open_tours(question: &Question) -> Option<(&Tours, Option<u32>)> {
    let Question::Tours(asked) = question else { return None };
    let first = match asked.ends() {
        Ends::Free => None,
        Ends::From(first) => Some(first),
        Ends::Between(..) => return None,
    };
    (asked.kind() == Kind::Open && asked.selection().is_all()).then_some((asked, first))
}

/// Counts all tours, and those with one end on each square and the other on the given first square.
fn by_square(
    asked: &Tours,
    first: Option<u32>,
    mut count: impl FnMut(&Question) -> Result<Answer, Error>,
) -> Result<(Answer, Vec<Count>), Error> {
    let prepared = asked.clone().ending(Ends::Free)?.prepared();
    let symmetries = match first {
        None => prepared.symmetries(),
        Some(first) => &prepared.symmetries().stabiliser(first as usize),
    };
    let least = |square| symmetries.elements().iter().map(|image| image[square] as usize).min();
    let orbits: Vec<usize> =
        (0..prepared.graph().len()).map(|square| least(square).unwrap_or(square)).collect();
    let mut known: BTreeMap<usize, Count> =
        orbits.iter().map(|&least| (least, Count::ZERO)).collect();
    let mut answer = count(&asked.clone().into())?;
    for (&square, tours) in &mut known {
        let square = square as u32;
        let ends = match first {
            None => Ends::From(square),
            Some(first) if first != square => Ends::Between(first, square),
            // Both ends coincide only on a board of one square.
            Some(_) if orbits.len() == 1 => Ends::From(square),
            Some(_) => continue,
        };
        let part = count(&asked.clone().without_classes().ending(ends)?.into())?;
        *tours = directed(&part);
        answer.nodes += part.nodes;
        answer.run_nodes += part.run_nodes;
        answer.seconds += part.seconds;
        answer.thread_seconds += part.thread_seconds;
    }
    let table: Vec<Count> = orbits.iter().map(|least| known[least].clone()).collect();
    let sum: Count = table.iter().cloned().sum();
    if sum != directed(&answer) {
        let what = format!("{} tours and {sum} by their squares", directed(&answer));
        return Err(Error::Contradiction { what });
    }
    Ok((answer, table))
}

/// The directed tours. Open tours with and without given ends are counted by this convention.
fn directed(answer: &Answer) -> Count {
    answer.count(Convention::Directed).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::error::Error;
    use crate::method::Choice;
    use crate::question::Question;
    use crate::solve::Answer;

    fn by(choice: &Choice) -> impl Fn(&Question) -> Result<Answer, Error> {
        |part| part.solve().method(choice.clone()).run()
    }

    /// Squares in the same orbit and in others; boards that wrap, with holes, of one row; graphs.
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
                let choice = Choice::of(method);
                let Ok(_) = question.solve().method(choice.clone()).prepare() else { continue };
                let counted = question.by_start(by(&choice)).unwrap();
                assert_eq!(counted.by_start, visited.by_start, "{text} {method}");
            }
        }
    }

    /// Corners, edges, squares that no symmetry fixes; graphs and boards of one square.
    #[test]
    fn tours_from_a_square_end_where_they_are_seen_to_end() {
        for text in [
            "tours open knight 5x5",
            "tours open knight 5x5 from=a1",
            "tours open knight 5x5 from=c3",
            "tours open knight 3x4 from=a2",
            "tours open king 3x3 from=b1",
            "tours open king 1x3 from=b1",
            "tours open king 1x1",
            "tours open king 1x1 from=a1",
            "tours open knight ...../...../..#../...../....# from=a3",
            "tours open graph:D~{ from=2",
        ] {
            let Ok(question) = text.parse::<Question>() else { panic!("{text}") };
            let Question::Tours(asked) = &question else { unreachable!("{text}") };
            let mut seen = vec![0u64; asked.instance().len()];
            let free = asked.ends() == crate::tours::Ends::Free;
            let see = |squares: &[u32]| {
                seen[squares[squares.len() - 1] as usize] += 1;
                // Tours without given ends are listed in one direction only.
                if free && squares.len() > 1 {
                    seen[squares[0] as usize] += 1;
                }
                std::ops::ControlFlow::Continue(())
            };
            question.solutions().for_each(see).unwrap();
            for method in ["search", "frontier", "halves", "auto"] {
                let choice = Choice::of(method);
                let Ok(_) = question.solve().method(choice.clone()).prepare() else { continue };
                let counted = question.by_end(by(&choice)).unwrap();
                let counted: Vec<_> =
                    counted.by_end.unwrap().iter().map(|n| n.to_string()).collect();
                let seen: Vec<_> = seen.iter().map(|n| n.to_string()).collect();
                assert_eq!(counted, seen, "{text} {method}");
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
            let error = question.by_start(by(&Choice::default()));
            assert!(error.unwrap_err().to_string().contains("first square"), "{text}");
        }
        for text in ["tours open knight 5x5 from=a1 to=c3", "tours closed knight 6x6"] {
            let question: Question = text.parse().unwrap();
            let error = question.by_end(by(&Choice::default()));
            assert!(error.unwrap_err().to_string().contains("last square"), "{text}");
        }
    }
}
