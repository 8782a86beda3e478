//! Listings of spelled solutions: rows of text made of a spelling for each square.
//!
//! The method `union` joins paths that were spelled before, so that a row costs less than its
//! squares.

use std::ops::ControlFlow;

use super::sink::{listed, united};
use super::solutions::Solutions;
use super::subject::Subject;
use crate::error::Error;
use crate::question::Question;
use crate::tours::{Spelling, TourQuestion};

impl Solutions<'_> {
    /// Passes on spelled solutions in blocks of rows of equal length, with the number of rows,
    /// until the closure breaks off. Returns the number of solutions. The solutions and their order
    /// are those of [`Solutions::for_each`]; tours by the method `union` are several times faster.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use cavalcade::method::Choice;
    /// use cavalcade::question::Question;
    /// use cavalcade::tours::Spelling;
    /// let question: Question = "tours open knight 3x4".parse()?;
    /// let letters = Spelling::new(b"abcdefghijkl".chunks(1)).framed(b"<", 0, b">");
    /// let mut first = String::new();
    /// question.solutions().method(Choice::of("union")).for_each_spelled(&letters, |rows, count| {
    ///     first = String::from_utf8_lossy(&rows[..rows.len() / count]).into();
    ///     ControlFlow::Break(())
    /// })?;
    /// assert_eq!(first, "<eclfdkbigajh>");
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Panics
    /// If a square has no spelling.
    pub fn for_each_spelled(
        self,
        spelling: &Spelling<u8>,
        mut take: impl FnMut(&[u8], usize) -> ControlFlow<()>,
    ) -> Result<u64, Error> {
        let Some(tours) = self.in_paths()? else {
            let mut row = Vec::new();
            return self.for_each(|squares| {
                spelling.write(squares, &mut row);
                take(&row, 1)
            });
        };
        let (mut count, mut full) = (0, false);
        let ended = united(&tours, spelling, &self.stop, &mut |rows, tours| {
            count += tours as u64;
            let flow = take(rows, tours);
            full = flow.is_break();
            flow
        })?;
        listed(ended, full, count, (&self.question.label().board, "tours"))
    }

    /// True if [`Solutions::for_each_spelled`] is faster than [`Solutions::for_each`].
    pub fn is_spelled_fast(&self) -> bool {
        matches!(self.in_paths(), Ok(Some(_)))
    }

    /// The tours, if they are to be joined from spelled paths.
    fn in_paths(&self) -> Result<Option<TourQuestion>, Error> {
        if self.choice.name() != "union" || self.one_of_each_class || self.first.is_some() {
            return Ok(None);
        }
        let (Subject::Tours(tours), Question::Tours(asked)) =
            (Subject::of(self.question, &self.choice)?, self.question)
        else {
            return Ok(None);
        };
        let is_plain = tours.selection().is_all() && tours.gadget().is_none();
        Ok((is_plain && asked.obstacle(&tours).is_none()).then_some(*tours))
    }
}
