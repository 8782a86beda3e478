//! `Piece`: a set of moves. A leaper goes a fixed step, a rider repeats it until something
//! stops it.
//!
//! A leaper's name is its components: the knight is the (1,2) leaper. On a board of rank
//! r it has every permutation and every choice of signs of (0, …, 0, 1, 2).
//! To add a piece: a row in [`Piece::named`].

use std::collections::BTreeSet;

/// One move of a piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The change of each coordinate.
    pub delta: Vec<i32>,
    /// True if the step may be repeated while the cells on the way exist.
    pub rides: bool,
}

/// A piece: its name and its moves, whose set is closed under reversal.
///
/// ```
/// use cavalcade::board::Piece;
/// assert_eq!(Piece::knight(2).steps().len(), 8);
/// assert_eq!(Piece::knight(3).steps().len(), 24);
/// assert_eq!(Piece::named("king", 2).unwrap().steps().len(), 8);
/// assert!(Piece::named("unicorn", 2).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    name: String,
    steps: Vec<Step>,
}

impl Piece {
    /// The knight on boards of `rank` axes.
    pub fn knight(rank: usize) -> Piece {
        Piece { name: "knight".into(), steps: steps(&[(&[1, 2], false)], rank) }
    }

    /// The leaper of the given components on boards of `rank` axes, named by them.
    /// There is no move where it has more non-zero components than the board has axes.
    pub fn leaper(components: &[u32], rank: usize) -> Piece {
        let name: Vec<_> = components.iter().map(u32::to_string).collect();
        Piece {
            name: format!("leaper({})", name.join(",")),
            steps: steps(&[(components, false)], rank),
        }
    }

    /// A piece of the field by its usual name; the names are those of [`Piece::NAMES`].
    pub fn named(name: &str, rank: usize) -> Option<Piece> {
        let ones: Vec<Vec<u32>> = (1..=rank).map(|count| vec![1; count]).collect();
        let king: Vec<(&[u32], bool)> = ones.iter().map(|ones| (&ones[..], false)).collect();
        let queen: Vec<(&[u32], bool)> = ones.iter().map(|ones| (&ones[..], true)).collect();
        let moves: &[(&[u32], bool)] = match name {
            "knight" => &[(&[1, 2], false)],
            "wazir" => &[(&[1], false)],
            "ferz" => &[(&[1, 1], false)],
            "camel" => &[(&[1, 3], false)],
            "zebra" => &[(&[2, 3], false)],
            "giraffe" => &[(&[1, 4], false)],
            "rook" => &[(&[1], true)],
            "bishop" => &[(&[1, 1], true)],
            "king" => &king,
            "queen" => &queen,
            _ => return None,
        };
        Some(Piece { name: name.into(), steps: steps(moves, rank) })
    }

    /// Every name that [`Piece::named`] knows.
    pub const NAMES: [&str; 10] =
        ["knight", "king", "queen", "rook", "bishop", "wazir", "ferz", "camel", "zebra", "giraffe"];

    /// The piece's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The moves in ascending order, each once.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

/// All signs and all permutations of each leaper, padded with zeros to the rank.
fn steps(moves: &[(&[u32], bool)], rank: usize) -> Vec<Step> {
    let mut all = BTreeSet::new();
    for &(components, rides) in moves {
        let mut padded = components.to_vec();
        padded.retain(|&component| component != 0);
        if padded.len() > rank {
            continue;
        }
        padded.resize(rank, 0);
        let mut deltas = Vec::new();
        arrange(&mut padded, 0, &mut deltas);
        all.extend(
            deltas
                .into_iter()
                .filter(|delta: &Vec<i32>| delta.iter().any(|&d| d != 0))
                .map(|delta| Step { delta, rides }),
        );
    }
    all.into_iter().collect()
}

fn arrange(components: &mut [u32], fixed: usize, deltas: &mut Vec<Vec<i32>>) {
    if fixed == components.len() {
        let signs = 0..1u32 << components.len();
        deltas.extend(signs.map(|signs| {
            let signed = components.iter().enumerate().map(|(i, &component)| {
                let size = i32::try_from(component).unwrap_or(i32::MAX);
                if signs >> i & 1 == 0 { size } else { -size }
            });
            signed.collect()
        }));
        return;
    }
    for other in fixed..components.len() {
        components.swap(fixed, other);
        arrange(components, fixed + 1, deltas);
        components.swap(fixed, other);
    }
}

#[cfg(test)]
mod tests {
    use super::Piece;

    #[test]
    fn leapers_have_all_signs_and_permutations_once() {
        let count = |components: &[u32], rank| Piece::leaper(components, rank).steps().len();
        assert_eq!(count(&[1, 2], 2), 8);
        assert_eq!(count(&[1, 1], 2), 4);
        assert_eq!(count(&[0, 1], 2), 4);
        assert_eq!(count(&[1, 2, 2], 3), 24);
        assert_eq!(count(&[1, 2, 2], 2), 0);
        assert_eq!(count(&[0, 0], 2), 0);
    }

    #[test]
    fn moves_are_closed_under_reversal() {
        for name in Piece::NAMES {
            let piece = Piece::named(name, 3).unwrap();
            for step in piece.steps() {
                let mut back = step.clone();
                back.delta.iter_mut().for_each(|d| *d = -*d);
                assert!(piece.steps().contains(&back), "{name}: no way back from {step:?}");
            }
        }
    }

    #[test]
    fn kings_and_queens_go_to_all_neighbours_of_any_rank() {
        assert_eq!(Piece::named("king", 3).unwrap().steps().len(), 26);
        assert_eq!(Piece::named("queen", 4).unwrap().steps().len(), 80);
    }
}
