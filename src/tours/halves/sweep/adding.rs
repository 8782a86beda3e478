//! Numbers added up in an array, by rank.

use super::ring::Ring;

/// Those of all ranks, in code for the processor.
#[inline(always)]
pub fn add_all<R: Ring>(ring: R, numbers: &[R::Value], array: &mut [R::Value]) {
    array.iter_mut().zip(numbers).for_each(|(place, &n)| *place = ring.add(*place, n));
}

// Functions of their own, so that what they need is in registers.

#[inline(never)]
pub fn add_same<R: Ring>(ring: R, ranks: &[u32], numbers: &[R::Value], array: &mut [R::Value]) {
    let mask = array.len() - 1;
    for (&m, &n) in ranks.iter().zip(numbers) {
        let place = &mut array[m as usize & mask];
        *place = ring.add(*place, n);
    }
}

#[inline(never)]
pub fn add_mapped<R: Ring>(
    ring: R,
    table: &[u32],
    ranks: &[u32],
    numbers: &[R::Value],
    array: &mut [R::Value],
) {
    let (inside, mask) = (table.len() - 1, array.len() - 1);
    for (&m, &n) in ranks.iter().zip(numbers) {
        let place = &mut array[table[m as usize & inside] as usize & mask];
        *place = ring.add(*place, n);
    }
}
