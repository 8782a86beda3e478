//! Sheets: many small pictures in rows, each with its number and symmetry; optionally sorted by
//! symmetry under headings.

use super::layout::Point;
use super::svg::{Svg, number, put};
use super::symmetry::Kept;

/// The largest width and height of a picture on a sheet.
const LARGEST: f64 = 150.0;

/// The gap between pictures.
const GAP: f64 = 18.0;

/// The height of a caption below a picture, and of a heading above rows.
const CAPTION: f64 = 18.0;
const HEADING: f64 = 30.0;

/// The most pictures in a row.
const MOST_IN_A_ROW: usize = 20;

/// Pictures under one heading.
struct Group {
    heading: String,
    /// Their indices among the solutions.
    members: Vec<usize>,
}

/// A picture without its drawing.
pub(super) struct Small {
    /// The CSS class of its colour.
    pub class: &'static str,
    /// Its symmetry.
    pub kept: Kept,
    /// A note about it.
    pub note: String,
}

/// The contents of a sheet.
pub(super) struct Sheet<'p> {
    pub title: String,
    /// The extent of a board.
    pub size: Point,
    /// The board of all pictures, as SVG.
    pub board: String,
    pub pictures: Vec<Small>,
    /// True if pictures are sorted by symmetry.
    pub sorted: bool,
    /// Draws the picture with this index on the board.
    pub figure: &'p dyn Fn(&mut Svg, usize),
}

/// Draws all pictures.
pub(super) fn sheet(pictures: &Sheet<'_>) -> String {
    let [width, height] = pictures.size;
    let pad = 4.0;
    let whole = [width + 2.0 * pad, height + 2.0 * pad];
    let scale = (LARGEST / whole[0].max(whole[1])).min(1.0);
    let [wide, high] = [(whole[0] * scale).max(60.0), whole[1] * scale + CAPTION];
    let groups = groups(pictures);
    let columns = columns(pictures.pictures.len(), [wide + GAP, high + GAP]);
    let mut svg = Svg::default();
    let board = &pictures.board;
    let id = format!("cv-{:016x}", digest(board.as_bytes()));
    put!(svg, "<defs><g id=\"{id}\">\n{board}</g></defs>\n");
    let across = columns as f64 * (wide + GAP) + GAP;
    let title = &pictures.title;
    svg.fitted("cv-title", [across / 2.0, GAP + 4.0], across - GAP, 17.0, title);
    let mut y = GAP * 2.0 + 6.0;
    for Group { heading, members } in &groups {
        if !heading.is_empty() {
            svg.fitted("cv-title cv-head", [GAP, y + 10.0], across - 2.0 * GAP, 15.0, heading);
            y += HEADING;
        }
        for (place, &member) in members.iter().enumerate() {
            let x = GAP + (place % columns) as f64 * (wide + GAP);
            let top = y + (place / columns) as f64 * (high + GAP);
            let left = x + (wide - whole[0] * scale) / 2.0;
            one(&mut svg, pictures, member, &id, ([left, top], scale, pad), [wide, high], x);
        }
        y += members.len().div_ceil(columns) as f64 * (high + GAP);
    }
    let description = match groups.len() {
        0 | 1 => String::new(),
        _ => groups.iter().map(|group| group.heading.clone()).collect::<Vec<_>>().join("; "),
    };
    svg.document([across, y + 4.0], "", title, &description)
}

/// A picture with its caption.
fn one(
    svg: &mut Svg,
    pictures: &Sheet<'_>,
    member: usize,
    id: &str,
    ([left, top], scale, pad): (Point, f64, f64),
    [wide, high]: Point,
    x: f64,
) {
    let solution = &pictures.pictures[member];
    let mut caption = (member + 1).to_string();
    if !pictures.sorted && !solution.kept.1.is_empty() {
        caption += &format!(" · {}", solution.kept.1);
    }
    if !solution.note.is_empty() {
        caption += &format!(" · {}", solution.note);
    }
    let class = solution.class;
    let scaled = (scale * 10_000.0).round() / 10_000.0;
    let (dx, dy) = (number(left + pad * scale), number(top + pad * scale));
    put!(svg, "<g class=\"{class}\" transform=\"translate({dx} {dy}) scale({scaled})\">");
    put!(svg, "<use href=\"#{id}\"/>\n");
    (pictures.figure)(svg, member);
    put!(svg, "</g>\n");
    let at = [x + wide / 2.0, top + high - CAPTION / 2.0 + 2.0];
    svg.fitted("cv-name", at, wide + GAP, 11.0, &caption);
}

/// The number of pictures in a row. It makes the sheet about one and a half times as wide as high,
/// and varies a little to fill the last row.
fn columns(pictures: usize, [wide, high]: Point) -> usize {
    let ideal = (pictures as f64 * 1.5 * high / wide).sqrt().round() as usize;
    let ideal = ideal.clamp(1, MOST_IN_A_ROW).min(pictures.max(1));
    let from = (ideal * 3 / 4).max(1);
    let empty = |columns: usize| pictures.div_ceil(columns) * columns - pictures;
    let best = (from..=ideal).rev().min_by_key(|&columns| empty(columns));
    best.unwrap_or(ideal)
}

/// The pictures in the order of the sheet.
fn groups(pictures: &Sheet<'_>) -> Vec<Group> {
    let all: Vec<usize> = (0..pictures.pictures.len()).collect();
    if !pictures.sorted {
        return vec![Group { heading: String::new(), members: all }];
    }
    let mut kinds: Vec<_> = pictures.pictures.iter().map(|figure| figure.kept.clone()).collect();
    kinds.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    kinds.dedup();
    let group = |kind: (usize, String)| {
        let is_one = |member: &usize| pictures.pictures[*member].kept == kind;
        let members: Vec<usize> = all.iter().copied().filter(is_one).collect();
        let name = if kind.1.is_empty() { "no symmetry" } else { &kind.1 };
        Group { heading: format!("{name}: {}", members.len()), members }
    };
    kinds.into_iter().map(group).collect()
}

/// FNV-1a hash of a board: pictures refer to their board by it.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::columns;
    use crate::draw::{MOST_PICTURES, Pictures};
    use crate::question::Question;

    fn sheet_of(text: &str, sorted: bool) -> String {
        let question: Question = text.parse().unwrap();
        let pictures = Pictures::of(&question);
        let mut pictures = if sorted { pictures.by_symmetry() } else { pictures };
        for solution in question.solutions().one_of_each_class().first(5000).unwrap() {
            pictures.put(solution.squares()).unwrap();
        }
        pictures.svg()
    }

    #[test]
    fn sheets_are_wider_than_high() {
        assert_eq!(columns(12, [100.0, 110.0]), 4);
        assert_eq!(columns(2, [100.0, 110.0]), 2);
        assert_eq!(columns(0, [100.0, 110.0]), 1);
        assert_eq!(columns(2000, [100.0, 400.0]), 20);
        assert_eq!(columns(4, [100.0, 110.0]), 2);
    }

    #[test]
    fn every_class_is_on_the_sheet_and_the_symmetric_ones_come_first() {
        let sheet = sheet_of("tours closed knight 6x6", true);
        assert_eq!(sheet.matches("<use ").count(), 1245);
        let quarter = sheet.find(">quarter-turn: 5<").unwrap();
        let half = sheet.find(">half-turn, Eulerian: 17<").unwrap();
        let none = sheet.find(">no symmetry: 1223<").unwrap();
        assert!(quarter < half && half < none);
        let queens = sheet_of("queens queen 8x8", false);
        assert_eq!(queens.matches("<use ").count(), 12);
        assert_eq!(queens.matches(" · half-turn<").count(), 1);
    }

    #[test]
    fn a_full_sheet_refuses_more() {
        let question: Question = "queens queen 4x4".parse().unwrap();
        let mut pictures = Pictures::of(&question);
        for _ in 0..MOST_PICTURES {
            pictures.put(&[1, 7, 8, 14]).unwrap();
        }
        let error = pictures.put(&[1, 7, 8, 14]).unwrap_err().to_string();
        assert_eq!(
            error,
            "a sheet holds 2000 pictures, and there are more placements; ask for fewer"
        );
        let error = Pictures::of_columns(1001).put_columns(&[0; 1001]).unwrap_err().to_string();
        assert!(error.contains("1000000 squares"), "{error}");
        let error = Pictures::of(&question).put(&[16]).unwrap_err().to_string();
        assert!(error.contains("not on the board"), "{error}");
    }
}
