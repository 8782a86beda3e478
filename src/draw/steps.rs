//! Solutions in steps: each square of a path with the move that leads to it, or each queen. The
//! picture contains all steps; a page hides the later ones.

use super::background::keys;
use super::figure::{self, End, mark};
use super::layout::Layout;
use super::route::Route;
use super::svg::{Svg, put};
use crate::question::Instance;

/// Properties of a path.
pub(super) struct Path {
    pub closed: bool,
    /// The number of its first square.
    pub first: usize,
}

type Name<'n> = &'n dyn Fn(u32) -> String;

/// Draws moves first and squares above them, so that no move hides a number.
pub(super) fn path(
    svg: &mut Svg,
    (instance, layout): (&Instance, &Layout),
    squares: &[u32],
    path: Path,
    name: Name<'_>,
) {
    let back = [squares.len().saturating_sub(1), 0];
    let moves = (1..squares.len()).map(|to| [to - 1, to]).chain(path.closed.then_some(back));
    for (step, pair) in moves.enumerate() {
        let route = Route::of(instance, layout, &pair.map(|place| squares[place]), false);
        put!(svg, "<g data-step=\"{}\">", step + 1);
        figure::path(svg, &route, false);
        put!(svg, "</g>\n");
    }
    keys(svg, layout);
    let last = squares.len().saturating_sub(1);
    for (place, &square) in squares.iter().enumerate() {
        let (at, end) = (layout.squares[square as usize], End::of(place, last, path.closed));
        begin(svg, place, &name(square));
        mark(svg, at, end, &(path.first + place).to_string());
        put!(svg, "</g>\n");
    }
}

/// Draws queens one by one.
pub(super) fn placement(
    svg: &mut Svg,
    layout: &Layout,
    squares: &[u32],
    kind: (bool, &[u32]),
    name: Name<'_>,
) {
    for (place, &square) in squares.iter().enumerate() {
        begin(svg, place, &name(square));
        figure::placement(svg, layout, &[square], kind);
        put!(svg, "</g>\n");
    }
}

fn begin(svg: &mut Svg, step: usize, name: &str) {
    put!(svg, "<g data-step=\"{step}\" data-name=\"");
    svg.text(name);
    put!(svg, "\">");
}
