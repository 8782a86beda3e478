//! The loops for AVX-512 and AVX2. Everything that is `unsafe` in the method is in this file; the
//! portable forms are the twins that the tests compare with.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm256_add_epi8, _mm256_add_epi16,
    _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_castsi256_ps,
    _mm256_cmpeq_epi32, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_max_epu8, _mm256_min_epu8,
    _mm256_movemask_pd, _mm256_movemask_ps, _mm256_mullo_epi16, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16,
    _mm256_storeu_si256, _mm512_add_epi8, _mm512_add_epi16, _mm512_and_si512,
    _mm512_broadcast_i32x4, _mm512_cvtepi32_epi8, _mm512_cvtepi32_epi16, _mm512_cvtepu8_epi32,
    _mm512_cvtepu16_epi32, _mm512_loadu_si512, _mm512_maskz_compress_epi32, _mm512_max_epu8,
    _mm512_min_epu8, _mm512_mullo_epi16, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_setzero_si512,
    _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_storeu_si512, _mm512_test_epi32_mask,
    _mm512_test_epi64_mask,
};

use super::portable::{LANES, Lookups, Number, TOGETHER, compact};
use crate::simd::{Avx2, Avx512, pack_of_8, pack_of_16, pack_words_of_8};

/// A machine that packs numbers of a type.
pub(super) trait Packs<V>: Copy {
    /// How many it works on at a time.
    const COUNT: usize;

    /// Writes those of `COUNT` numbers next to each other that are not zero, and something behind
    /// them; says which they are.
    ///
    /// # Safety
    /// The processor has the features; there are `COUNT` numbers, and room for as many.
    unsafe fn pack(from: *const V, to: *mut V) -> u64;
}

impl Packs<u64> for Avx512 {
    const COUNT: usize = 8;
    #[inline(always)]
    unsafe fn pack(from: *const u64, to: *mut u64) -> u64 {
        // SAFETY: a vector there and a vector here.
        unsafe {
            let values = _mm512_loadu_si512(from.cast());
            let some = _mm512_test_epi64_mask(values, values);
            pack_words_of_8(values, some, to);
            some.into()
        }
    }
}

impl Packs<u32> for Avx512 {
    const COUNT: usize = 16;
    #[inline(always)]
    unsafe fn pack(from: *const u32, to: *mut u32) -> u64 {
        // SAFETY: a vector there and a vector here.
        unsafe {
            let values = _mm512_loadu_si512(from.cast());
            let some = _mm512_test_epi32_mask(values, values);
            pack_of_16(values, some, to);
            some.into()
        }
    }
}

impl Packs<u16> for Avx512 {
    const COUNT: usize = 16;
    #[inline(always)]
    unsafe fn pack(from: *const u16, to: *mut u16) -> u64 {
        // SAFETY: half a vector there and half a vector here.
        unsafe {
            let values = _mm512_cvtepu16_epi32(_mm256_loadu_si256(from.cast()));
            let some = _mm512_test_epi32_mask(values, values);
            let values = _mm512_maskz_compress_epi32(some, values);
            _mm256_storeu_si256(to.cast(), _mm512_cvtepi32_epi16(values));
            some.into()
        }
    }
}

impl Packs<u8> for Avx512 {
    const COUNT: usize = 16;
    #[inline(always)]
    unsafe fn pack(from: *const u8, to: *mut u8) -> u64 {
        // SAFETY: a quarter of a vector there and one here.
        unsafe {
            let values = _mm512_cvtepu8_epi32(_mm_loadu_si128(from.cast()));
            let some = _mm512_test_epi32_mask(values, values);
            let values = _mm512_maskz_compress_epi32(some, values);
            _mm_storeu_si128(to.cast(), _mm512_cvtepi32_epi8(values));
            some.into()
        }
    }
}

impl Packs<u64> for Avx2 {
    const COUNT: usize = 4;
    #[inline(always)]
    unsafe fn pack(from: *const u64, to: *mut u64) -> u64 {
        // SAFETY: a vector there and a vector here.
        unsafe {
            let values = _mm256_loadu_si256(from.cast());
            let none = _mm256_cmpeq_epi64(values, _mm256_setzero_si256());
            // Both halves of each number, and each number.
            let halves = !_mm256_movemask_ps(_mm256_castsi256_ps(none)) as u32;
            pack_of_8(values, halves, to.cast());
            (!_mm256_movemask_pd(_mm256_castsi256_pd(none)) & 0xf) as u64
        }
    }
}

impl Packs<u32> for Avx2 {
    const COUNT: usize = 8;
    #[inline(always)]
    unsafe fn pack(from: *const u32, to: *mut u32) -> u64 {
        // SAFETY: a vector there and a vector here.
        unsafe {
            let values = _mm256_loadu_si256(from.cast());
            let none = _mm256_cmpeq_epi32(values, _mm256_setzero_si256());
            let some = !_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 0xff;
            pack_of_8(values, some as u32, to);
            some as u64
        }
    }
}

/// [`Packed::compact`](super::Packed::compact).
///
/// # Safety
/// The processor has the machine's features.
#[inline(always)]
unsafe fn compacted<M: Packs<V>, V: Number>(
    array: &mut [V],
    numbers: &mut Vec<V>,
    marks: &mut Vec<u64>,
) {
    let (chunks, rest) = array.as_chunks_mut::<64>();
    for chunk in chunks {
        // Every number, so that it takes no branches.
        if chunk.iter().fold(true, |none, number| none & (*number == V::default())) {
            marks.push(0);
            continue;
        }
        numbers.reserve(64);
        let (mut word, mut filled) = (0, numbers.len());
        for at in (0..64).step_by(M::COUNT) {
            // SAFETY: the array has `M::COUNT` numbers from `at` on. The list has space for 64 more
            // than its length, and at most `at` of them are written.
            let some = unsafe { M::pack(chunk.as_ptr().add(at), numbers.as_mut_ptr().add(filled)) };
            word |= some << at;
            filled += some.count_ones() as usize;
        }
        marks.push(word);
        // SAFETY: the first `filled` numbers were written.
        unsafe { numbers.set_len(filled) };
        // What is zero is not written, because a large array may have few numbers.
        if word != 0 {
            *chunk = [V::default(); 64];
        }
    }
    if !rest.is_empty() {
        compact(rest, numbers, marks);
    }
}

/// The loops of a machine: [`Packed::compact`](super::Packed::compact) and
/// [`lane_sums`](super::lane_sums), each compiled with its features.
macro_rules! loops {
    (
        $token:ty, $features:literal, $compact:ident, $lane_sums:ident, $bytes:literal,
        $vector:ty, $load:ident, $store:ident, $zero:ident, $all8:ident, $all16:ident,
        $table:ident, $shuffle:ident, $add8:ident, $add16:ident, $product16:ident,
        $right16:ident, $and:ident, $least:ident, $most:ident
    ) => {
        #[inline(always)]
        pub(super) fn $compact<V: Number>(
            _: $token,
            array: &mut [V],
            numbers: &mut Vec<V>,
            marks: &mut Vec<u64>,
        ) where
            $token: Packs<V>,
        {
            #[target_feature(enable = $features)]
            #[inline(never)]
            fn with_features<V: Number>(array: &mut [V], numbers: &mut Vec<V>, marks: &mut Vec<u64>)
            where
                $token: Packs<V>,
            {
                // SAFETY: they are enabled here.
                unsafe { compacted::<$token, V>(array, numbers, marks) }
            }
            // SAFETY: the token proves the features.
            unsafe { with_features(array, numbers, marks) }
        }

        #[inline(always)]
        pub(super) fn $lane_sums(
            _: $token,
            lookups: &Lookups<'_>,
            base: u8,
            pairs: &mut [u16; LANES / 2],
        ) -> [u8; 2] {
            #[target_feature(enable = $features)]
            #[inline(never)]
            fn with_features(
                lookups: &Lookups<'_>,
                base: u8,
                pairs: &mut [u16; LANES / 2],
            ) -> [u8; 2] {
                let Lookups { tables, planes, width } = *lookups;
                let lanes = planes[0].len();
                assert!(lanes <= LANES && planes.iter().all(|plane| plane.len() == lanes));
                let base = $all8(base as i8);
                let (low, width) = ($all16(0xff), $all16(width as i16));
                let (mut least, mut most) = ($all8(-1), $zero());
                for first in (0..lanes / TOGETHER).map(|at| at * TOGETHER) {
                    let read = |plane: &[u8], at: usize| {
                        // SAFETY: there are `TOGETHER` bytes from `first` on, and `at` is below
                        // their number of vectors.
                        unsafe { $load(plane.as_ptr().add(first + $bytes * at).cast()) }
                    };
                    let mut acc: [$vector; TOGETHER / $bytes] =
                        std::array::from_fn(|at| $add8(base, read(planes[0], at)));
                    for (table, plane) in tables.iter().zip(&planes[1..]) {
                        // SAFETY: a table has 16 bytes.
                        let table = unsafe { _mm_loadu_si128(std::ptr::from_ref(table).cast()) };
                        let table = $table(table);
                        for (at, acc) in acc.iter_mut().enumerate() {
                            *acc = $add8(*acc, $shuffle(table, read(plane, at)));
                        }
                    }
                    for (at, acc) in acc.into_iter().enumerate() {
                        least = $least(least, acc);
                        most = $most(most, acc);
                        let second = $product16($right16::<8>(acc), width);
                        let both = $add16($and(acc, low), second);
                        let to = (first + $bytes * at) / 2;
                        // SAFETY: half as many numbers of two bytes as there are lanes.
                        unsafe { $store(pairs.as_mut_ptr().add(to).cast(), both) }
                    }
                }
                let mut bytes = [[0u8; $bytes]; 2];
                // SAFETY: as long as a vector.
                unsafe {
                    $store(bytes[0].as_mut_ptr().cast(), least);
                    $store(bytes[1].as_mut_ptr().cast(), most);
                }
                [*bytes[0].iter().min().unwrap_or(&0), *bytes[1].iter().max().unwrap_or(&0)]
            }
            // SAFETY: the token proves the features.
            unsafe { with_features(lookups, base, pairs) }
        }
    };
}

loops!(
    Avx512,
    "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt",
    compact_512,
    lane_sums_512,
    64,
    __m512i,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    _mm512_setzero_si512,
    _mm512_set1_epi8,
    _mm512_set1_epi16,
    _mm512_broadcast_i32x4,
    _mm512_shuffle_epi8,
    _mm512_add_epi8,
    _mm512_add_epi16,
    _mm512_mullo_epi16,
    _mm512_srli_epi16,
    _mm512_and_si512,
    _mm512_min_epu8,
    _mm512_max_epu8
);

loops!(
    Avx2,
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    compact_256,
    lane_sums_256,
    32,
    __m256i,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    _mm256_setzero_si256,
    _mm256_set1_epi8,
    _mm256_set1_epi16,
    _mm256_broadcastsi128_si256,
    _mm256_shuffle_epi8,
    _mm256_add_epi8,
    _mm256_add_epi16,
    _mm256_mullo_epi16,
    _mm256_srli_epi16,
    _mm256_and_si256,
    _mm256_min_epu8,
    _mm256_max_epu8
);
