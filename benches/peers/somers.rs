//! For comparison only, not part of cavalcade: Jeff Somers's bit loop for counting n queens (2002),
//! written from its published description.
//!
//! One word has the occupied columns, and two have the diagonals, shifted by one column for each
//! row. The free squares of a row are taken from the lowest bit up. A stack replaces recursion. The
//! first queen is placed in one half of the first row, and the count is doubled. On odd boards with
//! the first queen in the middle, the second queen is placed in one half of its row.

/// Counts the placements of `side` queens, from 2 to 31.
pub fn count(side: usize) -> u64 {
    let mask = (1u32 << side) - 1;
    let half = (1u32 << (side / 2)) - 1;
    let mut placements = 2 * under(side, mask, half, [0; 3], 0);
    if side % 2 == 1 {
        let middle = 1u32 << (side / 2);
        let attacked = [middle, middle << 1, middle >> 1];
        placements += 2 * under(side, mask, half, attacked, 1);
    }
    placements
}

/// The placements of the rows from `row` on, with the queen of `row` in one of the columns `first`.
fn under(side: usize, mask: u32, first: u32, attacked: [u32; 3], row: usize) -> u64 {
    let mut placements = 0;
    let [mut columns, mut left, mut right] = [[0u32; 32]; 3];
    let mut free = [0u32; 32];
    let mut depth = row;
    [columns[depth], left[depth], right[depth]] = attacked;
    free[depth] = first & !(attacked[0] | attacked[1] | attacked[2]);
    loop {
        if free[depth] == 0 {
            if depth == row {
                return placements;
            }
            depth -= 1;
            continue;
        }
        let queen = free[depth] & free[depth].wrapping_neg();
        free[depth] ^= queen;
        if depth == side - 1 {
            placements += 1;
            depth -= usize::from(depth > row);
            continue;
        }
        columns[depth + 1] = columns[depth] | queen;
        left[depth + 1] = (left[depth] | queen) << 1;
        right[depth + 1] = (right[depth] | queen) >> 1;
        depth += 1;
        free[depth] = mask & !(columns[depth] | left[depth] | right[depth]);
    }
}
