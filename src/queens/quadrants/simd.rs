//! The inner loops for AVX-512; and for AVX2 the join, with the rest of the portable code
//! compiled for it. Everything that is `unsafe` in the method is here; `Portable` is the twin
//! that the tests compare with.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_load_si256, _mm256_loadu_si256, _mm256_movemask_pd, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64,
    _mm256_srli_epi16, _mm256_store_si256, _mm256_storeu_si256, _mm256_xor_si256, _mm512_add_epi64,
    _mm512_and_si512, _mm512_load_si512, _mm512_loadu_si512, _mm512_mask_testn_epi64_mask,
    _mm512_maskz_compress_epi64, _mm512_maskz_loadu_epi64, _mm512_or_si512, _mm512_popcnt_epi64,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_store_si512, _mm512_storeu_si512,
    _mm512_testn_epi64_mask,
};

use super::machine::{Codes, Job, Machine, Portable};
use super::near::{OFFSETS, rows_of_item};
use super::sieve::{Row, Sieve};
use super::slice::Boards;

/// A processor with AVX-512; only [`Avx512::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The proof that this processor has the instructions, if it has.
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
)]
fn with_avx512<T: Job>(machine: Avx512, job: T) -> T::Output {
    job.run(machine)
}

impl Machine for Avx512 {
    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx512(self, job) }
    }

    #[inline(always)]
    fn join<const AMAZONS: bool>(
        self,
        with: u64,
        attacked: u64,
        boards: Boards<'_>,
        out: &mut Codes,
    ) {
        let codes = boards.codes;
        let tests = if AMAZONS { boards.tests } else { codes };
        let room = out.room(codes.len() + 8);
        let (from, asked, to) = (codes.as_ptr(), tests.as_ptr(), room.as_mut_ptr());
        let full = codes.len() / 8 * 8;
        let mut joined = 0;
        // SAFETY: loads stay below `codes.len()`, the last by its mask, and there are as many
        // test words (`Boards`); after `joined` of at
        // most as many codes the room has eight more places. `self` proves the features.
        unsafe {
            let [with, attacked] = [with, attacked].map(|word| _mm512_set1_epi64(word as i64));
            let mut at = 0;
            while at < full {
                let here = _mm512_loadu_si512(from.add(at).cast());
                let test = if AMAZONS { _mm512_loadu_si512(asked.add(at).cast()) } else { here };
                let kept = _mm512_testn_epi64_mask(test, attacked);
                let union = _mm512_maskz_compress_epi64(kept, _mm512_or_si512(here, with));
                _mm512_storeu_si512(to.add(joined).cast(), union);
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
            let union = _mm512_maskz_compress_epi64(kept, _mm512_or_si512(here, with));
            _mm512_storeu_si512(to.add(joined).cast(), union);
            joined += kept.count_ones() as usize;
        }
        out.take(joined);
    }

    #[inline(always)]
    fn count<const AMAZONS: bool>(
        self,
        sieve: &Sieve,
        patterns: &Row,
        items: &[u64],
        sums: &mut Row,
    ) {
        let tables = sieve.fields().map(|table| table.as_ptr().cast::<u8>());
        let near = sieve.near().map(<[Row]>::as_ptr);
        // SAFETY: the fields of an item are byte offsets of rows inside their tables
        // (`Layout::item`, `Sieve::new`), those of near columns have every row, and rows are
        // aligned. `self` proves the features.
        unsafe {
            let patterns = _mm512_load_si512(patterns.0.as_ptr().cast());
            let test = |item: &u64| {
                let offsets = if AMAZONS { item & OFFSETS } else { *item };
                let row = |field: usize| {
                    let offset = usize::from((offsets >> (16 * field)) as u16);
                    _mm512_load_si512(tables[field].add(offset).cast())
                };
                let (low, high) =
                    (_mm512_and_si512(row(0), row(1)), _mm512_and_si512(row(2), row(3)));
                let mut passed = _mm512_and_si512(patterns, _mm512_and_si512(low, high));
                if AMAZONS {
                    for (near, row) in near.iter().zip(rows_of_item(*item)) {
                        passed = _mm512_and_si512(passed, _mm512_load_si512(near.add(row).cast()));
                    }
                }
                _mm512_popcnt_epi64(passed)
            };
            let to: *mut __m512i = sums.0.as_mut_ptr().cast();
            let (mut even, mut odd) = (_mm512_load_si512(to), _mm512_setzero_si512());
            let mut pairs = items.chunks_exact(2);
            for pair in &mut pairs {
                even = _mm512_add_epi64(even, test(&pair[0]));
                odd = _mm512_add_epi64(odd, test(&pair[1]));
            }
            for item in pairs.remainder() {
                odd = _mm512_add_epi64(odd, test(item));
            }
            _mm512_store_si512(to, _mm512_add_epi64(even, odd));
        }
    }
}

/// A processor with AVX2, for which the portable loops are compiled once more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The proof that this processor has the instructions, if it has.
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T: Job>(machine: Avx2, job: T) -> T::Output {
    job.run(machine)
}

impl Machine for Avx2 {
    #[inline(always)]
    fn enter<T: Job>(self, job: T) -> T::Output {
        // SAFETY: `self` exists, so the processor has every feature that is enabled there.
        unsafe { with_avx2(self, job) }
    }

    #[inline(always)]
    fn join<const AMAZONS: bool>(
        self,
        with: u64,
        attacked: u64,
        boards: Boards<'_>,
        out: &mut Codes,
    ) {
        let codes = boards.codes;
        let tests = if AMAZONS { boards.tests } else { codes };
        let full = codes.len() / 4 * 4;
        let room = out.room(codes.len() + 4);
        let (from, asked, to) = (codes.as_ptr(), tests.as_ptr(), room.as_mut_ptr());
        let mut joined = 0;
        // SAFETY: loads stay below `full`, and there are as many test words (`Boards`); after `joined` of at most as many codes the room
        // has four more places. `self` proves the features.
        unsafe {
            let [with, attacked] = [with, attacked].map(|word| _mm256_set1_epi64x(word as i64));
            let mut at = 0;
            while at < full {
                let here = _mm256_loadu_si256(from.add(at).cast());
                let test = if AMAZONS { _mm256_loadu_si256(asked.add(at).cast()) } else { here };
                let apart =
                    _mm256_cmpeq_epi64(_mm256_and_si256(test, attacked), _mm256_setzero_si256());
                let kept = _mm256_movemask_pd(_mm256_castsi256_pd(apart)) as usize;
                let lanes: __m256i = _mm256_loadu_si256(FRONT[kept].as_ptr().cast());
                let union = _mm256_permutevar8x32_epi32(_mm256_or_si256(here, with), lanes);
                _mm256_storeu_si256(to.add(joined).cast(), union);
                joined += kept.count_ones() as usize;
                at += 4;
            }
        }
        out.take(joined);
        Portable.join::<AMAZONS>(with, attacked, boards.part(full..codes.len()), out);
    }

    /// Half of the words at a time, and four items to a population count, as `Portable`.
    #[inline(always)]
    fn count<const AMAZONS: bool>(
        self,
        sieve: &Sieve,
        patterns: &Row,
        items: &[u64],
        sums: &mut Row,
    ) {
        let tables = sieve.fields().map(|table| table.as_ptr().cast::<u8>());
        let near = sieve.near().map(<[Row]>::as_ptr);
        let fours = items.chunks_exact(4);
        for half in 0..2 {
            // SAFETY: as for AVX-512; a row is two halves of 32 bytes.
            unsafe {
                let patterns = _mm256_load_si256(patterns.0.as_ptr().cast::<__m256i>().add(half));
                let test = |item: &u64| {
                    let offsets = if AMAZONS { item & OFFSETS } else { *item };
                    let row = |field: usize| {
                        let offset = usize::from((offsets >> (16 * field)) as u16);
                        let row: *const __m256i = tables[field].add(offset).cast();
                        _mm256_load_si256(row.add(half))
                    };
                    let low = _mm256_and_si256(row(0), row(1));
                    let high = _mm256_and_si256(row(2), row(3));
                    let mut passed = _mm256_and_si256(patterns, _mm256_and_si256(low, high));
                    if AMAZONS {
                        for (near, row) in near.iter().zip(rows_of_item(*item)) {
                            let row: *const __m256i = near.add(row).cast();
                            passed = _mm256_and_si256(passed, _mm256_load_si256(row.add(half)));
                        }
                    }
                    passed
                };
                let to = sums.0.as_mut_ptr().cast::<__m256i>().add(half);
                let (mut ones, mut twos) = (_mm256_setzero_si256(), _mm256_setzero_si256());
                let mut four = _mm256_setzero_si256();
                for items in fours.clone() {
                    let (first, second) = (test(&items[0]), test(&items[1]));
                    let (third, fourth) = (test(&items[2]), test(&items[3]));
                    let (sum, carry) = add(ones, first, second);
                    let (sum, other) = add(sum, third, fourth);
                    let (sum_of_twos, carry) = add(twos, carry, other);
                    (ones, twos) = (sum, sum_of_twos);
                    four = _mm256_add_epi64(four, count_ones(carry));
                }
                let mut sum = _mm256_add_epi64(_mm256_load_si256(to), _mm256_slli_epi64::<2>(four));
                sum = _mm256_add_epi64(sum, _mm256_slli_epi64::<1>(count_ones(twos)));
                sum = _mm256_add_epi64(sum, count_ones(ones));
                for item in fours.remainder() {
                    sum = _mm256_add_epi64(sum, count_ones(test(item)));
                }
                _mm256_store_si256(to, sum);
            }
        }
    }
}

/// For each set of the four words of a vector, the permutation of its eight half words that
/// brings the set to the front.
const FRONT: [[u32; 8]; 16] = {
    let mut front = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut word, mut place) = (0, 0);
        while word < 4 {
            if set >> word & 1 != 0 {
                front[set][2 * place] = 2 * word;
                front[set][2 * place + 1] = 2 * word + 1;
                place += 1;
            }
            word += 1;
        }
        set += 1;
    }
    front
};

/// The sum of three bits at each place: its last digit and its first.
#[target_feature(enable = "avx2")]
#[inline]
fn add(one: __m256i, other: __m256i, third: __m256i) -> (__m256i, __m256i) {
    let half = _mm256_xor_si256(one, other);
    let carry = _mm256_or_si256(_mm256_and_si256(one, other), _mm256_and_si256(half, third));
    (_mm256_xor_si256(half, third), carry)
}

/// The number of ones in each word, by a table of the numbers of four bits (Mula).
#[target_feature(enable = "avx2")]
#[inline]
fn count_ones(words: __m256i) -> __m256i {
    let table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let low = _mm256_set1_epi8(15);
    let lower = _mm256_shuffle_epi8(table, _mm256_and_si256(words, low));
    let upper = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(words), low));
    _mm256_sad_epu8(_mm256_add_epi8(lower, upper), _mm256_setzero_si256())
}
