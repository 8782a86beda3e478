//! `Avx2`: four boards, or half a row of a table, at a time.

use std::arch::x86_64::{
    __m256i, _mm_castps_si128, _mm_castsi128_ps, _mm_loadu_si128, _mm_maskload_epi32,
    _mm_permutevar_ps, _mm_storeu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_pd, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_load_si256,
    _mm256_loadu_si256, _mm256_maskload_epi64, _mm256_movemask_pd, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8,
    _mm256_setr_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_shuffle_epi32,
    _mm256_srli_epi16, _mm256_srlv_epi32, _mm256_storeu_si256,
};

use super::parts::{fetch, fetch_ahead, offsets, settle, turn};
use crate::queens::colours::machine::{Check, Counters, Job, Machine, Sifted, Standing, Tables};
use crate::queens::colours::slots::{CELLS, Slots};

/// A processor with AVX2; what it has no loop of its own for is compiled for it.
#[derive(Clone, Copy, Debug)]
pub(in crate::queens::colours) struct Avx2(());

impl Avx2 {
    /// The proof that this processor has the instructions, if it has.
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }
}

/// The first so many of four lanes.
const MASKS: [[i64; 4]; 5] =
    [[0; 4], [-1, 0, 0, 0], [-1, -1, 0, 0], [-1, -1, -1, 0], [-1, -1, -1, -1]];
/// For each set of four lanes the order that has them first, in words of 32 bits.
const PACKED: [[u32; 8]; 16] = {
    let mut orders = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut lane, mut at) = (0, 0);
        while lane < 4 {
            if set >> lane & 1 != 0 {
                (orders[set][at], orders[set][at + 1]) = (2 * lane, 2 * lane + 1);
                at += 2;
            }
            lane += 1;
        }
        set += 1;
    }
    orders
};
/// The same for lanes of 32 bits.
const PACKED_CELLS: [[u32; 4]; 16] = {
    let mut orders = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let mut at = 0;
        while at < 4 {
            orders[set][at] = PACKED[set][2 * at] / 2;
            at += 1;
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
    fn sift(self, boards: (&[u64], &[u32]), diagonals: u64, checks: &[Check], kept: &mut Sifted) {
        let len = boards.0.len().min(boards.1.len());
        let (to, to_cells) = kept.room(len + 4);
        let (to, to_cells) = (to.as_mut_ptr(), to_cells.as_mut_ptr());
        let mut found = 0;
        // SAFETY: as for AVX-512, four at a time.
        unsafe {
            let zero = _mm256_setzero_si256();
            let queen = _mm256_set1_epi64x(diagonals as i64);
            let mut at = 0;
            while at < len {
                let mask = &MASKS[(len - at).min(4)];
                let lanes = _mm256_loadu_si256(mask.as_ptr().cast());
                let board = _mm256_maskload_epi64(boards.0.as_ptr().add(at).cast(), lanes);
                let met = _mm256_and_si256(board, queen);
                let mut passed = _mm256_and_si256(lanes, _mm256_cmpeq_epi64(met, zero));
                for check in checks {
                    let shift = u64::from(check.row.sum) | u64::from(check.row.difference) << 32;
                    let taken = _mm256_srlv_epi32(board, _mm256_set1_epi64x(shift as i64));
                    let other = _mm256_shuffle_epi32::<0b10_11_00_01>(taken);
                    let free = _mm256_set1_epi64x(i64::from(check.free));
                    let left = _mm256_andnot_si256(_mm256_or_si256(taken, other), free);
                    passed = _mm256_andnot_si256(_mm256_cmpeq_epi64(left, zero), passed);
                }
                let set = _mm256_movemask_pd(_mm256_castsi256_pd(passed)) as usize;
                let order = _mm256_loadu_si256(PACKED[set].as_ptr().cast());
                let kept = _mm256_permutevar8x32_epi32(board, order);
                _mm256_storeu_si256(to.add(found).cast(), kept);
                let lanes = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(
                    lanes,
                    _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0),
                ));
                let cells = _mm_maskload_epi32(boards.1.as_ptr().add(at).cast(), lanes);
                let order = _mm_loadu_si128(PACKED_CELLS[set].as_ptr().cast());
                let kept = _mm_castps_si128(_mm_permutevar_ps(_mm_castsi128_ps(cells), order));
                _mm_storeu_si128(to_cells.add(found).cast(), kept);
                found += set.count_ones() as usize;
                at += 4;
            }
        }
        kept.take(found);
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

/// [`Machine::sieve`] of both halves of the lanes or of the first; the ones of a nibble by a
/// table (Mula).
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

/// The number of ones of each nibble.
#[target_feature(enable = "avx2")]
#[inline]
fn ones(nibbles: __m256i) -> __m256i {
    let table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    _mm256_shuffle_epi8(table, nibbles)
}
