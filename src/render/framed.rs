//! `Framed`: solutions on boards with frames and coordinates, for a terminal. A visit has numbers
//! with an arrow to the next square. An edge that wraps is dashed.

use super::draft::Draft;
use crate::board::{Axis, letters};
use crate::question::{Instance, Question};
use crate::tours::Kind;

/// Draws solutions of one question.
#[derive(Debug)]
pub(super) struct Framed {
    rows: usize,
    columns: usize,
    /// Whether the axes of rows and columns wrap.
    wraps: [bool; 2],
    /// The caption above each plane; empty if there is only one plane.
    captions: Vec<String>,
    /// The squares or holes of each plane, row by row.
    sites: Vec<Option<usize>>,
    /// The site of each square.
    site_of: Vec<usize>,
    marks: Marks,
    first: usize,
    lines: &'static Lines,
    coloured: bool,
    /// True if solutions are given as columns of queens, by row.
    by_columns: bool,
}

/// The marks in the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// Numbers with arrows. In a closed path, the last one has an arrow to the first.
    Path { closes: bool },
    /// A sign for a queen.
    Queens(&'static str),
}

/// The characters of frames.
#[derive(Debug)]
struct Lines {
    /// Corners and crossings in the first line, in those between rows, and in the last.
    crossings: [[&'static str; 3]; 3],
    /// Across and down: solid and dashed.
    across: [&'static str; 2],
    down: [&'static str; 2],
    /// By the direction down and to the right, each from -1 to 1.
    arrows: [[&'static str; 3]; 3],
    hole: &'static str,
}

const BOX: Lines = Lines {
    crossings: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    across: ["─", "╌"],
    down: ["│", "╎"],
    arrows: [["↖", "↑", "↗"], ["←", "", "→"], ["↙", "↓", "↘"]],
    hole: "░",
};

/// Without arrows, because ASCII has none for diagonals.
const ASCII: Lines = Lines {
    crossings: [["+"; 3]; 3],
    across: ["-", "."],
    down: ["|", ":"],
    arrows: [[" "; 3]; 3],
    hole: "#",
};

const START: &str = "\u{1b}[1;32m";
const END: &str = "\u{1b}[1;31m";
const QUEEN: &str = "\u{1b}[1m";
const PLAIN: &str = "\u{1b}[0m";

/// A mark with its colour, and the arrow after it.
#[derive(Default)]
struct Mark {
    text: String,
    colour: &'static str,
    arrow: &'static str,
}

impl Framed {
    /// The boards of a question; `None` if its squares have no rows and columns.
    pub fn of(question: &Question, first: usize, ascii: bool, coloured: bool) -> Option<Framed> {
        if let Question::Queens(placements) = question {
            let (variant, width) = (placements.variant(), placements.width());
            let mut board = Framed::of_rectangle(placements.height(), width, ascii, coloured);
            board.wraps = [variant.is_torus(); 2];
            variant.holes().iter().for_each(|&(row, column)| {
                board.sites[row * width + column] = None;
            });
            if variant.is_amazons() {
                board.marks = Marks::Queens("A");
            }
            return (width > 0).then_some(board);
        }
        let closes = matches!(question, Question::Tours(tours) if tours.kind() == Kind::Closed);
        let Instance::Board(board, _) = question.instance()? else { return None };
        let axes = board.axes();
        let (outer, inner) = axes.split_at(axes.len().saturating_sub(2));
        let [rows, columns] = match inner {
            [rows, columns] => [*rows, *columns],
            [columns] => [Axis { length: 1, wraps: false }, *columns],
            _ => return None,
        };
        let sites: Vec<Option<usize>> = board.sites_in_order().collect();
        let mut site_of = vec![0; sites.iter().flatten().count()];
        for (site, square) in sites.iter().enumerate() {
            square.iter().for_each(|&square| site_of[square] = site);
        }
        Some(Framed {
            rows: rows.length,
            columns: columns.length,
            wraps: [rows.wraps, columns.wraps],
            captions: captions(outer),
            sites,
            site_of,
            marks: Marks::Path { closes },
            first,
            lines: lines(ascii),
            coloured,
            by_columns: false,
        })
    }

    /// A board of placements with these rows and columns.
    fn of_rectangle(rows: usize, columns: usize, ascii: bool, coloured: bool) -> Framed {
        Framed {
            rows,
            columns,
            wraps: [false; 2],
            captions: vec![String::new()],
            sites: (0..rows * columns).map(Some).collect(),
            site_of: (0..rows * columns).collect(),
            marks: Marks::Queens(if ascii { "Q" } else { "⍟" }),
            first: 1,
            lines: lines(ascii),
            coloured,
            by_columns: false,
        }
    }

    /// A board of placements given by the column of each row's queen, from 0.
    pub fn of_columns(side: usize, ascii: bool, coloured: bool) -> Framed {
        Framed { by_columns: true, ..Framed::of_rectangle(side, side, ascii, coloured) }
    }

    /// Adds the drawing of a solution.
    pub fn put(&self, squares: &[u32], first: bool, text: &mut Draft) {
        let marks = self.marks(squares);
        let wide = marks.iter().map(|mark| mark.text.chars().count()).max().unwrap_or(1);
        let has_arrows = marks.iter().any(|mark| !mark.arrow.is_empty());
        let cell = wide + 2 + usize::from(has_arrows);
        let mut drawn = String::new();
        if !first {
            drawn.push('\n');
        }
        for (plane, caption) in self.captions.iter().enumerate() {
            if plane > 0 {
                drawn.push('\n');
            }
            if !caption.is_empty() {
                drawn += &format!("{caption}\n");
            }
            self.plane(plane, &marks, [wide, cell], has_arrows, &mut drawn);
        }
        text.put(drawn.as_bytes());
    }

    fn plane(
        &self,
        plane: usize,
        marks: &[Mark],
        [wide, cell]: [usize; 2],
        has_arrows: bool,
        drawn: &mut String,
    ) {
        let beside = self.rows.to_string().len();
        let line = |which: usize, broken: bool| {
            let [left, crossing, right] = self.lines.crossings[which];
            let side = self.lines.across[usize::from(broken)].repeat(cell);
            let sides = vec![side; self.columns].join(crossing);
            format!("{:beside$} {left}{sides}{right}\n", "")
        };
        let edge = self.lines.down[usize::from(self.wraps[1])];
        for row in 0..self.rows {
            let is_first = row == 0;
            *drawn += &line(usize::from(!is_first), is_first && self.wraps[0]);
            let cells = (0..self.columns).map(|column| {
                let site = (plane * self.rows + row) * self.columns + column;
                if self.sites[site].is_none() {
                    return self.lines.hole.repeat(cell);
                }
                let Mark { text, colour, arrow } = &marks[site];
                let blank = " ".repeat(wide - text.chars().count());
                let arrow = match (has_arrows, arrow.is_empty()) {
                    (false, _) => "",
                    (true, true) => " ",
                    (true, false) => arrow,
                };
                match self.coloured && !colour.is_empty() {
                    true => format!(" {blank}{colour}{text}{PLAIN}{arrow} "),
                    false => format!(" {blank}{text}{arrow} "),
                }
            });
            let cells = cells.collect::<Vec<_>>().join(self.lines.down[0]);
            *drawn += &format!("{:>beside$} {edge}{cells}{edge}\n", self.rows - row);
        }
        *drawn += &line(2, self.wraps[0]);
        let letter = |column: usize| format!("{:^cell$}", letters(column));
        let names = (0..self.columns).map(letter).collect::<Vec<_>>().join(" ");
        *drawn += &format!("{:beside$}  {}\n", "", names.trim_end());
    }

    /// The mark on each site.
    fn marks(&self, squares: &[u32]) -> Vec<Mark> {
        let mut marks = Vec::new();
        marks.resize_with(self.sites.len(), Mark::default);
        let site = |(row, &square): (usize, &u32)| match self.by_columns {
            true => row * self.columns + square as usize,
            false => self.site_of[square as usize],
        };
        let sites = squares.iter().enumerate().map(site);
        let closes = match self.marks {
            Marks::Queens(sign) => {
                sites.for_each(|site| {
                    marks[site] = Mark { text: sign.into(), colour: QUEEN, arrow: "" };
                });
                return marks;
            }
            Marks::Path { closes } => closes,
        };
        let sites: Vec<usize> = sites.collect();
        for (place, &site) in sites.iter().enumerate() {
            let next = sites.get(place + 1).or(sites.first().filter(|_| closes));
            let mark = &mut marks[site];
            // A walk may visit the square again.
            if !mark.text.is_empty() {
                mark.text.push(',');
            }
            mark.text += &(self.first + place).to_string();
            mark.arrow = next.map_or("", |&next| self.arrow(site, next));
            if place == 0 {
                mark.colour = START;
            } else if place + 1 == sites.len() {
                mark.colour = END;
            }
        }
        marks
    }

    /// The arrow from one site to another: the nearest of eight directions, the short way round
    /// where an axis wraps. There is no arrow between squares that differ only in their planes.
    fn arrow(&self, from: usize, to: usize) -> &'static str {
        let place = |site: usize| [site / self.columns % self.rows, site % self.columns];
        let (from, to) = (place(from), place(to));
        let step = |axis: usize, length: usize| {
            let step = to[axis] as isize - from[axis] as isize;
            let length = length as isize;
            match self.wraps[axis] && 2 * step.abs() > length {
                true => step - length * step.signum(),
                false => step,
            }
        };
        let (down, right) = (step(0, self.rows), step(1, self.columns));
        let (least, most) = (down.abs().min(right.abs()), down.abs().max(right.abs()));
        if most == 0 {
            return "";
        }
        // tan 22.5° is 0.414; a flatter move is drawn straight.
        let straight = 1000 * least < 414 * most;
        let (down, right) = match (straight, right.abs() > down.abs()) {
            (true, true) => (0, right.signum()),
            (true, false) => (down.signum(), 0),
            (false, _) => (down.signum(), right.signum()),
        };
        self.lines.arrows[(down + 1) as usize][(right + 1) as usize]
    }
}

fn lines(ascii: bool) -> &'static Lines {
    if ascii { &ASCII } else { &BOX }
}

/// The coordinates of the planes along the further axes, from 1.
fn captions(outer: &[Axis]) -> Vec<String> {
    let planes: usize = outer.iter().map(|axis| axis.length).product();
    let caption = |plane: usize| {
        let mut left = plane;
        let mut along: Vec<String> = Vec::new();
        for axis in outer.iter().rev() {
            along.push((left % axis.length + 1).to_string());
            left /= axis.length;
        }
        along.reverse();
        along.join("-")
    };
    (0..planes).map(caption).collect()
}

#[cfg(test)]
mod tests {
    use super::Framed;
    use crate::render::draft::Draft;

    fn drawn(question: &str, ascii: bool, coloured: bool, squares: &[u32]) -> String {
        let question = question.parse().unwrap();
        let mut text = Draft::default();
        Framed::of(&question, 1, ascii, coloured).unwrap().put(squares, true, &mut text);
        text.text()
    }

    #[test]
    fn tours_have_numbers_arrows_and_coordinates() {
        let ring =
            drawn("tours closed knight .../.#./...", false, false, &[0, 4, 5, 1, 7, 3, 2, 6]);
        let expected = "  ┌────┬────┬────┐
3 │ 1↘ │ 4↘ │ 7↙ │
  ├────┼────┼────┤
2 │ 6↗ │░░░░│ 2↙ │
  ├────┼────┼────┤
1 │ 3↗ │ 8↖ │ 5↖ │
  └────┴────┴────┘
    a    b    c
";
        assert_eq!(ring, expected, "{ring}");
    }

    #[test]
    fn edges_that_wrap_are_broken_and_moves_go_the_short_way() {
        let ring = drawn("tours closed wazir cylinder:1x4", false, false, &[0, 1, 2, 3]);
        let expected = "  ┌────┬────┬────┬────┐
1 ╎ 1→ │ 2→ │ 3→ │ 4→ ╎
  └────┴────┴────┴────┘
    a    b    c    d
";
        assert_eq!(ring, expected, "{ring}");
        let torus = drawn("queens queen torus:1x1", true, false, &[0]);
        assert_eq!(torus, "  +...+\n1 : Q :\n  +...+\n    a\n");
    }

    #[test]
    fn planes_have_captions_and_numbers_their_width() {
        let solid = drawn("tours open wazir 2x1x5", false, false, &[0, 1, 2, 3, 4, 9, 8, 7, 6, 5]);
        let lines: Vec<&str> = solid.lines().collect();
        assert_eq!((lines[0], lines[6]), ("1", "2"), "{solid}");
        assert_eq!(lines[2], "1 │  1→ │  2→ │  3→ │  4→ │  5  │", "{solid}");
        assert_eq!(lines[8], "1 │ 10  │  9← │  8← │  7← │  6← │", "{solid}");
    }

    #[test]
    fn only_the_ends_and_queens_are_coloured() {
        let path = drawn("tours open wazir 1x3", false, true, &[0, 1, 2]);
        assert!(path.contains("\u{1b}[1;32m1\u{1b}[0m→") && path.contains("│ 2→ │"), "{path}");
        assert!(path.contains("\u{1b}[1;31m3\u{1b}[0m"), "{path}");
        assert!(!drawn("tours open wazir 1x3", false, false, &[0, 1, 2]).contains('\u{1b}'));
    }

    #[test]
    fn graphs_and_pads_have_no_frame() {
        for question in ["tours open graph:Bw", "walks any knight phone length=3"] {
            assert!(Framed::of(&question.parse().unwrap(), 1, false, false).is_none());
        }
    }
}
