//! `Backend`: the kind of processor that a run uses.

use super::portable::{Job, Machine, Portable};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use crate::method::Vectors;

/// A machine that was chosen while the program runs.
#[derive(Clone, Copy, Debug)]
pub enum Backend {
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Wide(Avx512),
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Narrow(Avx2),
    /// Any processor.
    Portable(Portable),
}

impl Backend {
    /// The widest that the processor has and that may be used.
    pub fn new(vectors: Vectors) -> Backend {
        #[cfg(target_arch = "x86_64")]
        {
            if let (Vectors::Native, Some(machine)) = (vectors, Avx512::detect()) {
                return Backend::Wide(machine);
            }
            if let (Vectors::Native | Vectors::Narrow, Some(machine)) = (vectors, Avx2::detect()) {
                return Backend::Narrow(machine);
            }
        }
        let _ = vectors;
        Backend::Portable(Portable)
    }

    /// Runs a job there.
    pub fn enter<T: Job>(self, job: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Wide(machine) => machine.enter(job),
            #[cfg(target_arch = "x86_64")]
            Backend::Narrow(machine) => machine.enter(job),
            Backend::Portable(machine) => machine.enter(job),
        }
    }
}
