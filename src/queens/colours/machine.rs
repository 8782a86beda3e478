//! The inner loops of the method, for each kind of processor.

use super::list::{Listed, Slice};
#[cfg(target_arch = "x86_64")]
use super::simd;
use super::slots::{CELLS, Check, Counters, Sieve, Tables};
use crate::queens::lanes::{self, Lanes};
use crate::simd::{Backend, Machine};

/// Keeps the boards that have none of these diagonals and leave a square of each check free. There
/// are at most as many checks as a rest has rows.
#[inline(always)]
pub(super) fn sift(
    machine: impl Machine,
    boards: Slice<'_>,
    diagonals: u64,
    checks: &[Check],
    kept: &mut Listed,
) {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(_) | Backend::Avx2(_) => {
            simd::sift(machine, boards, diagonals, checks, kept)
        }
        Backend::Portable => {
            let [sums, differences, cells] = kept.space(boards.len());
            let mut len = 0;
            for (at, board) in boards.diagonals().enumerate() {
                if board & diagonals == 0 {
                    // No branch on the checks, because most boards pass.
                    (sums[len], differences[len]) = (boards.sums[at], boards.differences[at]);
                    cells[len] = boards.cells[at];
                    let passed = |check: &Check| check.free & check.row.free_of(board) != 0;
                    len += usize::from(checks.iter().fold(true, |all, check| all & passed(check)));
                }
            }
            kept.take(len);
        }
    }
}

/// Transposes each of the eight 64×64 bit matrices formed by the rows' words.
#[inline(always)]
pub(super) fn transpose(machine: impl Machine, rows: &mut [Lanes; 64]) {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(token) => simd::transpose(token, rows),
        _ => lanes::transpose(rows),
    }
}

/// For each run of items, adds to its counters the number of its items that each lane lets pass, up
/// to 2^16 - 1.
#[inline(always)]
pub(super) fn sieve(
    machine: impl Machine,
    sieve: Sieve<'_>,
    items: &[u32],
    runs: &[u32],
    counts: &mut [Counters],
) {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(token) => simd::sieve_512(token, sieve, items, runs, counts),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(token) => simd::sieve_256(token, sieve, items, runs, counts),
        Backend::Portable => sieve_portable(sieve, items, runs, counts),
    }
}

/// Sums of four bits hold three items, sums of a byte a run of up to 24: a parting of the
/// rest's columns among its rows. So bits are counted in steps, few of them for each item.
#[inline(always)]
fn sieve_portable(
    (tables, slots): Sieve<'_>,
    mut items: &[u32],
    runs: &[u32],
    counts: &mut [Counters],
) {
    for &run in runs {
        let (here, left) = items.split_at((run >> 16) as usize);
        items = left;
        let mut bytes = [0u64; 8];
        for three in here.chunks(3) {
            let mut nibbles = [0u64; 8];
            for &item in three {
                for (sum, word) in nibbles.iter_mut().zip(tables.of(item).0) {
                    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
                    let low = pairs & 0x3333_3333_3333_3333;
                    *sum += low + (pairs >> 2 & 0x3333_3333_3333_3333);
                }
            }
            for (sum, word) in bytes.iter_mut().zip(nibbles) {
                *sum += (word & 0x0f0f_0f0f_0f0f_0f0f) + (word >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
            }
        }
        let mut found = [0; 2 * CELLS];
        for (found, word) in found.as_chunks_mut().0.iter_mut().zip(bytes) {
            *found = word.to_le_bytes();
        }
        for (cell, counter) in counts[run as u16 as usize].0.iter_mut().enumerate() {
            *counter = counter.saturating_add(slots.sum(cell, &found));
        }
    }
}

/// Transposes the rows of a tile, which are at most as many as its columns.
#[inline(always)]
pub(super) fn turn<'a>(
    machine: impl Machine,
    rows: impl Iterator<Item = &'a Counters>,
    tile: &mut [Counters; CELLS],
) {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(token) => simd::turn(token.narrow(), rows, tile),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(token) => simd::turn(token, rows, tile),
        Backend::Portable => {
            for (at, row) in rows.enumerate() {
                for (to, &count) in tile.iter_mut().zip(&row.0) {
                    to.0[at] = count;
                }
            }
            #[cfg(test)]
            if TILES_UNTIL_FULL.replace(TILES_UNTIL_FULL.get().wrapping_sub(1)) == 0 {
                tile[0].0[0] = u16::MAX;
            }
        }
    }
}

#[cfg(test)]
thread_local! {
    /// The number of tiles transposed until a counter is reported as full, for a test of the
    /// recount.
    pub(super) static TILES_UNTIL_FULL: std::cell::Cell<usize> =
        const { std::cell::Cell::new(usize::MAX) };
}

/// For each item, the words of lanes in which any lane passes, as a set.
#[inline(always)]
pub(super) fn passing(machine: impl Machine, tables: &Tables, items: &[u32], words: &mut [u8]) {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(token) => simd::passing(token, tables, items, words),
        _ => {
            for (words, &item) in words.iter_mut().zip(items) {
                let lanes = (0..).zip(tables.of(item).0);
                *words = lanes.fold(0, |set, (at, word)| set | u8::from(word != 0) << at);
            }
        }
    }
}
