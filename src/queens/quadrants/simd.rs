//! The inner loops for AVX-512; for AVX2 the join, while other code is the portable one compiled
//! for AVX2. All `unsafe` code of the method is here; tests compare these loops with the portable
//! ones.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_ps,
    _mm256_cmpeq_epi64, _mm256_load_si256, _mm256_loadu_si256, _mm256_movemask_ps, _mm256_or_si256,
    _mm256_sad_epu8, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_slli_epi64,
    _mm256_store_si256, _mm256_xor_si256, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512,
    _mm512_loadu_si512, _mm512_mask_testn_epi64_mask, _mm512_maskz_loadu_epi64, _mm512_or_si512,
    _mm512_popcnt_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_store_si512,
    _mm512_testn_epi64_mask,
};

use super::near::{OFFSETS, rows_of_item};
use super::sieve::{Row, Sieve};
use super::slice::{Boards, Codes};
use crate::simd::{Avx2, Avx512, ones_of_bytes, pack_of_8, pack_words_of_8};

/// [`join`](super::machine::join).
#[inline(always)]
pub(super) fn join_512<const AMAZONS: bool>(
    _: Avx512,
    with: u64,
    attacked: u64,
    boards: Boards<'_, AMAZONS>,
    out: &mut Codes,
) {
    let Boards { codes, tests } = boards;
    let room = out.room(codes.len() + 8);
    let (from, asked, to) = (codes.as_ptr(), tests.as_ptr(), room.as_mut_ptr());
    let full = codes.len() / 8 * 8;
    let mut joined = 0;
    // SAFETY: loads stay below `codes.len()`, the last by its mask, and there are as many test
    // words (`Boards`); after `joined` of at most as many codes the room has eight more places.
    // The token proves the features.
    unsafe {
        let with = _mm512_set1_epi64(with as i64);
        let attacked = if AMAZONS { _mm512_set1_epi64(attacked as i64) } else { with };
        let mut at = 0;
        while at < full {
            let here = _mm512_loadu_si512(from.add(at).cast());
            let test = if AMAZONS { _mm512_loadu_si512(asked.add(at).cast()) } else { here };
            let kept = _mm512_testn_epi64_mask(test, attacked);
            pack_words_of_8(_mm512_or_si512(here, with), kept, to.add(joined));
            joined += kept.count_ones() as usize;
            at += 8;
        }
        let mask = (1u8 << (codes.len() % 8)) - 1;
        let here = _mm512_maskz_loadu_epi64(mask, from.add(full).cast());
        let test = match AMAZONS {
            true => _mm512_maskz_loadu_epi64(mask, asked.add(full).cast()),
            false => here,
        };
        let kept = _mm512_mask_testn_epi64_mask(mask, test, attacked);
        pack_words_of_8(_mm512_or_si512(here, with), kept, to.add(joined));
        joined += kept.count_ones() as usize;
    }
    out.take(joined);
}

/// [`count`](super::machine::count).
#[inline(always)]
pub(super) fn count_512<const AMAZONS: bool>(
    _: Avx512,
    sieve: &Sieve,
    patterns: &Row,
    items: &[u64],
    sums: &mut Row,
) {
    let tables = Tables::of(sieve);
    // SAFETY: the items are the sieve's (`Tables`), rows are aligned, and the token proves the
    // features.
    unsafe {
        let patterns = _mm512_load_si512(patterns.0.as_ptr().cast());
        let to: *mut __m512i = sums.0.as_mut_ptr().cast();
        let (mut even, mut odd) = (_mm512_load_si512(to), _mm512_setzero_si512());
        let mut pairs = items.chunks_exact(2);
        for pair in &mut pairs {
            let (one, other) = (
                tables.passing_512::<AMAZONS>(patterns, pair[0]),
                tables.passing_512::<AMAZONS>(patterns, pair[1]),
            );
            even = _mm512_add_epi64(even, _mm512_popcnt_epi64(one));
            odd = _mm512_add_epi64(odd, _mm512_popcnt_epi64(other));
        }
        for &item in pairs.remainder() {
            let passing = tables.passing_512::<AMAZONS>(patterns, item);
            odd = _mm512_add_epi64(odd, _mm512_popcnt_epi64(passing));
        }
        _mm512_store_si512(to, _mm512_add_epi64(even, odd));
    }
}

/// [`join`](super::machine::join).
#[inline(always)]
pub(super) fn join_256<const AMAZONS: bool>(
    _: Avx2,
    with: u64,
    attacked: u64,
    boards: Boards<'_, AMAZONS>,
    out: &mut Codes,
) {
    let Boards { codes, tests } = boards;
    let full = codes.len() / 4 * 4;
    let room = out.room(codes.len() + 4);
    let (from, asked, to) = (codes.as_ptr(), tests.as_ptr(), room.as_mut_ptr());
    let mut joined = 0;
    // SAFETY: loads stay below `full`, and there are as many test words (`Boards`); after `joined`
    // of at most as many codes the room has four more places. The token proves the features.
    unsafe {
        let with = _mm256_set1_epi64x(with as i64);
        let attacked = if AMAZONS { _mm256_set1_epi64x(attacked as i64) } else { with };
        let mut at = 0;
        while at < full {
            let here = _mm256_loadu_si256(from.add(at).cast());
            let test = if AMAZONS { _mm256_loadu_si256(asked.add(at).cast()) } else { here };
            let apart =
                _mm256_cmpeq_epi64(_mm256_and_si256(test, attacked), _mm256_setzero_si256());
            // Both halves of each word.
            let kept = _mm256_movemask_ps(_mm256_castsi256_ps(apart)) as u32;
            pack_of_8(_mm256_or_si256(here, with), kept, to.add(joined).cast());
            joined += kept.count_ones() as usize / 2;
            at += 4;
        }
    }
    out.take(joined);
    out.join(with, attacked, boards.part(full..codes.len()));
}

/// Four items to a population count, as `Portable`; both halves of a row at once, so that
/// where an item's rows are is worked out once.
#[inline(always)]
pub(super) fn count_256<const AMAZONS: bool>(
    _: Avx2,
    sieve: &Sieve,
    patterns: &Row,
    items: &[u64],
    sums: &mut Row,
) {
    let tables = Tables::of(sieve);
    let fours = items.chunks_exact(4);
    // SAFETY: as for AVX-512; a row is two halves of 32 bytes.
    unsafe {
        let patterns = load(patterns);
        let none = _mm256_setzero_si256();
        let (mut ones, mut twos, mut four) = ([none; 2], [none; 2], none);
        for items in fours.clone() {
            let first = tables.passing_256::<AMAZONS>(patterns, items[0]);
            let second = tables.passing_256::<AMAZONS>(patterns, items[1]);
            let carry = add(&mut ones, first, second);
            let third = tables.passing_256::<AMAZONS>(patterns, items[2]);
            let fourth = tables.passing_256::<AMAZONS>(patterns, items[3]);
            let other = add(&mut ones, third, fourth);
            four = _mm256_add_epi64(four, count_ones(add(&mut twos, carry, other)));
        }
        let mut sum = _mm256_slli_epi64::<2>(four);
        sum = _mm256_add_epi64(sum, _mm256_slli_epi64::<1>(count_ones(twos)));
        sum = _mm256_add_epi64(sum, count_ones(ones));
        for &item in fours.remainder() {
            let passing = tables.passing_256::<AMAZONS>(patterns, item);
            sum = _mm256_add_epi64(sum, count_ones(passing));
        }
        let to = sums.0.as_mut_ptr().cast::<__m256i>();
        _mm256_store_si256(to, _mm256_add_epi64(_mm256_load_si256(to), sum));
    }
}

/// The tables of a sieve. Items have the byte offsets of rows inside them (`Layout::item`,
/// `Sieve::new`); those of near columns have every row that an item may name.
#[derive(Clone, Copy)]
struct Tables {
    fields: [*const u8; 4],
    near: [*const Row; 2],
}

impl Tables {
    #[inline(always)]
    fn of(sieve: &Sieve) -> Tables {
        let ([a, b, c, d], [nearest, next]) = (sieve.fields(), sieve.near());
        Tables {
            fields: [a.as_ptr().cast(), b.as_ptr().cast(), c.as_ptr().cast(), d.as_ptr().cast()],
            near: [nearest.as_ptr(), next.as_ptr()],
        }
    }

    /// The row of an item's field.
    #[inline(always)]
    unsafe fn row(self, item: u64, field: usize) -> *const Row {
        let offset = usize::from((item >> (16 * field)) as u16);
        // SAFETY: the caller has an item of the sieve.
        unsafe { self.fields[field].add(offset).cast() }
    }

    /// The patterns, of those given, that an item does not attack.
    #[target_feature(enable = "avx512f")]
    #[inline]
    unsafe fn passing_512<const AMAZONS: bool>(self, patterns: __m512i, item: u64) -> __m512i {
        let offsets = if AMAZONS { item & OFFSETS } else { item };
        // SAFETY: the caller has an item of the sieve.
        unsafe {
            let low = _mm512_and_si512(
                _mm512_load_si512(self.row(offsets, 0).cast()),
                _mm512_load_si512(self.row(offsets, 1).cast()),
            );
            let high = _mm512_and_si512(
                _mm512_load_si512(self.row(offsets, 2).cast()),
                _mm512_load_si512(self.row(offsets, 3).cast()),
            );
            let passing = _mm512_and_si512(patterns, _mm512_and_si512(low, high));
            if !AMAZONS {
                return passing;
            }
            let [nearest, next] = rows_of_item(item);
            let near = _mm512_and_si512(
                _mm512_load_si512(self.near[0].add(nearest).cast()),
                _mm512_load_si512(self.near[1].add(next).cast()),
            );
            _mm512_and_si512(passing, near)
        }
    }

    /// The same in two vectors.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn passing_256<const AMAZONS: bool>(self, patterns: Halves, item: u64) -> Halves {
        let offsets = if AMAZONS { item & OFFSETS } else { item };
        // SAFETY: the caller has an item of the sieve.
        unsafe {
            let mut passing = patterns;
            for field in 0..4 {
                passing = and(passing, load(self.row(offsets, field)));
            }
            if AMAZONS {
                let [nearest, next] = rows_of_item(item);
                passing = and(passing, load(self.near[0].add(nearest)));
                passing = and(passing, load(self.near[1].add(next)));
            }
            passing
        }
    }
}

/// A row in two vectors.
type Halves = [__m256i; 2];

#[target_feature(enable = "avx2")]
#[inline]
unsafe fn load(row: *const Row) -> Halves {
    let halves = row.cast::<__m256i>();
    // SAFETY: the caller has a row, and rows are aligned.
    unsafe { [_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))] }
}

#[target_feature(enable = "avx2")]
#[inline]
fn and(one: Halves, other: Halves) -> Halves {
    [_mm256_and_si256(one[0], other[0]), _mm256_and_si256(one[1], other[1])]
}

/// Adds two rows to a third, bit by bit: the third keeps the last digits, the carries are
/// returned.
#[target_feature(enable = "avx2")]
#[inline]
fn add(sum: &mut Halves, one: Halves, other: Halves) -> Halves {
    let mut carry = one;
    for half in 0..2 {
        let either = _mm256_xor_si256(one[half], other[half]);
        let both = _mm256_and_si256(one[half], other[half]);
        carry[half] = _mm256_or_si256(both, _mm256_and_si256(either, sum[half]));
        sum[half] = _mm256_xor_si256(either, sum[half]);
    }
    carry
}

/// The numbers of ones in both halves' words.
#[target_feature(enable = "avx2")]
#[inline]
fn count_ones(row: Halves) -> __m256i {
    let bytes = _mm256_add_epi8(ones_of_bytes(row[0]), ones_of_bytes(row[1]));
    _mm256_sad_epu8(bytes, _mm256_setzero_si256())
}
