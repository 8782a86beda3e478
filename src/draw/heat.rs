//! Heat maps: a number for each square, as a colour and in digits.

use super::background::{background, names};
use super::layout::{CELL, Layout, Point};
use super::svg::{Svg, number, put};
use crate::count::Count;
use crate::question::Instance;

/// The number of shades, from the smallest count to the largest.
const SHADES: usize = 8;

/// The colours of the shades in light and dark mode. From a certain shade on, digits have the
/// colour of the background.
const STYLE: &str = "\
.cv-h0{fill:#eef3f9}.cv-h1{fill:#d5e3f1}.cv-h2{fill:#b3cde6}.cv-h3{fill:#8ab3d9}.cv-h4{fill:\
#5f96c9}.cv-h5{fill:#3c78b2}.cv-h6{fill:#245c95}.cv-h7{fill:#123f70}\
@media (prefers-color-scheme:dark){.cv-h0{fill:#1c2530}.cv-h1{fill:#213449}.cv-h2{fill:#284764}\
.cv-h3{fill:#305c83}.cv-h4{fill:#4277a5}.cv-h5{fill:#6399c6}.cv-h6{fill:#93bee2}.cv-h7{fill:\
#c9e1f6}}";

/// From this shade on, digits have the colour of the background.
const INVERSE: usize = 4;

/// Draws a number for each square of an instance: a larger number is darker. The square contains
/// the number, abbreviated; its title is the exact number.
///
/// ```
/// use cavalcade::Count;
/// use cavalcade::draw::heat_map;
/// use cavalcade::question::Question;
/// let question: Question = "tours open knight 3x4".parse()?;
/// let answer = question.solve().by_start().run()?;
/// let counts = answer.by_start.expect("it was asked for");
/// let svg = heat_map(question.instance().expect("a board"), &counts, "open tours by first square");
/// assert_eq!(svg.matches("\"cv-h").count(), counts.len() + 8);
/// # Ok::<(), cavalcade::Error>(())
/// ```
///
/// # Panics
/// Unless there is one number for each square.
pub fn heat_map(instance: &Instance, counts: &[Count], title: &str) -> String {
    assert_eq!(instance.len(), counts.len(), "one number for each square");
    let layout = Layout::of(instance);
    let scale = Scale::of(counts);
    let (longest, graph) = (counts.iter().map(|c| short(c).len()).max(), layout.planes.is_empty());
    let size = (58.0 / longest.unwrap_or(1) as f64).min(15.0);
    map(&layout, title, &scale, ("cv-h", STYLE), |svg| {
        for (square, (count, &at)) in counts.iter().zip(&layout.squares).enumerate() {
            let shade = scale.shade(count);
            put!(svg, "<g><title>");
            svg.text(&format!("{}: {}", instance.square_name(square), count.grouped()));
            put!(svg, "</title>");
            site(svg, at, shade, graph);
            let class = if shade < INVERSE { "cv-number" } else { "cv-number cv-inverse" };
            svg.label(class, at, size, &short(count));
            put!(svg, "</g>\n");
        }
    })
}

/// A map on its board, with a title above and a legend below; `classes` is the prefix of CSS
/// classes.
pub(super) fn map(
    layout: &Layout,
    title: &str,
    scale: &Scale,
    (classes, style): (&str, &str),
    marks: impl FnOnce(&mut Svg),
) -> String {
    let [left, above, right, below] = layout.margins;
    let [width, height] = layout.size;
    let mut svg = Svg::default();
    let top = above + HEAD;
    put!(svg, "<g transform=\"translate({left} {})\">\n", number(top));
    background(&mut svg, layout);
    names(&mut svg, layout);
    marks(&mut svg);
    put!(svg, "</g>\n");
    let across = (left + width + right).max(LEGEND + 2.0 * GAP);
    svg.fitted("cv-title", [across / 2.0, HEAD / 2.0], across - 2.0 * GAP, 14.0, title);
    let down = top + height + below + GAP;
    legend(&mut svg, [across / 2.0 - LEGEND / 2.0, down], classes, scale);
    svg.document([across, down + 56.0], style, title, &format!("From {}.", scale.description()))
}

const HEAD: f64 = 30.0;
const GAP: f64 = 10.0;
const LEGEND: f64 = 200.0;

fn site(svg: &mut Svg, [x, y]: Point, shade: usize, round: bool) {
    let (half, side) = (CELL / 2.0 - 0.5, number(CELL - 1.0));
    if round {
        let (x, y, r) = (number(x), number(y), number(half));
        put!(svg, "<circle class=\"cv-h{shade}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    } else {
        let (x, y) = (number(x - half), number(y - half));
        put!(
            svg,
            "<rect class=\"cv-h{shade}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
        );
    }
}

/// Draws the shades above their scale, with the smallest and the largest number.
fn legend(svg: &mut Svg, [x, y]: Point, classes: &str, scale: &Scale) {
    let wide = LEGEND / SHADES as f64;
    put!(svg, "<g transform=\"translate({} {})\">", number(x), number(y));
    for shade in 0..SHADES {
        let x = number(shade as f64 * wide);
        put!(
            svg,
            "<rect class=\"{classes}{shade}\" fill=\"currentColor\" x=\"{x}\" width=\"{}\" \
             height=\"10\"/>",
            number(wide)
        );
    }
    put!(svg, "</g>\n");
    for quarter in 0..=4 {
        let at = [x + LEGEND * f64::from(quarter) / 4.0, y + 20.0];
        svg.label("cv-name", at, 9.0, &scale.at(f64::from(quarter) / 4.0));
    }
    svg.fitted("cv-name", [x + LEGEND / 2.0, y + 36.0], LEGEND, 12.0, &scale.description());
}

/// A scale with even steps between the smallest and the largest number.
#[derive(Debug)]
pub(super) struct Scale {
    least: Count,
    most: Count,
}

impl Scale {
    pub fn of<'a>(counts: impl IntoIterator<Item = &'a Count> + Clone) -> Scale {
        let least = counts.clone().into_iter().min().cloned().unwrap_or_default();
        let most = counts.into_iter().max().cloned().unwrap_or_default();
        Scale { least, most }
    }

    /// The smallest and the largest number as floats.
    fn ends(&self) -> [f64; 2] {
        [&self.least, &self.most].map(value)
    }

    /// The number at this fraction of the scale.
    fn at(&self, part: f64) -> String {
        let [least, most] = self.ends();
        let count = least + part * (most - least);
        if count < 1e5 { format!("{count:.0}") } else { format!("{count:.1e}") }
    }

    /// The shade of a number.
    pub fn shade(&self, count: &Count) -> usize {
        let [least, most] = self.ends();
        let part = if most > least { (value(count) - least) / (most - least) } else { 0.0 };
        ((part * SHADES as f64) as usize).min(SHADES - 1)
    }

    fn description(&self) -> String {
        format!("{} to {}", self.least.grouped(), self.most.grouped())
    }
}

fn value(count: &Count) -> f64 {
    count.to_string().parse().unwrap_or(f64::MAX)
}

/// A number for a square: up to six digits in full, else three digits and the number of further
/// ones.
fn short(count: &Count) -> String {
    let digits = count.to_string();
    match digits.len() {
        0..=6 => digits,
        long => format!("{}.{}e{}", &digits[..1], &digits[1..3], long - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{Scale, short};

    #[test]
    fn numbers_fit_their_squares() {
        assert_eq!(short(&304u64.into()), "304");
        assert_eq!(short(&123_456u64.into()), "123456");
        assert_eq!(short(&13_267_364_410_532u64.into()), "1.32e13");
    }

    #[test]
    fn the_largest_number_is_darkest_and_equal_ones_are_alike() {
        let scale = Scale::of(&[800u64.into(), 0u64.into()]);
        let of = |count: u64| scale.shade(&count.into());
        assert_eq!([of(0), of(99), of(100), of(799), of(800)], [0, 0, 1, 7, 7]);
        assert_eq!(Scale::of(&[5u64.into()]).shade(&5u64.into()), 0);
    }
}
