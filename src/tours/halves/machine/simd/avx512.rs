//! The loops for AVX-512.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m128i, __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm256_loadu_si256, _mm256_storeu_si256,
    _mm512_add_epi8, _mm512_add_epi16, _mm512_add_epi32, _mm512_and_si512, _mm512_broadcast_i32x4,
    _mm512_cvtepi32_epi8, _mm512_cvtepi32_epi16, _mm512_cvtepu8_epi32, _mm512_cvtepu16_epi32,
    _mm512_loadu_si512, _mm512_maskz_compress_epi32, _mm512_maskz_compress_epi64, _mm512_max_epu8,
    _mm512_min_epu8, _mm512_mullo_epi16, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32,
    _mm512_setr_epi32, _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_srli_epi16,
    _mm512_storeu_si512, _mm512_test_epi8_mask, _mm512_test_epi16_mask, _mm512_test_epi32_mask,
    _mm512_test_epi64_mask,
};

use super::fetch;
use crate::tours::halves::machine::portable::{Job, LANES, Lookups, Machine, TOGETHER, compact};

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
    fn compact_u64(self, array: &mut [u64], numbers: &mut Vec<u64>, marks: &mut Vec<u64>) {
        // SAFETY: `self` proves the features.
        unsafe { compacted(array, numbers, marks) }
    }

    #[inline(always)]
    fn compact_u32(self, array: &mut [u32], numbers: &mut Vec<u32>, marks: &mut Vec<u64>) {
        // SAFETY: `self` proves the features.
        unsafe { compacted(array, numbers, marks) }
    }

    #[inline(always)]
    fn compact_u16(self, array: &mut [u16], numbers: &mut Vec<u16>, marks: &mut Vec<u64>) {
        // SAFETY: `self` proves the features.
        unsafe { compacted(array, numbers, marks) }
    }

    #[inline(always)]
    fn compact_u8(self, array: &mut [u8], numbers: &mut Vec<u8>, marks: &mut Vec<u64>) {
        // SAFETY: `self` proves the features.
        unsafe { compacted(array, numbers, marks) }
    }

    #[inline(always)]
    fn places(self, word: u64, first: u32, places: &mut Vec<u32>) {
        // SAFETY: `self` proves the features.
        unsafe { placed(word, first, places) }
    }

    #[inline(always)]
    fn sums(self, lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2] {
        // SAFETY: `self` proves the features.
        unsafe { sums_of_64(lookups, base, pairs) }
    }
}

/// Numbers of 8 to 64 bits, so many of which are worked on at a time.
trait Lanes: Copy + Default + PartialEq {
    /// How many.
    const COUNT: usize;
    /// Which of 64 numbers are not zero.
    ///
    /// # Safety
    /// The processor has the features, and there are 64 numbers.
    unsafe fn marks(from: *const Self) -> u64;
    /// Writes those of `COUNT` numbers next to each other that are marked, and some more.
    ///
    /// # Safety
    /// The processor has the features, and there are `COUNT` numbers, and room for as many.
    unsafe fn compress(from: *const Self, some: u64, to: *mut Self);
}

impl Lanes for u64 {
    const COUNT: usize = 8;
    #[inline(always)]
    unsafe fn marks(from: *const u64) -> u64 {
        // SAFETY: eight vectors of the 64 numbers.
        let of = |at: usize| unsafe {
            let values = _mm512_loadu_si512(from.add(8 * at).cast());
            u64::from(_mm512_test_epi64_mask(values, values)) << (8 * at)
        };
        (0..8).fold(0, |word, at| word | of(at))
    }
    #[inline(always)]
    unsafe fn compress(from: *const u64, some: u64, to: *mut u64) {
        // SAFETY: a vector there and a vector here.
        unsafe {
            let values = _mm512_loadu_si512(from.cast());
            _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(some as u8, values));
        }
    }
}

impl Lanes for u32 {
    const COUNT: usize = 16;
    #[inline(always)]
    unsafe fn marks(from: *const u32) -> u64 {
        // SAFETY: four vectors of the 64 numbers.
        let of = |at: usize| unsafe {
            let values = _mm512_loadu_si512(from.add(16 * at).cast());
            u64::from(_mm512_test_epi32_mask(values, values)) << (16 * at)
        };
        (0..4).fold(0, |word, at| word | of(at))
    }
    #[inline(always)]
    unsafe fn compress(from: *const u32, some: u64, to: *mut u32) {
        // SAFETY: a vector there and a vector here.
        unsafe {
            let values = _mm512_loadu_si512(from.cast());
            _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi32(some as u16, values));
        }
    }
}

impl Lanes for u16 {
    const COUNT: usize = 16;
    #[inline(always)]
    unsafe fn marks(from: *const u16) -> u64 {
        // SAFETY: two vectors of the 64 numbers.
        let of = |at: usize| unsafe {
            let values = _mm512_loadu_si512(from.add(32 * at).cast());
            u64::from(_mm512_test_epi16_mask(values, values)) << (32 * at)
        };
        of(0) | of(1)
    }
    #[inline(always)]
    unsafe fn compress(from: *const u16, some: u64, to: *mut u16) {
        // SAFETY: half a vector there and half a vector here.
        unsafe {
            let values = _mm512_cvtepu16_epi32(_mm256_loadu_si256(from.cast()));
            let values = _mm512_maskz_compress_epi32(some as u16, values);
            _mm256_storeu_si256(to.cast(), _mm512_cvtepi32_epi16(values));
        }
    }
}

impl Lanes for u8 {
    const COUNT: usize = 16;
    #[inline(always)]
    unsafe fn marks(from: *const u8) -> u64 {
        // SAFETY: a vector of the 64 numbers.
        unsafe {
            let values = _mm512_loadu_si512(from.cast());
            _mm512_test_epi8_mask(values, values)
        }
    }
    #[inline(always)]
    unsafe fn compress(from: *const u8, some: u64, to: *mut u8) {
        // SAFETY: a quarter of a vector there and one here.
        unsafe {
            let values = _mm512_cvtepu8_epi32(_mm_loadu_si128(from.cast()));
            let values = _mm512_maskz_compress_epi32(some as u16, values);
            _mm_storeu_si128(to.cast(), _mm512_cvtepi32_epi8(values));
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn compacted<V: Lanes>(array: &mut [V], numbers: &mut Vec<V>, marks: &mut Vec<u64>) {
    let (chunks, rest) = array.as_chunks_mut::<64>();
    for chunk in chunks {
        // SAFETY: a chunk has 64 numbers.
        let word = unsafe { V::marks(chunk.as_ptr()) };
        marks.push(word);
        if word == 0 {
            continue;
        }
        numbers.reserve(64);
        let mut filled = numbers.len();
        for at in (0..64).step_by(V::COUNT) {
            let some = word >> at & u64::MAX >> (64 - V::COUNT);
            // SAFETY: there are as many numbers from there on, and room for 64 behind the last, of
            // which fewer than `at` are written.
            unsafe { V::compress(chunk.as_ptr().add(at), some, numbers.as_mut_ptr().add(filled)) };
            filled += some.count_ones() as usize;
        }
        // SAFETY: so many were written.
        unsafe { numbers.set_len(filled) };
        *chunk = [V::default(); 64];
    }
    if !rest.is_empty() {
        compact(rest, numbers, marks);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn placed(word: u64, first: u32, places: &mut Vec<u32>) {
    places.reserve(64);
    let mut filled = places.len();
    let mut here = _mm512_add_epi32(
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        _mm512_set1_epi32(first as i32),
    );
    for at in (0..64).step_by(16) {
        let some = (word >> at) as u16;
        // SAFETY: there is room for 64 behind the last, of which fewer than `at` are written.
        unsafe {
            let places = places.as_mut_ptr().add(filled).cast();
            _mm512_storeu_si512(places, _mm512_maskz_compress_epi32(some, here));
        }
        filled += some.count_ones() as usize;
        here = _mm512_add_epi32(here, _mm512_set1_epi32(16));
    }
    // SAFETY: so many were written.
    unsafe { places.set_len(filled) };
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
