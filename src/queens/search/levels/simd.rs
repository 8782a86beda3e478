//! Vectors of AVX-512 and AVX2. All `unsafe` code of the method is here; tests compare it with
//! `Portable`.
#![expect(
    unsafe_code,
    reason = "vector instructions, guarded by a token that proves their availability"
)]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_ps,
    _mm256_cmpeq_epi32, _mm256_loadu_si256, _mm256_movemask_ps, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi32,
    _mm256_srli_epi32, _mm256_storeu_si256, _mm256_sub_epi32, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_loadu_si512, _mm512_maskz_compress_epi32, _mm512_or_si512,
    _mm512_set1_epi32, _mm512_setzero_si512, _mm512_slli_epi32, _mm512_srli_epi32,
    _mm512_storeu_si512, _mm512_sub_epi32, _mm512_test_epi32_mask,
};

use super::machine::{Job, Machine};

/// A processor with AVX-512; only [`Avx512::detect`] creates one.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

/// A processor with AVX2; only [`Avx2::detect`] creates one.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx512 {
    /// Some value if this processor has the instructions.
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }
}

impl Avx2 {
    /// Some value if this processor has the instructions.
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }
}

#[target_feature(enable = "avx512f,bmi1,bmi2,popcnt")]
fn with_avx512<T: Job>(machine: Avx512, job: T) -> T::Output {
    job.run(machine)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn with_avx2<T: Job>(machine: Avx2, job: T) -> T::Output {
    job.run(machine)
}

// SAFETY of all blocks below: `self` exists, so the processor has every feature that is enabled in
// `with_avx512`; loads and stores are within slices of sufficient length.
impl Machine for Avx512 {
    type Words = __m512i;

    const LANES: usize = 16;

    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: see above.
        unsafe { with_avx512(self, job) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi32(word as i32) }
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> __m512i {
        let from = &from[..Self::LANES];
        // SAFETY: see above.
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn pack(self, words: __m512i, mask: u32, to: &mut [u32]) {
        let to = &mut to[..Self::LANES];
        // SAFETY: see above. (Compressing directly into memory is slow on Zen 4.)
        unsafe {
            let packed = _mm512_maskz_compress_epi32(mask as u16, words);
            _mm512_storeu_si512(to.as_mut_ptr().cast(), packed);
        }
    }

    #[inline(always)]
    fn or(self, one: __m512i, other: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_or_si512(one, other) }
    }

    #[inline(always)]
    fn and(self, one: __m512i, other: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_and_si512(one, other) }
    }

    #[inline(always)]
    fn less(self, one: __m512i, other: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_andnot_si512(other, one) }
    }

    #[inline(always)]
    fn lowest(self, words: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_and_si512(words, _mm512_sub_epi32(_mm512_setzero_si512(), words)) }
    }

    #[inline(always)]
    fn left(self, words: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_slli_epi32::<1>(words) }
    }

    #[inline(always)]
    fn right(self, words: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_srli_epi32::<1>(words) }
    }

    #[inline(always)]
    fn some(self, words: __m512i) -> u32 {
        // SAFETY: see above.
        unsafe { u32::from(_mm512_test_epi32_mask(words, words)) }
    }
}

// SAFETY of all blocks below: as above, with the features of `with_avx2`.
impl Machine for Avx2 {
    type Words = __m256i;

    const LANES: usize = 8;

    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: see above.
        unsafe { with_avx2(self, job) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_set1_epi32(word as i32) }
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> __m256i {
        let from = &from[..Self::LANES];
        // SAFETY: see above.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn pack(self, words: __m256i, mask: u32, to: &mut [u32]) {
        let to = &mut to[..Self::LANES];
        let front = &FRONT[mask as usize & 0xff];
        // SAFETY: see above.
        unsafe {
            let lanes = _mm256_loadu_si256(front.as_ptr().cast());
            let packed = _mm256_permutevar8x32_epi32(words, lanes);
            _mm256_storeu_si256(to.as_mut_ptr().cast(), packed);
        }
    }

    #[inline(always)]
    fn or(self, one: __m256i, other: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_or_si256(one, other) }
    }

    #[inline(always)]
    fn and(self, one: __m256i, other: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_and_si256(one, other) }
    }

    #[inline(always)]
    fn less(self, one: __m256i, other: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_andnot_si256(other, one) }
    }

    #[inline(always)]
    fn lowest(self, words: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_and_si256(words, _mm256_sub_epi32(_mm256_setzero_si256(), words)) }
    }

    #[inline(always)]
    fn left(self, words: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_slli_epi32::<1>(words) }
    }

    #[inline(always)]
    fn right(self, words: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_srli_epi32::<1>(words) }
    }

    #[inline(always)]
    fn some(self, words: __m256i) -> u32 {
        // SAFETY: see above.
        unsafe {
            let none = _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(none)) as u32 & 0xff
        }
    }
}

/// For each set of eight lanes, the permutation that moves them to the front.
static FRONT: [[u32; 8]; 256] = {
    let mut front = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 != 0 {
                front[set][place] = lane;
                place += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    front
};
