//! Compiles the kernel for the processor's features; the only `unsafe` code of this method.
//!
//! The kernel consists of mask operations, so the bit instructions of newer processors (BMI1, BMI2,
//! LZCNT, POPCNT) and 32-byte moves of the states (AVX2) save a fifth of the time. The portable
//! version is the same code, compiled for the baseline.

use std::ops::ControlFlow;

use super::kernel::Search;
use super::state::State;
use crate::board::Bits;
use crate::engine::Visitor;
use crate::tours::search::visited::Visited;

/// Runs a search with the fastest code for this processor.
pub(super) fn run<B: Bits, V: Visitor<Visited>, const N: usize, const P: usize>(
    search: &mut Search<'_, B, V, N, P>,
    state: &State<B, N, P>,
    placed: usize,
) -> ControlFlow<()> {
    #[cfg(target_arch = "x86_64")]
    if has_bit_instructions() {
        #[expect(unsafe_code, reason = "a call into code whose features were detected")]
        // SAFETY: every feature that `run_with_bits` is compiled for was just detected.
        return unsafe { run_with_bits(search, state, placed) };
    }
    run_portable(search, state, placed)
}

/// The portable version.
pub(super) fn run_portable<B: Bits, V: Visitor<Visited>, const N: usize, const P: usize>(
    search: &mut Search<'_, B, V, N, P>,
    state: &State<B, N, P>,
    placed: usize,
) -> ControlFlow<()> {
    search.run(state, placed)
}

#[cfg(target_arch = "x86_64")]
fn has_bit_instructions() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_with_bits<B: Bits, V: Visitor<Visited>, const N: usize, const P: usize>(
    search: &mut Search<'_, B, V, N, P>,
    state: &State<B, N, P>,
    placed: usize,
) -> ControlFlow<()> {
    search.run(state, placed)
}
