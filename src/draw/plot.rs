//! `growth`: counts by size on a logarithmic scale, in one or more series.

use super::layout::Point;
use super::svg::{Svg, number, put};
use crate::count::Count;

/// A series of counts.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// Sizes and their counts, in ascending order.
    pub points: Vec<(u64, Count)>,
}

/// The most series with distinct shapes and colours.
pub const MOST_SERIES: usize = 5;

const LEFT: f64 = 62.0;
const TOP: f64 = 44.0;
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 260.0;

/// Plots counts by size, with decades of equal height. If the largest size exceeds the median by a
/// factor of 20, sizes and the digits of counts have logarithmic scales, too. Zeros have no
/// logarithm and are omitted. Only the first [`MOST_SERIES`] series are drawn.
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
    let axes = Axes::of(drawn());
    let at = |size: u64, log: f64| axes.at(size, log);
    let mut svg = Svg::default();
    svg.fitted("cv-title", [LEFT + WIDTH / 2.0, 18.0], WIDTH, 16.0, title);
    for decade in axes.decades() {
        let [_, y] = at(axes.low, decade as f64);
        let (left, right, shown) = (number(LEFT), number(LEFT + WIDTH), number(y));
        put!(svg, "<path class=\"cv-edge\" d=\"M{left} {shown}H{right}\"/>");
        svg.label("cv-name", [LEFT - 28.0, y], 14.0, &power(decade));
        put!(svg, "\n");
    }
    for size in axes.sizes() {
        let [x, _] = at(size, 0.0);
        svg.label("cv-name", [x, TOP + HEIGHT + 14.0], 14.0, &size.to_string());
    }
    let across = format!("{across}{}", if axes.far { ", on a log scale" } else { "" });
    svg.label("cv-name", [LEFT + WIDTH / 2.0, TOP + HEIGHT + 34.0], 14.0, &across);
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
    svg.document([LEFT + WIDTH + 24.0, TOP + HEIGHT + below], "", title, &description(series))
}

struct Axes {
    low: u64,
    high: u64,
    /// The logarithm of the largest count, rounded up.
    top: f64,
    /// True if sizes and digits have logarithmic scales.
    far: bool,
}

/// A size that is this many times the median is an outlier.
const OUTLIER: u64 = 20;

impl Axes {
    fn of<'p>(points: impl Iterator<Item = &'p (u64, Count)>) -> Axes {
        let (mut sizes, mut top) = (Vec::new(), 1.0);
        for (size, count) in points {
            sizes.push(*size);
            top = log10(count).max(top);
        }
        sizes.sort_unstable();
        let low = sizes.first().copied().unwrap_or(0);
        let high = sizes.last().copied().unwrap_or(1).max(low + 1);
        let far = sizes.get(sizes.len() / 2).is_some_and(|&middle| high > OUTLIER * middle.max(1));
        Axes { low, high, top: top.ceil(), far }
    }

    fn at(&self, size: u64, log: f64) -> Point {
        let scaled = |value: f64| if self.far { (1.0 + value).ln() } else { value };
        let [low, high, size] = [self.low, self.high, size].map(|size| scaled(size as f64));
        let up = scaled(log) / scaled(self.top);
        [LEFT + WIDTH * (size - low) / (high - low), TOP + HEIGHT * (1.0 - up)]
    }

    /// The decades with a line.
    fn decades(&self) -> Vec<usize> {
        let top = self.top as usize;
        match self.far {
            true => [0].into_iter().chain(steps(&[1, 3])).take_while(|&d| d <= top).collect(),
            false => (0..=top).step_by((self.top / 8.0).ceil() as usize).collect(),
        }
    }

    /// The sizes with a label: multiples of a round step, or round numbers, chosen so that labels
    /// do not overlap.
    fn sizes(&self) -> Vec<u64> {
        let (low, high) = (self.low as usize, self.high as usize);
        let least = 8.0 * high.to_string().len() as f64 + 12.0;
        let step = steps(&[1, 2, 5]).find(|&step| {
            WIDTH * step as f64 >= least * (high - low) as f64 && step * 12 >= high - low
        });
        let step = step.unwrap_or(high);
        let sizes: Vec<usize> = match self.far {
            true => steps(&[1, 3]).take_while(|&size| size <= high).collect(),
            false => (low.next_multiple_of(step)..=high).step_by(step).collect(),
        };
        let mut free = 0.0;
        let fits = |size: &u64| {
            let [x, _] = self.at(*size, 0.0);
            let fits = *size >= self.low && x >= free;
            free = if fits { x + least } else { free };
            fits
        };
        sizes.into_iter().map(|size| size as u64).filter(fits).collect()
    }
}

/// Round numbers: each digit with an increasing number of zeros.
fn steps(digits: &[usize]) -> impl Iterator<Item = usize> {
    (0..19).flat_map(move |zeros| digits.iter().map(move |digit| digit * 10usize.pow(zeros)))
}

const DASHES: [&str; MOST_SERIES] = ["none", "8 5", "2 5", "12 4 2 4", "4 4"];

/// The shape of a series: disc, square, diamond, triangle, inverted triangle.
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

/// The logarithm from the leading digits, because counts exceed the range of floats.
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

/// A count, abbreviated if it is too long.
fn shown(count: &Count) -> String {
    let digits = count.to_string();
    if digits.len() <= 30 {
        return count.grouped();
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..6], digits.len() - 1)
}

fn description(series: &[Series]) -> String {
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
    use super::{Axes, Series, growth, log10, power};
    use crate::count::Count;

    #[test]
    fn counts_beyond_every_float_have_a_logarithm() {
        assert_eq!(log10(&big(4000)), 4000.0);
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

    #[test]
    fn an_outlier_does_not_merge_the_other_points_or_labels() {
        let sizes = [72, 78, 84, 600, 30_000];
        let axes = |sizes: &[u64]| {
            let points: Vec<_> = sizes.iter().map(|&n| (n, big(n as usize / 8))).collect();
            Axes::of(points.iter())
        };
        let far = axes(&sizes);
        assert_eq!(far.decades(), [0, 1, 3, 10, 30, 100, 300, 1000, 3000]);
        assert_eq!(far.sizes(), [100, 300, 1000, 3000, 10_000, 30_000]);
        assert!(far.at(84, 10.0)[0] > far.at(72, 9.0)[0] + 5.0);
        let near = axes(&[1, 27]);
        assert_eq!(near.sizes(), [5, 10, 15, 20, 25]);
    }

    fn big(digits: usize) -> Count {
        format!("1{}", "0".repeat(digits)).parse().unwrap()
    }
}
