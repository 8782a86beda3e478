//! The loops that differ by the kind of processor: `portable` has their forms for any, `simd` those for
//! AVX2 and AVX-512, with everything in the method that is `unsafe`. [`ThreadPool`] distributes
//! work over threads.

mod portable;
#[cfg(target_arch = "x86_64")]
mod simd;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::engine::in_parallel;
use crate::simd::{Backend, Machine};

pub use portable::{LANES, Lookups, TOGETHER, count_nonzero};

/// Called again and again during work; false stops it.
pub type Pause<'a> = &'a mut dyn FnMut() -> bool;

/// A number of threads and their processor kind.
#[derive(Clone, Copy, Debug)]
pub struct ThreadPool {
    /// At least one.
    pub threads: usize,
    /// The processor kind that jobs are compiled for.
    pub backend: Backend,
}

impl ThreadPool {
    /// Passes each item to the next free thread. `new` creates the memory of a thread. Returns that
    /// memory, and false if the work was stopped. `pause` is called after each item of the first
    /// thread; work on a long item calls the one that it is given.
    pub fn for_each<W: Send, I: Send>(
        self,
        new: impl Fn() -> W,
        pieces: impl Iterator<Item = I> + Send,
        work: impl Fn(&mut W, I, Pause<'_>) -> bool + Sync,
        pause: Pause<'_>,
    ) -> (Vec<W>, bool) {
        let mut workers: Vec<W> = (0..self.threads.max(1)).map(|_| new()).collect();
        let (pieces, ended) = (Mutex::new(pieces), AtomicBool::new(false));
        let next = || {
            let left = || pieces.lock().expect("no thread panics while it holds the lock").next();
            if ended.load(Relaxed) { None } else { left() }
        };
        let run = |worker: &mut W, pause: Pause<'_>| {
            while let Some(piece) = next() {
                if !work(worker, piece, pause) || !pause() {
                    ended.store(true, Relaxed);
                }
            }
        };
        let goes_on = || !ended.load(Relaxed);
        in_parallel(
            &mut workers,
            |first| {
                run(first, &mut || {
                    if !pause() {
                        ended.store(true, Relaxed);
                    }
                    goes_on()
                });
            },
            |other| run(other, &mut || goes_on()),
        );
        (workers, !ended.into_inner())
    }
}

/// Numbers that are taken out of an array.
pub trait Packed: Copy + Default + PartialEq {
    /// Appends what is not zero in an array, and 64 marks for each 64 places of it, a bit for each
    /// place that is not zero; and clears the array.
    #[inline(always)]
    fn compact(_: impl Machine, array: &mut [Self], numbers: &mut Vec<Self>, marks: &mut Vec<u64>) {
        portable::compact(array, numbers, marks);
    }
}

macro_rules! packed {
    ($integer:ty $(, $narrow:ident)?) => {
        impl Packed for $integer {
            #[inline(always)]
            fn compact(
                machine: impl Machine,
                array: &mut [Self],
                numbers: &mut Vec<Self>,
                marks: &mut Vec<u64>,
            ) {
                match machine.backend() {
                    #[cfg(target_arch = "x86_64")]
                    Backend::Avx512(token) => simd::compact_512(token, array, numbers, marks),
                    $(#[cfg(target_arch = "x86_64")]
                    Backend::Avx2(token) => simd::$narrow(token, array, numbers, marks),)?
                    _ => portable::compact(array, numbers, marks),
                }
            }
        }
    };
}

packed!(u64, compact_256);
packed!(u32, compact_256);
packed!(u16);
packed!(u8);

/// Appends the places of the bits that are set in a word, the lowest of which has place `first`, a
/// multiple of 64.
#[inline(always)]
pub fn list_bits<M: Machine>(m: M, word: u64, first: u32, places: &mut Vec<u32>) {
    if matches!(m.backend(), Backend::Portable) {
        return portable::list_bits(word, first, places);
    }
    let lanes: [u32; 16] = std::array::from_fn(|lane| lane as u32);
    let mut filled = places.len();
    places.resize(filled + 64, 0);
    for at in (0..64).step_by(M::LANES) {
        let some = (word >> at) as u32 & ((1 << M::LANES) - 1);
        let here = m.or(m.splat(first | at as u32), m.load(&lanes));
        m.pack(here, some, &mut places[filled..]);
        filled += some.count_ones() as usize;
    }
    places.truncate(filled);
}

/// In each lane of the planes, a multiple of [`TOGETHER`] and at most [`LANES`], the sum modulo 256 of `base`,
/// of the first plane, and of what the tables have at the lane's entries in the other planes,
/// which are below 16; and the least and the largest sum. Each two lanes are written as one
/// number, the second `width` times.
#[inline(always)]
pub fn lane_sums(
    machine: impl Machine,
    lookups: &Lookups<'_>,
    base: u8,
    pairs: &mut [u16; LANES / 2],
) -> [u8; 2] {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(token) => simd::lane_sums_512(token, lookups, base, pairs),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(token) => simd::lane_sums_256(token, lookups, base, pairs),
        Backend::Portable => portable::lane_sums(lookups, base, pairs),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::{Packed, Pause, ThreadPool, list_bits};
    use crate::method::Vectors;
    use crate::simd::{Backend, Job, Machine};

    /// Compacts an array, appending to a list that already has a number.
    struct Compact<'a, V>(&'a [V]);

    impl<V: Packed> Job for Compact<'_, V> {
        type Output = (Vec<V>, Vec<u64>);

        fn run(self, machine: impl Machine) -> Self::Output {
            let (mut array, mut numbers, mut marks) = (self.0.to_vec(), vec![self.0[0]], vec![6]);
            V::compact(machine, &mut array, &mut numbers, &mut marks);
            assert!(array.iter().all(|&number| number == V::default()));
            (numbers, marks)
        }
    }

    fn is_alike<V: Packed + Debug>(array: &[V]) {
        let all = Backend::all().map(|backend| backend.enter(Compact(array)));
        assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    }

    #[test]
    fn every_machine_compacts_alike() {
        for len in [1, 7, 63, 64, 65, 100, 128, 945] {
            for sparse in [1, 2, 3, 40, 500] {
                // In either half of a number, and in both.
                let some = |at: usize| (at as u64 % 7 + 1) << (at % 3 * 16);
                let number = |at: usize| if (at * 7).is_multiple_of(sparse) { some(at) } else { 0 };
                let array: Vec<u64> = (0..len).map(number).collect();
                is_alike(&array);
                is_alike(&array.iter().map(|&n| n as u32).collect::<Vec<_>>());
                is_alike(&array.iter().map(|&n| (n << 9) as u16).collect::<Vec<_>>());
                is_alike(&array.iter().map(|&n| (n >> 9) as u8).collect::<Vec<_>>());
            }
        }
    }

    struct ListBits(u64);

    impl Job for ListBits {
        type Output = Vec<u32>;

        fn run(self, machine: impl Machine) -> Vec<u32> {
            let mut places = vec![5];
            list_bits(machine, self.0, 640, &mut places);
            places
        }
    }

    #[test]
    fn every_machine_lists_the_bits_of_a_word() {
        for word in [0, 1, u64::MAX, 1 << 63, 0x8000_F0F0_1234_0001] {
            let bits = (0..64).filter(|bit| word >> bit & 1 == 1).map(|bit| 640 + bit);
            let expected: Vec<u32> = std::iter::once(5).chain(bits).collect();
            for backend in Backend::all() {
                assert_eq!(backend.enter(ListBits(word)), expected, "{}", backend.name());
            }
        }
    }

    #[test]
    fn each_item_is_processed_once_unless_stopped() {
        for threads in [1, 3] {
            let thread_pool = ThreadPool { threads, backend: Backend::new(Vectors::None) };
            let add = |sum: &mut u64, n: u64, _: Pause<'_>| {
                *sum += n;
                true
            };
            let (sums, whole) = thread_pool.for_each(|| 0, 1..=1000, add, &mut || true);
            assert_eq!((sums.len(), sums.iter().sum::<u64>(), whole), (threads, 500_500, true));
            let (_, whole) = thread_pool.for_each(|| 0, 0..1_000_000_000_000, add, &mut || false);
            assert!(!whole);
            let (_, whole) = thread_pool.for_each(|| (), 0.., |(), n, _| n < 50, &mut || true);
            assert!(!whole);
            // An item that ends only when it is stopped.
            let wait = |(): &mut (), _: u64, pause: Pause<'_>| {
                while pause() {
                    std::thread::yield_now();
                }
                true
            };
            let mut left = 50;
            let mut count_down = || {
                left -= 1;
                left > 0
            };
            let (_, whole) = thread_pool.for_each(|| (), 0.., wait, &mut count_down);
            assert!(!whole);
        }
    }
}
