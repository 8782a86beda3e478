//! Drawings on the squares: the path of a tour, the queens of a placement, the path of a walk. The
//! first and the last square have different shapes, so that colour is not needed.

use super::background::keys;
use super::layout::{CELL, Layout, Point};
use super::route::{Route, Stroke};
use super::svg::{Svg, number, put};

/// The path of a tour, whose squares are numbered from `first` if given. An open tour begins in a
/// ring and ends in a square.
pub(super) fn tour(
    svg: &mut Svg,
    layout: &Layout,
    route: &Route,
    squares: &[u32],
    (closed, first): (bool, Option<usize>),
) {
    path(svg, route, false);
    let at = |place: usize| layout.squares[squares[place] as usize];
    let last = squares.len().saturating_sub(1);
    let Some(first) = first else {
        stops(svg, squares.iter().map(|&square| layout.squares[square as usize]));
        if !closed && !squares.is_empty() {
            ends(svg, at(0), at(last), 9.0);
        }
        return;
    };
    for place in 0..squares.len() {
        mark(svg, at(place), End::of(place, last, closed), &(first + place).to_string());
        put!(svg, "\n");
    }
}

/// The role of a square in a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    None,
    First,
    Last,
}

impl End {
    /// The role of a square by its place in a path.
    pub fn of(place: usize, last: usize, closed: bool) -> End {
        match place {
            _ if closed => End::None,
            0 => End::First,
            place if place == last => End::Last,
            _ => End::None,
        }
    }
}

/// Draws a square with its number in a disc, or in the sign of an end.
pub(super) fn mark(svg: &mut Svg, at: Point, end: End, text: &str) {
    let [x, y] = at.map(number);
    match end {
        End::Last => full_square(svg, at, 12.5),
        End::First => {
            put!(svg, "<circle class=\"cv-mark\" cx=\"{x}\" cy=\"{y}\" r=\"15.5\"/>");
            put!(svg, "<circle class=\"cv-ring\" cx=\"{x}\" cy=\"{y}\" r=\"12\"/>");
        }
        End::None => put!(svg, "<circle class=\"cv-mark\" cx=\"{x}\" cy=\"{y}\" r=\"12\"/>"),
    }
    let size = match text.len() {
        0..=2 => 13.5,
        3 => 11.0,
        long => 31.0 / long as f64,
    };
    let class = if end == End::Last { "cv-number cv-inverse" } else { "cv-number" };
    svg.label(class, at, size, text);
}

/// Draws a walk with an arrow in each move, and, if given, the places at which it visits each
/// square, from 1.
pub(super) fn walk(svg: &mut Svg, layout: &Layout, route: &Route, squares: &[u32], numbers: bool) {
    path(svg, route, true);
    keys(svg, layout);
    let at = |place: usize| layout.squares[squares[place] as usize];
    if !squares.is_empty() {
        ends(svg, at(0), at(squares.len() - 1), 8.0);
    }
    if !numbers {
        return;
    }
    for (square, &[x, y]) in layout.squares.iter().enumerate() {
        let places = squares.iter().enumerate().filter(|(_, s)| **s as usize == square);
        let places: Vec<_> = places.map(|(place, _)| (place + 1).to_string()).collect();
        if !places.is_empty() {
            let text = places.join(" ");
            let size = (60.0 / text.len() as f64).min(11.0);
            svg.label("cv-number cv-tag", [x, y + 15.0], size, &text);
        }
    }
}

/// Draws queens, or amazons with a ring around them; given queens have a frame.
pub(super) fn placement(
    svg: &mut Svg,
    layout: &Layout,
    squares: &[u32],
    (amazons, given): (bool, &[u32]),
) {
    let (mut crowns, mut rings, mut frames) = (String::new(), String::new(), String::new());
    for &square in squares {
        let [x, y] = layout.squares[square as usize];
        crowns += &format!("M{} {}", number(x - 10.0), number(y + 12.0));
        crowns += "h20v-4h-20zM";
        crowns += &format!("{} {}", number(x - 9.5), number(y + 6.0));
        crowns += "h19l3.5-14-6.5 7-3-10.5-3.5 9.5-3.5-9.5-3 10.5-6.5-7z";
        if amazons {
            let left = number(x - 18.0);
            rings += &format!("M{left} {}a18 18 0 1 0 36 0a18 18 0 1 0 -36 0", number(y));
        }
        if given.contains(&square) {
            frames += &format!("M{} {}h34v34h-34z", number(x - 17.0), number(y - 17.0));
        }
    }
    put!(svg, "<path class=\"cv-full\" d=\"{crowns}\"/>\n");
    for path in [rings, frames] {
        if !path.is_empty() {
            put!(svg, "<path class=\"cv-ring\" d=\"{path}\"/>\n");
        }
    }
}

/// Draws the strokes, dashed where they wrap, with an arrow in the middle of each move if
/// requested.
pub(super) fn path(svg: &mut Svg, route: &Route, arrows: bool) {
    for (strokes, class) in [(&route.inside, ""), (&route.wrapped, " cv-over")] {
        if !strokes.is_empty() {
            put!(svg, "<path class=\"cv-route{class}\" d=\"{}\"/>\n", data(strokes));
        }
    }
    if arrows {
        let heads: String = route.inside.iter().chain(&route.wrapped).map(head).collect();
        put!(svg, "<path class=\"cv-full\" d=\"{heads}\"/>\n");
    }
}

/// The path data of the strokes. The pen is lifted where a stroke does not begin at the end of the
/// previous one.
pub(super) fn data(strokes: &[Stroke]) -> String {
    let mut data = String::new();
    let mut pen: Option<Point> = None;
    let first = strokes.first().map(|stroke| stroke.from);
    for (i, stroke) in strokes.iter().enumerate() {
        if pen != Some(stroke.from) {
            let [x, y] = stroke.from.map(number);
            data += &format!("M{x} {y}");
        }
        let [x, y] = stroke.to.map(number);
        let closes = i + 1 == strokes.len() && i > 1 && first == Some(stroke.to);
        match stroke.by.map(|by| by.map(number)) {
            None if closes && !data[1..].contains('M') => data += "Z",
            None => data += &format!("L{x} {y}"),
            Some([a, b]) => data += &format!("Q{a} {b} {x} {y}"),
        }
        pen = Some(stroke.to);
    }
    data
}

/// An arrowhead in the middle of a stroke.
fn head(stroke: &Stroke) -> String {
    let ([a, b], [c, d]) = (stroke.from, stroke.to);
    let length = (c - a).hypot(d - b).max(1.0);
    let [x, y] = [(c - a) / length, (d - b) / length];
    // At its middle, a quadratic curve is parallel to the line between its ends.
    let middle = |i: usize| match stroke.by {
        None => (stroke.from[i] + stroke.to[i]) / 2.0,
        Some(by) => (stroke.from[i] + 2.0 * by[i] + stroke.to[i]) / 4.0,
    };
    let [p, q] = [middle(0), middle(1)];
    let corners = [[7.0, 0.0], [-5.0, 5.0], [-5.0, -5.0]].map(|[along, beside]| {
        let across = number(p + x * along - y * beside);
        format!("{across} {}", number(q + y * along + x * beside))
    });
    format!("M{}L{}L{}z", corners[0], corners[1], corners[2])
}

fn stops(svg: &mut Svg, points: impl Iterator<Item = Point>) {
    // Discs are lines of length zero with round ends.
    let data: String = points.map(|[x, y]| format!("M{} {}h0", number(x), number(y))).collect();
    put!(svg, "<path class=\"cv-stops\" d=\"{data}\"/>\n");
}

/// Draws a ring where a path begins and a square where it ends.
fn ends(svg: &mut Svg, first: Point, last: Point, half: f64) {
    full_square(svg, last, half);
    let ([x, y], r) = (first.map(number), number(half));
    put!(svg, "<circle class=\"cv-mark\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    let inner = number(half / 2.0);
    put!(svg, "<circle class=\"cv-ring\" cx=\"{x}\" cy=\"{y}\" r=\"{inner}\"/>\n");
}

fn full_square(svg: &mut Svg, [x, y]: Point, half: f64) {
    let (x, y, side) = (number(x - half), number(y - half), number(2.0 * half));
    put!(svg, "<rect class=\"cv-full\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>");
    debug_assert!(2.0 * half < CELL, "it fits its square");
}
