//! The methods that list solutions.

use super::subject::Subject;
use crate::error::Error;
use crate::method::Choice;

/// Refuses a method that cannot list the solutions. Some methods list all tours; only the search
/// lists selected ones.
pub(super) fn lists(choice: &Choice, subject: &Subject, all: bool) -> Result<(), Error> {
    let by_others = matches!(subject, Subject::Tours(_)) && all;
    match choice.name() {
        "auto" | "search" => Ok(()),
        "frontier" | "union" if by_others => Ok(()),
        _ => Err(Error::Text {
            what: "method",
            text: choice.to_string(),
            at: 1,
            problem: "it lists no such solutions".into(),
            remedy: if by_others { "take search, frontier or union" } else { "take search" },
        }),
    }
}

#[cfg(test)]
mod tests {
    use crate::method::Choice;
    use crate::question::Question;

    #[test]
    fn methods_that_list_nothing_are_refused() {
        let first = |text: &str, method: &str| {
            let question: Question = text.parse().unwrap();
            let first = question.solutions().method(method.parse().unwrap()).first(1);
            first.map(|found| found.len()).map_err(|error| error.to_string())
        };
        for method in ["auto", "search", "search strategy=extend", "frontier", "union"] {
            assert_eq!(first("tours open knight 3x4", method), Ok(1), "{method}");
        }
        for (text, method, remedy) in [
            ("tours open knight 3x4", "halves", "take search, frontier or union"),
            ("queens queen 6x6", "colours", "take search"),
            ("walks any knight 3x3 length=2", "union", "take search"),
        ] {
            assert!(first(text, method).unwrap_err().ends_with(remedy), "{text}, {method}");
        }
        let question: Question = "tours closed knight 6x6".parse().unwrap();
        let classes = question.solutions().one_of_each_class().method(Choice::of("union"));
        assert!(classes.first(1).is_err());
    }
}
