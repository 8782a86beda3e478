//! Boards from text: `8x8`, `3x4x5`, `torus:4x5`, `cylinder:4x8` (its last axis wraps).
//!
//! To add a form: a prefix here, its inverse in `Board`'s `Display`, a row in the tests.

use std::str::FromStr;

use super::board::{Axis, Board};
use crate::error::Error;

const REMEDY: &str = "write rows x columns, as 6x6, torus:4x5 or cylinder:4x8";

impl FromStr for Board {
    type Err = Error;

    /// Reads a board of at least two axes, none of them empty.
    fn from_str(text: &str) -> Result<Board, Error> {
        let wrong = |at: usize, problem: String| Error::BoardText {
            text: text.into(),
            at: text[..at].chars().count() + 1,
            problem,
            remedy: REMEDY,
        };
        let (prefix, sides) = text.split_once(':').unwrap_or(("", text));
        if !matches!(prefix, "" | "torus" | "cylinder") || text.starts_with(':') {
            return Err(wrong(0, format!("no board is called \"{prefix}\"")));
        }
        let mut at = text.len() - sides.len();
        let mut lengths = Vec::new();
        for side in sides.split(['x', 'X', '×']) {
            if let Some((i, character)) = side.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
                return Err(wrong(
                    at + i,
                    format!("a digit or x must stand in place of '{character}'"),
                ));
            }
            lengths.push(match side.parse::<usize>() {
                Ok(0) => return Err(wrong(at, "a side of 0 leaves no square".into())),
                Ok(length) => length,
                Err(_) if side.is_empty() => return Err(wrong(at, "a side is missing".into())),
                Err(_) => return Err(wrong(at, "the side is too long".into())),
            });
            at += side.len();
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
        if lengths.len() < 2 {
            return Err(wrong(text.len(), "a second side is missing".into()));
        }
        let last = lengths.len() - 1;
        let wraps = |i: usize| prefix == "torus" || (prefix == "cylinder" && i == last);
        let axis = |(i, length)| Axis { length, wraps: wraps(i) };
        Board::new(lengths.into_iter().enumerate().map(axis).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    #[test]
    fn reads_what_it_prints() {
        for text in ["8x8", "3x12", "2x3x4", "3x3x4x5", "torus:4x4", "cylinder:4x8", "1x1"] {
            let board: Board = text.parse().unwrap();
            assert_eq!(board.to_string(), text);
        }
        assert_eq!("06X6".parse::<Board>().unwrap().to_string(), "6x6");
        assert_eq!("5×6".parse::<Board>().unwrap().to_string(), "5x6");
    }

    #[test]
    fn says_where_a_board_is_wrong() {
        let wrong = [
            ("0x5", 1, "a side of 0"),
            ("5", 2, "second side"),
            ("", 1, "side is missing"),
            ("1e9x1e9", 2, "'e'"),
            ("6xx6", 3, "side is missing"),
            ("6x", 3, "side is missing"),
            ("6x-6", 3, "'-'"),
            ("5×é", 3, "'é'"),
            ("sphere:6x6", 1, "sphere"),
            (":6x6", 1, "no board"),
            ("torus:", 7, "side is missing"),
            ("99999999999999999999999x2", 1, "too long"),
        ];
        for (text, at, problem) in wrong {
            let error = text.parse::<Board>().unwrap_err().to_string();
            assert!(error.contains(&format!("at character {at};")), "{text}: {error}");
            assert!(error.contains(problem), "{text}: {error}");
            assert_eq!(error.lines().count(), 1, "{text}: {error}");
        }
        assert!("1000000000x1000000000".parse::<Board>().is_err());
    }
}
