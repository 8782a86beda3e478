//! METHOD variants: the plain search for every variant of the n-queens question.
//!
//! Each square has a mask of the squares that a queen there attacks in each row, computed from the
//! rules of the board and the piece. The search uses only masks, so torus, amazons, given queens,
//! holes and fewer queens need no special treatment. Rows are filled from the top; a row may stay
//! empty if there are fewer queens than rows.
//!
//! Up to shifts of the plane board, too, only the least placement of each class is visited; since
//! its mirror image is not less, its first queen is in the left half of its row. OEIS A062164.
//!
//! On a torus every placement of n queens can be shifted so that a queen is in the first corner. If
//! nothing breaks the symmetry, only such placements are searched, and of each class under shifts,
//! rotations and reflections only the least is visited, with the size of the class as its weight.
//! If 2 or 3 divides the side, there is no placement ([`VariantQuestion::has_none`]). OEIS A007705,
//! A053994. A unit is the columns of the first two rows.

use std::ops::{ControlFlow, RangeInclusive};

use super::question::VariantQuestion;
use crate::board::Bits;
use crate::engine::{Counter, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};

/// A row without a queen, in place of a column.
pub const NO_QUEEN: u8 = u8::MAX;

/// The search of one question's placements; `Solution` is the column of each row's queen,
/// or [`NO_QUEEN`].
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::{VariantQuestion, VariantSearch};
/// let question = VariantQuestion::new(8)?.with_queens(5)?;
/// let outcome = Run::new(&VariantSearch::new(question)).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "46736");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariantSearch {
    question: VariantQuestion,
    /// For each square, the squares that a queen there attacks, by row.
    attacks: Vec<Vec<u64>>,
    /// The free squares of each row, given the placed queens and the holes.
    start: Vec<u64>,
    /// The column of each row's given queen, or [`NO_QUEEN`].
    placed: Vec<u8>,
    /// The number of rows below each that have no queen yet.
    open_below: Vec<usize>,
}

impl VariantSearch {
    /// The search for a question.
    pub fn new(question: VariantQuestion) -> VariantSearch {
        let side = question.side();
        let squares = 0..side * side;
        let attacks: Vec<_> = squares.map(|at| question.attacks((at / side, at % side))).collect();
        let mut start = vec![u64::all_below(question.width()); side];
        let mut placed = vec![NO_QUEEN; side];
        for &(row, column) in question.holes() {
            start[row] = start[row].without(column);
        }
        for row in &mut start[question.rows()..] {
            *row = 0;
        }
        if question.is_reduced() {
            start[0] =
                if question.is_torus() { u64::single(0) } else { u64::all_below(side.div_ceil(2)) };
        }
        for &(row, column) in question.placed() {
            placed[row] = column as u8;
            for (free, attacked) in start.iter_mut().zip(&attacks[row * side + column]) {
                *free &= !attacked;
            }
        }
        let rows = &placed[..question.rows()];
        let open = |row: usize| rows.iter().skip(row + 1).filter(|&&at| at == NO_QUEEN).count();
        let open_below = (0..side).map(open).collect();
        VariantSearch { question, attacks, start, placed, open_below }
    }

    /// The options for a row: its free columns, then leaving it empty, if enough rows remain below
    /// for the remaining queens.
    fn choices(&self, free: &[u64], row: usize, left: usize) -> impl Iterator<Item = u32> + use<> {
        let taken = self.placed[row] != NO_QUEEN;
        let columns = if taken || left == 0 { 0 } else { free[row] };
        let empty = taken || self.open_below[row] >= left;
        columns.iter().map(|column| column as u32).chain(empty.then_some(u32::from(NO_QUEEN)))
    }

    /// The free squares after another queen.
    fn without_attacked(&self, free: &[u64], row: usize, column: usize) -> Vec<u64> {
        let attacks = &self.attacks[row * self.question.side() + column];
        free.iter().zip(attacks).map(|(free, attacked)| free & !attacked).collect()
    }

    /// The number of queens still to be placed.
    fn missing(&self) -> usize {
        self.question.queens() - self.question.placed().len()
    }
}

impl Enumeration for VariantSearch {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "variants"
    }

    fn fingerprint(&self) -> String {
        let piece = if self.question.is_amazons() { "amazons" } else { "queens" };
        let classes = if self.question.is_reduced() { "classes" } else { "all" };
        // The word in existing journals, which must stay readable.
        format!("{piece} {}, kin, {classes}, split 2", self.question)
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        let mut paths = vec![(Vec::new(), self.start.clone(), self.missing(), 1.0)];
        plan.trunk.enter(0, 1);
        if self.question.side() == 0 {
            plan.trunk.find(1, 1u64);
            return plan;
        }
        if self.question.has_none() {
            return plan;
        }
        for row in 0..self.question.side().min(2) {
            if row > 0 {
                plan.trunk.enter(row, paths.len() as u64);
            }
            let mut next = Vec::new();
            for (path, free, left, share) in paths {
                let choices: Vec<_> = self.choices(&free, row, left).collect();
                for &choice in &choices {
                    let mut path: Vec<u32> = path.clone();
                    path.push(choice);
                    let share: f64 = share / choices.len() as f64;
                    next.push(match u8::try_from(choice).ok().filter(|&c| c != NO_QUEEN) {
                        Some(c) => (
                            path,
                            self.without_attacked(&free, row, usize::from(c)),
                            left - 1,
                            share,
                        ),
                        None => (path, free.clone(), left, share),
                    });
                }
            }
            paths = next;
        }
        for (id, (path, _, _, share)) in paths.into_iter().enumerate() {
            plan.units.push(Unit { id, path, weight: 1, share });
        }
        plan
    }

    fn prunes_prefixes(&self) -> bool {
        true
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let mut free = self.start.clone();
        let mut columns = self.placed.clone();
        let mut left = self.missing();
        for (row, &choice) in unit.path.iter().enumerate() {
            if choice != u32::from(NO_QUEEN) {
                free = self.without_attacked(&free, row, choice as usize);
                columns[row] = choice as u8;
                left -= 1;
            }
        }
        let side = self.question.side();
        let mut levels = vec![0; side * (side + 1)];
        levels[unit.path.len() * side..][..side].copy_from_slice(&free);
        let counter = Counter::new(visitor, side, 1);
        let mut descent = Descent { search: self, counter, columns, levels, prefix: vec![] };
        let rows = unit.path.len();
        let ended = match descent.wants(1..=rows) {
            true => descent.place(rows, left),
            false => ControlFlow::Continue(()),
        };
        descent.counter.finish(ended)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let mut sum = 0.0;
        for _ in 0..probes {
            let (mut free, mut left, mut width) = (self.start.clone(), self.missing(), 1.0);
            sum += width;
            if self.question.has_none() {
                continue;
            }
            for row in 0..self.question.side() {
                let choices: Vec<_> = self.choices(&free, row, left).collect();
                if left == 0 && row >= 2 || choices.is_empty() {
                    break;
                }
                width *= choices.len() as f64;
                sum += width;
                let choice = choices[random.below(choices.len())];
                if choice != u32::from(NO_QUEEN) {
                    free = self.without_attacked(&free, row, choice as usize);
                    left -= 1;
                }
            }
        }
        sum / f64::from(probes)
    }
}

/// One unit being searched.
struct Descent<'a, V> {
    search: &'a VariantSearch,
    counter: Counter<'a, V>,
    columns: Vec<u8>,
    /// The free squares of all rows, given the queens above each row.
    levels: Vec<u64>,
    /// The columns of the first rows, for visitors of prefixes.
    prefix: Vec<u32>,
}

impl<V: Visitor<[u8]>> Descent<'_, V> {
    fn place(&mut self, row: usize, left: usize) -> ControlFlow<()> {
        self.counter.enter(row)?;
        if left == 0 {
            let side = self.search.question.side();
            // Entries below may still be those of an earlier attempt.
            self.columns[row..].copy_from_slice(&self.search.placed[row..]);
            return match self.wants(row + 1..=side) {
                true => self.arrive(),
                false => ControlFlow::Continue(()),
            };
        }
        let side = self.search.question.side();
        if row == side {
            return ControlFlow::Continue(());
        }
        let search = self.search;
        let free = self.levels[row * side + row];
        for choice in search.choices(&self.levels[row * side..][..side], row, left) {
            let (above, below) = self.levels.split_at_mut((row + 1) * side);
            let (above, below) = (&above[row * side + row + 1..], &mut below[row + 1..side]);
            let column = choice as u8;
            let mut left = left;
            if column == NO_QUEEN {
                below.copy_from_slice(above);
            } else {
                debug_assert!(free.contains(usize::from(column)));
                left -= 1;
                let attacks = &search.attacks[row * side + usize::from(column)][row + 1..];
                for ((below, above), attacked) in below.iter_mut().zip(above).zip(attacks) {
                    *below = above & !attacked;
                }
            }
            if search.placed[row] == NO_QUEEN {
                self.columns[row] = column;
            }
            if self.wants(row + 1..=row + 1) {
                self.place(row + 1, left)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// False if the visitor rejects the prefix for one of these numbers of rows.
    #[inline(always)]
    fn wants(&mut self, rows: RangeInclusive<usize>) -> bool {
        if !V::PREFIXES {
            return true;
        }
        rows.into_iter().all(|rows| {
            self.prefix.clear();
            self.prefix.extend(self.columns[..rows].iter().map(|&column| u32::from(column)));
            self.counter.visitor.enter(&self.prefix)
        })
    }

    fn arrive(&mut self) -> ControlFlow<()> {
        let question = &self.search.question;
        if question.turn().is_some_and(|turn| !turn.keeps(&self.columns)) {
            return ControlFlow::Continue(());
        }
        let weight = match (question.is_reduced(), question.is_torus()) {
            (false, _) => Some(1),
            (true, true) => class_on_torus(&self.columns),
            (true, false) => class_on_plane(&self.columns),
        };
        let Some(weight) = weight else { return ControlFlow::Continue(()) };
        self.counter.find_weighing(weight, 1);
        self.counter.visitor.solution(&self.columns)
    }
}

/// The size of the class of a placement whose first queen is in the corner, or `None` if the class
/// has a lesser placement with a queen there.
///
/// Of the 8·n² symmetries of the torus, those that take some queen of the placement into the corner
/// give every placement of the class with a queen there: 8·n comparisons.
fn class_on_torus(columns: &[u8]) -> Option<u64> {
    let side = columns.len();
    let rows = transposed(columns);
    let queens =
        [columns, &rows].into_iter().flat_map(|lines| (0..side).map(move |at| (lines, at)));
    // Shifts alone, then with one or both of the reflections that keep the corner.
    let equal = equal_images(columns, queens, |(lines, row), upside_down, mirrored, line| {
        let from = if upside_down { side - line } else { line };
        let shifted = usize::from(lines[(row + from) % side]) + side - usize::from(lines[row]);
        let at = shifted % side;
        if mirrored { (side - at) % side } else { at }
    })?;
    Some(8 * (side * side) as u64 / equal)
}

/// The number of placements of the plane board in the class of this one, which is one of them; or
/// `None` if the class has a lesser one. Most shifts bring two queens onto a diagonal of the plane:
/// such images do not count.
fn class_on_plane(columns: &[u8]) -> Option<u64> {
    let side = columns.len();
    let rows = transposed(columns);
    let all = (0..side).flat_map(|down| (0..side).map(move |right| (down, right)));
    let on_plane: Vec<_> = all.filter(|&(down, right)| is_on_plane(columns, down, right)).collect();
    let images = on_plane
        .iter()
        .flat_map(|&(down, right)| [(columns, down, right), (&rows[..], right, down)]);
    let equal =
        equal_images(columns, images, |(lines, down, right), upside_down, mirrored, line| {
            let line = if upside_down { side - 1 - line } else { line };
            let at = (usize::from(lines[(line + side - down) % side]) + right) % side;
            if mirrored { side - 1 - at } else { at }
        })?;
    Some(8 * on_plane.len() as u64 / equal)
}

/// The row of each column's queen.
fn transposed(columns: &[u8]) -> Vec<u8> {
    let mut rows = vec![0; columns.len()];
    for (row, &column) in (0..).zip(columns) {
        rows[usize::from(column)] = row;
    }
    rows
}

/// The number of images that equal the placement, or `None` if one is less. `column` gives the
/// column of an image's line, with the image upside down or mirrored or both.
fn equal_images<T: Copy>(
    columns: &[u8],
    images: impl Iterator<Item = T>,
    column: impl Fn(T, bool, bool, usize) -> usize,
) -> Option<u64> {
    let mut equal = 0;
    for image in images {
        for (upside_down, mirrored) in [(false, false), (false, true), (true, false), (true, true)]
        {
            let lines = (0..columns.len()).map(|line| column(image, upside_down, mirrored, line));
            match lines.cmp(columns.iter().map(|&column| usize::from(column))) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => equal += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
    }
    Some(equal)
}

/// True if no two queens, all shifted around the torus, are on a diagonal of the plane.
fn is_on_plane(columns: &[u8], down: usize, right: usize) -> bool {
    let side = columns.len();
    let wrapped = |at: usize| if at < side { at } else { at - side };
    let [mut rising, mut falling] = [0u128; 2];
    columns.iter().enumerate().all(|(row, &column)| {
        let (row, column) = (wrapped(row + down), wrapped(usize::from(column) + right));
        let [up, fall] = [1 << (row + column), 1 << (row + side - 1 - column)];
        let free = rising & up == 0 && falling & fall == 0;
        rising |= up;
        falling |= fall;
        free
    })
}
