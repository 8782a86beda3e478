//! `Avx2`: processes four boards, or half a row of a table, at a time.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_ps,
    _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_load_si256, _mm256_loadu_si256,
    _mm256_maskload_epi32, _mm256_movemask_ps, _mm256_or_si256, _mm256_permutevar8x32_epi32,
    _mm256_set1_epi8, _mm256_set1_epi32, _mm256_setr_epi8, _mm256_setr_epi32, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_srlv_epi32, _mm256_storeu_si256,
};

use super::parts::{fetch, fetch_ahead, offsets, settle, turn};
use crate::queens::colours::listed::{Listed, Slice};
use crate::queens::colours::machine::{Check, Counters, Job, Machine, Standing, Tables};
use crate::queens::colours::slots::{CELLS, Slots};

/// A processor with AVX2. Loops without a special version are the portable ones, compiled for AVX2.
#[derive(Clone, Copy, Debug)]
pub(in crate::queens::colours) struct Avx2(());

impl Avx2 {
    /// Some value if this processor has the instructions.
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }
}

/// For each set of eight lanes, the permutation that moves them to the front.
static PACKED: [[u32; 8]; 256] = {
    let mut orders = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut at) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 != 0 {
                orders[set][at] = lane;
                at += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    orders
};

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T: Job>(machine: Avx2, job: T) -> T::Output {
    job.run(machine)
}

impl Machine for Avx2 {
    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx2(self, job) }
    }

    #[inline(always)]
    fn sift(self, boards: Slice<'_>, diagonals: u64, checks: &[Check], kept: &mut Listed) {
        // SAFETY: `self` proves AVX2.
        unsafe { sift(boards, diagonals, checks, kept) }
    }

    #[inline(always)]
    fn turn<'a>(self, rows: impl Iterator<Item = &'a Counters>, tile: &mut [Counters; CELLS]) {
        // SAFETY: `self` proves AVX2.
        unsafe { turn(rows, tile) }
    }

    #[inline(always)]
    fn fetch(self, counters: &[Counters], at: usize) {
        fetch(counters, at);
    }

    #[inline(always)]
    fn sieve(
        self,
        (tables, slots): Standing<'_>,
        items: &[u32],
        runs: &[u32],
        counts: &mut [Counters],
    ) {
        // SAFETY: `self` proves AVX2.
        unsafe {
            if slots.is_wide() {
                sieve::<true>(tables, slots, items, runs, counts);
            } else {
                sieve::<false>(tables, slots, items, runs, counts);
            }
        }
    }
}

/// [`Machine::sift`].
#[target_feature(enable = "avx2")]
#[inline]
fn sift(boards: Slice<'_>, diagonals: u64, checks: &[Check], kept: &mut Listed) {
    let Slice { sums: from_sums, differences: from_differences, cells: from_cells } = boards;
    let len = boards.len().min(from_sums.len()).min(from_differences.len());
    let [sums, differences, cells] = kept.space(len + 8).map(|column| column.as_mut_ptr());
    let all = |number: u32| _mm256_set1_epi32(number as i32);
    let queen = [all(diagonals as u32), all((diagonals >> 32) as u32)];
    let (zero, order) = (_mm256_setzero_si256(), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    let (mut at, mut found) = (0, 0);
    while at < len {
        let lanes = _mm256_cmpgt_epi32(all((len - at).min(8) as u32), order);
        // SAFETY: as for AVX-512, eight at a time.
        unsafe {
            let load = |from: &[u32]| _mm256_maskload_epi32(from.as_ptr().add(at).cast(), lanes);
            let board = [load(from_sums), load(from_differences)];
            let met = [0, 1].map(|way| _mm256_and_si256(board[way], queen[way]));
            let free = _mm256_cmpeq_epi32(_mm256_or_si256(met[0], met[1]), zero);
            let mut passed = _mm256_and_si256(lanes, free);
            for &Check { row, free } in checks {
                let taken = _mm256_srlv_epi32(board[0], all(row.sum));
                let other = _mm256_srlv_epi32(board[1], all(row.difference));
                let left = _mm256_andnot_si256(_mm256_or_si256(taken, other), all(free));
                passed = _mm256_andnot_si256(_mm256_cmpeq_epi32(left, zero), passed);
            }
            let set = _mm256_movemask_ps(_mm256_castsi256_ps(passed)) as usize;
            let packed = _mm256_loadu_si256(PACKED[set].as_ptr().cast());
            let store = |to: *mut u32, what| {
                let kept = _mm256_permutevar8x32_epi32(what, packed);
                _mm256_storeu_si256(to.add(found).cast(), kept);
            };
            store(sums, board[0]);
            store(differences, board[1]);
            store(cells, load(from_cells));
            found += set.count_ones() as usize;
        }
        at += 8;
    }
    kept.take(found);
}

/// [`Machine::sieve`] for both halves of the lanes or only for the first; counts the bits of a
/// nibble by a table (Mula).
#[target_feature(enable = "avx2")]
#[inline]
fn sieve<const WIDE: bool>(
    tables: &Tables,
    slots: &Slots,
    mut items: &[u32],
    runs: &[u32],
    counts: &mut [Counters],
) {
    let (first, second): (*const u8, *const u8) =
        (tables.first.as_ptr().cast(), tables.second.as_ptr().cast());
    let nibble = _mm256_set1_epi8(15);
    for (at, &run) in runs.iter().enumerate() {
        fetch_ahead(counts, runs, at);
        let (here, left) = items.split_at((run >> 16) as usize);
        items = left;
        let mut sums = [_mm256_setzero_si256(); 2];
        for &item in here {
            let (one, other) = offsets(item);
            for (half, sum) in sums.iter_mut().enumerate().take(if WIDE { 2 } else { 1 }) {
                // SAFETY: the offsets of an item are those of aligned rows inside the tables; a
                // row is two halves of 32 bytes.
                let both = unsafe {
                    let one = _mm256_load_si256(first.add(one + 32 * half).cast());
                    let other = _mm256_load_si256(second.add(other + 32 * half).cast());
                    _mm256_and_si256(one, other)
                };
                let low = ones(_mm256_and_si256(both, nibble));
                let high = ones(_mm256_and_si256(_mm256_srli_epi16::<4>(both), nibble));
                *sum = _mm256_add_epi8(*sum, _mm256_add_epi8(low, high));
            }
        }
        settle::<WIDE>(sums, slots, &mut counts[run as u16 as usize]);
    }
}

/// The number of set bits of each nibble.
#[target_feature(enable = "avx2")]
#[inline]
fn ones(nibbles: __m256i) -> __m256i {
    let table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    _mm256_shuffle_epi8(table, nibbles)
}
