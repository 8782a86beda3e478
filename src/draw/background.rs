//! The background of a picture: planes, edges of a graph, names, keys of a pad.

use super::layout::{CELL, Layout, Plane};
use super::svg::{Svg, number, put};

pub(super) fn background(svg: &mut Svg, layout: &Layout) {
    for plane in &layout.planes {
        match plane.sites.iter().all(|&site| site) {
            true => whole(svg, plane),
            false => holed(svg, plane),
        }
        rim(svg, plane);
    }
    if !layout.edges.is_empty() {
        let mut path = String::new();
        for &(from, to) in &layout.edges {
            let ([a, b], [c, d]) = (layout.squares[from], layout.squares[to]);
            path += &format!("M{} {}L{} {}", number(a), number(b), number(c), number(d));
        }
        put!(svg, "<path class=\"cv-edge\" d=\"{path}\"/>\n");
    }
}

/// Draws the keys of a pad, above all moves.
pub(super) fn keys(svg: &mut Svg, layout: &Layout) {
    for (key, &[x, y]) in layout.keys.iter().zip(&layout.squares) {
        svg.label("cv-name cv-tag", [x - 12.0, y - 12.0], 11.0, key);
    }
}

/// Draws the names of squares next to them.
pub(super) fn names(svg: &mut Svg, layout: &Layout) {
    for name in &layout.names {
        svg.label("cv-name", name.at, 13.0, &name.text);
    }
    if layout.planes.len() > 1 {
        for plane in &layout.planes {
            let at = [plane.at[0] + plane.columns as f64 * CELL / 2.0, plane.at[1] - 12.0];
            svg.label("cv-name", at, 13.0, &plane.name);
        }
    }
}

/// Draws a plane without holes: the dark squares of a row are the dashes of a line.
fn whole(svg: &mut Svg, plane: &Plane) {
    let [x, y] = plane.at;
    let (width, height) = (plane.columns as f64 * CELL, plane.rows as f64 * CELL);
    let (x0, y0, w, h) = (number(x), number(y), number(width), number(height));
    put!(svg, "<rect class=\"cv-light\" x=\"{x0}\" y=\"{y0}\" width=\"{w}\" height=\"{h}\"/>");
    let mut path = String::new();
    for row in 0..plane.rows {
        // The lower left square of a chessboard is dark.
        let first = (plane.rows - row) % 2;
        let from = x + (1 - first) as f64 * CELL;
        if from < x + width {
            let middle = number(y + (row as f64 + 0.5) * CELL);
            path += &format!("M{} {middle}H{}", number(from), number(x + width));
        }
    }
    put!(
        svg,
        "<path class=\"cv-dark\" stroke-width=\"{CELL}\" stroke-dasharray=\"{CELL}\" d=\"{path}\"/>\n"
    );
}

/// Draws a plane with holes, which are marked with a cross.
fn holed(svg: &mut Svg, plane: &Plane) {
    let (mut light, mut dark, mut holes) = (String::new(), String::new(), String::new());
    let cell = number(CELL);
    for (site, &is_square) in plane.sites.iter().enumerate() {
        let (row, column) = (site / plane.columns, site % plane.columns);
        let [x, y] = corner(plane, row, column);
        if !is_square {
            let (x, y) = (number(x + CELL / 2.0 - 5.0), number(y + CELL / 2.0 - 5.0));
            holes += &format!("M{x} {y}l10 10m0 -10l-10 10");
        } else if (plane.rows - row + column).is_multiple_of(2) {
            light += &format!("M{} {}h{cell}v{cell}h-{cell}z", number(x), number(y));
        } else {
            dark += &format!("M{} {}h{cell}", number(x), number(y + CELL / 2.0));
        }
    }
    put!(svg, "<path class=\"cv-light\" d=\"{light}\"/>");
    put!(svg, "<path class=\"cv-dark\" stroke-width=\"{CELL}\" d=\"{dark}\"/>");
    put!(svg, "<path class=\"cv-hole\" d=\"{holes}\"/>\n");
}

fn corner(plane: &Plane, row: usize, column: usize) -> [f64; 2] {
    [plane.at[0] + column as f64 * CELL, plane.at[1] + row as f64 * CELL]
}

/// Draws the edges around the squares, dashed where they wrap.
fn rim(svg: &mut Svg, plane: &Plane) {
    let (mut closed, mut open) = (String::new(), String::new());
    let is_square = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row), Some(column)) if row < plane.rows && column < plane.columns => {
            plane.sites[row * plane.columns + column]
        }
        _ => false,
    };
    // Edges above and left of each site, and after the last ones. A run of edges is one line.
    for row in 0..=plane.rows {
        let wraps = plane.wraps[1] && (row == 0 || row == plane.rows);
        let is_edge = |column: usize| {
            is_square(row.checked_sub(1), Some(column)) != is_square(Some(row), Some(column))
        };
        for (from, to) in runs(plane.columns, is_edge) {
            let [x, y] = corner(plane, row, from);
            let path = if wraps { &mut open } else { &mut closed };
            *path += &format!("M{} {}H{}", number(x), number(y), number(corner(plane, row, to)[0]));
        }
    }
    for column in 0..=plane.columns {
        let wraps = plane.wraps[0] && (column == 0 || column == plane.columns);
        let is_edge = |row: usize| {
            is_square(Some(row), column.checked_sub(1)) != is_square(Some(row), Some(column))
        };
        for (from, to) in runs(plane.rows, is_edge) {
            let [x, y] = corner(plane, from, column);
            let path = if wraps { &mut open } else { &mut closed };
            let end = corner(plane, to, column)[1];
            *path += &format!("M{} {}V{}", number(x), number(y), number(end));
        }
    }
    if !closed.is_empty() {
        put!(svg, "<path class=\"cv-rim\" d=\"{closed}\"/>\n");
    }
    if !open.is_empty() {
        put!(svg, "<path class=\"cv-rim cv-open\" d=\"{open}\"/>\n");
    }
}

/// The runs of indices for which `holds` is true: the first, and one past the last.
fn runs(length: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let (mut runs, mut from) = (Vec::new(), None);
    for at in 0..=length {
        match (at < length && holds(at), from) {
            (true, None) => from = Some(at),
            (false, Some(first)) => {
                runs.push((first, at));
                from = None;
            }
            _ => {}
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_are_found() {
        let holds = [true, true, false, true];
        assert_eq!(runs(4, |at| holds[at]), [(0, 2), (3, 4)]);
        assert_eq!(runs(0, |_| true), []);
    }
}
