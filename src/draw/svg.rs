//! `Svg`: builds deterministic SVG text, with escaping.
//!
//! Colours are classes of one style sheet, for light and dark mode. Class names begin with `cv-`.
//! Identifiers of referenced marks depend on their content, so that many pictures can be on one
//! page.

use std::fmt::Write;

use super::layout::Point;

/// The style of every picture. Selectors are single classes, which every renderer supports.
pub(super) const STYLE: &str = "\
.cv-paper{fill:#fff}.cv-light{fill:#f4f1ea}.cv-dark{fill:none;stroke:#ddd6c8}.cv-rim{fill:none;\
stroke:#6b6558;stroke-width:1.5}.cv-open{stroke-dasharray:6 5}.cv-hole{fill:none;stroke:#8d8574;\
stroke-width:1.5}.cv-name,.cv-title,.cv-number{font-family:system-ui,sans-serif;text-anchor:\
middle}.cv-name{fill:#4a463e}.cv-title,.cv-number{fill:#1d1b17}.cv-title{font-weight:600}.cv-head{text-anchor:start}.cv-edge\
{fill:none;stroke:#cdc5b5}.cv-route{fill:none;stroke:currentColor;stroke-width:3;stroke-linejoin:\
round;stroke-linecap:round}.cv-over{stroke-dasharray:5 4;stroke-linecap:butt}.cv-stops{fill:none;\
stroke:currentColor;stroke-width:8;stroke-linecap:round}.cv-mark{fill:#fff;stroke:currentColor;\
stroke-width:1.5}.cv-full{fill:currentColor}.cv-ring{fill:none;stroke:currentColor;stroke-width:2}\
.cv-inverse{fill:#fff}.cv-tag{paint-order:stroke;stroke:#fff;stroke-width:4;stroke-linejoin:round}.cv-k0{color:#1b4f8f}.cv-k1{color:#a8450a}.cv-k2{color:#00694b}.cv-k3{color:\
#86328f}.cv-k4{color:#5b5b00}.cv-queens{color:#2b2822}@media (prefers-color-scheme:dark){.cv-paper\
{fill:#16181d}.cv-light{fill:#3b414d}.cv-dark{stroke:#292d36}.cv-rim{stroke:#9aa3b2}.cv-hole\
{stroke:#7d8696}.cv-name{fill:#b9c0cc}.cv-title,.cv-number{fill:#f1f3f6}.cv-edge{stroke:#4a515e}\
.cv-mark{fill:#16181d}.cv-inverse{fill:#16181d}.cv-tag{stroke:#16181d}.cv-k0{color:#8cc2ff}.cv-k1{color:#ffb27a}.cv-k2\
{color:#6fe0b6}.cv-k3{color:#eaa6f2}.cv-k4{color:#e4e07a}.cv-queens{color:#eef1f5}}";

/// An SVG document under construction.
#[derive(Debug, Default)]
pub(super) struct Svg {
    text: String,
}

/// Adds attributes with values that need no escaping.
macro_rules! put {
    ($svg:expr, $($form:tt)*) => { $svg.put(format_args!($($form)*)) };
}
pub(super) use put;

impl Svg {
    pub fn put(&mut self, markup: std::fmt::Arguments<'_>) {
        self.text.write_fmt(markup).expect("text grows in memory");
    }

    /// Adds text, escaped.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(&escaped(text));
    }

    /// A label of this size, centred at a point.
    pub fn label(&mut self, class: &str, [x, y]: Point, size: f64, text: &str) {
        // The middle of digits is a bit above a third of their height.
        let (x, y, size) = (number(x), number(y + 0.35 * size), number(size));
        put!(self, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">");
        self.text(text);
        self.text.push_str("</text>");
    }

    /// A label shrunk to a width, with a height of at most `largest`.
    pub fn fitted(&mut self, class: &str, at: Point, wide: f64, largest: f64, text: &str) {
        // On average, bold letters are 0.6 times as wide as high.
        let size = wide / (0.6 * text.chars().count().max(1) as f64);
        self.label(class, at, size.min(largest), text);
        self.text.push('\n');
    }

    /// The whole picture of this width and height, with a title and a description for screen
    /// readers.
    pub fn document(
        self,
        [width, height]: Point,
        style: &str,
        title: &str,
        description: &str,
    ) -> String {
        let shrink = if width > WIDEST { WIDEST / width } else { 1.0 };
        let mut all = Svg::default();
        put!(
            all,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {} {}\">\n<title>",
            number(width * shrink),
            number(height * shrink),
            number(width),
            number(height)
        );
        all.text(title);
        put!(all, "</title>\n");
        if !description.is_empty() {
            put!(all, "<desc>");
            all.text(description);
            put!(all, "</desc>\n");
        }
        put!(all, "<style>{STYLE}{style}</style>\n");
        let (w, h) = (number(width), number(height));
        put!(all, "<rect class=\"cv-paper\" width=\"{w}\" height=\"{h}\"/>\n");
        all.text.push_str(&self.text);
        put!(all, "</svg>\n");
        all.text
    }

    /// The SVG elements, for inclusion in another document.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// The largest displayed width in pixels; SVG can be magnified without loss.
const WIDEST: f64 = 1800.0;

/// A number with at most two decimals and no more digits than it needs.
pub(super) fn number(value: f64) -> String {
    let hundredths = (value * 100.0).round() as i64;
    let (sign, hundredths) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match (rest, rest % 10) {
        (0, _) => format!("{sign}{whole}"),
        (rest, 0) => format!("{sign}{whole}.{}", rest / 10),
        (rest, _) => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Escapes text for SVG and HTML, and drops characters that neither allows.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c) => {
                escaped.push('\u{fffd}');
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{Svg, escaped, number};

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let values = [0.0, 1.0, -1.0, 2.5, 1.005, -0.001, 12.349, 0.05, 1e6];
        let shown: Vec<_> = values.into_iter().map(number).collect();
        assert_eq!(shown, ["0", "1", "-1", "2.5", "1", "0", "12.35", "0.05", "1000000"]);
    }

    #[test]
    fn names_from_outside_are_text() {
        assert_eq!(escaped("</text>&\"'\u{1b}"), "&lt;/text&gt;&amp;&quot;&#39;\u{fffd}");
        let mut svg = Svg::default();
        svg.label("cv-name", [1.0, 2.0], 10.0, "<script>");
        let page = svg.document([4.0, 4.0], "", "<b>", "&");
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"));
        assert!(page.contains("<title>&lt;b&gt;</title>") && page.contains("<desc>&amp;</desc>"));
    }

    #[test]
    fn large_pictures_are_shown_small() {
        let page = Svg::default().document([36_000.0, 18_000.0], "", "t", "");
        assert!(page.contains("width=\"1800\" height=\"900\" viewBox=\"0 0 36000 18000\""));
    }
}
