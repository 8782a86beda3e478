//! The inner loops for AVX-512 and AVX2. All `unsafe` code of the method is here; tests compare it
//! with `Portable`.
#![expect(
    unsafe_code,
    reason = "vector instructions, guarded by a token that proves their availability"
)]

mod avx2;
mod avx512;
mod parts;

pub(super) use avx2::Avx2;
pub(super) use avx512::Avx512;
