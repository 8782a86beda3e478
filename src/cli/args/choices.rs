//! The headings of flags; the values of `--method` and `--format` from the library's own lists;
//! amounts and percentages.

use std::ffi::OsStr;
use std::time::Duration;

use cavalcade::board::{NamedGraph, Piece};
use cavalcade::method::Method;
use cavalcade::render::Format;
use cavalcade::walks::Keypad;
use cavalcade::{queens, tours, walks};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// Reads a time such as `30s` or `10m`, or a bare number of seconds.
pub fn time(text: &str) -> Result<Duration, humantime::DurationError> {
    text.parse().map(Duration::from_secs).or_else(|_| humantime::parse_duration(text))
}

/// Reads the whole seconds between two outputs.
pub fn interval(text: &str) -> Result<u32, String> {
    let seconds = time(text).ok().and_then(|time| u32::try_from(time.as_secs()).ok());
    let seconds = seconds.filter(|seconds| (1..=86_400).contains(seconds));
    seconds.ok_or_else(|| "write a time of 1s to 24h, such as 30s".into())
}

/// Any text; a shell completes the names among what can be written.
#[derive(Clone)]
pub struct Names(Vec<&'static str>);

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(&self, cmd: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(cmd, arg, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// The values of a flag that takes other words, too.
pub fn names(flag: &str) -> Names {
    Names(match flag {
        "piece" => Piece::NAMES.to_vec(),
        "keypad" => Keypad::names().collect(),
        "graph-format" => NamedGraph::formats().collect(),
        _ => vec!["directed", "undirected", "all", "fundamental"],
    })
}

/// The headings of flags; a flag without a heading is under the first.
pub const ASKED: &str = "Question";
pub const LISTINGS: &str = "Listings";
pub const METHOD: &str = "Method";
pub const RUNS: &str = "Long runs";
pub const OUTPUT: &str = "Output";
pub const HELP: &str = "Help";

/// Words that stand for values: each with its help and its value.
pub type Named<T> = &'static [(&'static str, &'static str, T)];

/// A flag with such words.
pub fn values<T: Copy + Send + Sync>(all: Named<T>) -> impl TypedValueParser<Value = T> {
    let shown = all.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(shown)
        .map(|name| all.iter().find(|(known, ..)| *known == name).expect("it is one of these").2)
}

fn methods<Q>(auto: &'static str, methods: &'static [Method<Q>]) -> Vec<PossibleValue> {
    let auto = PossibleValue::new("auto").help(auto);
    let value = |method: &'static Method<Q>| match method.name {
        "variants" => PossibleValue::new(method.name)
            .help("Plain search of the variants: --torus, --k, --place, --holes, --symmetric"),
        name => PossibleValue::new(name).help(method.about),
    };
    std::iter::once(auto).chain(methods.iter().map(value)).collect()
}

/// `--method` of tours.
pub fn tour_methods() -> PossibleValuesParser {
    let mut values = methods("The cheapest exact method", tours::METHODS);
    let constructing = [
        ("rotation", "One tour of any board or graph by local search, see --seed (tours only)"),
        ("warnsdorff", "One open tour by Warnsdorff's rule, see --tie (tours only)"),
        ("divide", "One tour of a rectangle of any size by divide and conquer (tours only)"),
        ("neural", "One closed tour by the network of Takefuji and Lee, see --trials (tours only)"),
    ];
    values.extend(constructing.map(|(name, about)| PossibleValue::new(name).help(about)));
    PossibleValuesParser::new(values)
}

/// `--method` of queens.
pub fn queen_methods() -> PossibleValuesParser {
    let auto = "The cheapest exact method: search for listings and up to 11 queens, quadrants up \
                to 17 and for amazons, else colours; torus for counts of a torus";
    PossibleValuesParser::new(methods(auto, queens::METHODS))
}

/// `--method` of walks.
pub fn walk_methods() -> PossibleValuesParser {
    let auto = "Transfer where squares may come again, else search";
    PossibleValuesParser::new(methods(auto, walks::METHODS))
}

/// `--order`.
pub fn orders() -> impl TypedValueParser<Value = &'static tours::Order> {
    let names = tours::ORDERS.iter().map(|order| order.name);
    PossibleValuesParser::new(names)
        .map(|name| tours::Order::named(&name).expect("the values are the orders"))
}

/// `--format`: the wanted formats. In a description, the part after a semicolon is about listings.
pub fn formats(wanted: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let value = |format: &Format| {
        let about = format.about();
        let answers = about.split("; ").next().unwrap_or_default();
        let help = if wanted(Format::Framed) { about } else { answers };
        PossibleValue::new(format.name()).help(help)
    };
    let values: Vec<_> = Format::ALL.iter().filter(|format| wanted(**format)).map(value).collect();
    PossibleValuesParser::new(values)
        .map(|name| name.parse::<Format>().expect("the values are the formats"))
}

/// Reads `16G`, `500M`, `1.5g` or `4096k` as bytes.
pub fn bytes(text: &str) -> Result<u64, &'static str> {
    let wrong = "write an amount such as 16G or 500M";
    let shift = match text.chars().last().map(|unit| unit.to_ascii_uppercase()) {
        Some('K') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        _ => return Err(wrong),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| wrong)?;
    let bytes = number * f64::from(shift).exp2();
    if bytes.is_finite() && bytes >= 1.0 { Ok(bytes as u64) } else { Err(wrong) }
}

/// Reads `0.5%` as a share of 1.
pub fn percent(text: &str) -> Result<f64, &'static str> {
    let percent = text.strip_suffix('%').and_then(|digits| digits.parse::<f64>().ok());
    let percent = percent.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    percent.map(|percent| percent / 100.0).ok_or("write a percentage up to 100, such as 1%")
}

/// Like [`percent`], with an optional sign.
pub fn bare_percent(text: &str) -> Result<f64, &'static str> {
    percent(&format!("{}%", text.trim_end_matches('%')))
}

#[cfg(test)]
mod tests {
    use super::{bare_percent, bytes, interval, percent};

    #[test]
    fn amounts_are_read_in_units() {
        assert_eq!(bytes("16G"), Ok(16 << 30));
        assert_eq!(bytes("1.5g"), Ok(3 << 29));
        assert_eq!(bytes("500M"), Ok(500 << 20));
        for text in ["", "G", "16", "-1G", "0M", "1e400G", "16 GB", "é"] {
            assert!(bytes(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn intervals_have_a_unit_or_are_seconds() {
        let read = ["10", "10s", "2m", "24h"].map(|text| interval(text).ok());
        assert_eq!(read, [Some(10), Some(10), Some(120), Some(86_400)]);
        for text in ["", "0", "100ms", "25h", "-1", "never"] {
            assert!(interval(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn shares_are_read_in_percent() {
        assert_eq!((percent("1%"), percent("100%")), (Ok(0.01), Ok(1.0)));
        assert_eq!((bare_percent("7"), bare_percent("7%")), (Ok(0.07), Ok(0.07)));
        for text in ["", "1", "0%", "-1%", "101%", "NaN%", "%", "one%"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}
