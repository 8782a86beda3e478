//! `Avx512`: processes eight boards, or a whole row of a table, at a time.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64,
    _mm512_load_si512, _mm512_mask_test_epi32_mask, _mm512_mask_testn_epi32_mask,
    _mm512_maskz_compress_epi32, _mm512_maskz_loadu_epi32, _mm512_popcnt_epi8, _mm512_set1_epi32,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_slli_epi64, _mm512_srli_epi64,
    _mm512_srlv_epi32, _mm512_store_si512, _mm512_storeu_si512, _mm512_ternarylogic_epi32,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use super::parts::{fetch, fetch_ahead, offsets, settle, turn};
use crate::queens::colours::listed::{Listed, Slice};
use crate::queens::colours::machine::{Check, Counters, Job, Machine, Standing, Tables};
use crate::queens::colours::slots::CELLS;
use crate::queens::lanes::Lanes;

/// A processor with AVX-512 and population counts; only [`Avx512::detect`] creates one.
#[derive(Clone, Copy, Debug)]
pub(in crate::queens::colours) struct Avx512(());

impl Avx512 {
    /// Some value if this processor has the instructions.
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512<T: Job>(machine: Avx512, job: T) -> T::Output {
    job.run(machine)
}

/// Exchanges the masked bits of four rows with the bits `PLACES` higher in the rows `APART`
/// further.
#[target_feature(enable = "avx512f")]
#[inline]
fn exchange<const APART: usize, const PLACES: u32>(rows: &mut [__m512i; 8], mask: i64) {
    let mask = _mm512_set1_epi64(mask);
    for nth in 0..4 {
        let at = nth + (nth & !(APART - 1));
        let (low, high) = (rows[at], rows[at + APART]);
        // (low >> PLACES ^ high) & mask
        let far = _mm512_srli_epi64::<PLACES>(low);
        let swap = _mm512_ternarylogic_epi64::<0x28>(far, high, mask);
        rows[at] = _mm512_xor_si512(low, _mm512_slli_epi64::<PLACES>(swap));
        rows[at + APART] = _mm512_xor_si512(high, swap);
    }
}

/// [`Machine::transpose`], eight rows at a time, which stay in registers for three steps.
#[target_feature(enable = "avx512f")]
#[inline]
fn transpose(rows: &mut [Lanes; 64]) {
    let mut eight = [_mm512_setzero_si512(); 8];
    for first in 0..8 {
        for (nth, row) in eight.iter_mut().enumerate() {
            // SAFETY: rows are 64 bytes, aligned; so below.
            *row = unsafe { _mm512_load_si512(rows[first + 8 * nth].0.as_ptr().cast()) };
        }
        exchange::<4, 32>(&mut eight, 0x0000_0000_ffff_ffff);
        exchange::<2, 16>(&mut eight, 0x0000_ffff_0000_ffff);
        exchange::<1, 8>(&mut eight, 0x00ff_00ff_00ff_00ff);
        for (nth, &row) in eight.iter().enumerate() {
            unsafe { _mm512_store_si512(rows[first + 8 * nth].0.as_mut_ptr().cast(), row) };
        }
    }
    for first in (0..64).step_by(8) {
        for (nth, row) in eight.iter_mut().enumerate() {
            *row = unsafe { _mm512_load_si512(rows[first + nth].0.as_ptr().cast()) };
        }
        exchange::<4, 4>(&mut eight, 0x0f0f_0f0f_0f0f_0f0f);
        exchange::<2, 2>(&mut eight, 0x3333_3333_3333_3333);
        exchange::<1, 1>(&mut eight, 0x5555_5555_5555_5555);
        for (nth, &row) in eight.iter().enumerate() {
            unsafe { _mm512_store_si512(rows[first + nth].0.as_mut_ptr().cast(), row) };
        }
    }
}

/// [`Machine::sift`], with the checks in registers.
#[target_feature(enable = "avx512f")]
#[inline]
fn sift<const CHECKS: usize>(
    boards: Slice<'_>,
    diagonals: u64,
    checks: [Check; CHECKS],
    kept: &mut Listed,
) {
    let Slice { sums: from_sums, differences: from_differences, cells: from_cells } = boards;
    let len = boards.len().min(from_sums.len()).min(from_differences.len());
    let [sums, differences, cells] = kept.space(len + 16).map(|column| column.as_mut_ptr());
    let all = |number: u32| _mm512_set1_epi32(number as i32);
    let queen = [all(diagonals as u32), all((diagonals >> 32) as u32)];
    let checks = checks.map(|Check { row, free }| (all(free), all(row.sum), all(row.difference)));
    let (mut at, mut found) = (0, 0);
    while at < len {
        let lanes = if len - at >= 16 { !0 } else { (1u16 << (len - at)) - 1 };
        // SAFETY: loads stay below `len`, by their mask or because they end before the last
        // sixteen; there is space for sixteen more boards after `found`, which is at most `len`.
        unsafe {
            let load = |from: &[u32]| _mm512_maskz_loadu_epi32(lanes, from.as_ptr().add(at).cast());
            let board = [load(from_sums), load(from_differences)];
            let passed = _mm512_mask_testn_epi32_mask(lanes, board[0], queen[0]);
            let mut passed = _mm512_mask_testn_epi32_mask(passed, board[1], queen[1]);
            for (free, sum, difference) in checks {
                let taken = _mm512_srlv_epi32(board[0], sum);
                let other = _mm512_srlv_epi32(board[1], difference);
                // Free, and on neither diagonal.
                let left = _mm512_ternarylogic_epi32::<0x10>(free, taken, other);
                passed = _mm512_mask_test_epi32_mask(passed, left, left);
            }
            let store = |to: *mut u32, what| {
                let kept = _mm512_maskz_compress_epi32(passed, what);
                _mm512_storeu_si512(to.add(found).cast(), kept);
            };
            store(sums, board[0]);
            store(differences, board[1]);
            store(cells, load(from_cells));
            found += passed.count_ones() as usize;
        }
        at += 16;
    }
    kept.take(found);
}

impl Machine for Avx512 {
    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx512(self, job) }
    }

    #[inline(always)]
    fn sift(self, boards: Slice<'_>, diagonals: u64, checks: &[Check], kept: &mut Listed) {
        // SAFETY: `self` proves the features.
        unsafe {
            match *checks {
                [] => sift(boards, diagonals, [], kept),
                [a] => sift(boards, diagonals, [a], kept),
                [a, b] => sift(boards, diagonals, [a, b], kept),
                [a, b, c] => sift(boards, diagonals, [a, b, c], kept),
                [a, b, c, d] => sift(boards, diagonals, [a, b, c, d], kept),
                _ => unreachable!("a rest has four rows"),
            }
        }
    }

    #[inline(always)]
    fn transpose(self, rows: &mut [Lanes; 64]) {
        // SAFETY: `self` proves the feature.
        unsafe { transpose(rows) }
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
        mut items: &[u32],
        runs: &[u32],
        counts: &mut [Counters],
    ) {
        let (first, second): (*const u8, *const u8) =
            (tables.first.as_ptr().cast(), tables.second.as_ptr().cast());
        for (at, &run) in runs.iter().enumerate() {
            fetch_ahead(counts, runs, at);
            let (here, left) = items.split_at((run >> 16) as usize);
            items = left;
            let counters = &mut counts[run as u16 as usize];
            // SAFETY: the offsets of an item are those of aligned rows inside the tables. `self`
            // proves the features.
            unsafe {
                let mut sum = _mm512_setzero_si512();
                for &item in here {
                    let (one, other) = offsets(item);
                    let one = _mm512_load_si512(first.add(one).cast());
                    let other = _mm512_load_si512(second.add(other).cast());
                    let passed = _mm512_popcnt_epi8(_mm512_and_si512(one, other));
                    sum = _mm512_add_epi8(sum, passed);
                }
                let own = _mm512_castsi512_si256(sum);
                if slots.is_wide() {
                    settle::<true>([own, _mm512_extracti64x4_epi64::<1>(sum)], slots, counters);
                } else {
                    settle::<false>([own, own], slots, counters);
                }
            }
        }
    }

    #[inline(always)]
    fn passing(self, tables: &Tables, items: &[u32], words: &mut [u8]) {
        let (first, second): (*const u8, *const u8) =
            (tables.first.as_ptr().cast(), tables.second.as_ptr().cast());
        for (words, &item) in words.iter_mut().zip(items) {
            let (one, other) = offsets(item);
            // SAFETY: as above.
            unsafe {
                let one = _mm512_load_si512(first.add(one).cast());
                let other = _mm512_load_si512(second.add(other).cast());
                *words = _mm512_test_epi64_mask(one, other);
            }
        }
    }
}
