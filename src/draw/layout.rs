//! `Layout`: positions of squares: the planes of a board side by side, the keys of a pad, the
//! vertices of a graph on a circle.
//!
//! A square is [`CELL`] wide; the origin is the upper left corner of the first plane.

use crate::board::{Board, NamedGraph, letters};
use crate::question::{Instance, Queens};

/// The side of a square.
pub(super) const CELL: f64 = 40.0;

/// The gap between planes side by side; it is larger for further axes.
const GAP: f64 = 30.0;

/// The least distance of a graph's vertices on their circle.
const APART: f64 = 46.0;

/// A position: across, down.
pub(super) type Point = [f64; 2];

/// Squares in rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    /// Its upper left corner.
    pub at: Point,
    pub rows: usize,
    pub columns: usize,
    /// True if the columns' axis wraps, so that the left edge equals the right one; true if the
    /// rows' axis wraps.
    pub wraps: [bool; 2],
    /// The coordinates along the other axes, from 1; empty for a single plane.
    pub name: String,
    /// For each site, row by row, whether it is a square.
    pub sites: Vec<bool>,
}

/// The name of a square and its position.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub at: Point,
    pub text: String,
}

/// The positions of all elements.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The centre of each square.
    pub squares: Vec<Point>,
    pub planes: Vec<Plane>,
    /// The plane of each square.
    pub plane_of: Vec<u32>,
    /// Letters of columns and numbers of rows, or the names of vertices.
    pub names: Vec<Name>,
    /// The text in each square, for keypads.
    pub keys: Vec<String>,
    /// The edges of a graph.
    pub edges: Vec<(usize, usize)>,
    /// The extent of everything except the names.
    pub size: Point,
    /// The space for names on the left, above, on the right and below.
    pub margins: [f64; 4],
}

impl Layout {
    /// The squares of an instance.
    pub fn of(instance: &Instance) -> Layout {
        match instance {
            Instance::Board(board, _) => Layout::of_board(board),
            Instance::Keypad(keypad, _) => {
                let layout = Layout::of_board(keypad.board());
                Layout { keys: keypad.keys().to_vec(), names: Vec::new(), ..layout }
                    .without_margins()
            }
            Instance::Graph(graph) => Layout::of_graph(graph),
        }
    }

    /// The squares of placements, including those that may not have a queen.
    pub fn of_placements(queens: &Queens) -> Layout {
        let variant = queens.variant();
        let mut layout = Layout::of_rectangle(queens.height(), queens.width());
        for plane in &mut layout.planes {
            plane.wraps = [variant.is_torus(); 2];
            for &(row, column) in variant.holes() {
                plane.sites[row * plane.columns + column] = false;
            }
        }
        layout
    }

    /// The squares of a chessboard of any size.
    pub fn of_rectangle(rows: usize, columns: usize) -> Layout {
        let sites = rows * columns;
        let squares = (0..sites).map(|at| centre(at / columns, at % columns)).collect();
        let plane = Plane {
            at: [0.0; 2],
            rows,
            columns,
            wraps: [false; 2],
            name: String::new(),
            sites: vec![true; sites],
        };
        Layout {
            squares,
            plane_of: vec![0; sites],
            names: chess_names(rows, columns),
            planes: vec![plane],
            keys: Vec::new(),
            edges: Vec::new(),
            size: [columns as f64 * CELL, rows as f64 * CELL],
            margins: [0.0; 4],
        }
        .with_margins()
    }

    fn of_board(board: &Board) -> Layout {
        let axes = board.axes();
        let (outer, inner) = axes.split_at(axes.len().saturating_sub(2));
        let (rows, columns) = match inner {
            [rows, columns] => (rows.length, columns.length),
            [columns] => (1, columns.length),
            _ => (0, 0),
        };
        let wraps = match inner {
            [rows, columns] => [columns.wraps, rows.wraps],
            [columns] => [columns.wraps, false],
            _ => [false; 2],
        };
        let mut size = [columns as f64 * CELL, rows as f64 * CELL];
        // The planes of successive further axes are arranged across, then down, then across again.
        let mut strides = vec![(0, 0.0); outer.len()];
        for (i, axis) in outer.iter().enumerate().rev() {
            let level = outer.len() - 1 - i;
            let (along, gap) = (level % 2, GAP * (1.0 + (level / 2) as f64));
            strides[i] = (along, size[along] + gap);
            size[along] += (axis.length.max(1) - 1) as f64 * (size[along] + gap);
        }
        let planes: usize = outer.iter().map(|axis| axis.length).product();
        let plane = |number: usize| {
            let (mut at, mut left, mut name) = ([0.0; 2], number, Vec::new());
            for (axis, &(along, stride)) in outer.iter().zip(&strides).rev() {
                at[along] += (left % axis.length) as f64 * stride;
                name.push((left % axis.length + 1).to_string());
                left /= axis.length;
            }
            name.reverse();
            let sites = vec![false; rows * columns];
            Plane { at, rows, columns, wraps, name: name.join("-"), sites }
        };
        let mut planes: Vec<Plane> = (0..planes).map(plane).collect();
        let (mut squares, mut plane_of) = (Vec::new(), Vec::new());
        for (site, square) in board.sites_in_order().enumerate() {
            if square.is_some() {
                let (number, place) = (site / (rows * columns), site % (rows * columns));
                let plane = &mut planes[number];
                plane.sites[place] = true;
                let [x, y] = centre(place / columns, place % columns);
                squares.push([plane.at[0] + x, plane.at[1] + y]);
                plane_of.push(number as u32);
            }
        }
        let names = match (outer, inner) {
            ([], [rows, columns]) => chess_names(rows.length, columns.length),
            ([], [columns]) => letters_below(1, columns.length).collect(),
            _ => Vec::new(),
        };
        Layout {
            squares,
            planes,
            plane_of,
            names,
            keys: Vec::new(),
            edges: Vec::new(),
            size,
            margins: [0.0; 4],
        }
        .with_margins()
    }

    fn of_graph(graph: &NamedGraph) -> Layout {
        let vertices = graph.graph().len();
        let whole = 2.0 * std::f64::consts::PI;
        let radius =
            (vertices as f64 * APART / whole).max(if vertices > 1 { 2.0 * CELL } else { 0.0 });
        let middle = radius + CELL / 2.0;
        // Clockwise from the top.
        let on = |radius: f64, vertex: usize| {
            let (sin, cos) = (whole * vertex as f64 / vertices as f64).sin_cos();
            [middle + radius * sin, middle - radius * cos]
        };
        let name = |vertex| Name { at: on(radius + 26.0, vertex), text: graph.name(vertex) };
        let longest = (0..vertices).map(|v| graph.name(v).chars().count()).max().unwrap_or(0);
        let beside = 18.0 + 4.0 * longest as f64;
        Layout {
            squares: (0..vertices).map(|vertex| on(radius, vertex)).collect(),
            planes: Vec::new(),
            plane_of: vec![0; vertices],
            names: (0..vertices).map(name).collect(),
            keys: Vec::new(),
            edges: graph.graph().edges().collect(),
            size: [2.0 * middle; 2],
            margins: [beside, 22.0, beside, 22.0],
        }
    }

    /// Adds space for the names next to the planes.
    fn with_margins(mut self) -> Layout {
        let named = !self.names.is_empty();
        let rows = self.planes.first().map_or(0, |plane| plane.rows);
        self.margins = match (named, self.planes.len()) {
            (true, _) if rows > 1 => [12.0 + 8.0 * rows.to_string().len() as f64, 6.0, 6.0, 24.0],
            (true, _) => [6.0, 6.0, 6.0, 24.0],
            // Bent moves between planes reach slightly over the edge.
            (false, 2..) => [6.0, 24.0, 6.0, 10.0],
            (false, _) => [6.0; 4],
        };
        self
    }

    fn without_margins(mut self) -> Layout {
        self.margins = [10.0; 4];
        self
    }
}

fn centre(row: usize, column: usize) -> Point {
    [(column as f64 + 0.5) * CELL, (row as f64 + 0.5) * CELL]
}

/// Letters below columns and numbers next to rows, as on a chessboard.
fn chess_names(rows: usize, columns: usize) -> Vec<Name> {
    let beside = 8.0 + 4.0 * rows.to_string().len() as f64;
    let number = |row: usize| Name {
        at: [-beside, (row as f64 + 0.5) * CELL],
        text: (rows - row).to_string(),
    };
    (0..rows).map(number).chain(letters_below(rows, columns)).collect()
}

fn letters_below(rows: usize, columns: usize) -> impl Iterator<Item = Name> {
    (0..columns).map(move |column| Name {
        at: [(column as f64 + 0.5) * CELL, rows as f64 * CELL + 14.0],
        text: letters(column),
    })
}

#[cfg(test)]
mod tests {
    use super::{CELL, GAP, Layout};
    use crate::question::Question;

    #[test]
    fn planes_lie_side_by_side_and_those_of_a_fourth_axis_below() {
        let question: Question = "tours open knight 2x3x2x2".parse().unwrap();
        let solid = Layout::of(question.instance().unwrap());
        assert_eq!(solid.planes.len(), 6);
        let places: Vec<_> = solid.planes.iter().map(|plane| plane.at).collect();
        let step = 2.0 * CELL + GAP;
        assert_eq!(places[1], [step, 0.0]);
        assert_eq!(places[3], [0.0, step]);
        assert_eq!(solid.planes[5].name, "2-3");
        assert_eq!(solid.size, [3.0 * step - GAP, 2.0 * step - GAP]);
    }
}
