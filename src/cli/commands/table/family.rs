//! The boards of a table: a range of sizes, each with its question.

use cavalcade::board::Board;
use cavalcade::convention::Convention;
use cavalcade::queens::VariantQuestion;
use cavalcade::question::{BoardRange, Instance, Queens, Question, Sizes, Tours};
use cavalcade::tours::Kind;

use crate::cli::args::{Family, TableArgs};
use crate::cli::input::instance;
use crate::cli::session::exit::Usage;

/// The most boards of a range: enough for all pairs of sides, not for all triples.
const MOST_BOARDS: usize = 1 << 17;

/// A board of a family, with its question.
#[derive(Clone, Debug)]
pub struct TableEntry {
    /// The sides of the board, or the number of queens.
    pub sides: Vec<usize>,
    pub question: Question,
}

/// One table.
#[derive(Clone, Debug)]
pub struct Plan {
    pub family: Family,
    /// The title, for example `Open knight's tours`.
    pub title: String,
    /// The convention by which the cells count.
    pub convention: Convention,
    /// The range of each side.
    pub ranges: Vec<Sizes>,
    /// True for equal sides only.
    pub square: bool,
    pub entries: Vec<TableEntry>,
}

impl Plan {
    /// True if the table is a matrix of rows by columns.
    pub fn is_matrix(&self) -> bool {
        self.family == Family::Tours && self.ranges.len() == 2 && !self.square
    }

    /// The index of the side that varies, or the last one if none does; `None` if several do. With
    /// an index, the counts are a sequence.
    pub fn index(&self) -> Option<usize> {
        let varied: Vec<usize> =
            (0..self.ranges.len()).filter(|&i| self.ranges[i].clone().count() > 1).collect();
        match &varied[..] {
            _ if self.square => Some(0),
            [] => Some(self.ranges.len() - 1),
            [one] => Some(*one),
            _ => None,
        }
    }
}

/// The tables that the flags describe.
pub fn plans(args: &TableArgs) -> anyhow::Result<Vec<Plan>> {
    let (mut tours, mut queens) = (None, None);
    let wraps = match (args.torus, args.cylinder) {
        (true, _) => "torus:",
        (false, true) => "cylinder:",
        (false, false) => "",
    };
    if let Some(max) = &args.max {
        match max.split_once(['x', 'X']) {
            Some(_) if args.family != Some(Family::Queens) => {
                let most = max.parse::<BoardRange>()?.sides;
                let ranges = most.into_iter().map(|(side, wraps)| (0..=*side.end(), wraps));
                tours = Some(BoardRange { prefix: String::new(), sides: ranges.collect() });
            }
            None if args.family != Some(Family::Tours) => {
                let side = max.parse::<BoardRange>()?.sides[0].0.clone();
                queens = Some(0..=*side.end());
            }
            _ => {
                let remedy = "write RxC for tours and N for queens";
                return Err(Usage(format!("--max {max}: {remedy}")).into());
            }
        }
    }
    if let Some(range) = &args.range {
        let asked: BoardRange = range.parse()?;
        let side = asked.sides[0].0.clone();
        let boards = asked.clone().of_boards();
        let is_range = boards != asked;
        if boards.sides.len() == 1 && args.family != Some(Family::Queens) {
            let sides = range.trim_start_matches(&asked.prefix);
            let problem = "one axis is a ring of squares, no board of rows and columns";
            return Err(Usage(format!("range {range}: {problem}; write {range}x{sides}")).into());
        }
        if is_range {
            queens = Some(side);
        }
        if is_range || args.family == Some(Family::Tours) {
            tours = Some(boards);
        } else {
            let remedy = "queens stand on square boards: write a number or a range such as 0..12";
            return Err(Usage(format!("range {range}: {remedy}, or table tours")).into());
        }
    }
    let mut plans = Vec::new();
    if args.family != Some(Family::Queens) {
        // Boards that wrap, or with marked squares, need at least one square.
        let least = usize::from(!wraps.is_empty());
        let usual = || BoardRange { prefix: String::new(), sides: vec![(least..=6, false); 2] };
        plans.push(tours_of(args, tours.unwrap_or_else(usual), wraps)?);
    }
    if args.family != Some(Family::Tours) {
        let usual = usize::from(args.torus)..=if args.torus { 13 } else { 16 };
        plans.push(queens_of(args, queens.unwrap_or(usual))?);
    }
    Ok(plans)
}

fn tours_of(args: &TableArgs, mut range: BoardRange, wraps: &str) -> anyhow::Result<Plan> {
    if !wraps.is_empty() && !range.prefix.is_empty() {
        let problem = "--torus and --cylinder mean a prefix; leave out one of them";
        return Err(Usage(format!("{}…: {problem}", range.prefix)).into());
    }
    if !wraps.is_empty() {
        range.prefix = wraps.into();
    }
    let (kind, [usual, other]) = match args.closed {
        true => (Kind::Closed, [Convention::Undirected, Convention::Directed]),
        false => (Kind::Open, [Convention::Directed, Convention::Undirected]),
    };
    let all = [usual, other, Convention::Fundamental];
    let convention = convention(args, &all, "tours are directed, undirected or fundamental")?;
    let ranges: Vec<Sizes> = range.sides.iter().map(|(side, _)| side.clone()).collect();
    let boards = ranges.iter().map(|side| side.clone().count());
    let boards = boards.fold(1usize, usize::saturating_mul);
    if boards > MOST_BOARDS {
        let problem = format!("a table has up to {MOST_BOARDS} boards, and these are {boards}");
        return Err(Usage(format!("{problem}; give smaller ranges")).into());
    }
    let mut entries = Vec::new();
    for sides in range.sizes() {
        if args.square && sides.iter().any(|side| *side != sides[0]) {
            continue;
        }
        let instance = board(args, &range, &sides)?;
        let tours = Tours::new(instance, kind);
        let by_class = convention == Convention::Fundamental;
        let tours = if by_class { tours.by_class() } else { tours };
        entries.push(TableEntry { sides, question: Question::Tours(tours) });
    }
    if entries.is_empty() {
        return Err(Usage("--square: no board of this range has equal sides".into()).into());
    }
    let piece = match entries[0].question.label().piece.as_str() {
        "knight" => "knight's tours".into(),
        piece => format!("tours of {piece}"),
    };
    let title = match kind {
        Kind::Open => format!("Open {piece}"),
        Kind::Closed => format!("Closed {piece}"),
    };
    let title = format!("{title}{}{}", surface(&range.prefix), without(args));
    let (family, square) = (Family::Tours, args.square);
    Ok(Plan { family, title, convention, ranges, square, entries })
}

/// The convention that the flags request; the first of these by default.
fn convention(args: &TableArgs, all: &[Convention], problem: &str) -> Result<Convention, Usage> {
    let Some(word) = &args.convention else { return Ok(all[0]) };
    let wanted = all.iter().copied().find(|convention| convention.word() == word);
    wanted.ok_or_else(|| Usage(format!("--convention {word}: {problem}")))
}

/// The board of these sides with its piece, before holes are removed.
fn board(args: &TableArgs, range: &BoardRange, sides: &[usize]) -> anyhow::Result<Instance> {
    let text = range.board(sides);
    let place = match sides {
        // Tables include boards without squares.
        &[rows, columns] if text == format!("{rows}x{columns}") => {
            Instance::Board(Board::rectangle(rows, columns)?, instance::piece(&args.piece, 2)?)
        }
        _ => instance::read(&text, &args.piece)?,
    };
    let Instance::Board(board, piece) = place else { return Ok(place) };
    if args.holes.is_empty() {
        return Ok(Instance::Board(board, piece));
    }
    let at = |name: &String| board.square(name).ok().map(|cell| board.coordinates(cell));
    let holes: Vec<_> = args.holes.iter().filter_map(at).collect();
    let board = board.without(|at| holes.iter().any(|hole| hole == at));
    Ok(Instance::Board(board, piece))
}

fn queens_of(args: &TableArgs, sizes: Sizes) -> anyhow::Result<Plan> {
    let amazons = match args.piece.piece.as_deref() {
        None | Some("queen") => false,
        Some("amazon") => true,
        Some(other) => {
            let problem = format!("--piece {other}: this table is of queens or amazons");
            return Err(Usage(format!("{problem}; write table tours for other pieces")).into());
        }
    };
    let all = [Convention::All, Convention::Fundamental];
    let convention = convention(args, &all, "placements are all or fundamental")?;
    let mut entries = Vec::new();
    for side in sizes.clone() {
        let mut variant = match args.torus || !args.holes.is_empty() {
            true => VariantQuestion::new(side)?,
            false => Queens::new(side)?.variant().clone(),
        };
        if args.torus {
            variant = variant.on_torus()?;
        }
        if amazons {
            variant = variant.with_amazons();
        }
        if side > 0 && !args.holes.is_empty() {
            let board = Board::rectangle(side, side)?;
            let holes = args.holes.iter().filter_map(|name| board.square(name).ok());
            let holes: Vec<_> = holes.map(|cell| (cell / side, cell % side)).collect();
            variant = variant.with_holes(&holes)?;
        }
        entries.push(TableEntry {
            sides: vec![side],
            question: Question::Queens(Queens::of(variant)),
        });
    }
    let piece = if amazons { "amazons" } else { "queens" };
    let surface = if args.torus { "torus" } else { "board" };
    let title = format!("Non-attacking {piece}, N on the N×N {surface}{}", without(args));
    let (family, ranges) = (Family::Queens, vec![sizes]);
    Ok(Plan { family, title, convention, ranges, square: false, entries })
}

/// The surface in words, empty for the plane.
fn surface(prefix: &str) -> &'static str {
    match prefix {
        "torus:" => " on the torus",
        "cylinder:" => " on the cylinder",
        _ => "",
    }
}

fn without(args: &TableArgs) -> String {
    match args.holes.is_empty() {
        true => String::new(),
        false => format!(" without {}", args.holes.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Plan, plans};
    use crate::cli::args::{Args, Command};

    fn planned(line: &str) -> anyhow::Result<Vec<Plan>> {
        let words = ["cavalcade", "table"].into_iter().chain(line.split_whitespace());
        let Some(Command::Table(args)) = Args::try_parse_from(words)?.command else {
            unreachable!()
        };
        plans(&args)
    }

    #[test]
    fn ranges_and_limits_give_the_sides() {
        let ends = |line: &str| {
            let plans = planned(line).unwrap();
            let text = |plan: &Plan| {
                let ends = plan.ranges.iter().map(|r| format!("{}-{}", r.start(), r.end()));
                ends.collect::<Vec<_>>().join(" ")
            };
            plans.iter().map(text).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(ends(""), "0-6 0-6; 0-16");
        assert_eq!(ends("--max 7x5"), "0-7 0-5; 0-16");
        assert_eq!(ends("--max 9"), "0-6 0-6; 0-9");
        assert_eq!(ends("tours 3..5"), "3-5 3-5");
        assert_eq!(ends("tours 4"), "4-4 4-4");
        assert_eq!(ends("queens 8"), "8-8");
        assert_eq!(ends("tours 3x4..10"), "3-3 4-10");
        assert_eq!(ends("tours 2x3..4x5"), "2-2 3-4 5-5");
        assert_eq!(ends("tours --torus"), "1-6 1-6");
    }

    #[test]
    fn one_varied_side_makes_a_sequence() {
        let index = |line: &str| planned(line).unwrap()[0].index();
        assert_eq!(index("tours 3x4..10"), Some(1));
        assert_eq!(index("tours 3..5x4"), Some(0));
        assert_eq!(index("tours 3..5"), None);
        assert_eq!(index("tours 3..5 --square"), Some(0));
        assert_eq!(index("tours 3x4"), Some(1));
        assert_eq!(index("queens 0..8"), Some(0));
    }
}
