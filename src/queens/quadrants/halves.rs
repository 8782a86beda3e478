//! Half boards: joins of a northern and a southern quadrant, for one set of rows.

use std::sync::Arc;

use super::layout::Layout;
use super::machine::join;
use super::near::pushed;
use super::rows::RowSet;
use super::slice::{Boards, Codes, Slice, Slices};
use crate::simd::Machine;

/// Which of the two long diagonals may hold a queen of the half.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Long {
    /// Neither.
    None,
    /// One of them.
    One,
    /// Both.
    Both,
    /// None, one or both.
    Any,
}

/// The subsets of size `size` of the `count` lowest bits, ascending.
#[inline(always)]
fn subsets(count: u32, size: u32) -> impl Iterator<Item = u32> {
    let end = 1u32 << count;
    let mut next = if size > count { end } else { (1 << size) - 1 };
    std::iter::from_fn(move || {
        let set = next;
        if set >= end {
            return None;
        }
        let low = set & set.wrapping_neg();
        let carried = set.wrapping_add(low);
        next = if set == 0 { end } else { carried | (carried ^ set) >> (2 + low.trailing_zeros()) };
        Some(set)
    })
}

/// The slices of the quadrants of a half.
pub(super) struct Quadrants {
    rows: RowSet,
    north: Arc<Slice>,
    south: Arc<Slice>,
}

impl Quadrants {
    pub fn new(slices: &Slices, rows: RowSet) -> Quadrants {
        Quadrants { rows, north: slices.get(rows.north), south: slices.get(rows.south) }
    }
}

/// Appends the half boards of the east with one queen in each of the rows and in each column of the
/// quadrants to `out`.
#[inline(always)]
pub(super) fn half_boards<const AMAZONS: bool>(
    machine: impl Machine,
    quadrants: &Quadrants,
    layout: Layout,
    long: Long,
    out: &mut Codes,
) {
    let half = layout.half as u32;
    let all = (1u32 << half) - 1;
    let (norths, souths) = (quadrants.north.north::<AMAZONS>(), quadrants.south.south::<AMAZONS>());
    for columns in subsets(half, quadrants.rows.north.count_ones()) {
        let (north, south) = (norths.of(columns), souths.of(all ^ columns));
        match long {
            Long::None => join_all(machine, layout, north.clear(), south.clear(), out),
            Long::One => {
                join_all(machine, layout, north.long(), south.clear(), out);
                join_all(machine, layout, north.clear(), south.long(), out);
            }
            Long::Both => join_all(machine, layout, north.long(), south.long(), out),
            Long::Any => join_all(machine, layout, north.all(), south.all(), out),
        }
    }
}

/// Northern quadrants that include the middle column's queen.
#[derive(Default)]
pub(super) struct WithColumn {
    codes: Codes,
    /// The test words of amazons.
    tests: Codes,
}

impl WithColumn {
    fn clear(&mut self) {
        self.codes.clear();
        self.tests.clear();
    }

    /// Appends the quadrants that fit the queen `distance` rows north.
    #[inline(always)]
    fn append<const AMAZONS: bool>(
        &mut self,
        machine: impl Machine,
        layout: Layout,
        distance: usize,
        north: Boards<'_, AMAZONS>,
    ) {
        if !AMAZONS {
            let queen = layout.middle_column(distance);
            return join(machine, queen, queen, north, &mut self.codes);
        }
        for (test, code) in north.pairs() {
            if let Some((test, code)) = layout.with_column(test, code, distance) {
                self.tests.push(test);
                self.codes.push(code);
            }
        }
    }

    #[inline(always)]
    fn boards<const AMAZONS: bool>(&self) -> Boards<'_, AMAZONS> {
        Boards::of(self.codes.as_slice(), self.tests.as_slice())
    }
}

/// The half boards of the east of an odd board, including the middle row's queen and the middle
/// column's queen. The latter is north, and nearer the centre than the former. `scratch` is
/// overwritten.
///
/// The middle column's queen occupies a northern row. The northern quadrants with it are assembled
/// once for each set of columns, ordered by its row, so that those that fit a queen of the middle
/// row are a prefix of the list.
#[inline(always)]
pub(super) fn half_boards_with_middle<const AMAZONS: bool>(
    machine: impl Machine,
    slices: &Slices,
    layout: Layout,
    quadrants: &Quadrants,
    scratch: &mut WithColumn,
    out: &mut Codes,
) {
    let half = layout.half as u32;
    let all = (1u32 << half) - 1;
    let rows = quadrants.rows.north;
    if rows == 0 {
        return;
    }
    // By the row of the middle column's queen; the outermost row is impossible.
    let rest = |row: u32| (rows >> row & 1 != 0).then(|| slices.get(rows ^ 1 << row));
    let rest: Vec<_> = (0..half - 1).map(rest).collect();
    let rest: Vec<_> =
        rest.iter().map(|rest| rest.as_ref().map(|rest| rest.north::<AMAZONS>())).collect();
    let souths = quadrants.south.south::<AMAZONS>();
    for columns in subsets(half, rows.count_ones() - 1) {
        scratch.clear();
        for column in 1..half {
            // Rows nearer than this column were appended before.
            if let Some(norths) = rest[column as usize - 1] {
                let north = norths.of(columns).all();
                scratch.append(machine, layout, column as usize, north);
            }
            let norths = scratch.boards::<AMAZONS>();
            if columns >> column & 1 != 0 || norths.len() == 0 {
                continue;
            }
            let distance = column as usize + 1;
            let queen = layout.middle_row(distance);
            let attacked = if AMAZONS { layout.attacked_with_row(0, distance) } else { queen };
            for (test, south) in souths.of(all ^ columns ^ 1 << column).all().pairs() {
                if test & attacked != 0 {
                    continue;
                }
                if AMAZONS {
                    let attacked = layout.attacked_with_row(test, distance);
                    join(machine, pushed(south) | queen, attacked, norths, out);
                } else {
                    join(machine, south | queen, south | queen, norths, out);
                }
            }
        }
    }
}

/// Appends the unions of all pairs that do not attack each other. The inner loop runs over the list
/// that wastes less of its last step of eight codes.
#[inline(always)]
fn join_all<const AMAZONS: bool>(
    machine: impl Machine,
    layout: Layout,
    north: Boards<'_, AMAZONS>,
    south: Boards<'_, AMAZONS>,
    out: &mut Codes,
) {
    let steps = |outer: Boards<'_, AMAZONS>, inner: Boards<'_, AMAZONS>| {
        outer.len() * inner.len().div_ceil(8)
    };
    let (outer, inner) =
        if steps(north, south) < steps(south, north) { (north, south) } else { (south, north) };
    if inner.len() == 0 {
        return;
    }
    for (test, code) in outer.pairs() {
        let attacked = if AMAZONS { layout.attacked(test) } else { code };
        join(machine, code, attacked, inner, out);
    }
}
