//! `Machine`: the two inner loops of the method for one kind of processor.

use super::sieve::{Row, Sieve};
use super::slice::Boards;

/// A growing list of codes that a join can write to without a capacity check for each code.
#[derive(Default)]
pub(super) struct Codes {
    codes: Vec<u64>,
    len: usize,
}

impl Codes {
    /// Empties the list and keeps its memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The codes.
    #[inline(always)]
    pub fn as_slice(&self) -> &[u64] {
        &self.codes[..self.len]
    }

    /// Space for `more` codes after the last one.
    #[inline(always)]
    pub fn space(&mut self, more: usize) -> &mut [u64] {
        if self.codes.len() - self.len < more {
            self.grow(more);
        }
        &mut self.codes[self.len..]
    }

    /// Declares the first `more` codes of the space as written.
    #[inline(always)]
    pub fn take(&mut self, more: usize) {
        debug_assert!(self.codes.len() - self.len >= more);
        self.len += more;
    }

    /// Appends a code.
    #[inline(always)]
    pub fn push(&mut self, code: u64) {
        self.space(1)[0] = code;
        self.take(1);
    }

    /// Replaces each code by its image, and drops codes without one.
    pub fn keep(&mut self, made: impl Fn(u64) -> Option<u64>) {
        let mut kept = 0;
        for at in 0..self.len {
            if let Some(code) = made(self.codes[at]) {
                self.codes[kept] = code;
                kept += 1;
            }
        }
        self.len = kept;
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        self.codes.resize(2 * self.len + more + 4096, 0);
    }
}

/// A piece of work to be compiled for a machine.
pub(super) trait Job {
    /// The result.
    type Output;
    /// Does the work; inlined into [`Machine::enter`].
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// The inner loops for one kind of processor. Every machine gives the same results.
pub(super) trait Machine: Copy {
    /// Runs a job compiled with the processor's instructions.
    fn enter<T: Job>(self, job: T) -> T::Output;

    /// Appends the union of `with` and each code whose test word is disjoint from `attacked`. For
    /// queens the codes are also the test words.
    fn join<const AMAZONS: bool>(
        self,
        with: u64,
        attacked: u64,
        boards: Boards<'_, AMAZONS>,
        out: &mut Codes,
    );

    /// Counts the pairs of an item and one of `patterns` that pass the sieve, and adds them to the
    /// sums; how the words of a sum share them is up to the machine.
    fn count<const AMAZONS: bool>(
        self,
        sieve: &Sieve,
        patterns: &Row,
        items: &[u64],
        sums: &mut Row,
    );
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Machine for Portable {
    fn enter<T: Job>(self, job: T) -> T::Output {
        job.run(self)
    }

    #[inline(always)]
    fn join<const AMAZONS: bool>(
        self,
        with: u64,
        attacked: u64,
        boards: Boards<'_, AMAZONS>,
        out: &mut Codes,
    ) {
        let space = &mut out.space(boards.len())[..boards.len()];
        let mut joined = 0;
        for (test, code) in boards.pairs() {
            // Branch-free: the outcomes are hard to predict.
            space[joined] = code | with;
            joined += usize::from(test & attacked == 0);
        }
        out.take(joined);
    }

    /// Adds four rows by carry-save adders before counting bits (Harley and Seal), since counting
    /// is slow without a vector instruction for it.
    #[inline(always)]
    fn count<const AMAZONS: bool>(
        self,
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
}

/// Adds two rows to `sum` bit by bit: `sum` keeps the low digits, and the carries are returned.
#[inline(always)]
fn add(sum: &mut Row, one: Row, other: Row) -> Row {
    let half = one.xor(&other);
    let carry = one.and(&other).or(&half.and(sum));
    *sum = sum.xor(&half);
    carry
}
