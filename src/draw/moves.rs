//! Maps of moves: a number for each move, as the width and colour of its line.

use super::figure::data;
use super::heat::{Scale, map};
use super::layout::Layout;
use super::route::Route;
use super::svg::put;
use crate::count::Count;
use crate::question::Instance;

/// The colours and widths of the shades, in light and dark mode.
const STYLE: &str = "\
.cv-move{fill:none;stroke:currentColor;stroke-linecap:round}.cv-m0{color:#c3d4e6;stroke-width:1}\
.cv-m1{color:#a9c4df;stroke-width:1.5}.cv-m2{color:#8ab3d9;stroke-width:2}.cv-m3{color:#6fa2d0;s\
troke-width:2.5}.cv-m4{color:#5190c4;stroke-width:3}.cv-m5{color:#3c78b2;stroke-width:4}.cv-m6{c\
olor:#245c95;stroke-width:5}.cv-m7{color:#123f70;stroke-width:6}@media (prefers-color-scheme:dar\
k){.cv-m0{color:#33475c}.cv-m1{color:#375370}.cv-m2{color:#3a6186}.cv-m3{color:#41719c}.cv-m4{co\
lor:#4f86b4}.cv-m5{color:#6b9fcb}.cv-m6{color:#93bee2}.cv-m7{color:#c9e1f6}}";

/// Draws a number for each move of an instance, which is given by its two squares. A larger number
/// is darker and wider; the line's title is the exact number.
///
/// ```
/// use cavalcade::draw::move_map;
/// use cavalcade::method::Means;
/// use cavalcade::question::Question;
/// let question: Question = "tours closed knight 3x10".parse()?;
/// let counts = question.by_move(&Means::default())?;
/// let instance = question.instance().expect("a board");
/// let svg = move_map(instance, &counts.moves, "3x10 knight, closed tours by move");
/// assert!(svg.contains("<title>b3–a1: 16</title>"), "{svg}");
/// # Ok::<(), cavalcade::Error>(())
/// ```
///
/// # Panics
/// If a square is outside the instance.
pub fn move_map(instance: &Instance, moves: &[([usize; 2], Count)], title: &str) -> String {
    let layout = Layout::of(instance);
    let scale = Scale::of(moves.iter().map(|(_, count)| count));
    let mut sorted: Vec<_> = moves.iter().collect();
    // The most frequent moves are drawn last, on top.
    sorted.sort_by(|(a, few), (b, many)| few.cmp(many).then(a.cmp(b)));
    map(&layout, title, &scale, ("cv-m", STYLE), |svg| {
        for ([from, to], count) in sorted {
            let [one, other] = [from, to].map(|&square| instance.square_name(square));
            put!(svg, "<g class=\"cv-m{}\"><title>", scale.shade(count));
            svg.text(&format!("{one}–{other}: {}", count.grouped()));
            put!(svg, "</title>");
            let route = Route::of(instance, &layout, &[*from as u32, *to as u32], false);
            for (strokes, class) in [(&route.inside, ""), (&route.wrapped, " cv-over")] {
                if !strokes.is_empty() {
                    put!(svg, "<path class=\"cv-move{class}\" d=\"{}\"/>", data(strokes));
                }
            }
            put!(svg, "</g>\n");
        }
    })
}

#[cfg(test)]
mod tests {
    use super::move_map;
    use crate::count::Count;
    use crate::question::Question;

    #[test]
    fn moves_have_their_numbers_and_the_most_used_is_last() {
        let question: Question = "tours open wazir cylinder:2x3".parse().unwrap();
        let moves = [([0, 2], 9u64), ([0, 1], 2), ([1, 4], 5)];
        let moves = moves.map(|(squares, count)| (squares, Count::from(count)));
        let map = move_map(question.instance().unwrap(), &moves, "t");
        let lines: Vec<&str> = map.lines().filter(|line| line.contains("<g class")).collect();
        assert!(lines[0].contains("cv-m0\"><title>a2–b2: 2<"), "{map}");
        assert!(lines[1].contains("cv-m3\"><title>b2–b1: 5<"), "{map}");
        // The move leaves at one edge and enters at the opposite one.
        assert!(lines[2].contains("cv-m7\"><title>a2–c2: 9<"), "{map}");
        assert!(lines[2].contains("cv-over") && !lines[1].contains("cv-over"), "{map}");
    }
}
