//! `NumberedTours`: boards numbered 1 to n along a tour, with conditions on the numbers.
//!
//! The path grows square by square, so its numbers are known as it grows. A branch ends if a square
//! should have another number, or if a line can no longer have its sum: the numbers on the free
//! squares of a line are at least the next ones and at most the last ones.

use super::selection::{Figure, Selection, Sums};
use crate::engine::{
    Enumeration, Halt, Plan, Pruned, Random, Tally, Unit, Visitor, estimated_nodes,
};
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::tours::question::{Ends, Kind, TourQuestion};
use crate::tours::search::{MAX_VERTICES, Strategy, TourSearch, Visited};

/// Counts numbered boards by visiting each.
pub const NUMBERED: Method<TourQuestion> = Method {
    limit: |_| MAX_VERTICES,
    ..Method::new(
        "numbered",
        "Search square by square for numbered boards: given numbers, equal sums",
        cost,
        ready,
    )
};

/// Nodes per second on one core.
const NODES_A_SECOND: f64 = 5e6;

/// The number of random descents.
const PROBES: u32 = 16;

/// How much the numbers prune is not known in advance.
const WITHIN: f64 = 100.0;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let search = NumberedTours::new(question)?;
    let nodes = estimated_nodes(&search, PROBES);
    Ok(Cost::new(nodes, 0.0, nodes / NODES_A_SECOND, means.threads, WITHIN))
}

fn ready(question: &TourQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&["split"])?;
    let search = NumberedTours::cut(question, choice.units("split")?.unwrap_or(UNITS))?;
    let question = question.clone();
    Ok(Ready::new(search, move |tally, _| question.counts_of_any(tally)))
}

/// A filter of prefixes.
type Filter = Box<dyn Fn(&[u32]) -> bool + Send + Sync>;

/// The search for the numbered boards of a question. A tour is a path from the square of number 1
/// to that of the last number; for closed tours the last square is a move from the first.
pub struct NumberedTours {
    search: Pruned<TourSearch, Filter>,
    /// The rules as text.
    text: String,
}

/// The approximate number of units.
const UNITS: usize = 1024;

impl NumberedTours {
    /// The search for the boards of the question's selection.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if equal sums are wanted on a board without rows and columns, and as
    /// [`TourSearch::by`].
    pub fn new(question: &TourQuestion) -> Result<NumberedTours, Error> {
        NumberedTours::cut(question, UNITS)
    }

    /// Like [`NumberedTours::new`], split into about `units` units.
    pub fn cut(question: &TourQuestion, units: usize) -> Result<NumberedTours, Error> {
        let rules = Rules::of(question)?;
        let open = question.opened();
        let open = match rules.ends(question.selection()) {
            Some(ends) if open.ends() == Ends::Free => open.with_ends(ends)?,
            _ => open,
        };
        let search = TourSearch::by(open.without_symmetry(), Strategy::Extend)?.split(units);
        let text = rules.text.clone();
        let keeps: Filter = Box::new(move |squares| rules.keep(squares));
        let search = Pruned::new(search, keeps).expect("it goes square by square");
        Ok(NumberedTours { search, text })
    }
}

impl Enumeration for NumberedTours {
    type Solution = Visited;

    fn method(&self) -> &'static str {
        "numbered"
    }

    fn fingerprint(&self) -> String {
        format!("{}, {}", self.search.fingerprint(), self.text)
    }

    fn plan(&self) -> Plan {
        self.search.plan()
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<Visited>) -> Result<Tally, Halt> {
        self.search.run(unit, visitor)
    }

    fn prunes_prefixes(&self) -> bool {
        true
    }

    /// Estimates the unfiltered search: the effect of the numbers is unknown.
    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        self.search.probe(probes, random)
    }
}

/// The conditions on the numbers.
#[derive(Debug, Default)]
struct Rules {
    /// For each figure, its numbers and its squares.
    figures: Vec<[Vec<bool>; 2]>,
    /// The moves that must be used, by square.
    partners: Vec<Vec<u32>>,
    /// The neighbours of each square, if the last square must be a move from the first.
    closes: Option<Vec<Vec<u32>>>,
    lines: Vec<Line>,
    /// The lines of each square.
    through: Vec<Vec<u32>>,
    squares: u32,
    /// The rules as text, to identify them.
    text: String,
}

/// Squares whose numbers must have a given sum.
#[derive(Debug)]
struct Line {
    squares: u32,
    sum: u64,
}

impl Rules {
    fn of(question: &TourQuestion) -> Result<Rules, Error> {
        let Selection { through, figures, sums, symmetric, .. } = question.selection();
        if symmetric.is_some() {
            return Err(Error::ToursAsked {
                problem: "symmetry and numbers cannot be combined",
                remedy: "ask for its symmetry or for its numbers",
            });
        }
        let graph = question.graph();
        let squares = graph.len();
        let figure = |figure: &Figure| {
            let numbers = (1..=squares as u32).map(|n| figure.numbers.contains(&n)).collect();
            let squares = (0..squares as u32).map(|s| figure.squares.contains(&s)).collect();
            [numbers, squares]
        };
        let mut rules = Rules {
            figures: figures.iter().map(figure).collect(),
            partners: vec![Vec::new(); squares],
            through: vec![Vec::new(); squares],
            squares: squares as u32,
            text: format!(
                "{:?} {:?} {through:?} {figures:?} {sums:?}",
                question.kind(),
                question.ends()
            ),
            ..Rules::default()
        };
        for &[a, b] in through {
            rules.partners[a as usize].push(b);
            rules.partners[b as usize].push(a);
        }
        if question.kind() == Kind::Closed {
            let near = (0..squares).map(|v| graph.neighbours(v).to_vec());
            rules.closes = Some(near.collect());
        }
        match sums {
            None => {}
            Some(sums) => rules.add_lines(question, *sums)?,
        }
        Ok(rules)
    }

    /// The rows, columns and diagonals with their sums.
    fn add_lines(&mut self, question: &TourQuestion, sums: Sums) -> Result<(), Error> {
        let wrong = |problem, remedy| Err(Error::ToursAsked { problem, remedy });
        let board = question.shape().filter(|board| board.rank() == 2 && !board.has_holes());
        let Some(board) = board else {
            return wrong("magic tours need rows and columns without holes", "take one");
        };
        let [rows, columns] = [0, 1].map(|axis| board.axes()[axis].length);
        if sums == Sums::Magic && rows != columns {
            return wrong("magic diagonals need a square board", "ask for a semi-magic tour");
        }
        let all = u64::from(self.squares) * (u64::from(self.squares) + 1) / 2;
        let cell = |row: usize, column: usize| board.cell(&[row, column]).expect("no hole");
        let mut add = |cells: Vec<usize>, of: usize| {
            let number = self.lines.len() as u32;
            cells.iter().for_each(|&cell| self.through[cell].push(number));
            // A sum that is not an integer is impossible; 0 is never reached.
            let sum = if all.is_multiple_of(of as u64) { all / of as u64 } else { 0 };
            self.lines.push(Line { squares: cells.len() as u32, sum });
        };
        for row in 0..rows {
            add((0..columns).map(|column| cell(row, column)).collect(), rows);
        }
        for column in 0..columns {
            add((0..rows).map(|row| cell(row, column)).collect(), columns);
        }
        if sums == Sums::Magic {
            add((0..rows).map(|at| cell(at, at)).collect(), rows);
            add((0..rows).map(|at| cell(at, columns - 1 - at)).collect(), rows);
        }
        Ok(())
    }

    /// The ends fixed by figures of a single number.
    fn ends(&self, selection: &Selection) -> Option<Ends> {
        let at = |number: u32| {
            let figure = selection.figures.iter().find(|figure| figure.numbers == [number]);
            figure.map(|figure| figure.squares[0])
        };
        match (at(1), at(self.squares)) {
            (Some(first), Some(last)) if first != last => Some(Ends::Between(first, last)),
            (Some(first), _) => Some(Ends::From(first)),
            _ => None,
        }
    }

    /// False if no wanted board begins with these squares, whose shorter prefixes passed.
    fn keep(&self, squares: &[u32]) -> bool {
        let number = squares.len();
        let last = squares[number - 1];
        let figured =
            |[numbers, squares]: &[Vec<bool>; 2]| numbers[number - 1] == squares[last as usize];
        self.figures.iter().all(figured)
            && self.uses_moves(squares)
            && self.may_close(squares)
            && self.has_sums(squares)
    }

    /// False if a square was left without a move that must be used.
    fn uses_moves(&self, squares: &[u32]) -> bool {
        let number = squares.len();
        let near = |place: usize, partner: u32| {
            place > 0 && squares[place - 1] == partner || squares.get(place + 1) == Some(&partner)
        };
        let around = |partner: u32| {
            // The first square of a closed tour may use its move at the end.
            self.closes.is_some()
                && (number < self.squares as usize || squares[number - 1] == partner)
        };
        let used = |place: usize| {
            let partners = &self.partners[squares[place] as usize];
            partners.iter().all(|&partner| {
                let ends = self.closes.is_some() && place + 1 == self.squares as usize;
                near(place, partner)
                    || place == 0 && around(partner)
                    || ends && squares[0] == partner
            })
        };
        // The square before the last now has both of its moves, and so has the very last one.
        let left = number < 2 || used(number - 2);
        left && (number < self.squares as usize || used(number - 1) && used(0))
    }

    /// False if the last square can no longer be a move from the first.
    fn may_close(&self, squares: &[u32]) -> bool {
        let Some(near) = &self.closes else { return true };
        let near = &near[squares[0] as usize];
        let number = squares.len();
        match number == self.squares as usize {
            true => number > 2 && near.contains(&squares[number - 1]),
            // After the second square, one of them must still be free.
            false => {
                let left = |square: &&u32| !squares.contains(square);
                number == 1 || near.iter().any(|square| left(&square))
            }
        }
    }

    /// False if a line can no longer have its sum.
    fn has_sums(&self, squares: &[u32]) -> bool {
        if self.lines.is_empty() {
            return true;
        }
        let mut so_far = [(0u64, 0u64); 2 * MOST_SIDE + 2];
        let so_far = &mut so_far[..self.lines.len()];
        for (&square, number) in squares.iter().zip(1u64..) {
            for &line in &self.through[square as usize] {
                let (sum, placed) = &mut so_far[line as usize];
                *sum += number;
                *placed += 1;
            }
        }
        let (next, all) = (squares.len() as u64 + 1, u64::from(self.squares));
        self.lines.iter().zip(so_far).all(|(line, (sum, placed))| {
            let left = u64::from(line.squares) - *placed;
            let run = |first: u64| left * first + left * left.saturating_sub(1) / 2;
            *sum + run(next) <= line.sum && line.sum <= *sum + run(all + 1 - left)
        })
    }
}

/// The longest side of a board that is searched.
const MOST_SIDE: usize = 256;

#[cfg(test)]
mod tests {
    use super::Rules;
    use crate::board::{Board, Piece};
    use crate::tours::{Kind, Selection, Sums, TourQuestion};

    /// William Beverley's tour of 1848, the first semi-magic one: the number of each square.
    const BEVERLEY: [[u32; 8]; 8] = [
        [1, 30, 47, 52, 5, 28, 43, 54],
        [48, 51, 2, 29, 44, 53, 6, 27],
        [31, 46, 49, 4, 25, 8, 55, 42],
        [50, 3, 32, 45, 56, 41, 26, 7],
        [33, 62, 15, 20, 9, 24, 39, 58],
        [16, 19, 34, 61, 40, 57, 10, 23],
        [63, 14, 17, 36, 21, 12, 59, 38],
        [18, 35, 64, 13, 60, 37, 22, 11],
    ];

    fn squares(board: &[[u32; 8]; 8]) -> Vec<u32> {
        let mut squares = vec![0; 64];
        for (square, &number) in board.iter().flatten().enumerate() {
            squares[number as usize - 1] = square as u32;
        }
        squares
    }

    fn rules(sums: Sums) -> Rules {
        let board = Board::rectangle(8, 8).unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
        Rules::of(&question.selecting(Selection { sums: Some(sums), ..Selection::default() }))
            .unwrap()
    }

    #[test]
    fn the_first_semi_magic_tour_passes_and_is_not_magic() {
        let tour = squares(&BEVERLEY);
        let kept = |sums, tour: &[u32]| (1..=64).all(|number| rules(sums).keep(&tour[..number]));
        assert!(kept(Sums::SemiMagic, &tour));
        assert!(!kept(Sums::Magic, &tour));
        let mut other = tour.clone();
        other.swap(10, 40);
        assert!(!kept(Sums::SemiMagic, &other));
    }
}
