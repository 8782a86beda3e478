//! The inner loops for AVX-512 and AVX2. Everything that is `unsafe` in the method is here;
//! `Portable` is the twin that the tests compare with.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi8, _mm256_adds_epu16, _mm256_and_si256, _mm256_load_si256,
    _mm256_maddubs_epi16, _mm256_maskz_compress_epi32, _mm256_maskz_loadu_epi32, _mm256_set1_epi8,
    _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16,
    _mm256_store_si256, _mm256_storeu_si256, _mm512_add_epi16, _mm512_adds_epu16, _mm512_and_si512,
    _mm512_load_si512, _mm512_mask_test_epi64_mask, _mm512_mask_testn_epi64_mask,
    _mm512_maskz_compress_epi64, _mm512_maskz_loadu_epi64, _mm512_popcnt_epi16, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_epi32, _mm512_srlv_epi32, _mm512_store_si512,
    _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask,
};

use super::machine::{Check, Counters, Job, Machine, Sifted, Tables};

/// A processor with AVX-512 and its population counts; only [`Avx512::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The proof that this processor has the instructions, if it has.
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

/// Byte offsets of an item's rows, kept inside the tables whatever the item is.
#[inline(always)]
fn offsets(item: u32) -> (usize, usize) {
    ((item & 0x3fc0) as usize, (item >> 16 & 0x3fc0) as usize)
}

impl Machine for Avx512 {
    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx512(self, job) }
    }

    #[inline(always)]
    fn sift(self, boards: (&[u64], &[u32]), diagonals: u64, checks: &[Check], kept: &mut Sifted) {
        let len = boards.0.len().min(boards.1.len());
        let (to, to_cells) = kept.room(len + 8);
        let (to, to_cells) = (to.as_mut_ptr(), to_cells.as_mut_ptr());
        let mut found = 0;
        // SAFETY: loads stay below `len`, by their mask or before the last eight; behind `found`
        // of at most as many boards there is room for eight more. `self` proves the features.
        unsafe {
            let queen = _mm512_set1_epi64(diagonals as i64);
            let mut at = 0;
            while at < len {
                let lanes = if len - at >= 8 { !0 } else { (1u8 << (len - at)) - 1 };
                let board = _mm512_maskz_loadu_epi64(lanes, boards.0.as_ptr().add(at).cast());
                let mut passed = _mm512_mask_testn_epi64_mask(lanes, board, queen);
                for check in checks {
                    let shift = u64::from(check.row.sum) | u64::from(check.row.difference) << 32;
                    let taken = _mm512_srlv_epi32(board, _mm512_set1_epi64(shift as i64));
                    let other = _mm512_shuffle_epi32::<0b10_11_00_01>(taken);
                    let free = _mm512_set1_epi64(i64::from(check.free));
                    // Free, and on neither.
                    let left = _mm512_ternarylogic_epi64::<0x10>(free, taken, other);
                    passed = _mm512_mask_test_epi64_mask(passed, left, left);
                }
                let kept = _mm512_maskz_compress_epi64(passed, board);
                _mm512_storeu_si512(to.add(found).cast(), kept);
                let cells = _mm256_maskz_loadu_epi32(lanes, boards.1.as_ptr().add(at).cast());
                let kept = _mm256_maskz_compress_epi32(passed, cells);
                _mm256_storeu_si256(to_cells.add(found).cast(), kept);
                found += passed.count_ones() as usize;
                at += 8;
            }
        }
        kept.take(found);
    }

    #[inline(always)]
    fn sieve(self, tables: &Tables, items: &[u32], runs: &[u32], counts: &mut [Counters]) {
        let (first, second): (*const u8, *const u8) =
            (tables.first.as_ptr().cast(), tables.second.as_ptr().cast());
        let mut items = items.iter();
        for &run in runs {
            let counters = &mut counts[run as u16 as usize];
            // SAFETY: the offsets of an item are those of aligned rows inside the tables,
            // counters are aligned. `self` proves the features.
            unsafe {
                let mut sum = _mm512_setzero_si512();
                for &item in items.by_ref().take((run >> 16) as usize) {
                    let (one, other) = offsets(item);
                    let one = _mm512_load_si512(first.add(one).cast());
                    let other = _mm512_load_si512(second.add(other).cast());
                    let passed = _mm512_popcnt_epi16(_mm512_and_si512(one, other));
                    sum = _mm512_add_epi16(sum, passed);
                }
                let to: *mut __m512i = counters.0.as_mut_ptr().cast();
                _mm512_store_si512(to, _mm512_adds_epu16(_mm512_load_si512(to), sum));
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

/// A processor with AVX2; what it has no loop of its own for is compiled for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

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

    /// Half of the lanes at a time; the ones of a nibble by a table (Mula). A byte holds the sum
    /// of a run: no rest of four rows has more than 24 items with the same columns.
    #[inline(always)]
    fn sieve(self, tables: &Tables, mut items: &[u32], runs: &[u32], counts: &mut [Counters]) {
        let (first, second): (*const u8, *const u8) =
            (tables.first.as_ptr().cast(), tables.second.as_ptr().cast());
        for &run in runs {
            let (here, left) = items.split_at((run >> 16) as usize);
            items = left;
            let counters = &mut counts[run as u16 as usize];
            // SAFETY: as for AVX-512; a row is two halves of 32 bytes.
            unsafe {
                let nibble = _mm256_set1_epi8(15);
                let mut sums = [_mm256_setzero_si256(); 2];
                for &item in here {
                    let (one, other) = offsets(item);
                    for (half, sum) in sums.iter_mut().enumerate() {
                        let one = _mm256_load_si256(first.add(one + 32 * half).cast());
                        let other = _mm256_load_si256(second.add(other + 32 * half).cast());
                        let both = _mm256_and_si256(one, other);
                        let low = ones(_mm256_and_si256(both, nibble));
                        let high = ones(_mm256_and_si256(_mm256_srli_epi16::<4>(both), nibble));
                        *sum = _mm256_add_epi8(*sum, _mm256_add_epi8(low, high));
                    }
                }
                let to: *mut __m256i = counters.0.as_mut_ptr().cast();
                for (half, sum) in sums.into_iter().enumerate() {
                    let sum = _mm256_maddubs_epi16(sum, _mm256_set1_epi8(1));
                    let to = to.add(half);
                    _mm256_store_si256(to, _mm256_adds_epu16(_mm256_load_si256(to), sum));
                }
            }
        }
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
