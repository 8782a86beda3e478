//! Open knight's tours of boards of four rows.
//!
//! A knight on an outer row (0, 3) always moves to an inner one (1, 2), and there are as many inner
//! as outer squares. So a tour moves from inner to inner once, and otherwise alternates; colours
//! alternate as well. It therefore visits all squares of one class (outer squares of one colour,
//! inner ones of the other), makes the one inner move, and visits all of the other class. Each
//! class has one outer and one inner square in a column, O(j) and I(j), joined where columns differ
//! by 1 or 2. Three columns are swept as O(0) I(1) O(2) I(0) O(1) I(2), from which O(3) is a move;
//! the last few columns are searched for paths whose ends are two columns apart.

/// The fewest columns for this construction.
pub(super) const MIN_COLUMNS: usize = 9;

/// The columns of the steps O, I, O, I, …, that sweep three columns.
const SWEEP: [usize; 6] = [0, 1, 2, 0, 1, 2];

/// A tour of the 4×`columns` board, with at least [`MIN_COLUMNS`] columns.
pub(super) fn four_rows(columns: usize) -> Option<Vec<u32>> {
    let rest = 6 + columns % 3;
    let swept = columns.checked_sub(rest)?;
    // Paths through the last columns, by the column of their last inner square.
    let ends: Vec<Option<Vec<usize>>> = (0..rest).map(|end| sweep_to(rest, end)).collect();
    let ends_two_apart = |k: usize| Some((ends.get(k)?.as_ref()?, ends.get(k + 2)?.as_ref()?));
    let (first, second) = (0..rest).find_map(ends_two_apart)?;
    let strand = |tail: &[usize]| -> Vec<usize> {
        let sweeps = (0..swept / 3).flat_map(|i| SWEEP.map(|column| 3 * i + column));
        sweeps.chain(tail.iter().map(|column| swept + column)).collect()
    };
    let square = |class: usize, (step, column): (usize, usize)| {
        let outer = step.is_multiple_of(2);
        // In the first class an even column has the rows 0 and 1, an odd one 3 and 2.
        let row = match ((class + column).is_multiple_of(2), outer) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 3,
            (false, false) => 2,
        };
        (row * columns + column) as u32
    };
    let there = strand(first).into_iter().enumerate().map(|at| square(0, at));
    let back = strand(second).into_iter().enumerate().map(|at| square(1, at));
    let mut squares: Vec<u32> = there.collect();
    squares.extend(back.collect::<Vec<_>>().into_iter().rev());
    Some(squares)
}

/// The columns of a path O, I, O, … through a class of this number of columns, from O(0) to I(end).
fn sweep_to(columns: usize, end: usize) -> Option<Vec<usize>> {
    fn extend(path: &mut Vec<usize>, used: &mut [[bool; 2]], end: usize) -> bool {
        let columns = used.len();
        let step = path.len();
        if step == 2 * columns {
            return path[step - 1] == end;
        }
        let here = path[step - 1];
        for next in here.saturating_sub(2)..(here + 3).min(columns) {
            if next != here && !std::mem::replace(&mut used[next][step % 2], true) {
                path.push(next);
                if extend(path, used, end) {
                    return true;
                }
                path.pop();
                used[next][step % 2] = false;
            }
        }
        false
    }
    let mut used = vec![[false; 2]; columns];
    used[0][0] = true;
    let mut path = vec![0];
    extend(&mut path, &mut used, end).then_some(path)
}
