//! Counts: rows of results by family, with growth and heat maps.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::convention::Convention;
use crate::count::Count;
use crate::draw::{MOST_SERIES, Series, growth};
use crate::published::Table;
use crate::question::Question;

#[derive(Debug)]
pub(super) struct Group {
    pub family: String,
    pub title: String,
    /// The conventions with their own columns.
    pub heads: Vec<&'static str>,
    pub boards: Vec<Line>,
    /// Plots of growth by size, as SVG.
    pub plots: Vec<String>,
}

impl Group {
    /// All counts of all boards.
    pub fn counts(&self) -> impl Iterator<Item = &Row> {
        self.boards.iter().flat_map(|line| &line.counts)
    }
}

/// A board with its counts.
#[derive(Debug)]
pub(super) struct Line {
    pub board: String,
    pub counts: Vec<Row>,
    /// The methods that counted.
    pub names: Vec<String>,
    /// The nodes, seconds and threads of each method.
    pub costs: Vec<String>,
}

impl Line {
    /// The count by a convention.
    pub fn by(&self, convention: &str) -> Option<&Row> {
        self.counts.iter().find(|row| row.convention == convention)
    }

    /// The number of counts with this verdict.
    pub fn of(&self, verdict: Verdict) -> usize {
        self.counts.iter().filter(|row| row.published == verdict).count()
    }

    pub fn is_contradicted(&self) -> bool {
        self.counts.iter().any(|row| row.contradicted)
    }
}

/// A count and its comparisons.
#[derive(Debug)]
pub(super) struct Row {
    pub convention: String,
    /// The count with thousands separators; a very long one is abbreviated.
    pub shown: String,
    pub published: Verdict,
    pub sources: String,
    names: Vec<String>,
    /// True if two or more methods gave this count.
    pub confirmed: bool,
    /// True if methods differ.
    pub contradicted: bool,
    pub count: Count,
}

/// The comparison of a count with a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Agrees,
    Differs,
    Unknown,
}

impl Verdict {
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Agrees => "✓ agrees",
            Verdict::Differs => "✗ differs",
            Verdict::Unknown => "none in the built-in list",
        }
    }
}

/// Counts with more digits are abbreviated.
const SHOWN: usize = 18;

/// Family, piece and kind of a group.
type Key = (String, String, String);

/// Groups the rows of [`Results`](crate::render::Results). Rows of one question and convention by
/// several methods become one count.
pub(super) fn groups(rows: &[Vec<String>]) -> Vec<Group> {
    let mut groups: BTreeMap<Key, Vec<Line>> = BTreeMap::new();
    for row in rows {
        let [family, board, piece, kind, word, count, method, nodes, seconds, threads, ..] =
            &row[..]
        else {
            continue;
        };
        let known = Convention::ALL.into_iter().find(|convention| convention.word() == word);
        let convention = known.map_or(word.as_str(), |convention| convention.text());
        let Ok(count) = count.parse::<Count>() else { continue };
        let nodes = nodes.parse::<Count>().map_or(nodes.clone(), |nodes| nodes.grouped());
        let cost = match nodes.is_empty() {
            // A verify run has counts without costs.
            true => method.clone(),
            false => format!("{method}: {nodes} nodes, {seconds} s, {threads} threads"),
        };
        let group = groups.entry((family.clone(), piece.clone(), kind.clone())).or_default();
        let place = group.iter().position(|line| line.board == *board).unwrap_or_else(|| {
            let (board, counts) = (board.clone(), Vec::new());
            group.push(Line { board, counts, names: Vec::new(), costs: Vec::new() });
            group.len() - 1
        });
        let Line { counts, names, costs, .. } = &mut group[place];
        if !names.contains(method) {
            names.push(method.clone());
            costs.push(cost);
        }
        if let Some(known) = counts.iter_mut().find(|other| other.convention == convention) {
            known.contradicted |= known.count != count;
            let is_other = !known.names.contains(method);
            known.confirmed = !known.contradicted && (known.confirmed || is_other);
            if is_other {
                known.names.push(method.clone());
            }
            continue;
        }
        let (published, sources) = checked(row, known, &count);
        let digits = count.to_string();
        counts.push(Row {
            convention: convention.into(),
            shown: match digits.len() > SHOWN {
                true => format!("{}… ({} digits)", &digits[..12], digits.len()),
                false => count.grouped(),
            },
            published,
            sources,
            names: vec![method.clone()],
            confirmed: false,
            contradicted: false,
            count,
        });
    }
    let group = |((family, piece, kind), boards): (Key, Vec<Line>)| {
        let title = match family.as_str() {
            "tours" => format!("{} tours, {piece}", capital(&kind)),
            "queens" => format!("{}s, {kind}s", capital(&piece)),
            _ => format!("{}, {kind}, {piece}", capital(&family)),
        };
        let mut heads = columns(&family, &kind).to_vec();
        heads.retain(|head| boards.iter().any(|line| line.by(head).is_some()));
        let plots = plots(&family, &kind, &title, &boards);
        Group { family, title, heads, boards, plots }
    };
    groups.into_iter().map(group).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The published count known to this version, or else the one in the row.
fn checked(row: &[String], convention: Option<Convention>, count: &Count) -> (Verdict, String) {
    let text = |column: usize| row.get(column).cloned().unwrap_or_default();
    let question = text(14).parse::<Question>().ok();
    if let (Some(question), Some(convention)) = (question, convention) {
        let checks = Table::embedded().check(&question, &[(convention, count.clone())]);
        let differs = checks.iter().any(|check| !check.agrees);
        let shown = checks.iter().filter(|check| check.agrees != differs);
        let mut sources: Vec<_> = match differs {
            true => shown.map(|c| format!("{} ({})", c.value.grouped(), c.source)).collect(),
            false => shown.map(|check| check.source.clone()).collect(),
        };
        sources.dedup();
        let verdict = match (checks.is_empty(), differs) {
            (true, _) => Verdict::Unknown,
            (_, true) => Verdict::Differs,
            _ => Verdict::Agrees,
        };
        return (verdict, sources.join("; "));
    }
    let verdict = match text(12).as_str() {
        "true" => Verdict::Agrees,
        "false" => Verdict::Differs,
        _ => Verdict::Unknown,
    };
    (verdict, text(11))
}

/// The conventions with columns, by family and kind. Growth is plotted for the first one; for
/// placements, for both.
fn columns(family: &str, kind: &str) -> &'static [&'static str] {
    match (family, kind) {
        ("tours", "closed") => &["undirected", "fundamental"],
        ("tours", _) => &["directed", "undirected"],
        ("queens", _) => &["all", "fundamental"],
        _ => &["sequences"],
    }
}

/// Plots of square boards by side, and of boards with the same number of rows by squares.
fn plots(family: &str, kind: &str, title: &str, boards: &[Line]) -> Vec<String> {
    let mut squares: BTreeMap<&str, BTreeMap<u64, Count>> = BTreeMap::new();
    let mut strips: BTreeMap<u64, BTreeMap<u64, Count>> = BTreeMap::new();
    for line in boards {
        let sides = line.board.split_once('x');
        let sides = sides.and_then(|(a, b)| Some((a.parse::<u64>().ok()?, b.parse().ok()?)));
        let Some((across, down)) = sides else { continue };
        for (place, convention) in columns(family, kind).iter().enumerate() {
            let Some(row) = line.by(convention) else { continue };
            if across == down && (place == 0 || family == "queens") {
                squares.entry(convention).or_default().insert(across, row.count.clone());
            }
            if family == "tours" && place == 0 {
                let cells = across.saturating_mul(down);
                strips.entry(across.min(down)).or_default().insert(cells, row.count.clone());
            }
        }
    }
    let series = |name: String, points: BTreeMap<u64, Count>| {
        let enough = points.values().filter(|count| !count.is_zero()).count() >= 3;
        enough.then(|| Series { name, points: points.into_iter().collect() })
    };
    let by_side: Vec<_> =
        squares.into_iter().filter_map(|(word, points)| series(word.into(), points)).collect();
    let by_length: Vec<_> = strips
        .into_iter()
        .filter_map(|(rows, points)| series(format!("{rows} rows"), points))
        .collect();
    let mut plots = Vec::new();
    if !by_side.is_empty() {
        plots.push(growth(&format!("{title}: square boards"), "rows and columns", &by_side));
    }
    for part in by_length.chunks(MOST_SERIES) {
        plots.push(growth(&format!("{title}: boards by their squares"), "squares", part));
    }
    plots
}

/// The counts of a file `start,directed`, by the cells of a board; `None` for another file.
pub(super) fn starts(board: &Board, text: &str) -> Option<Vec<Count>> {
    let mut lines = text.lines();
    if lines.next()? != "start,directed" {
        return None;
    }
    let mut counts = vec![None; board.len()];
    for line in lines {
        let (name, count) = line.split_once(',')?;
        *counts.get_mut(board.square(name).ok()?)? = Some(count.parse().ok()?);
    }
    counts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{Verdict, groups, starts};

    fn row(
        board: &str,
        convention: &str,
        count: &str,
        method: &str,
        question: &str,
    ) -> Vec<String> {
        let head =
            ["queens", board, "queen", "placement", convention, count, method, "7", "0.1", "2"];
        let tail = ["", "", "", "0.2.0", question];
        head.iter().chain(&tail).map(ToString::to_string).collect()
    }

    #[test]
    fn methods_that_agree_stand_in_one_row() {
        let rows = [
            row("8x8", "all", "92", "search", "queens queen 8x8"),
            row("8x8", "all", "92", "quadrants", "queens queen 8x8"),
            row("9x9", "all", "353", "search", "queens queen 9x9"),
            row("9x9", "all", "353", "search", "queens queen 9x9"),
            row("7x7", "all", "41", "search", "queens queen 7x7"),
            row("7x7", "all", "40", "quadrants", "queens queen 7x7"),
        ];
        let groups = groups(&rows);
        assert_eq!(groups.len(), 1);
        assert_eq!((&groups[0].title[..], groups[0].boards.len()), ("Queens, placements", 3));
        assert_eq!(groups[0].heads, ["all"]);
        let rows: Vec<_> = groups[0].counts().collect();
        // A second count by the same method is no confirmation.
        assert!(!rows[1].confirmed && groups[0].boards[1].names == ["search"]);
        assert!(rows[0].confirmed && groups[0].boards[0].costs[1].contains("quadrants: 7 nodes"));
        assert_eq!((rows[0].published, rows[1].published), (Verdict::Agrees, Verdict::Differs));
        assert!(rows[0].sources.contains("A000170") && rows[1].sources.contains("352 ("));
        assert!(rows[2].contradicted && !rows[2].confirmed);
        assert_eq!(groups[0].plots.len(), 1);
    }

    #[test]
    fn long_counts_keep_their_digits() {
        let rows = [row("8x8", "all", &"7".repeat(50), "search", "")];
        let groups = groups(&rows);
        let row = groups[0].boards[0].by("all").unwrap();
        assert_eq!(
            (&row.shown[..], row.count.to_string().len()),
            ("777777777777… (50 digits)", 50)
        );
    }

    #[test]
    fn starts_are_read_by_square() {
        let board = "1x3".parse().unwrap();
        let counts = starts(&board, "start,directed\na1,4\nb1,0\nc1,5\n").unwrap();
        assert_eq!(counts, [4u64.into(), 0u64.into(), 5u64.into()]);
        for wrong in ["", "x\n", "start,directed\na1,4\n", "start,directed\nz9,4\n"] {
            assert!(starts(&board, wrong).is_none(), "{wrong}");
        }
    }
}
