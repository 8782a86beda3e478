//! `Codes`: a list that joins append to.

use super::slice::Boards;

/// A growing list of codes that a join can write to without asking for room each time.
#[derive(Default)]
pub(super) struct Codes {
    codes: Vec<u64>,
    len: usize,
}

impl Codes {
    /// Empties it; the memory stays.
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
    pub fn room(&mut self, more: usize) -> &mut [u64] {
        if self.codes.len() - self.len < more {
            self.grow(more);
        }
        &mut self.codes[self.len..]
    }

    /// Takes the first `more` codes of the room as written.
    #[inline(always)]
    pub fn take(&mut self, more: usize) {
        debug_assert!(self.codes.len() - self.len >= more);
        self.len += more;
    }

    /// Appends a code.
    #[inline(always)]
    pub fn push(&mut self, code: u64) {
        self.room(1)[0] = code;
        self.take(1);
    }

    /// Keeps what something is made of, in its place.
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

    /// Appends the union of `with` and each code whose test word is disjoint from `attacked`.
    #[inline(always)]
    pub fn join<const AMAZONS: bool>(
        &mut self,
        with: u64,
        attacked: u64,
        boards: Boards<'_, AMAZONS>,
    ) {
        let room = &mut self.room(boards.len())[..boards.len()];
        let mut joined = 0;
        for (test, code) in boards.pairs() {
            // Without a branch: hardly one in ten outcomes could be foretold.
            room[joined] = code | with;
            joined += usize::from(test & attacked == 0);
        }
        self.take(joined);
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        self.codes.resize(2 * self.len + more + 4096, 0);
    }
}
