//! The kernel compiled for what the processor has.
//!
//! The kernel is sums of masks, so the bit instructions of later processors (BMI1, BMI2,
//! LZCNT, POPCNT) and 32-byte moves of the states (AVX2) are worth a fifth of the time.

use std::ops::ControlFlow;

use super::kernel::Search;
use super::state::State;
use crate::board::Bits;
use crate::engine::Visitor;
use crate::simd::{Backend, Job, Machine, Portable, Vectors};
use crate::tours::search::visited::Visited;

/// A search from a state.
struct FromState<'a, 'w, B: Bits, V, const N: usize, const P: usize> {
    search: &'a mut Search<'w, B, V, N, P>,
    state: &'a State<B, N, P>,
    placed: usize,
}

impl<B: Bits, V: Visitor<Visited>, const N: usize, const P: usize> Job
    for FromState<'_, '_, B, V, N, P>
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, _: impl Machine) -> ControlFlow<()> {
        self.search.run(self.state, self.placed)
    }
}

/// Runs a search by the fastest code that this processor can run: nothing in it gains by AVX-512.
pub(super) fn run<B: Bits, V: Visitor<Visited>, const N: usize, const P: usize>(
    search: &mut Search<'_, B, V, N, P>,
    state: &State<B, N, P>,
    placed: usize,
) -> ControlFlow<()> {
    let job = FromState { search, state, placed };
    match Backend::new(Vectors::Narrow) {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(machine) => machine.enter(job),
        _ => job.run(Portable),
    }
}
