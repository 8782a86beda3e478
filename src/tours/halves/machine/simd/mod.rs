//! The loops for kinds of processors. Everything that is `unsafe` in the method is in this folder;
//! `Portable` is the twin that the tests compare with.
#![expect(unsafe_code, reason = "an address is fetched")]

mod avx2;
mod avx512;

use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

pub use avx2::Avx2;
pub use avx512::Avx512;

#[inline(always)]
fn fetch<T>(items: &[T], at: usize) {
    // SAFETY: an address that is fetched is not read from; it need not even be valid.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().wrapping_add(at).cast()) }
}

/// States behind the last that there is room for in both.
#[inline(always)]
fn room<V>(ranks: &Vec<u32>, numbers: &Vec<V>) -> usize {
    (ranks.capacity() - ranks.len()).min(numbers.capacity() - numbers.len())
}

#[cold]
fn grow<V>(len: usize, ranks: &mut Vec<u32>, numbers: &mut Vec<V>) {
    ranks.reserve(len);
    numbers.reserve(len);
}

/// What is left over from whole vectors.
fn finish<V: Copy + Default + PartialEq>(
    first: usize,
    rest: &mut [V],
    ranks: &mut Vec<u32>,
    numbers: &mut Vec<V>,
) {
    for (at, n) in rest.iter_mut().enumerate() {
        if *n != V::default() {
            ranks.push((first + at) as u32);
            numbers.push(std::mem::take(n));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Avx2, Avx512};
    use crate::tours::halves::machine::portable::{Machine, Portable};

    #[test]
    fn the_harvest_is_that_of_the_twin() {
        if let Some(machine) = Avx512::detect() {
            is_that_of_the_twin(machine);
        }
        if let Some(machine) = Avx2::detect() {
            is_that_of_the_twin(machine);
        }
    }

    fn is_that_of_the_twin(machine: impl Machine) {
        for len in [0, 1, 7, 8, 15, 16, 17, 100, 945] {
            for sparse in [1, 3, 40] {
                // In either half of a word, and in both.
                let some = |at: usize| (at as u64 * 3 + 1) << (at % 3 * 16);
                let number = |at: usize| if (at * 7).is_multiple_of(sparse) { some(at) } else { 0 };
                let array: Vec<u64> = (0..len).map(number).collect();
                let (mut one, mut other) = (array.clone(), array.clone());
                let (mut a, mut b) = ((vec![5], vec![6]), (vec![5], vec![6]));
                machine.harvest_words(&mut one, &mut a.0, &mut a.1);
                Portable.harvest_words(&mut other, &mut b.0, &mut b.1);
                assert_eq!((a, &one), (b, &other));
                assert!(one.iter().all(|&n| n == 0));
                let array: Vec<u32> = array.iter().map(|&n| n as u32).collect();
                let (mut one, mut other) = (array.clone(), array);
                let (mut a, mut b) = ((vec![5], vec![6]), (vec![5], vec![6]));
                machine.harvest_halves(&mut one, &mut a.0, &mut a.1);
                Portable.harvest_halves(&mut other, &mut b.0, &mut b.1);
                assert_eq!((a, &one), (b, &other));
                assert!(one.iter().all(|&n| n == 0));
            }
        }
    }
}
