//! The two inner loops of the method, for each kind of processor.

use super::sieve::{Row, Sieve};
#[cfg(target_arch = "x86_64")]
use super::simd;
use super::slice::{Boards, Codes};
use crate::simd::{Backend, Machine};

/// Appends the union of `with` and each code whose test word is disjoint from `attacked`.
/// For queens the codes are the test words, too.
#[inline(always)]
pub(super) fn join<const AMAZONS: bool>(
    machine: impl Machine,
    with: u64,
    attacked: u64,
    boards: Boards<'_, AMAZONS>,
    out: &mut Codes,
) {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(token) => simd::join_512(token, with, attacked, boards, out),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(token) => simd::join_256(token, with, attacked, boards, out),
        Backend::Portable => out.join(with, attacked, boards),
    }
}

/// Counts the pairs of an item and one of `patterns` that the sieve lets through, and adds them to
/// the sums. The machine may distribute a count over the words in any way.
#[inline(always)]
pub(super) fn count<const AMAZONS: bool>(
    machine: impl Machine,
    sieve: &Sieve,
    patterns: &Row,
    items: &[u64],
    sums: &mut Row,
) {
    match machine.backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(token) => simd::count_512::<AMAZONS>(token, sieve, patterns, items, sums),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(token) => simd::count_256::<AMAZONS>(token, sieve, patterns, items, sums),
        Backend::Portable => count_portable::<AMAZONS>(sieve, patterns, items, sums),
    }
}

/// Adds four rows by carry-save adders before counting bits (Harley and Seal), because counting is
/// slow without a vector instruction for it.
#[inline(always)]
fn count_portable<const AMAZONS: bool>(
    sieve: &Sieve,
    patterns: &Row,
    items: &[u64],
    sums: &mut Row,
) {
    let test = |&item: &u64| sieve.passing::<AMAZONS>(patterns, item);
    let (mut ones, mut twos, mut fours) = (Row::NONE, Row::NONE, 0);
    let mut fourfold = items.chunks_exact(4);
    for items in &mut fourfold {
        let carry = add(&mut ones, test(&items[0]), test(&items[1]));
        let other = add(&mut ones, test(&items[2]), test(&items[3]));
        fours += add(&mut twos, carry, other).count();
    }
    let rest: u64 = fourfold.remainder().iter().map(|item| test(item).count()).sum();
    let count = 4 * fours + 2 * twos.count() + ones.count() + rest;
    sums.0[0] = sums.0[0].wrapping_add(count);
}

/// Adds two rows to a third bitwise. The third keeps the low digits; the carries are returned.
#[inline(always)]
fn add(sum: &mut Row, one: Row, other: Row) -> Row {
    let half = one.xor(&other);
    let carry = one.and(&other).or(&half.and(sum));
    *sum = sum.xor(&half);
    carry
}
