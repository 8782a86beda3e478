//! `StartTable`: the open tours of a question by their first square.
//!
//! Each unit of a search is a class of tours with known ends, and represents all its images under
//! the symmetries, whose ends are uniformly distributed over the orbits of the two ends. The sums
//! by orbit are therefore exact, and the number of tours from one square is its orbit's sum divided
//! by the orbit's size. An observer of the run collects them without a further search.

use std::collections::BTreeMap;

use super::question::TourQuestion;
use super::search::{Strategy, TourSearch};
use crate::count::Count;
use crate::engine::{Event, Observer};
use crate::error::Error;

/// Collects the directed open tours by the orbit of their first square.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Run;
/// use cavalcade::tours::{Kind, StartTable, TourQuestion, TourSearch};
/// let board = Board::rectangle(5, 5)?;
/// let search = TourSearch::new(TourQuestion::new(&board, &Piece::knight(2), Kind::Open))?;
/// let mut starts = StartTable::of(&search);
/// Run::new(&search).observe(&mut starts).execute()?;
/// let table: Vec<String> = starts.table().iter().map(ToString::to_string).collect();
/// assert_eq!(table[..5], ["304", "0", "56", "0", "304"]);
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StartTable {
    /// The least square of each square's orbit.
    orbit: Vec<u32>,
    /// Twice the directed tours from each orbit; an integer even if each end counts half.
    doubled: BTreeMap<u32, Count>,
    /// True if a unit's path begins with both ends, false if with the start alone.
    both_ends: bool,
}

impl StartTable {
    /// A table for the units of this search, whose tours are open and have free ends.
    pub fn of(search: &TourSearch) -> StartTable {
        let question: &TourQuestion = search.question();
        let group = question.symmetries().elements();
        let least = |v: usize| group.iter().map(|g| g[v]).min().unwrap_or(v as u32);
        StartTable {
            orbit: (0..question.graph().len()).map(least).collect(),
            doubled: BTreeMap::new(),
            both_ends: search.strategy() == Strategy::Link,
        }
    }

    /// The directed tours from each square, in the order of the squares.
    ///
    /// # Panics
    /// If the tours of an orbit are not divisible by its size: a defect of the method.
    pub fn table(&self) -> Vec<Count> {
        let size = |orbit: u32| self.orbit.iter().filter(|&&other| other == orbit).count() as u64;
        let share = |&orbit: &u32| {
            let doubled = self.doubled.get(&orbit).cloned().unwrap_or_default();
            doubled.divided_exactly_by(2 * size(orbit)).expect("images spread evenly")
        };
        self.orbit.iter().map(share).collect()
    }
}

impl Observer for StartTable {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        // Units of an earlier run count as well: only a unit's ends and total are needed.
        if let Event::UnitKnown { unit, tally } | Event::UnitFinished { unit, tally, .. } = event {
            let directed = tally.weighted();
            // Half of the directed tours start at either end.
            let (ends, parts) = if self.both_ends { (2, 1) } else { (1, 2) };
            for &end in &unit.path[..ends] {
                let orbit = self.orbit[end as usize];
                *self.doubled.entry(orbit).or_default() += &(directed.clone() * parts);
            }
        }
        Ok(())
    }
}
