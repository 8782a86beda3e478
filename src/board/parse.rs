//! Boards from text and back: `8x8`, `3x4x5`, `torus:4x5`, `cylinder:4x8` (its last axis wraps),
//! `4~x5` (an axis with `~` wraps), `strip:3,22` (the first 22 cells of a strip of three rows,
//! column by column), drawings such as `../.#`, and `4~x5:..#../…`, the axes followed by every
//! site, for boards whose drawing does not determine their axes.
//!
//! To add a form: a branch in [`Board::from_str`], its inverse in `Display`, a row in the tests.

use std::fmt;
use std::str::FromStr;

use super::board::{Axis, Board};
use super::suggestion::meant;
use crate::error::Error;

const REMEDY: &str = "write rows x columns, as 6x6, torus:4x5, cylinder:4x8 or strip:3,22";

impl Board {
    /// The first `cells` cells of a strip of `rows` rows, taken column by column: a
    /// rectangle whose last column may be short.
    pub fn strip(rows: usize, cells: usize) -> Result<Board, Error> {
        let columns = if rows == 0 { 0 } else { cells.div_ceil(rows) };
        let board = Board::rectangle(rows, columns)?;
        if rows * columns == cells {
            return Ok(board);
        }
        Ok(board.without(|at| at[1] * rows + at[0] >= cells))
    }

    /// The rows and cells of a strip whose last column lacks some cells at its end.
    fn as_strip(&self) -> Option<(usize, usize)> {
        if !self.has_holes() {
            return None;
        }
        let &[Axis { length: rows, wraps: false }, Axis { length: columns, wraps: false }] =
            self.axes()
        else {
            return None;
        };
        let whole = rows * columns - self.len() < rows;
        let short =
            |cell| matches!(self.coordinates(cell)[..], [r, c] if c * rows + r < self.len());
        (whole && (0..self.len()).all(short)).then_some((rows, self.len()))
    }
}

/// Decides from an axis and the rank whether a prefix makes the axis a circle; `None` for a word
/// that is not a prefix.
pub fn wraps(prefix: &str) -> Option<impl Fn(usize, usize) -> bool + Copy + use<>> {
    let (all, last) = match prefix {
        "" => (false, false),
        "torus" => (true, true),
        "cylinder" => (false, true),
        _ => return None,
    };
    Some(move |axis, rank| all || last && axis + 1 == rank)
}

impl FromStr for Board {
    type Err = Error;

    /// Reads a board without empty axes.
    fn from_str(text: &str) -> Result<Board, Error> {
        let wrong = |at: usize, problem: String| Error::BoardText {
            text: text.into(),
            at: text[..at].chars().count() + 1,
            problem,
            remedy: REMEDY,
        };
        let (prefix, body) = text.split_once(':').unwrap_or(("", text));
        let start = text.len() - body.len();
        if prefix == "strip" {
            let (rows, cells) = body
                .split_once(',')
                .ok_or_else(|| wrong(text.len(), "a comma is missing".into()))?;
            let rows = number(rows, "").map_err(|(i, problem)| wrong(start + i, problem))?;
            let at = text.len() - cells.len();
            let cells = number(cells, "").map_err(|(i, problem)| wrong(at + i, problem))?;
            return Board::strip(rows, cells);
        }
        if prefix.starts_with(|c: char| c.is_ascii_digit()) {
            let axes = axes(prefix, |_, _| false).map_err(|(i, problem)| wrong(i, problem))?;
            return Board::from_sites(text, text[..start].chars().count(), axes);
        }
        let wraps = wraps(prefix).filter(|_| !text.starts_with(':'));
        let wraps = wraps.ok_or_else(|| {
            let near = meant(prefix, &["torus", "cylinder", "strip", "graph"]);
            let near = near.map_or(String::new(), |near| format!(" (did you mean {near}?)"));
            wrong(0, format!("no board is called \"{prefix}\"{near}"))
        })?;
        if body.starts_with(['.', '#']) {
            return Board::from_drawing(text, text[..start].chars().count(), wraps);
        }
        let axes = axes(body, wraps).map_err(|(i, problem)| wrong(start + i, problem))?;
        Board::new(axes)
    }
}

/// Sides joined by `x`; a `~` after a side makes it wrap even if `wraps` does not. Or the problem
/// and its byte.
fn axes(text: &str, wraps: impl Fn(usize, usize) -> bool) -> Result<Vec<Axis>, (usize, String)> {
    let mut at = 0;
    let sides: Vec<&str> = text.split(['x', 'X', '×']).collect();
    let mut axes = Vec::new();
    for (i, side) in sides.iter().enumerate() {
        let digits = side.strip_suffix('~').unwrap_or(side);
        let length = number(digits, " or x").map_err(|(i, problem)| (at + i, problem))?;
        let wraps = wraps(i, sides.len()) || digits.len() < side.len();
        axes.push(Axis { length, wraps });
        at += side.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    Ok(axes)
}

/// A positive number, or the problem and its byte; `or` names alternatives to a digit.
fn number(text: &str, or: &str) -> Result<usize, (usize, String)> {
    if let Some((i, character)) = text.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        return Err((i, format!("{character:?} must be a digit{or}")));
    }
    match text.parse() {
        Ok(0) => Err((0, "a side of 0 leaves no square".into())),
        Ok(length) => Ok(length),
        Err(_) if text.is_empty() => Err((0, "a side is missing".into())),
        Err(_) => Err((0, "the side is too long".into())),
    }
}

impl fmt::Display for Board {
    /// The text from which the same board is parsed. A board without cells prints, but is refused
    /// when read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((rows, cells)) = self.as_strip() {
            return write!(f, "strip:{rows},{cells}");
        }
        let is = |prefix: &&str| {
            let wraps = wraps(prefix).expect("the prefixes are known");
            let axes = self.axes().iter().enumerate();
            axes.into_iter().all(|(i, axis)| axis.wraps == wraps(i, self.rank()))
        };
        let prefix = ["", "torus", "cylinder"].into_iter().find(is);
        // A drawing has at least two axes, and a first axis of length 1 is visible only if there
        // are exactly two.
        let is_determined = match self.axes() {
            [] | [_] => false,
            [_, _] => true,
            [first, ..] => first.length > 1,
        };
        let prefix = prefix.filter(|_| is_determined || !self.has_holes());
        if let Some(word @ ("torus" | "cylinder")) = prefix {
            write!(f, "{word}:")?;
        }
        if self.has_holes() && prefix.is_some() {
            return f.write_str(&self.drawing());
        }
        for (i, axis) in self.axes().iter().enumerate() {
            let by = if i > 0 { "x" } else { "" };
            let circle = if prefix.is_none() && axis.wraps { "~" } else { "" };
            write!(f, "{by}{}{circle}", axis.length)?;
        }
        match self.has_holes() {
            true => write!(f, ":{}", self.drawing()),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    #[test]
    fn texts_parse_back() {
        for text in [
            "8x8",
            "3x12",
            "2x3x4",
            "3x3x4x5",
            "torus:4x4",
            "cylinder:4x8",
            "1x1",
            "3",
            "torus:5",
            "4~x5",
            "2x3~x4~x5",
            "strip:3,22",
            "strip:5,23",
            "strip:3,2",
            "4~x5:..#../...../...../.....",
            ".#...",
            "5:.#...",
            "5~:.#...",
            "1x1x3~:#..",
            "1~x2x2:../.#",
        ] {
            let board: Board = text.parse().unwrap();
            assert_eq!(board.to_string(), text);
        }
        assert_eq!("06X6".parse::<Board>().unwrap().to_string(), "6x6");
        assert_eq!("5×6".parse::<Board>().unwrap().to_string(), "5x6");
        assert_eq!("strip:3,12".parse::<Board>().unwrap().to_string(), "3x4");
        assert_eq!("4~x5~".parse::<Board>().unwrap().to_string(), "torus:4x5");
        assert_eq!("4x5~".parse::<Board>().unwrap().to_string(), "cylinder:4x5");
        assert_eq!("3x3:.../.#./...".parse::<Board>().unwrap().to_string(), ".../.#./...");
        assert_eq!("3x3:....#....".parse::<Board>().unwrap().to_string(), ".../.#./...");
        assert_eq!("2x2:..//..".parse::<Board>().unwrap().to_string(), "2x2");
    }

    #[test]
    fn a_strip_is_filled_column_by_column() {
        let strip: Board = "strip:3,7".parse().unwrap();
        assert_eq!(strip.len(), 7);
        assert_eq!(strip, ".../..#/..#".parse().unwrap());
    }

    #[test]
    fn errors_name_the_place_in_a_board() {
        let wrong = [
            ("0x5", 1, "a side of 0"),
            ("", 1, "side is missing"),
            ("1e9x1e9", 2, "'e'"),
            ("6xx6", 3, "side is missing"),
            ("6x", 3, "side is missing"),
            ("6x-6", 3, "'-'"),
            ("6~~x6", 2, "'~'"),
            ("5×é", 3, "'é'"),
            ("sphere:6x6", 1, "sphere"),
            (":6x6", 1, "no board"),
            ("torus:", 7, "side is missing"),
            ("99999999999999999999999x2", 1, "too long"),
            ("strip:3", 8, "comma"),
            ("strip:3,", 9, "missing"),
            ("strip:0,4", 7, "a side of 0"),
            ("strip:3,4x", 10, "'x'"),
            ("1x5:.#..", 9, "4 sites are drawn of 5"),
            ("1x5:.#....", 10, "more than 5"),
            ("1x5:.#.o.", 8, "'o'"),
            ("1x5:#####", 5, "no cell"),
            ("1x0:", 3, "a side of 0"),
            ("torus:1x5:.....", 10, "':'"),
        ];
        for (text, at, problem) in wrong {
            let error = text.parse::<Board>().unwrap_err().to_string();
            assert!(error.contains(&format!(", character {at}:")), "{text}: {error}");
            assert!(error.contains(problem), "{text}: {error}");
            assert_eq!(error.lines().count(), 1, "{text}: {error}");
        }
        for (text, at) in [("..x", 3), ("../...", 6), ("##", 1), ("torus:../.", 11), (".//", 4)] {
            let error = text.parse::<Board>().unwrap_err().to_string();
            assert!(error.contains(&format!(", character {at}:")), "{text}: {error}");
        }
        assert!("1000000000x1000000000".parse::<Board>().is_err());
    }
}
