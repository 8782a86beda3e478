//! Histograms: tours by the value of a statistic.

use std::io::{Result, Write};

use super::grid::Grid;
use super::wrap::wrapped;
use crate::count::Count;
use crate::solve::Answer;
use crate::tours::Sorted;

/// A row for each value that occurs.
pub fn histogram(sorted: &Sorted) -> Grid {
    rows(sorted, Count::to_string)
}

fn rows(sorted: &Sorted, number: impl Fn(&Count) -> String) -> Grid {
    let header = [sorted.statistic.name(), sorted.convention.word()];
    let row = |(value, tours): (&u32, &Count)| vec![value.to_string(), number(tours)];
    Grid::new(&header, &[]).rows(sorted.tours.counts().iter().map(row).collect())
}

/// The histogram for people, with an example of the smallest and of the largest value.
pub(super) fn text(
    answer: &Answer,
    sorted: &Sorted,
    width: usize,
    out: &mut impl Write,
) -> Result<()> {
    let instance = answer.question.instance();
    let name = |&square: &u32| {
        instance.map_or(square.to_string(), |instance| instance.square_name(square as usize))
    };
    if !sorted.tours.is_empty() {
        rows(sorted, Count::grouped).text(out)?;
    }
    for (word, extreme) in ["fewest", "most"].into_iter().zip(sorted.extremes()) {
        let Some((value, tour)) = extreme else { continue };
        let squares: Vec<String> = tour.iter().map(name).collect();
        wrapped(&format!("{word}, {value}: {}", squares.join(" ")), width, out)?;
    }
    Ok(())
}
