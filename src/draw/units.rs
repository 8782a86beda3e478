//! Which units of a batch are done, as a map of small squares.

use super::svg::{Svg, number, put};

/// Each square stands for one unit, or for as many as make so many squares at most.
const MOST: usize = 1500;

/// Squares in a row.
const ROW: usize = 50;

const SIDE: f64 = 12.0;

/// Draws units, in the order of their numbers: a square is filled as far as its units are done,
/// and full where none of them is missing.
///
/// ```
/// use cavalcade::draw::units;
/// let map = units(&[true, true, false], "q18");
/// assert!(map.contains("<desc>2 of 3 units are done.</desc>"));
/// ```
pub fn units(done: &[bool], title: &str) -> String {
    let each = done.len().div_ceil(MOST).max(1);
    let mut svg = Svg::default();
    put!(svg, "<g class=\"cv-k0\">\n");
    for (place, part) in done.chunks(each).enumerate() {
        let (x, y) = ((place % ROW) as f64 * SIDE + 4.0, (place / ROW) as f64 * SIDE + 4.0);
        let finished = part.iter().filter(|done| **done).count();
        let (first, last) = (place * each, place * each + part.len() - 1);
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
    let squares = done.len().div_ceil(each);
    let wide = squares.clamp(10, ROW) as f64 * SIDE + 8.0;
    let high = squares.div_ceil(ROW).max(1) as f64 * SIDE + 8.0;
    let finished = done.iter().filter(|done| **done).count();
    let told = format!("{finished} of {} units are done.", done.len());
    svg.document([wide, high], "", &format!("{title}: units done"), &told)
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn many_units_share_a_square() {
        let done: Vec<bool> = (0..4000).map(|unit| unit % 4 != 0).collect();
        let map = units(&done, "t");
        assert_eq!(map.matches("<g><title>").count(), 4000usize.div_ceil(3));
        assert!(map.contains("units 0 to 2: 2 of 3 done"), "{map}");
        assert!(units(&[], "t").contains("0 of 0 units"));
    }
}
