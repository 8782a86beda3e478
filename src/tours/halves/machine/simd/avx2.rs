//! The loops for AVX2.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_castsi256_ps,
    _mm256_cmpeq_epi32, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_max_epu8, _mm256_min_epu8,
    _mm256_movemask_pd, _mm256_movemask_ps, _mm256_mullo_epi16, _mm256_permutevar8x32_epi32,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setr_epi32,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256,
};

use super::fetch;
use crate::tours::halves::machine::portable::{Job, LANES, Lookups, Machine, TOGETHER, compact};

/// A processor with AVX2; only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

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
    fn prefetch<T>(self, items: &[T], at: usize) {
        fetch(items, at);
    }

    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx2(self, job) }
    }

    #[inline(always)]
    fn compact_u64(self, array: &mut [u64], numbers: &mut Vec<u64>, marks: &mut Vec<u64>) {
        // SAFETY: `self` proves the features.
        unsafe { words(array, numbers, marks) }
    }

    #[inline(always)]
    fn compact_u32(self, array: &mut [u32], numbers: &mut Vec<u32>, marks: &mut Vec<u64>) {
        // SAFETY: `self` proves the features.
        unsafe { halves(array, numbers, marks) }
    }

    #[inline(always)]
    fn compact_u16(self, array: &mut [u16], numbers: &mut Vec<u16>, marks: &mut Vec<u64>) {
        compact(array, numbers, marks);
    }

    #[inline(always)]
    fn compact_u8(self, array: &mut [u8], numbers: &mut Vec<u8>, marks: &mut Vec<u64>) {
        compact(array, numbers, marks);
    }

    #[inline(always)]
    fn places(self, word: u64, first: u32, places: &mut Vec<u32>) {
        // SAFETY: `self` proves the features.
        unsafe { placed(word, first, places) }
    }

    #[inline(always)]
    fn sums(self, lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2] {
        // SAFETY: `self` proves the features.
        unsafe { sums_of_32(lookups, base, pairs) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn words(array: &mut [u64], numbers: &mut Vec<u64>, marks: &mut Vec<u64>) {
    let (chunks, rest) = array.as_chunks_mut::<64>();
    let zero = _mm256_setzero_si256();
    for chunk in chunks {
        numbers.reserve(64);
        let (mut word, mut filled) = (0, numbers.len());
        for at in (0..64).step_by(4) {
            // SAFETY: there are four numbers from there on, and room for 64 behind the last, of
            // which no more than `at` are written.
            unsafe {
                let values = _mm256_loadu_si256(chunk.as_ptr().add(at).cast());
                let none = _mm256_cmpeq_epi64(values, zero);
                // Of each half of a word, and of each word.
                let halves = !_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 0xff;
                let some = !_mm256_movemask_pd(_mm256_castsi256_pd(none)) & 0xf;
                let values = _mm256_permutevar8x32_epi32(values, order(halves));
                _mm256_storeu_si256(numbers.as_mut_ptr().add(filled).cast(), values);
                word |= (some as u64) << at;
                filled += some.count_ones() as usize;
            }
        }
        marks.push(word);
        // SAFETY: so many were written.
        unsafe { numbers.set_len(filled) };
        if word != 0 {
            *chunk = [0; 64];
        }
    }
    if !rest.is_empty() {
        compact(rest, numbers, marks);
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn halves(array: &mut [u32], numbers: &mut Vec<u32>, marks: &mut Vec<u64>) {
    let (chunks, rest) = array.as_chunks_mut::<64>();
    let zero = _mm256_setzero_si256();
    for chunk in chunks {
        numbers.reserve(64);
        let (mut word, mut filled) = (0, numbers.len());
        for at in (0..64).step_by(8) {
            // SAFETY: as above, with eight numbers.
            unsafe {
                let values = _mm256_loadu_si256(chunk.as_ptr().add(at).cast());
                let none = _mm256_castsi256_ps(_mm256_cmpeq_epi32(values, zero));
                let some = !_mm256_movemask_ps(none) & 0xff;
                let values = _mm256_permutevar8x32_epi32(values, order(some));
                _mm256_storeu_si256(numbers.as_mut_ptr().add(filled).cast(), values);
                word |= (some as u64) << at;
                filled += some.count_ones() as usize;
            }
        }
        marks.push(word);
        // SAFETY: so many were written.
        unsafe { numbers.set_len(filled) };
        if word != 0 {
            *chunk = [0; 64];
        }
    }
    if !rest.is_empty() {
        compact(rest, numbers, marks);
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn placed(word: u64, first: u32, places: &mut Vec<u32>) {
    places.reserve(64);
    let mut filled = places.len();
    let mut here = _mm256_add_epi32(
        _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
        _mm256_set1_epi32(first as i32),
    );
    for at in (0..64).step_by(8) {
        let some = (word >> at & 0xff) as i32;
        // SAFETY: there is room for 64 behind the last, of which no more than `at` are written.
        unsafe {
            let places = places.as_mut_ptr().add(filled).cast();
            _mm256_storeu_si256(places, _mm256_permutevar8x32_epi32(here, order(some)));
        }
        filled += some.count_ones() as usize;
        here = _mm256_add_epi32(here, _mm256_set1_epi32(8));
    }
    // SAFETY: so many were written.
    unsafe { places.set_len(filled) };
}

/// By the lanes that are wanted: these in order, then any.
static ORDERS: [[u32; 8]; 256] = {
    let mut orders = [[0; 8]; 256];
    let mut some = 0;
    while some < 256 {
        let (mut lane, mut filled) = (0, 0);
        while lane < 8 {
            if some >> lane & 1 != 0 {
                orders[some][filled] = lane;
                filled += 1;
            }
            lane += 1;
        }
        some += 1;
    }
    orders
};

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn order(some: i32) -> __m256i {
    // SAFETY: each is as long as a vector.
    unsafe { _mm256_loadu_si256(ORDERS[(some & 0xff) as usize].as_ptr().cast()) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn sums_of_32(lookups: &Lookups<'_>, base: u8, pairs: &mut [u16; LANES / 2]) -> [u8; 2] {
    let Lookups { tables, planes, width } = *lookups;
    let lanes = planes[0].len();
    assert!(lanes <= LANES && planes.iter().all(|plane| plane.len() == lanes));
    let base = _mm256_set1_epi8(base as i8);
    let (low, width) = (_mm256_set1_epi16(0xff), _mm256_set1_epi16(width as i16));
    let (mut least, mut most) = (_mm256_set1_epi8(-1), _mm256_setzero_si256());
    for first in (0..lanes / TOGETHER).map(|at| at * TOGETHER) {
        let read = |plane: &[u8], at: usize| {
            // SAFETY: there are 128 bytes from `first` on, and `at` is below 4.
            unsafe { _mm256_loadu_si256(plane.as_ptr().add(first + 32 * at).cast()) }
        };
        let mut acc: [__m256i; 4] =
            std::array::from_fn(|at| _mm256_add_epi8(base, read(planes[0], at)));
        for (table, plane) in tables.iter().zip(&planes[1..]) {
            // SAFETY: a table has 16 bytes.
            let table: __m128i = unsafe { _mm_loadu_si128(std::ptr::from_ref(table).cast()) };
            let table = _mm256_broadcastsi128_si256(table);
            for (at, acc) in acc.iter_mut().enumerate() {
                *acc = _mm256_add_epi8(*acc, _mm256_shuffle_epi8(table, read(plane, at)));
            }
        }
        for (at, acc) in acc.into_iter().enumerate() {
            least = _mm256_min_epu8(least, acc);
            most = _mm256_max_epu8(most, acc);
            let second = _mm256_mullo_epi16(_mm256_srli_epi16::<8>(acc), width);
            let both = _mm256_add_epi16(_mm256_and_si256(acc, low), second);
            let to = (first + 32 * at) / 2;
            // SAFETY: half as many numbers of two bytes as there are lanes.
            unsafe { _mm256_storeu_si256(pairs.as_mut_ptr().add(to).cast(), both) }
        }
    }
    let mut bytes = [[0u8; 32]; 2];
    // SAFETY: as long as a vector.
    unsafe {
        _mm256_storeu_si256(bytes[0].as_mut_ptr().cast(), least);
        _mm256_storeu_si256(bytes[1].as_mut_ptr().cast(), most);
    }
    [*bytes[0].iter().min().unwrap_or(&0), *bytes[1].iter().max().unwrap_or(&0)]
}
