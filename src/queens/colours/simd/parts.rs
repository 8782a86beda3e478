//! Code shared by the machines with AVX2 and with AVX-512.

use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_prefetch, _mm_store_si128, _mm256_add_epi16, _mm256_adds_epu16,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_loadu_si256,
    _mm256_maddubs_epi16, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_store_si256, _mm256_unpackhi_epi8, _mm256_unpackhi_epi16, _mm256_unpackhi_epi32,
    _mm256_unpackhi_epi64, _mm256_unpacklo_epi8, _mm256_unpacklo_epi16, _mm256_unpacklo_epi32,
    _mm256_unpacklo_epi64,
};

use crate::queens::colours::machine::Counters;
use crate::queens::colours::slots::{CELLS, Slots};

/// Runs between the prefetch of counters and their use.
const AHEAD: usize = 6;

/// Byte offsets of an item's rows, masked so that they stay inside the tables for any item.
#[inline(always)]
pub(super) fn offsets(item: u32) -> (usize, usize) {
    ((item & 0x3fc0) as usize, (item >> 16 & 0x3fc0) as usize)
}

/// [`Machine::turn`] by unpacking: eight rows and sixteen columns at a time.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn turn<'a>(mut rows: impl Iterator<Item = &'a Counters>, tile: &mut [Counters; CELLS]) {
    for at in (0..CELLS).step_by(8) {
        let mut row = || rows.next().unwrap_or(&Counters::ZERO);
        let rows: [&Counters; 8] = std::array::from_fn(|_| row());
        for column in (0..CELLS).step_by(16) {
            // SAFETY: the sixteen counters from `column` on are inside a row.
            let load =
                |row: &Counters| unsafe { _mm256_load_si256(row.0.as_ptr().add(column).cast()) };
            let a = rows.map(load);
            // Combines pairs of rows, then fours, then all eight; two columns in each vector.
            let low = |one, other| _mm256_unpacklo_epi16(one, other);
            let high = |one, other| _mm256_unpackhi_epi16(one, other);
            let b = [
                low(a[0], a[1]),
                high(a[0], a[1]),
                low(a[2], a[3]),
                high(a[2], a[3]),
                low(a[4], a[5]),
                high(a[4], a[5]),
                low(a[6], a[7]),
                high(a[6], a[7]),
            ];
            let low = |one, other| _mm256_unpacklo_epi32(one, other);
            let high = |one, other| _mm256_unpackhi_epi32(one, other);
            let c = [
                low(b[0], b[2]),
                high(b[0], b[2]),
                low(b[1], b[3]),
                high(b[1], b[3]),
                low(b[4], b[6]),
                high(b[4], b[6]),
                low(b[5], b[7]),
                high(b[5], b[7]),
            ];
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

/// [`Machine::fetch`].
#[inline(always)]
pub(super) fn fetch(counters: &[Counters], at: usize) {
    let at: *const i8 = counters.as_ptr().wrapping_add(at).cast();
    // SAFETY: any address may be fetched.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(at) };
}

/// Prefetches the counters of a run that follows soon.
#[inline(always)]
pub(super) fn fetch_ahead(counters: &[Counters], runs: &[u32], at: usize) {
    if let Some(&run) = runs.get(at + AHEAD) {
        fetch(counters, usize::from(run as u16));
    }
}

/// Adds the sums of the slots of both halves, or of the first, to the counters. A byte holds the
/// sum of a run: no rest of four rows has more than 24 items with the same columns.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn settle<const WIDE: bool>(
    found: [__m256i; 2],
    slots: &Slots,
    counters: &mut Counters,
) {
    let one = _mm256_set1_epi8(1);
    let further = |nth: usize| {
        // SAFETY: the load is of 32 bytes.
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
