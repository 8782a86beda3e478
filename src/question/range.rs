//! `BoardRange`: boards whose sides are ranges, as `3..6x4..8` and `torus:3..5x4`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::error::Error;
use crate::tours::MAX_VERTICES;

/// The sizes of a side, both ends included.
pub type Sizes = RangeInclusive<usize>;

/// A family of boards: each side is a range.
///
/// ```
/// use cavalcade::question::BoardRange;
/// let range: BoardRange = "torus:3..4x5".parse()?;
/// assert_eq!(range.boards(), ["torus:3x5", "torus:4x5"]);
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRange {
    /// `torus:`, `cylinder:` or nothing.
    pub prefix: String,
    /// The sizes of each side, and whether it wraps by a `~` of its own.
    pub sides: Vec<(Sizes, bool)>,
}

impl BoardRange {
    /// True if the range contains these sides. A single range applies to every side.
    pub fn has(&self, sides: &[usize]) -> bool {
        let range = |i: usize| match &self.sides[..] {
            [one] => Some(one),
            all => all.get(i),
        };
        (self.sides.len() == 1 || self.sides.len() == sides.len())
            && sides
                .iter()
                .enumerate()
                .all(|(i, side)| range(i).is_some_and(|r| r.0.contains(side)))
    }

    /// Reads a single range, `3..5`, as a range of both rows and columns.
    pub fn of_boards(mut self) -> BoardRange {
        if let ("", [(side, false)]) = (self.prefix.as_str(), &self.sides[..]) {
            self.sides.push((side.clone(), false));
        }
        self
    }

    /// All combinations of sizes, the last side varying fastest.
    pub fn sizes(&self) -> Vec<Vec<usize>> {
        self.sides.iter().fold(vec![Vec::new()], |all, (range, _)| {
            let longer = |sides: &Vec<usize>| {
                let sides = sides.clone();
                range.clone().map(move |side| [&sides[..], &[side]].concat())
            };
            all.iter().flat_map(longer).collect()
        })
    }

    /// The text of the board with these sides.
    pub fn board(&self, sides: &[usize]) -> String {
        let marked = |(side, (_, wraps)): (&usize, &(Sizes, bool))| {
            format!("{side}{}", if *wraps { "~" } else { "" })
        };
        let sides: Vec<_> = sides.iter().zip(&self.sides).map(marked).collect();
        format!("{}{}", self.prefix, sides.join("x"))
    }

    /// The texts of all its boards.
    pub fn boards(&self) -> Vec<String> {
        self.sizes().iter().map(|sides| self.board(sides)).collect()
    }
}

impl FromStr for BoardRange {
    type Err = Error;

    /// Reads `0..6`, `3..6x4..8`, `torus:3..5x4`, `2x3..4x5~`.
    fn from_str(text: &str) -> Result<BoardRange, Error> {
        let body = text.split_once(':').map_or(text, |(_, body)| body);
        let prefix = &text[..text.len() - body.len()];
        if !["", "torus:", "cylinder:"].contains(&prefix) {
            let problem = format!("no board is called \"{prefix}\"");
            return Err(wrong(text, 0, problem, "write torus:3..5x4 or cylinder:3..5x4"));
        }
        let mut at = prefix.len();
        let mut sides = Vec::new();
        for side in body.split(['x', 'X', '×']) {
            let range = side.strip_suffix('~').unwrap_or(side);
            sides.push((range_of(text, at, range)?, range.len() < side.len()));
            at += side.len() + text[at + side.len()..].chars().next().map_or(0, char::len_utf8);
        }
        Ok(BoardRange { prefix: prefix.into(), sides })
    }
}

/// The range at this byte of the text.
fn range_of(whole: &str, at: usize, range: &str) -> Result<Sizes, Error> {
    let (from, to) = range.split_once("..").unwrap_or((range, range));
    let to = to.trim_start_matches('=');
    let size = |text: &str, at| {
        let size = text.parse().ok().filter(|&size| size <= MAX_VERTICES);
        let problem = format!("\"{text}\" is not a size up to {MAX_VERTICES}");
        size.ok_or_else(|| wrong(whole, at, problem, "write a number, or a range such as 0..6"))
    };
    let sizes = size(from, at)?..=size(to, at + range.len() - to.len())?;
    match sizes.is_empty() {
        false => Ok(sizes),
        true => {
            let problem = format!("nothing from {from} to {to}");
            Err(wrong(whole, at, problem, "write the smaller first"))
        }
    }
}

fn wrong(text: &str, byte: usize, problem: String, remedy: &'static str) -> Error {
    let at = text[..byte].chars().count() + 1;
    Error::Text { what: "range", text: text.into(), at, problem, remedy }
}

#[cfg(test)]
mod tests {
    use super::BoardRange;

    fn range(text: &str) -> BoardRange {
        text.parse().unwrap()
    }

    #[test]
    fn sides_are_enumerated_in_order() {
        assert_eq!(range("1..2x5..6").boards(), ["1x5", "1x6", "2x5", "2x6"]);
        assert_eq!(range("3x4..=5~").boards(), ["3x4~", "3x5~"]);
        assert_eq!(range("3..4").boards(), ["3", "4"]);
        assert_eq!(range("3..4").of_boards().boards(), ["3x3", "3x4", "4x3", "4x4"]);
        assert_eq!(range("torus:3").of_boards().boards(), ["torus:3"]);
    }

    #[test]
    fn a_range_has_its_boards() {
        let has = |text: &str, board: &[usize]| range(text).has(board);
        assert!(has("3..5x4", &[5, 4]) && !has("3..5x4", &[5, 5]) && !has("3..5x4", &[4]));
        assert!(has("3..5", &[3, 5]) && has("3..5", &[4]) && !has("3..5", &[3, 6]));
        assert!(has("torus:3x3x3", &[3, 3, 3]));
    }

    #[test]
    fn errors_name_the_place_in_a_range() {
        for (text, expected) in [
            ("3x5..3", "range \"3x5..3\", character 3: nothing from 5 to 3"),
            ("torus:3..bx4", "character 10: \"b\" is not a size"),
            ("3×y", "character 3: \"y\" is not a size"),
            ("sphere:3", "character 1: no board is called \"sphere:\""),
            ("", "character 1: \"\" is not a size"),
            ("9999x3", "not a size up to 256"),
        ] {
            let error = text.parse::<BoardRange>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
