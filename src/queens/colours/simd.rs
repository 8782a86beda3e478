//! The inner loops for AVX-512 and AVX2. All `unsafe` code of the method is here; tests compare
//! these loops with the portable ones in `machine`.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm_store_si128, _mm256_add_epi8, _mm256_add_epi16, _mm256_adds_epu16,
    _mm256_and_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_loadu_si256, _mm256_maddubs_epi16, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_store_si256, _mm256_unpackhi_epi8, _mm256_unpackhi_epi16,
    _mm256_unpackhi_epi32, _mm256_unpackhi_epi64, _mm256_unpacklo_epi8, _mm256_unpacklo_epi16,
    _mm256_unpacklo_epi32, _mm256_unpacklo_epi64, _mm512_add_epi8, _mm512_and_si512,
    _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_popcnt_epi8,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_slli_epi64, _mm512_srli_epi64,
    _mm512_store_si512, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use super::list::{Listed, Slice};
use super::slots::{CELLS, Check, Counters, Sieve, Slots, Tables};
use crate::queens::lanes::Lanes;
use crate::simd::{Avx2, Avx512, Machine, ones_of_bytes, prefetch};

/// Runs between the prefetch of counters and their use.
const AHEAD: usize = 6;

/// Byte offsets of an item's rows, valid inside the tables for any item.
#[inline(always)]
fn offsets(item: u32) -> (usize, usize) {
    ((item & 0x3fc0) as usize, (item >> 16 & 0x3fc0) as usize)
}

/// [`sift`](super::machine::sift).
#[inline(always)]
pub(super) fn sift(
    machine: impl Machine,
    boards: Slice<'_>,
    diagonals: u64,
    checks: &[Check],
    kept: &mut Listed,
) {
    // The checks stay in registers.
    match *checks {
        [] => sift_by(machine, boards, diagonals, [], kept),
        [a] => sift_by(machine, boards, diagonals, [a], kept),
        [a, b] => sift_by(machine, boards, diagonals, [a, b], kept),
        [a, b, c] => sift_by(machine, boards, diagonals, [a, b, c], kept),
        [a, b, c, d] => sift_by(machine, boards, diagonals, [a, b, c, d], kept),
        _ => unreachable!("a rest has four rows"),
    }
}

#[inline(always)]
fn sift_by<M: Machine, const CHECKS: usize>(
    m: M,
    boards: Slice<'_>,
    diagonals: u64,
    checks: [Check; CHECKS],
    kept: &mut Listed,
) {
    let len = boards.len().min(boards.sums.len()).min(boards.differences.len());
    let [sums, differences, cells] = kept.space(len + M::LANES);
    let queen = [m.splat(diagonals as u32), m.splat((diagonals >> 32) as u32)];
    let checks = checks
        .map(|Check { row, free }| [m.splat(free), m.splat(row.sum), m.splat(row.difference)]);
    let (mut at, mut found) = (0, 0);
    while at < len {
        // SAFETY: no list is shorter than `len`, which is above `at`.
        let load = |from: &[u32]| m.load_part(unsafe { from.get_unchecked(at..len) });
        let board = [load(boards.sums), load(boards.differences)];
        let lanes = (1 << (len - at).min(M::LANES)) - 1;
        let mut passed = m.apart(lanes, board, queen);
        for [free, sum, difference] in checks {
            let taken = [m.shifted(board[0], sum), m.shifted(board[1], difference)];
            passed = m.some_less(passed, free, taken);
        }
        let store = |to: &mut [u32], words| {
            // SAFETY: behind `found` of at most `at` boards there is room for all lanes.
            m.pack(words, passed, unsafe { to.get_unchecked_mut(found..found + M::LANES) });
        };
        store(sums, board[0]);
        store(differences, board[1]);
        store(cells, load(boards.cells));
        found += passed.count_ones() as usize;
        at += M::LANES;
    }
    kept.take(found);
}

/// Exchanges the masked bits in each of four rows with those `PLACES` positions higher in the row
/// `APART` further on.
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

/// [`transpose`] of eight rows at a time, which stay in registers for three steps.
#[target_feature(enable = "avx512f")]
#[inline]
fn transposed(rows: &mut [Lanes; 64]) {
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

/// [`transpose`](super::machine::transpose).
#[inline(always)]
pub(super) fn transpose(_: Avx512, rows: &mut [Lanes; 64]) {
    // SAFETY: the token proves the feature.
    unsafe { transposed(rows) }
}

/// [`sieve`](super::machine::sieve), a whole row of a table at a time.
#[inline(always)]
pub(super) fn sieve_512(
    _: Avx512,
    (tables, slots): Sieve<'_>,
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
        // SAFETY: the offsets of an item are those of aligned rows inside the tables. The token
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

/// [`passing`](super::machine::passing).
#[inline(always)]
pub(super) fn passing(_: Avx512, tables: &Tables, items: &[u32], words: &mut [u8]) {
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

/// [`sieve`](super::machine::sieve), half a row of a table at a time.
#[inline(always)]
pub(super) fn sieve_256(
    _: Avx2,
    (tables, slots): Sieve<'_>,
    items: &[u32],
    runs: &[u32],
    counts: &mut [Counters],
) {
    // SAFETY: the token proves AVX2.
    unsafe {
        if slots.is_wide() {
            sieve_halves::<true>(tables, slots, items, runs, counts);
        } else {
            sieve_halves::<false>(tables, slots, items, runs, counts);
        }
    }
}

/// [`sieve_256`] for both halves of the lanes, or for the first.
#[target_feature(enable = "avx2")]
#[inline]
fn sieve_halves<const WIDE: bool>(
    tables: &Tables,
    slots: &Slots,
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
                *sum = _mm256_add_epi8(*sum, ones_of_bytes(both));
            }
        }
        settle::<WIDE>(sums, slots, &mut counts[run as u16 as usize]);
    }
}

/// [`turn`](super::machine::turn).
#[inline(always)]
pub(super) fn turn<'a>(
    _: Avx2,
    rows: impl Iterator<Item = &'a Counters>,
    tile: &mut [Counters; CELLS],
) {
    // SAFETY: the token proves AVX2.
    unsafe { turned(rows, tile) }
}

/// [`turn`] by unpacking, eight rows and sixteen columns at a time.
#[target_feature(enable = "avx2")]
#[inline]
fn turned<'a>(mut rows: impl Iterator<Item = &'a Counters>, tile: &mut [Counters; CELLS]) {
    for at in (0..CELLS).step_by(8) {
        let mut row = || rows.next().unwrap_or(&Counters::ZERO);
        let rows: [&Counters; 8] = std::array::from_fn(|_| row());
        for column in (0..CELLS).step_by(16) {
            // SAFETY: the sixteen counters from `column` on are inside a row.
            let load =
                |row: &Counters| unsafe { _mm256_load_si256(row.0.as_ptr().add(column).cast()) };
            let a = rows.map(load);
            // Pairs of rows, then fours, then all eight, for two columns in each vector.
            let mut b = a;
            for at in 0..4 {
                b[2 * at] = _mm256_unpacklo_epi16(a[2 * at], a[2 * at + 1]);
                b[2 * at + 1] = _mm256_unpackhi_epi16(a[2 * at], a[2 * at + 1]);
            }
            let mut c = b;
            for at in 0..4 {
                let from = at + (at & 2);
                c[2 * at] = _mm256_unpacklo_epi32(b[from], b[from + 2]);
                c[2 * at + 1] = _mm256_unpackhi_epi32(b[from], b[from + 2]);
            }
            for four in 0..4 {
                let even = _mm256_unpacklo_epi64(c[four], c[four + 4]);
                let odd = _mm256_unpackhi_epi64(c[four], c[four + 4]);
                for (side, both) in [even, odd].into_iter().enumerate() {
                    let place = column + 2 * four + side;
                    // SAFETY: the eight counters from `at` on are inside a row.
                    unsafe {
                        let to = tile[place].0.as_mut_ptr().add(at);
                        _mm_store_si128(to.cast(), _mm256_castsi256_si128(both));
                        let to = tile[place + 8].0.as_mut_ptr().add(at);
                        _mm_store_si128(to.cast(), _mm256_extracti128_si256::<1>(both));
                    }
                }
            }
        }
    }
}

/// Prefetches the counters of a run that follows soon.
#[inline(always)]
fn fetch_ahead(counters: &[Counters], runs: &[u32], at: usize) {
    if let Some(&run) = runs.get(at + AHEAD) {
        prefetch(counters.as_ptr().wrapping_add(usize::from(run as u16)));
    }
}

/// Adds the results in the slots of both halves, or of the first, to the counters. A byte can hold
/// the sum of a run: no rest of four rows has more than 24 items with the same columns.
#[target_feature(enable = "avx2")]
#[inline]
fn settle<const WIDE: bool>(found: [__m256i; 2], slots: &Slots, counters: &mut Counters) {
    let one = _mm256_set1_epi8(1);
    let further = |nth: usize| {
        // SAFETY: it is 32 bytes that are loaded.
        let places = unsafe { _mm256_loadu_si256(slots.further()[nth].as_ptr().cast()) };
        _mm256_shuffle_epi8(found[1], places)
    };
    let pair = |a, b| {
        let low = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(a, b), one);
        let high = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(a, b), one);
        [low, high]
    };
    let sums = if WIDE {
        let [one, other] = [pair(found[0], further(0)), pair(further(1), further(2))];
        [_mm256_add_epi16(one[0], other[0]), _mm256_add_epi16(one[1], other[1])]
    } else {
        pair(found[0], _mm256_setzero_si256())
    };
    let to: *mut __m256i = counters.0.as_mut_ptr().cast();
    for (half, sum) in sums.into_iter().enumerate() {
        // SAFETY: counters are 64 bytes, aligned.
        unsafe {
            let to = to.add(half);
            _mm256_store_si256(to, _mm256_adds_epu16(_mm256_load_si256(to), sum));
        }
    }
}
