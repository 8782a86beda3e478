//! The comparison for AVX-512 and AVX2. Everything that is `unsafe` in the method is here;
//! `Portable` is the twin that the tests compare with.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    _MM_HINT_T0, _mm_prefetch, _mm256_and_si256, _mm256_cmpeq_epi32, _mm256_loadu_si256,
    _mm256_min_epu32, _mm256_movemask_epi8, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm512_and_si512, _mm512_loadu_si512, _mm512_min_epu32, _mm512_set1_epi32,
    _mm512_testn_epi32_mask,
};

use super::machine::{Job, KEYS, LANES, Machine};

/// A processor with AVX-512; only [`Avx512::detect`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

/// A processor with AVX2; only [`Avx2::detect`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx512 {
    /// The proof that this processor has the instructions, if it has.
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }
}

impl Avx2 {
    /// The proof that this processor has the instructions, if it has.
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }
}

#[target_feature(enable = "avx512f,bmi1,bmi2,popcnt")]
fn with_avx512(machine: Avx512, job: impl Job) {
    job.run(machine);
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn with_avx2(machine: Avx2, job: impl Job) {
    job.run(machine);
}

impl Machine for Avx512 {
    #[inline(always)]
    fn enter(self, job: impl Job) {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx512(self, job) }
    }

    #[inline(always)]
    fn prefetch(self, codes: &[u32]) {
        for line in codes.as_chunks::<LANES>().0 {
            // SAFETY: a hint about memory that is there.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
        }
    }

    #[inline(always)]
    fn any_apart(self, codes: &[u32; LANES], keys: &[u32; KEYS]) -> bool {
        // SAFETY: the load is that of the sixteen codes; `self` proves the features.
        unsafe {
            let codes = _mm512_loadu_si512(codes.as_ptr().cast());
            let [a, b, c, d] =
                keys.map(|key| _mm512_and_si512(codes, _mm512_set1_epi32(key as i32)));
            let least = _mm512_min_epu32(_mm512_min_epu32(a, b), _mm512_min_epu32(c, d));
            _mm512_testn_epi32_mask(least, least) != 0
        }
    }
}

impl Machine for Avx2 {
    #[inline(always)]
    fn enter(self, job: impl Job) {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx2(self, job) }
    }

    #[inline(always)]
    fn prefetch(self, codes: &[u32]) {
        for line in codes.as_chunks::<LANES>().0 {
            // SAFETY: a hint about memory that is there.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
        }
    }

    #[inline(always)]
    fn any_apart(self, codes: &[u32; LANES], keys: &[u32; KEYS]) -> bool {
        let half = |codes: &[u32]| {
            // SAFETY: the load is that of these eight codes; `self` proves the features.
            unsafe {
                let codes = _mm256_loadu_si256(codes.as_ptr().cast());
                let [a, b, c, d] =
                    keys.map(|key| _mm256_and_si256(codes, _mm256_set1_epi32(key as i32)));
                let least = _mm256_min_epu32(_mm256_min_epu32(a, b), _mm256_min_epu32(c, d));
                let zero = _mm256_cmpeq_epi32(least, _mm256_setzero_si256());
                _mm256_movemask_epi8(zero) != 0
            }
        };
        half(&codes[..LANES / 2]) | half(&codes[LANES / 2..])
    }
}
