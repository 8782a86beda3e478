//! Numbers added up in an array, by rank, each times the factor of its source.

use super::ring::Ring;

/// Those of all ranks, in code for the processor.
#[inline(always)]
pub fn add_all<R: Ring>(ring: R, numbers: &[R::Value], by: R::Factor, array: &mut [R::Value]) {
    for (place, &n) in array.iter_mut().zip(numbers) {
        *place = ring.add(*place, ring.weighed(n, by));
    }
}

/// Those of these ranks.
#[inline(always)]
pub fn add_same<R: Ring>(
    ring: R,
    ranks: &[u32],
    numbers: &[R::Value],
    by: R::Factor,
    array: &mut [R::Value],
) {
    if R::WIDE {
        add(ring, ranks, numbers, by, array)
    } else {
        apart(ring, ranks, numbers, by, array)
    }
}

/// Those of these ranks, by the new ones that a table has.
#[inline(always)]
pub fn add_mapped<R: Ring>(
    ring: R,
    table: &[u32],
    (ranks, numbers): (&[u32], &[R::Value]),
    by: R::Factor,
    array: &mut [R::Value],
) {
    match R::WIDE {
        true => map(ring, table, (ranks, numbers), by, array),
        false => map_apart(ring, table, (ranks, numbers), by, array),
    }
}

#[inline(always)]
fn add<R: Ring>(
    ring: R,
    ranks: &[u32],
    numbers: &[R::Value],
    by: R::Factor,
    array: &mut [R::Value],
) {
    let mask = array.len() - 1;
    for (&m, &n) in ranks.iter().zip(numbers) {
        let place = &mut array[m as usize & mask];
        *place = ring.add(*place, ring.weighed(n, by));
    }
}

#[inline(always)]
fn map<R: Ring>(
    ring: R,
    table: &[u32],
    (ranks, numbers): (&[u32], &[R::Value]),
    by: R::Factor,
    array: &mut [R::Value],
) {
    let (inside, mask) = (table.len() - 1, array.len() - 1);
    for (&m, &n) in ranks.iter().zip(numbers) {
        let place = &mut array[table[m as usize & inside] as usize & mask];
        *place = ring.add(*place, ring.weighed(n, by));
    }
}

// Functions of their own, so that what they need is in registers.

#[inline(never)]
fn apart<R: Ring>(
    ring: R,
    ranks: &[u32],
    numbers: &[R::Value],
    by: R::Factor,
    array: &mut [R::Value],
) {
    add(ring, ranks, numbers, by, array);
}

#[inline(never)]
fn map_apart<R: Ring>(
    ring: R,
    table: &[u32],
    states: (&[u32], &[R::Value]),
    by: R::Factor,
    array: &mut [R::Value],
) {
    map(ring, table, states, by, array);
}
