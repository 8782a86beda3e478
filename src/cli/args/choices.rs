//! The values of `--method` and `--format`, from the library's own lists.

use cavalcade::method::Method;
use cavalcade::render::Format;
use cavalcade::{queens, tours, walks};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Methods that find a tour instead of counting.
pub const CONSTRUCTING: [&str; 4] = ["rotation", "warnsdorff", "divide", "neural"];

/// Methods that count tours by first square without a visit.
pub const SWEEPS: [&str; 2] = ["halves", "frontier"];

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

/// Formats of tours.
pub const OF_TOURS: Words = &[
    (Format::Text, "One line for people; boards numbered from 1"),
    (Format::Json, "One JSON object, counts as strings; an array of arrays of squares"),
    (Format::Csv, "A header and one row for each convention; one row for each tour"),
    (Format::Jsonl, "The same object; one JSON array of squares a line"),
    (Format::Markdown, "A table; one row for each tour"),
    (Format::Lines, "Listings only: one tour a line, its squares in order"),
];

/// Formats of placements.
pub const OF_PLACEMENTS: Words = &[
    (Format::Text, "One line for people; drawn boards"),
    (Format::Json, "One JSON object, counts as strings; an array of arrays"),
    (Format::Csv, "A header and one row for each convention; one row for each placement"),
    (Format::Jsonl, "The same object; one JSON array of columns a line"),
    (Format::Markdown, "A table; one row for each placement"),
    (Format::Lines, "Listings only: one placement a line, the columns of its queens"),
];

/// `--format` of walks.
pub const OF_WALKS: Words = &[
    (Format::Text, "One line for people; one walk a line"),
    (Format::Jsonl, "One JSON object a line; one JSON array of squares a line"),
    (Format::Markdown, "A table; one row for each walk"),
    (Format::Lines, "Listings only: one walk a line"),
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
pub fn formats(words: Words) -> impl TypedValueParser<Value = Format> {
    of(words, |format| format.writes_listings())
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
