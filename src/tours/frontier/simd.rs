//! The vector backend: a step's bit work for 16 slots in AVX-512 registers.
//!
//! One register holds the rule of starved cells for 32 cells, or 32 cuts; populations are
//! counted in all lanes at once (AVX-512 BITALG). Mates are bytes of one register, so that
//! the mirror is two shuffles; the key's packed mates are a bit extraction (BMI2). What it
//! computes is what [`super::backend::Plain`] computes: the tests run both.

/// Brings the cache line of `place` near; it will be written.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "a prefetch has no safe form")]
pub(super) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing and cannot fault, whatever the address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// Elsewhere the processor is left to guess.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch<T>(_: &T) {}
