//! The headings of flags, and the values of `--method` and `--format` from the library's own lists.

use cavalcade::method::Method;
use cavalcade::render::Format;
use cavalcade::{queens, tours, walks};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The headings of flags; a flag that names none stands under the first.
pub const ASKED: &str = "What is asked";
pub const LISTINGS: &str = "Listings";
pub const METHOD: &str = "How it is answered";
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

/// What a method does, where the command line knows better words: with its flags.
const WORDS: [(&str, &str, &str); 2] = [
    (
        "tours",
        "frontier",
        "Counting without visiting, by classes of partial tours on a frontier (tours only)",
    ),
    (
        "queens",
        "variants",
        "Plain search of the variants: --torus, --k, --place, --holes, --symmetric",
    ),
];

fn methods<Q>(
    family: &str,
    auto: &'static str,
    methods: &'static [Method<Q>],
) -> Vec<PossibleValue> {
    let auto = PossibleValue::new("auto").help(auto);
    let value = |method: &'static Method<Q>| {
        let words = WORDS.iter().find(|(of, name, _)| (*of, *name) == (family, method.name));
        let value = PossibleValue::new(method.name).help(words.map_or(method.about, |w| w.2));
        // What 0.1.0 called it.
        if method.name == "variants" { value.alias("kin") } else { value }
    };
    std::iter::once(auto).chain(methods.iter().map(value)).collect()
}

/// `--method` of tours.
pub fn tour_methods() -> PossibleValuesParser {
    let mut values = methods("tours", "The cheapest exact method", tours::METHODS);
    values.extend([
        PossibleValue::new("rotation")
            .help("One tour of any board or graph by local search, see --seed (tours only)"),
        PossibleValue::new("warnsdorff")
            .help("One open tour by Warnsdorff's rule, see --tie (tours only)"),
        PossibleValue::new("divide")
            .help("One tour of a rectangle of any size by divide and conquer (tours only)"),
        PossibleValue::new("neural")
            .help("One closed tour by the network of Takefuji and Lee, see --trials (tours only)"),
    ]);
    PossibleValuesParser::new(values)
}

/// `--method` of queens.
pub fn queen_methods() -> impl TypedValueParser<Value = String> {
    let auto = "The cheapest exact method: search for listings and up to 11 queens, quadrants up \
                to 17 and for amazons, else colours; torus for counts of a torus";
    let values = PossibleValuesParser::new(methods("queens", auto, queens::METHODS));
    values.map(|name| if name == "kin" { "variants".into() } else { name })
}

/// `--method` of walks.
pub fn walk_methods() -> PossibleValuesParser {
    let auto = "Transfer where squares may come again, else search";
    PossibleValuesParser::new(methods("walks", auto, walks::METHODS))
}

/// What formats mean for a command; those that it does not name are told in their own words.
type Words = &'static [(Format, &'static str)];

/// Formats of counts and listings.
const OF_LISTINGS: Words = &[
    (Format::Text, "One line for people; listings as boards or lines"),
    (Format::Json, "One JSON object, counts as strings; listings as an array of arrays"),
    (Format::Csv, "A header and one row for each convention; one row for each solution"),
    (Format::Jsonl, "The same object; listings as one JSON array a line"),
    (Format::Markdown, "A table; one row for each solution"),
    (Format::Lines, "Listings only: one solution a line, squares in order (queens: columns)"),
];

/// Formats of commands that answer one question or tell of something.
const OF_REPORTS: Words = &[
    (Format::Text, "For people"),
    (Format::Json, "One JSON object, counts as strings"),
    (Format::Csv, "A header and rows"),
    (Format::Jsonl, "JSON, an object for each row on a line"),
    (Format::Markdown, "Tables for a document"),
];

/// `--format` of commands that neither list nor tabulate.
pub fn report_formats() -> impl TypedValueParser<Value = Format> {
    of(OF_REPORTS, |format| format.writes_counts())
}

/// `--format` of `table`.
pub fn table_formats() -> impl TypedValueParser<Value = Format> {
    const WORDS: Words = &[
        (Format::Text, "A matrix or a list for people"),
        (Format::Json, "One JSON object with all answers"),
        (Format::Csv, "A header and one row for each convention of each answer"),
        (Format::Jsonl, "The JSON object of each answer on a line, as it is found"),
        (Format::Markdown, "A table for a document"),
        (Format::Bfile, "A b-file of OEIS, n and a(n) on a line: one sequence, see --square"),
    ];
    of(WORDS, |format| format.writes_tables())
}

/// `--format` of pictures.
pub fn picture_formats() -> impl TypedValueParser<Value = Format> {
    const WORDS: Words = &[
        (Format::Framed, "Boards in frames, with coordinates and arrows: for a terminal"),
        (Format::Svg, "As text that every browser shows"),
    ];
    of(WORDS, |format| format.is_picture() || *format == Format::Framed)
}

/// `--format` of counts and listings.
pub fn formats() -> impl TypedValueParser<Value = Format> {
    of(OF_LISTINGS, |format| format.writes_listings())
}

/// `--order`.
pub fn orders() -> impl TypedValueParser<Value = &'static tours::Order> {
    let names = tours::ORDERS.iter().map(|order| order.name);
    PossibleValuesParser::new(names)
        .map(|name| tours::Order::named(&name).expect("the values are the orders"))
}

fn of(words: Words, wanted: fn(&Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let value = |format: &Format| {
        let told = words.iter().find(|(of, _)| of == format);
        PossibleValue::new(format.name()).help(told.map_or(format.about(), |(_, told)| told))
    };
    let values: Vec<_> = Format::ALL.iter().filter(|format| wanted(format)).map(value).collect();
    PossibleValuesParser::new(values)
        .map(|name| name.parse::<Format>().expect("the values are the formats"))
}
