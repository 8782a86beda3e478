//! `growth`: counts by size on a log scale, a series of them or several.

use super::layout::Point;
use super::svg::{Svg, number, put};
use crate::count::Count;

/// Counts that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it is called in the legend.
    pub name: String,
    /// Sizes with their counts, in ascending order.
    pub points: Vec<(u64, Count)>,
}

/// No plot tells more series apart; each has a shape and a colour of its own.
pub const MOST_SERIES: usize = 5;

const LEFT: f64 = 62.0;
const TOP: f64 = 44.0;
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 260.0;

/// Draws counts by size, each decade as high as every other. Zeros have no logarithm and are
/// left out. Of more than [`MOST_SERIES`] series the first are drawn.
///
/// ```
/// use cavalcade::Count;
/// use cavalcade::draw::{Series, growth};
/// let points = [(4, 2u64), (5, 10), (6, 4), (7, 40), (8, 92)];
/// let points = points.map(|(n, count)| (n, Count::from(count))).to_vec();
/// let svg = growth("queens", "queens", &[Series { name: "all".into(), points }]);
/// assert_eq!(svg.matches("<title>").count(), 6);
/// ```
pub fn growth(title: &str, across: &str, series: &[Series]) -> String {
    let series = &series[..series.len().min(MOST_SERIES)];
    let drawn = || series.iter().flat_map(|one| &one.points).filter(|point| !point.1.is_zero());
    let low = drawn().map(|point| point.0).min().unwrap_or(0);
    let high = drawn().map(|point| point.0).max().unwrap_or(1).max(low + 1);
    let decades = drawn().map(|point| log10(&point.1)).fold(1.0, f64::max).ceil();
    let at = |size: u64, log: f64| -> Point {
        let x = LEFT + WIDTH * (size - low) as f64 / (high - low) as f64;
        [x, TOP + HEIGHT * (1.0 - log / decades)]
    };
    let mut svg = Svg::default();
    svg.label(
        "cv-title",
        [LEFT + WIDTH / 2.0, 18.0],
        (1.7 * WIDTH / title.chars().count().max(1) as f64).min(16.0),
        title,
    );
    put!(svg, "\n");
    let step = (decades / 8.0).ceil().max(1.0) as usize;
    for decade in (0..=decades as usize).step_by(step) {
        let y = at(low, decade as f64)[1];
        let (left, right, shown) = (number(LEFT), number(LEFT + WIDTH), number(y));
        put!(svg, "<path class=\"cv-edge\" d=\"M{left} {shown}H{right}\"/>");
        svg.label("cv-name", [LEFT - 28.0, y], 14.0, &power(decade));
        put!(svg, "\n");
    }
    let step = (high - low).div_ceil(12).max(1);
    for size in (low..=high).step_by(step as usize) {
        let [x, _] = at(size, 0.0);
        svg.label("cv-name", [x, TOP + HEIGHT + 14.0], 14.0, &size.to_string());
    }
    svg.label("cv-name", [LEFT + WIDTH / 2.0, TOP + HEIGHT + 34.0], 14.0, across);
    put!(svg, "\n");
    for (place, one) in series.iter().enumerate() {
        put!(svg, "<g class=\"cv-k{place}\">");
        let points = one.points.iter().filter(|point| !point.1.is_zero());
        let points: Vec<_> =
            points.map(|(size, count)| (*size, count, at(*size, log10(count)))).collect();
        let line = points.iter().enumerate().map(|(i, (.., [x, y]))| {
            format!("{}{} {}", if i == 0 { 'M' } else { 'L' }, number(*x), number(*y))
        });
        let (line, dash) = (line.collect::<String>(), DASHES[place]);
        put!(svg, "<path class=\"cv-route\" stroke-dasharray=\"{dash}\" d=\"{line}\"/>\n");
        for (size, count, point) in points {
            put!(svg, "<g><title>");
            svg.text(&format!("{}, {size}: {}", one.name, shown(count)));
            put!(svg, "</title>");
            shape(&mut svg, place, point);
            put!(svg, "</g>\n");
        }
        let y = TOP + HEIGHT + 56.0 + 20.0 * place as f64;
        shape(&mut svg, place, [LEFT, y]);
        put!(svg, "</g>");
        svg.label("cv-name cv-head", [LEFT + 14.0, y], 14.0, &one.name);
        put!(svg, "\n");
    }
    let below = 50.0 + 20.0 * series.len() as f64;
    svg.document([LEFT + WIDTH + 24.0, TOP + HEIGHT + below], "", title, &told(series))
}

const DASHES: [&str; MOST_SERIES] = ["none", "8 5", "2 5", "12 4 2 4", "4 4"];

/// A shape for each series: disc, square, diamond, triangle, triangle upside down.
fn shape(svg: &mut Svg, series: usize, [x, y]: Point) {
    let (x, y) = (number(x), number(y));
    let data = match series {
        0 => format!("M{x} {y}m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0"),
        1 => format!("M{x} {y}m-4.5 -4.5h9v9h-9z"),
        2 => format!("M{x} {y}m0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z"),
        3 => format!("M{x} {y}m0 -6l6 10h-12z"),
        _ => format!("M{x} {y}m0 6l6 -10h-12z"),
    };
    put!(svg, "<path class=\"cv-full\" d=\"{data}\"/>");
}

/// The logarithm by its leading digits: counts pass every float.
fn log10(count: &Count) -> f64 {
    let digits = count.to_string();
    let lead = &digits[..digits.len().min(15)];
    let value: f64 = lead.parse().expect("a count is written in digits");
    value.log10() + (digits.len() - lead.len()) as f64
}

fn power(decade: usize) -> String {
    const SMALL: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = decade.to_string();
    let raised = digits.bytes().map(|digit| SMALL[usize::from(digit - b'0')]);
    format!("10{}", raised.collect::<String>())
}

/// A count as far as it can be read.
fn shown(count: &Count) -> String {
    let digits = count.to_string();
    if digits.len() <= 30 {
        return count.grouped();
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..6], digits.len() - 1)
}

fn told(series: &[Series]) -> String {
    let one = |one: &Series| match (one.points.first(), one.points.last()) {
        (Some((from, least)), Some((to, most))) => {
            format!("{}: {} at {from} to {} at {to}.", one.name, shown(least), shown(most))
        }
        _ => String::new(),
    };
    series.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Series, growth, log10, power};
    use crate::count::Count;

    #[test]
    fn counts_beyond_every_float_have_a_logarithm() {
        let huge: Count = format!("1{}", "0".repeat(4000)).parse().unwrap();
        assert_eq!(log10(&huge), 4000.0);
        assert_eq!(log10(&1u64.into()), 0.0);
        assert_eq!(power(10), "10¹⁰");
    }

    #[test]
    fn zeros_are_left_out() {
        let points = vec![(1, Count::from(1u64)), (2, Count::ZERO), (3, 10u64.into())];
        let plot = growth("t", "n", &[Series { name: "s".into(), points }]);
        assert_eq!(plot.matches("<g><title>").count(), 2);
        assert!(plot.contains("M62 304L462 44"), "{plot}");
        let empty = growth("t", "n", &[]);
        assert!(!empty.contains("NaN"), "{empty}");
    }
}
