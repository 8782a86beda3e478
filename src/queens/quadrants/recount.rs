//! The second way to count a unit, for `recheck`: queen by queen, from the first row to the last,
//! each row in its half according to the row set. It uses neither the tables nor the codes nor the
//! match.

use std::ops::ControlFlow;

use super::rows::RowSet;
use crate::engine::{Counter, Halt, Tally, Visitor};

/// Counts the placements of some row sets by their weights.
pub(super) fn recount<V: Visitor<[u8]>>(
    side: usize,
    amazons: bool,
    sets: &[u32],
    visitor: &mut V,
) -> Result<Tally, Halt> {
    let counter = Counter::new(visitor, 0, 1);
    let mut placing = Placing { amazons, allowed: Vec::new(), weights: [0; 3], counter };
    let mut ended = ControlFlow::Continue(());
    for (allowed, weights) in sets.iter().flat_map(|&set| boards(side, set)) {
        (placing.allowed, placing.weights) = (allowed, weights);
        ended = placing.place(0, Attacked::default(), 0);
        if ended.is_break() {
            break;
        }
    }
    placing.counter.finish(ended)
}

/// The possible columns of each row's queen, and the weight of a placement by the number of western
/// queens on a long diagonal of an even board; several for a set of an odd board.
fn boards(side: usize, number: u32) -> Vec<(Vec<u32>, [u64; 3])> {
    let half = side / 2;
    let (set, odd) = (RowSet::of(number, half), side % 2);
    let west = (1u32 << half) - 1;
    let east = west << (half + odd);
    let mut allowed = vec![west; side];
    for distance in 0..half {
        for (rows, row) in [(set.north, half - 1 - distance), (set.south, half + odd + distance)] {
            if rows >> distance & 1 == 1 {
                allowed[row] = if odd == 1 { east } else { east & !long(side, row) };
            }
        }
    }
    let (flips, mirrors) = (set.flips(), set.mirrors(half));
    if odd == 0 {
        return vec![(allowed, [flips * mirrors, flips * 2, flips * 4])];
    }
    let mut boards = Vec::new();
    // The queen of the middle column is north, and nearer the centre than that of the middle row.
    for near in (1..=half).filter(|near| set.north >> (near - 1) & 1 == 1) {
        for far in near + 1..=half {
            let mut allowed = allowed.clone();
            (allowed[half - near], allowed[half]) = (1 << half, 1 << (half + far));
            boards.push((allowed, [8; 3]));
        }
    }
    allowed[half] = 1 << half;
    boards.push((allowed, [flips * mirrors; 3]));
    boards.retain(|(_, weights)| weights[1] > 0);
    boards
}

/// The squares of a row that are on a long diagonal.
fn long(side: usize, row: usize) -> u32 {
    1 << row | 1 << (side - 1 - row)
}

/// The columns of a row that queens above attack; for knight's moves also those of the next row.
#[derive(Clone, Copy, Default)]
struct Attacked {
    columns: u32,
    falling: u32,
    rising: u32,
    knights: [u32; 2],
}

struct Placing<'v, V> {
    amazons: bool,
    allowed: Vec<u32>,
    weights: [u64; 3],
    counter: Counter<'v, V>,
}

impl<V: Visitor<[u8]>> Placing<'_, V> {
    fn place(&mut self, row: usize, attacked: Attacked, on_long: usize) -> ControlFlow<()> {
        self.counter.enter(0)?;
        let side = self.allowed.len();
        if row == side {
            // Placements of weight 0 are counted with another set.
            let weight = self.weights[on_long];
            self.counter.find_weighing(weight, u64::from(weight > 0));
            return ControlFlow::Continue(());
        }
        let Attacked { columns, falling, rising, knights: [here, next] } = attacked;
        let mut free = self.allowed[row] & !(columns | falling | rising | here);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let knights = match self.amazons {
                true => [next | queen << 2 | queen >> 2, queen << 1 | queen >> 1],
                false => [0; 2],
            };
            let attacked = Attacked {
                columns: columns | queen,
                falling: (falling | queen) << 1,
                rising: (rising | queen) >> 1,
                knights,
            };
            let is_long = side.is_multiple_of(2) && queen & long(side, row) != 0;
            self.place(row + 1, attacked, on_long + usize::from(is_long))?;
        }
        ControlFlow::Continue(())
    }
}
