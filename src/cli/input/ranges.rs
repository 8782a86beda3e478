//! Boards whose sides are ranges: `3..6x4..8`, `torus:3..5x4`.

use std::ops::RangeInclusive;

use cavalcade::tours::MAX_VERTICES;

use crate::cli::session::exit::Usage;

/// The sizes of a side.
pub type Sizes = RangeInclusive<usize>;

/// All choices of a size for each side, the last one fastest.
pub fn product(ranges: &[Sizes]) -> Vec<Vec<usize>> {
    ranges.iter().fold(vec![Vec::new()], |all, range| {
        let longer = |sides: &Vec<usize>| {
            let sides = sides.clone();
            range.clone().map(move |side| [&sides[..], &[side]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// A board whose sides are ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// `torus:`, `cylinder:` or nothing.
    pub prefix: String,
    /// The sizes of each side, and whether it wraps by a `~` of its own.
    pub sides: Vec<(Sizes, bool)>,
}

impl Pattern {
    /// True if these sides are of it; one range alone is that of every side.
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
}

/// Reads `0..6`, `3..6x4..8`, `torus:3..5x4`, `2x3..4x5~`.
pub fn sides(text: &str) -> Result<Pattern, Usage> {
    let body = text.split_once(':').map_or(text, |(_, body)| body);
    let prefix = text[..text.len() - body.len()].to_string();
    if !["", "torus:", "cylinder:"].contains(&prefix.as_str()) {
        let remedy = "write torus:3..5x4 or cylinder:3..5x4";
        return Err(Usage(format!("range {text}: no board is called \"{prefix}\"; {remedy}")));
    }
    let side = |side: &str| {
        let range = side.strip_suffix('~').unwrap_or(side);
        Ok((range_of(text, range)?, range.len() < side.len()))
    };
    let sides = body.split(['x', 'X', '×']).map(side).collect::<Result<_, Usage>>()?;
    Ok(Pattern { prefix, sides })
}

fn range_of(whole: &str, text: &str) -> Result<Sizes, Usage> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let sizes = size(from)?..=size(to.trim_start_matches('='))?;
    if sizes.is_empty() {
        let problem = format!("range {whole}: nothing from {from} to {to}");
        return Err(Usage(format!("{problem}; write the smaller first")));
    }
    Ok(sizes)
}

pub fn size(text: &str) -> Result<usize, Usage> {
    let size = text.parse().ok().filter(|&size| size <= MAX_VERTICES);
    let remedy = format!("write a number up to {MAX_VERTICES}, or a range such as 0..6");
    size.ok_or_else(|| Usage(format!("size \"{text}\": {remedy}")))
}

#[cfg(test)]
mod tests {
    use super::{product, sides};

    #[test]
    fn sides_are_chosen_in_order() {
        let all = product(&[1..=2, 5..=6]);
        assert_eq!(all, [[1, 5], [1, 6], [2, 5], [2, 6]]);
        assert_eq!(product(&[]), [[0usize; 0]]);
    }

    #[test]
    fn a_pattern_has_the_boards_of_its_ranges() {
        let has = |text: &str, board: &[usize]| sides(text).unwrap().has(board);
        assert!(has("3..5x4", &[5, 4]) && !has("3..5x4", &[5, 5]) && !has("3..5x4", &[4]));
        assert!(has("3..5", &[3, 5]) && has("3..5", &[4]) && !has("3..5", &[3, 6]));
        assert!(has("torus:3x3x3", &[3, 3, 3]));
    }
}
