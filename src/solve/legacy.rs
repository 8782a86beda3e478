//! What journals of 0.1.0 belong to.
//!
//! They keep the words of the command line, and the fingerprint of the enumeration, which tells
//! the question in a form of its own: `tours open knight 5x5, search by link, 8 symmetries,
//! split 1024`. The question is read from the fingerprint, the method from the words.

use crate::journal::{Header, OLD};
use crate::question::Question;

/// The canonical texts of question and method of an old journal; none if the header is not of
/// the old format, and none inside if its question is known by the name of a file.
pub(super) fn canonical(header: &Header) -> Option<Option<(String, String)>> {
    if header.format != OLD {
        return None;
    }
    Some(question(&header.fingerprint).map(|question| (question, method(&header.question))))
}

/// `search split=300` from `tours 5x5 --split 300 --method search`.
fn method(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let value = |flag: &str| {
        let with_value = words.iter().find_map(|word| word.strip_prefix(flag)?.strip_prefix('='));
        let pair = words.windows(2).find(|pair| pair[0] == flag).map(|pair| pair[1]);
        with_value.or(pair)
    };
    let name = match value("--method").unwrap_or_default() {
        "kin" => "variants",
        other => other,
    };
    match value("--split") {
        Some(units) => format!("{name} split={units}"),
        None => name.into(),
    }
}

/// The question that tables of 0.1.0 called so, if it can be told.
pub(crate) fn question_of_label(
    family: &str,
    board: &str,
    piece: &str,
    kind: &str,
) -> Option<Question> {
    let words = match family {
        "queens" => format!("{piece}s {board}, search"),
        _ => format!("{family} {kind} {piece} {board}, search"),
    };
    question(&words)?.parse().ok()
}

/// The question of a fingerprint.
fn question(fingerprint: &str) -> Option<String> {
    let methods = ["search", "frontier", "end ", "ends ", "kin", "quadrants", "transfer"];
    let end = methods.iter().filter_map(|method| fingerprint.find(&format!(", {method}"))).min()?;
    let words: Vec<&str> = fingerprint[..end].split(' ').collect();
    let (family, rest) = words.split_first()?;
    match *family {
        "tours" => {
            let (kind, rest) = rest.split_first()?;
            // The ends' numbers stand here; their names stand behind the board.
            let number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
            let ends = rest.iter().take_while(number).count();
            let [piece, board, behind @ ..] = &rest[ends..] else { return None };
            let ends = match behind {
                [] => String::new(),
                ["from", from] => format!(" from={from}"),
                ["from", from, "to", to] => format!(" from={from} to={to}"),
                _ => return None,
            };
            (!board.starts_with("graph:")).then(|| format!("tours {kind} {piece} {board}{ends}"))
        }
        "queens" | "amazons" => {
            let (board, behind) = rest.split_first()?;
            let mut options = String::new();
            let mut behind = behind.iter();
            while let Some(word) = behind.next() {
                options += &match *word {
                    "with" => format!(" place={}", behind.next()?),
                    "less" => format!(" holes={}", behind.next()?),
                    k if k.starts_with("k=") => format!(" {k}"),
                    _ => return None,
                };
            }
            Some(format!("queens {} {board}{options}", family.trim_end_matches('s')))
        }
        "walks" => {
            let (kind, rest) = match rest {
                ["walk", rest @ ..] => ("any", rest),
                ["self-avoiding", "walk", rest @ ..] => ("self-avoiding", rest),
                // The transfer matrix had no kind to tell.
                rest => ("any", rest),
            };
            let [piece, place, "length", length, behind @ ..] = rest else { return None };
            if place.starts_with("graph:") || place.starts_with('@') {
                return None;
            }
            let mut text = format!("walks {kind} {piece} {place} length={length}");
            let mut behind = behind.iter();
            while let Some(word) = behind.next() {
                text += &match *word {
                    "from" => format!(" from={}", behind.next()?),
                    "at" => {
                        let most = behind.nth(1)?;
                        format!(" limit={most}:{}", behind.nth(1)?)
                    }
                    _ => return None,
                };
            }
            Some(text)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{method, question, question_of_label};
    use crate::convention::Label;
    use crate::question::Question;

    #[test]
    fn old_words_are_told_in_new_ones() {
        for (fingerprint, text) in [
            (
                "tours open knight 5x5, search by link, 8 symmetries, split 1024",
                "tours open knight 5x5",
            ),
            (
                "tours open 12 0 knight 5x5 from c3 to a5, search by extend, 1 symmetries, split 9",
                "tours open knight 5x5 from=c3 to=a5",
            ),
            ("queens torus:7x7, kin, classes, split 2", "queens queen torus:7x7"),
            (
                "amazons 8x8 k=5 with c7 less a8,b8, kin, all, split 2",
                "queens amazon 8x8 k=5 place=c7 holes=a8,b8",
            ),
            (
                "walks knight letters18 length 10 at most 2 of AEIO from A, transfer",
                "walks any knight letters18 length=10 limit=2:AEIO from=A",
            ),
            (
                "walks self-avoiding walk knight 4x4 length 5, search, 8 symmetries, split 9",
                "walks self-avoiding knight 4x4 length=5",
            ),
        ] {
            assert_eq!(question(fingerprint).as_deref(), Some(text), "{fingerprint}");
        }
        let graph = "tours open graph graph:p.g6#0badcafe, search by link, 1 symmetries, split 9";
        assert_eq!(question(graph), None, "a graph in a file");
    }

    #[test]
    fn rows_of_tables_are_questions() {
        for text in [
            "tours open knight 5x5 from=c3",
            "tours closed wazir torus:4x4",
            "queens amazon 8x8",
            "queens queen torus:7x7",
            "walks self-avoiding knight 4x4 length=5",
        ] {
            let question: Question = text.parse().unwrap();
            let Label { family, board, piece, kind } = question.label();
            assert_eq!(question_of_label(family, &board, &piece, kind), Some(question), "{text}");
        }
    }

    #[test]
    fn old_methods_and_splits_are_read() {
        assert_eq!(method("tours 5x5 --split 300 --method search"), "search split=300");
        assert_eq!(method("queens 8 --torus --method kin"), "variants");
        assert_eq!(method("tours 5x5 --split=30 --method search"), "search split=30");
    }
}
