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

#[cfg(test)]
mod tests {
    use super::{Avx2, Avx512};
    use crate::tours::halves::machine::portable::{Machine, Portable};

    #[test]
    fn what_is_compacted_is_what_the_twin_makes_of_it() {
        if let Some(machine) = Avx512::detect() {
            is_that_of_the_twin(machine);
        }
        if let Some(machine) = Avx2::detect() {
            is_that_of_the_twin(machine);
        }
    }

    /// The same of both, behind what was there before.
    fn alike<V: Copy + Default + PartialEq + std::fmt::Debug>(
        array: &[V],
        one: impl Fn(&mut [V], &mut Vec<V>, &mut Vec<u64>),
        other: impl Fn(&mut [V], &mut Vec<V>, &mut Vec<u64>),
    ) {
        let (mut a, mut b) = (array.to_vec(), array.to_vec());
        let (mut numbers, mut marks) = ([vec![array[0]], vec![array[0]]], [vec![6], vec![6]]);
        one(&mut a, &mut numbers[0], &mut marks[0]);
        other(&mut b, &mut numbers[1], &mut marks[1]);
        assert!(a.iter().chain(&b).all(|&n| n == V::default()));
        assert!(numbers[0] == numbers[1] && marks[0] == marks[1], "{numbers:?} {marks:?}");
    }

    fn is_that_of_the_twin(machine: impl Machine) {
        for len in [1, 7, 63, 64, 65, 100, 128, 945] {
            for sparse in [1, 2, 3, 40] {
                // In either half of a number, and in both.
                let some = |at: usize| (at as u64 % 7 + 1) << (at % 3 * 16);
                let number = |at: usize| if (at * 7).is_multiple_of(sparse) { some(at) } else { 0 };
                let array: Vec<u64> = (0..len).map(number).collect();
                alike(
                    &array,
                    |a, n, m| machine.compact_u64(a, n, m),
                    |a, n, m| Portable.compact_u64(a, n, m),
                );
                let array: Vec<u32> = array.iter().map(|&n| n as u32).collect();
                alike(
                    &array,
                    |a, n, m| machine.compact_u32(a, n, m),
                    |a, n, m| Portable.compact_u32(a, n, m),
                );
                let array: Vec<u16> = array.iter().map(|&n| (n << 9) as u16).collect();
                alike(
                    &array,
                    |a, n, m| machine.compact_u16(a, n, m),
                    |a, n, m| Portable.compact_u16(a, n, m),
                );
                let array: Vec<u8> = array.iter().map(|&n| (n >> 9) as u8).collect();
                alike(
                    &array,
                    |a, n, m| machine.compact_u8(a, n, m),
                    |a, n, m| Portable.compact_u8(a, n, m),
                );
            }
        }
        for word in [0, 1, u64::MAX, 1 << 63, 0x8000_F0F0_1234_0001] {
            let (mut one, mut other) = (vec![5], vec![5]);
            machine.places(word, 640, &mut one);
            Portable.places(word, 640, &mut other);
            assert_eq!(one, other);
        }
    }
}
