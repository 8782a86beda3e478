//! Half boards: the joins of a northern and a southern quadrant, for one set of rows.

use std::sync::Arc;

use super::layout::Layout;
use super::machine::{Codes, Machine};
use super::rows::RowSet;
use super::slice::Slice;
use super::slices::Slices;

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

/// The subsets of `size` of the `count` lowest bits, ascending.
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

/// The half boards of the east with one queen in each of the rows and in each column of the
/// quadrants, appended to `out`.
#[inline(always)]
pub(super) fn half_boards(
    machine: impl Machine,
    quadrants: &Quadrants,
    layout: Layout,
    long: Long,
    out: &mut Codes,
) {
    let half = layout.half as u32;
    let all = (1u32 << half) - 1;
    let (norths, souths) = (quadrants.north.north(), quadrants.south.south());
    for columns in subsets(half, quadrants.rows.north.count_ones()) {
        let (north, south) = (norths.of(columns), souths.of(all ^ columns));
        match long {
            Long::None => join(machine, north.clear(), south.clear(), out),
            Long::One => {
                join(machine, north.long(), south.clear(), out);
                join(machine, north.clear(), south.long(), out);
            }
            Long::Both => join(machine, north.long(), south.long(), out),
            Long::Any => join(machine, north.all(), south.all(), out),
        }
    }
}

/// The half boards of the east of an odd board, with the middle row's queen and the middle
/// column's queen, the latter north and nearer the centre than the former. `scratch` is
/// overwritten.
///
/// The middle column's queen takes the place of a northern row's. The northern quadrants
/// with it are put together once for each set of columns, in the order of its row, so that
/// those that go with a queen of the middle row are a part of the list from its beginning.
#[inline(always)]
pub(super) fn half_boards_with_middle(
    machine: impl Machine,
    slices: &Slices,
    layout: Layout,
    quadrants: &Quadrants,
    scratch: &mut Codes,
    out: &mut Codes,
) {
    let half = layout.half as u32;
    let all = (1u32 << half) - 1;
    let rows = quadrants.rows.north;
    if rows == 0 {
        return;
    }
    // By the row that the middle column's queen takes; the outermost is never taken.
    let rest = |row: u32| (rows >> row & 1 != 0).then(|| slices.get(rows ^ 1 << row));
    let rest: Vec<_> = (0..half - 1).map(rest).collect();
    let rest: Vec<_> = rest.iter().map(|rest| rest.as_ref().map(|rest| rest.north())).collect();
    let souths = quadrants.south.south();
    for columns in subsets(half, rows.count_ones() - 1) {
        scratch.clear();
        for column in 1..half {
            // The rows nearer than this column have their turn before it does.
            if let Some(norths) = rest[column as usize - 1] {
                let north = norths.of(columns).all();
                machine.join(layout.middle_column(column as usize), north, scratch);
            }
            if columns >> column & 1 != 0 || scratch.as_slice().is_empty() {
                continue;
            }
            let queen = layout.middle_row(column as usize + 1);
            for &south in souths.of(all ^ columns ^ 1 << column).all() {
                if south & queen == 0 {
                    machine.join(south | queen, scratch.as_slice(), out);
                }
            }
        }
    }
}

/// Appends the unions of all disjoint pairs. The inner list is the one that leaves fewer
/// steps of eight codes.
#[inline(always)]
fn join(machine: impl Machine, north: &[u64], south: &[u64], out: &mut Codes) {
    let steps = |outer: &[u64], inner: &[u64]| outer.len() * inner.len().div_ceil(8);
    let (outer, inner) =
        if steps(north, south) < steps(south, north) { (north, south) } else { (south, north) };
    if inner.is_empty() {
        return;
    }
    for &with in outer {
        machine.join(with, inner, out);
    }
}
