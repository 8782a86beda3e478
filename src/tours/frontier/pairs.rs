//! Units by pairs of ends: one of each orbit of pairs under the symmetries.

use crate::board::{Orbit, Permutation};
use crate::engine::Unit;
use crate::tours::question::TourQuestion;

/// A unit for each orbit of pairs that can be the ends of an open tour; its weight is the
/// number of directed tours that one from the first to the second stands for.
pub(super) fn pairs_of_ends(question: &TourQuestion) -> Vec<Unit> {
    let cells = question.graph().len() as u32;
    let colours = question.graph().colours();
    let pairs = (0..cells).flat_map(|b| (0..b).map(move |a| [a, b]));
    // Colours alternate along a tour: its ends have different ones on an even board, and
    // both that of the majority on an odd one.
    let can = |&[a, b]: &[u32; 2]| {
        colours.as_ref().is_none_or(|dark| {
            let (a, b) = (dark[a as usize], dark[b as usize]);
            let darks = dark.iter().filter(|&&dark| dark).count();
            if cells.is_multiple_of(2) { a != b } else { a == b && a == (2 * darks > dark.len()) }
        })
    };
    let image = |p: &Permutation, pair: [u32; 2]| {
        let mut image = pair.map(|cell| p[cell as usize]);
        image.sort_unstable();
        image
    };
    let orbits = question.symmetries().orbits(pairs.filter(can), image).into_iter().enumerate();
    let unit = |(id, Orbit { representative, size }): (usize, Orbit<[u32; 2]>)| Unit {
        id,
        path: Vec::from(representative),
        weight: 2 * size,
        share: 0.0,
    };
    let mut units: Vec<Unit> = orbits.map(unit).collect();
    let share = 1.0 / units.len().max(1) as f64;
    units.iter_mut().for_each(|unit| unit.share = share);
    units
}

#[cfg(test)]
mod tests {
    use super::pairs_of_ends;
    use crate::board::{Board, Piece};
    use crate::tours::{Kind, TourQuestion};

    #[test]
    fn every_pair_is_in_one_orbit() {
        for (board, orbits, pairs) in
            [("8x8", 136, 32 * 32), ("6x6", 45, 18 * 18), ("5x5", 16, 13 * 6)]
        {
            let board: Board = board.parse().unwrap();
            let units = pairs_of_ends(&TourQuestion::new(&board, &Piece::knight(2), Kind::Open));
            assert_eq!(units.len(), orbits, "{board}");
            assert_eq!(units.iter().map(|unit| unit.weight / 2).sum::<u64>(), pairs, "{board}");
        }
    }
}
