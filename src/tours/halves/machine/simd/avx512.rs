//! The loops for AVX-512.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m128i, __m512i, _mm_loadu_si128, _mm256_add_epi32, _mm256_maskz_compress_epi32,
    _mm256_set1_epi32, _mm256_setr_epi32, _mm256_storeu_si256, _mm512_add_epi8, _mm512_add_epi16,
    _mm512_add_epi32, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_loadu_si512,
    _mm512_maskz_compress_epi32, _mm512_maskz_compress_epi64, _mm512_max_epu8, _mm512_min_epu8,
    _mm512_mullo_epi16, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setr_epi32,
    _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_storeu_si512,
    _mm512_test_epi32_mask, _mm512_test_epi64_mask,
};

use super::{fetch, finish, grow, room};
use crate::tours::halves::machine::portable::{Job, LANES, Lookups, Machine, TOGETHER};

/// A processor with AVX-512; only [`Avx512::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The proof that this processor has the instructions, if it has.
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512<T: Job>(machine: Avx512, job: T) -> T::Output {
    job.run(machine)
}

impl Machine for Avx512 {
    #[inline(always)]
    fn prefetch<T>(self, items: &[T], at: usize) {
        fetch(items, at);
    }

    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx512(self, job) }
    }

    #[inline(always)]
    fn harvest_words(self, array: &mut [u64], ranks: &mut Vec<u32>, numbers: &mut Vec<u64>) {
        // SAFETY: `self` proves the features.
        unsafe { words(array, ranks, numbers) }
    }

    #[inline(always)]
    fn harvest_halves(self, array: &mut [u32], ranks: &mut Vec<u32>, numbers: &mut Vec<u32>) {
        // SAFETY: `self` proves the features.
        unsafe { halves(array, ranks, numbers) }
    }

    #[inline(always)]
    fn sums(self, lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2] {
        // SAFETY: `self` proves the features.
        unsafe { sums_of_64(lookups, base, pairs) }
    }
}

// Each of the two goes on in pointers of its own, and says how much was written only when there
// is no room for another vector or nothing is left: as a rule there is room.

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn words(array: &mut [u64], ranks: &mut Vec<u32>, numbers: &mut Vec<u64>) {
    debug_assert_eq!(ranks.len(), numbers.len());
    let mut places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let (mut chunks, rest) = array.as_chunks_mut::<8>();
    let first = 8 * chunks.len();
    while !chunks.is_empty() {
        if room(ranks, numbers) < 8 {
            grow(8, ranks, numbers);
        }
        let (start, limit) = (ranks.len(), room(ranks, numbers) - 8);
        let (to_ranks, to_numbers) = (ranks.as_mut_ptr(), numbers.as_mut_ptr());
        let (mut filled, mut done) = (0, 0);
        for chunk in chunks.iter_mut() {
            if filled > limit {
                break;
            }
            // SAFETY: a chunk is a whole vector, and there is room for one more behind what was
            // filled, in both.
            unsafe {
                let values = _mm512_loadu_si512(chunk.as_ptr().cast());
                let some = _mm512_test_epi64_mask(values, values);
                if some != 0 {
                    _mm512_storeu_si512(chunk.as_mut_ptr().cast(), _mm512_setzero_si512());
                    let values = _mm512_maskz_compress_epi64(some, values);
                    let places = _mm256_maskz_compress_epi32(some, places);
                    _mm512_storeu_si512(to_numbers.add(start + filled).cast(), values);
                    _mm256_storeu_si256(to_ranks.add(start + filled).cast(), places);
                    filled += some.count_ones() as usize;
                }
            }
            places = _mm256_add_epi32(places, _mm256_set1_epi32(8));
            done += 1;
        }
        // SAFETY: so many were written behind the last.
        unsafe {
            ranks.set_len(start + filled);
            numbers.set_len(start + filled);
        }
        chunks = &mut chunks[done..];
    }
    finish(first, rest, ranks, numbers);
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn halves(array: &mut [u32], ranks: &mut Vec<u32>, numbers: &mut Vec<u32>) {
    debug_assert_eq!(ranks.len(), numbers.len());
    let mut places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let (mut chunks, rest) = array.as_chunks_mut::<16>();
    let first = 16 * chunks.len();
    while !chunks.is_empty() {
        if room(ranks, numbers) < 16 {
            grow(16, ranks, numbers);
        }
        let (start, limit) = (ranks.len(), room(ranks, numbers) - 16);
        let (to_ranks, to_numbers) = (ranks.as_mut_ptr(), numbers.as_mut_ptr());
        let (mut filled, mut done) = (0, 0);
        for chunk in chunks.iter_mut() {
            if filled > limit {
                break;
            }
            // SAFETY: as above.
            unsafe {
                let values = _mm512_loadu_si512(chunk.as_ptr().cast());
                let some = _mm512_test_epi32_mask(values, values);
                if some != 0 {
                    _mm512_storeu_si512(chunk.as_mut_ptr().cast(), _mm512_setzero_si512());
                    let values = _mm512_maskz_compress_epi32(some, values);
                    let places = _mm512_maskz_compress_epi32(some, places);
                    _mm512_storeu_si512(to_numbers.add(start + filled).cast(), values);
                    _mm512_storeu_si512(to_ranks.add(start + filled).cast(), places);
                    filled += some.count_ones() as usize;
                }
            }
            places = _mm512_add_epi32(places, _mm512_set1_epi32(16));
            done += 1;
        }
        // SAFETY: so many were written behind the last.
        unsafe {
            ranks.set_len(start + filled);
            numbers.set_len(start + filled);
        }
        chunks = &mut chunks[done..];
    }
    finish(first, rest, ranks, numbers);
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn sums_of_64(lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2] {
    let Lookups { tables, planes, width } = *lookups;
    let lanes = planes[0].len();
    assert!(lanes <= LANES && planes.iter().all(|plane| plane.len() == lanes));
    let base = _mm512_set1_epi8(base as i8);
    let (low, width) = (_mm512_set1_epi16(0xff), _mm512_set1_epi16(width as i16));
    let (mut least, mut most) = (_mm512_set1_epi8(-1), _mm512_setzero_si512());
    for first in (0..lanes / TOGETHER).map(|at| at * TOGETHER) {
        let read = |plane: &[u8], at: usize| {
            // SAFETY: there are 128 bytes from `first` on, and `at` is below 2.
            unsafe { _mm512_loadu_si512(plane.as_ptr().add(first + 64 * at).cast()) }
        };
        let mut acc: [__m512i; 2] =
            std::array::from_fn(|at| _mm512_add_epi8(base, read(planes[0], at)));
        for (table, plane) in tables.iter().zip(&planes[1..]) {
            // SAFETY: a table has 16 bytes.
            let table: __m128i = unsafe { _mm_loadu_si128(std::ptr::from_ref(table).cast()) };
            let table = _mm512_broadcast_i32x4(table);
            for (at, acc) in acc.iter_mut().enumerate() {
                *acc = _mm512_add_epi8(*acc, _mm512_shuffle_epi8(table, read(plane, at)));
            }
        }
        for (at, acc) in acc.into_iter().enumerate() {
            least = _mm512_min_epu8(least, acc);
            most = _mm512_max_epu8(most, acc);
            let second = _mm512_mullo_epi16(_mm512_srli_epi16::<8>(acc), width);
            let both = _mm512_add_epi16(_mm512_and_si512(acc, low), second);
            let to = (first + 64 * at) / 2;
            // SAFETY: half as many numbers of two bytes as there are lanes.
            unsafe { _mm512_storeu_si512(pairs.as_mut_ptr().add(to).cast(), both) }
        }
    }
    let mut bytes = [[0u8; 64]; 2];
    // SAFETY: as long as a vector.
    unsafe {
        _mm512_storeu_si512(bytes[0].as_mut_ptr().cast(), least);
        _mm512_storeu_si512(bytes[1].as_mut_ptr().cast(), most);
    }
    [*bytes[0].iter().min().unwrap_or(&0), *bytes[1].iter().max().unwrap_or(&0)]
}
