//! `Kept`: the symmetries of a solution in words, and their colour.

use crate::question::{Queens, Tours};
use crate::tours::{Kinds, MAX_VERTICES};

/// Names the symmetries of solutions.
#[derive(Debug)]
pub(super) enum Namer {
    Tours(Box<Kinds>),
    /// Placements on a plane board with this number of rows.
    Queens(usize),
    /// No symmetries are named.
    Silent,
}

/// The number of symmetries of a solution, and their name; empty for the identity alone.
pub(super) type Kept = (usize, String);

impl Namer {
    /// For tours on boards small enough for a search; symmetries of larger boards are not computed.
    pub fn of_tours(tours: &Tours) -> Namer {
        if tours.instance().len() > MAX_VERTICES {
            return Namer::Silent;
        }
        Kinds::of(&tours.prepared()).map_or(Namer::Silent, |kinds| Namer::Tours(Box::new(kinds)))
    }

    /// For placements on a plane square. A torus has more symmetries than the square; other
    /// rectangles and boards with holes have fewer.
    pub fn of_queens(queens: &Queens) -> Namer {
        let variant = queens.variant();
        let has_holes = !variant.holes().is_empty() || variant.has_regions();
        match variant.is_torus() || has_holes || queens.height() != queens.width() {
            true => Namer::Silent,
            false => Namer::Queens(queens.side()),
        }
    }

    /// The symmetries of a solution.
    pub fn kept(&self, squares: &[u32]) -> Kept {
        match self {
            Namer::Tours(kinds) => kinds.of_tour(squares),
            Namer::Queens(side) => of_placement(*side, squares),
            Namer::Silent => (1, String::new()),
        }
    }
}

/// The rotations and reflections of a square board that keep these squares.
fn of_placement(side: usize, squares: &[u32]) -> Kept {
    if side < 2 || squares.is_empty() {
        return (1, String::new());
    }
    let mut there: Vec<usize> = squares.iter().map(|&square| square as usize).collect();
    there.sort_unstable();
    let last = side - 1;
    let keeps = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
        there.iter().all(|&square| {
            let (row, column) = image(square / side, square % side);
            there.binary_search(&(row * side + column)).is_ok()
        })
    };
    let quarter = keeps(&|row, column| (column, last - row));
    let half = keeps(&|row, column| (last - row, last - column));
    let reflections =
        [keeps(&|row, column| (row, last - column)), keeps(&|row, column| (last - row, column))];
    let diagonals =
        [keeps(&|row, column| (column, row)), keeps(&|row, column| (last - column, last - row))];
    let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count();
    let size =
        1 + 2 * usize::from(quarter) + usize::from(half) + count(&reflections) + count(&diagonals);
    let names = [
        (quarter, "quarter-turn"),
        (half && !quarter, "half-turn"),
        (count(&reflections) > 0, "reflection"),
        (count(&diagonals) > 0, "diagonal reflection"),
    ];
    let names: Vec<_> = names.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name).collect();
    (size, names.join(" and "))
}

/// The CSS class for a symmetry, whose name is written next to it.
pub(super) fn colour(name: &str) -> &'static str {
    match name {
        "" => "cv-k0",
        name if name.contains("quarter-turn") => "cv-k2",
        name if name.contains("half-turn") => "cv-k1",
        name if name.contains("reflection") => "cv-k3",
        _ => "cv-k4",
    }
}

#[cfg(test)]
mod tests {
    use super::{Namer, of_placement};
    use crate::question::Question;

    #[test]
    fn placements_are_named_by_their_symmetries() {
        let columns = |columns: &[u32]| -> Vec<u32> {
            columns
                .iter()
                .zip(0..)
                .map(|(&column, row)| row * columns.len() as u32 + column)
                .collect()
        };
        let kept_by = |placement: &[u32]| of_placement(placement.len(), &columns(placement));
        assert_eq!(kept_by(&[1, 3, 0, 2]), (4, "quarter-turn".into()));
        assert_eq!(kept_by(&[0, 4, 7, 5, 2, 6, 1, 3]), (1, String::new()));
        assert_eq!(kept_by(&[2, 4, 1, 7, 0, 6, 3, 5]), (2, "half-turn".into()));
        assert_eq!(of_placement(3, &[1, 4, 7]), (4, "half-turn and reflection".into()));
    }

    #[test]
    fn symmetries_of_boards_with_holes_are_not_named() {
        for (text, kept) in [("queens queen 4x4", 4), ("queens queen 4x4 holes=a1", 1)] {
            let question: Question = text.parse().unwrap();
            let Question::Queens(queens) = &question else { panic!("they are queens") };
            assert_eq!(Namer::of_queens(queens).kept(&[1, 7, 8, 14]).0, kept, "{text}");
        }
    }

    #[test]
    fn the_closed_tours_of_6x6_have_the_symmetries_that_are_counted() {
        let question: Question = "tours closed knight 6x6".parse().unwrap();
        let Question::Tours(tours) = &question else { panic!("they are tours") };
        let namer = Namer::of_tours(tours);
        let all = question.solutions().one_of_each_class().first(5000).unwrap();
        let of = |size| all.iter().filter(|tour| namer.kept(tour.squares()).0 == size).count();
        assert_eq!((all.len(), of(4), of(2), of(1)), (1245, 5, 17, 1223));
    }
}
