//! `Period`: steps that repeat, as those of a strip do column by column.

/// From step `start` on, `length` steps that occur `times` times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub start: usize,
    pub length: usize,
    pub times: usize,
}

impl Period {
    pub fn end(&self) -> usize {
        self.start + self.length * self.times
    }

    /// True for each step of the period.
    pub fn has(&self, at: usize) -> bool {
        (self.start..self.end()).contains(&at)
    }

    /// True for each step that begins a repetition.
    pub fn begins(&self, at: usize) -> bool {
        self.has(at) && (at - self.start).is_multiple_of(self.length)
    }
}
