//! A map of a batch: finished units as small squares.

use std::ops::Range;

use super::svg::{Svg, number, put};

/// The most squares; with more units, a square stands for several.
const MOST: usize = 1500;

/// Squares in a row.
const ROW: usize = 50;

const SIDE: f64 = 12.0;

/// Draws units in numerical order. A square is filled by the fraction of its units that are not in
/// `missing`, which is a sorted list of ranges.
///
/// ```
/// use cavalcade::draw::units;
/// let map = units(3, &[2..3], "q18");
/// assert!(map.contains("<desc>2 of 3 units are done.</desc>"));
/// ```
pub fn units(units: usize, missing: &[Range<usize>], title: &str) -> String {
    let each = units.div_ceil(MOST).max(1);
    let lacks = |part: &Range<usize>| -> usize {
        // Only gaps that overlap this square's units matter.
        let first = missing.partition_point(|gap| gap.end <= part.start);
        let gaps = missing[first..].iter().take_while(|gap| gap.start < part.end);
        gaps.map(|gap| gap.end.min(part.end) - gap.start.max(part.start)).sum()
    };
    let mut svg = Svg::default();
    put!(svg, "<g class=\"cv-k0\">\n");
    for (place, first) in (0..units).step_by(each).enumerate() {
        let part = first..units.min(first + each);
        let (x, y) = ((place % ROW) as f64 * SIDE + 4.0, (place / ROW) as f64 * SIDE + 4.0);
        let (finished, last) = (part.len() - lacks(&part), part.end - 1);
        let which =
            if each == 1 { format!("unit {first}") } else { format!("units {first} to {last}") };
        let inner = SIDE - 2.0;
        let high = inner * finished as f64 / part.len() as f64;
        put!(svg, "<g><title>{which}: {finished} of {} done</title>", part.len());
        let class = if finished == part.len() { "cv-full" } else { "cv-edge" };
        let (left, top, side) = (number(x), number(y), number(inner));
        put!(
            svg,
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"/>"
        );
        if finished > 0 {
            let (top, high) = (number(y + inner - high), number(high));
            put!(
                svg,
                "<rect class=\"cv-full\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{high}\"/>"
            );
        }
        put!(svg, "</g>\n");
    }
    put!(svg, "</g>\n");
    let squares = units.div_ceil(each);
    let wide = squares.clamp(10, ROW) as f64 * SIDE + 8.0;
    let high = squares.div_ceil(ROW).max(1) as f64 * SIDE + 8.0;
    let description = format!("{} of {units} units are done.", units - lacks(&(0..units)));
    svg.document([wide, high], "", &format!("{title}: units done"), &description)
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn many_units_share_a_square() {
        let missing: Vec<_> = (0..4000).step_by(4).map(|unit| unit..unit + 1).collect();
        let map = units(4000, &missing, "t");
        assert_eq!(map.matches("<g><title>").count(), 4000usize.div_ceil(3));
        assert!(map.contains("units 0 to 2: 2 of 3 done"), "{map}");
        assert!(map.contains("3000 of 4000 units"), "{map}");
        assert!(units(0, &[], "t").contains("0 of 0 units"));
        // A header may contain a number of units that would not fit in memory.
        assert!(units(1 << 40, &[7..1 << 40], "t").contains("7 of 1099511627776 units"));
    }
}
