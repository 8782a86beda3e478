//! `Piece`: a set of moves. A leaper makes a fixed step; a rider repeats it until it is blocked.
//!
//! A leaper is given by its components: the knight is the (1,2) leaper, with every permutation and
//! every choice of signs. On a board of rank r the named pieces are padded with zeros, (0, …, 0, 1,
//! 2), and leapers given by components with ones, (1, …, 1, 1, 2), as in the dfns program `gkt`. To
//! add a piece: a row in `moves_of`.

use std::collections::BTreeSet;

use super::arrange::{Moves, Step, number, steps};
use super::suggestion::meant;
use crate::error::Error;

/// A piece: its name and its moves, whose set is closed under reversal.
///
/// ```
/// use cavalcade::board::Piece;
/// assert_eq!(Piece::knight(2).steps().len(), 8);
/// assert_eq!(Piece::knight(3).steps().len(), 24);
/// assert_eq!(Piece::named("king", 2).unwrap().steps().len(), 8);
/// assert!(Piece::named("unicorn", 2).is_none());
/// assert_eq!(Piece::leaper(&[2, 1], 2)?, Piece::knight(2));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    name: String,
    steps: Vec<Step>,
}

impl Piece {
    /// The knight on boards of `rank` axes.
    pub fn knight(rank: usize) -> Piece {
        Piece { name: "knight".into(), steps: steps(&[(vec![1, 2], false)], rank) }
    }

    /// The leaper with these components on boards of `rank` axes. Missing components are 1, as in
    /// the dfns program `gkt`; zeros must be written.
    ///
    /// # Errors
    /// [`Error::Text`] if there are no components, more than axes, or only zeros.
    pub fn leaper(components: &[u32], rank: usize) -> Result<Piece, Error> {
        let text = joined(components);
        let wrong = |at, problem| Error::Text {
            what: "leaper",
            text: text.clone(),
            at,
            problem,
            remedy: "write its steps along the axes, as 1,2",
        };
        if components.is_empty() {
            return Err(wrong(1, "no component".into()));
        }
        if components.len() > rank {
            let at = joined(&components[..rank]).len() + 1;
            let given = components.len();
            let axes = if rank == 1 { "axis" } else { "axes" };
            return Err(wrong(at, format!("{given} components on a board of {rank} {axes}")));
        }
        if components.iter().all(|&component| component == 0) {
            return Err(wrong(1, "a move of length 0".into()));
        }
        if let Some(i) = components.iter().position(|&component| component > MAX_COMPONENT) {
            let at = joined(&components[..i]).len() + if i > 0 { 2 } else { 1 };
            return Err(wrong(at, format!("a component beyond {MAX_COMPONENT}")));
        }
        let mut padded = vec![1; rank - components.len()];
        padded.extend(components);
        padded.sort_unstable();
        if number(&padded, rank) > MAX_MOVES {
            return Err(wrong(1, format!("more than {MAX_MOVES} moves on {rank} axes")));
        }
        let name = format!("leaper({})", joined(&padded));
        Ok(Piece::from_steps(&name, steps(&[(padded, false)], rank)))
    }

    /// The rider with these components: the leaper, which may repeat its step.
    pub fn rider(components: &[u32], rank: usize) -> Result<Piece, Error> {
        let leaper = Piece::leaper(components, rank)?;
        let mut sizes: Vec<u32> =
            leaper.steps[0].delta.iter().map(|delta| delta.unsigned_abs()).collect();
        sizes.sort_unstable();
        let riding = leaper.steps.into_iter().map(|step| Step { rides: true, ..step });
        Ok(Piece::from_steps(&format!("rider({})", joined(&sizes)), riding))
    }

    /// The piece with a single move and its reverse, repeated if it rides. It is named after the
    /// direction whose first non-zero component is positive.
    pub(super) fn of_step(step: Step) -> Piece {
        let back = step.delta.iter().find(|&&delta| delta != 0).is_some_and(|&delta| delta < 0);
        let sign = if back { -1 } else { 1 };
        let delta: Vec<_> = step.delta.iter().map(|delta| (delta * sign).to_string()).collect();
        let ride = if step.rides { "ride" } else { "" };
        Piece::from_steps(&format!("{ride}({})", delta.join(",")), [step])
    }

    /// Reads a leaper's components, `1,2`.
    ///
    /// # Errors
    /// [`Error::Text`] with the first character that is wrong.
    pub fn leaper_from_text(text: &str, rank: usize) -> Result<Piece, Error> {
        Piece::leaper(&components(text)?, rank)
    }

    /// Reads a rider's components, `1,2`.
    ///
    /// # Errors
    /// [`Error::Text`] with the first character that is wrong.
    pub fn rider_from_text(text: &str, rank: usize) -> Result<Piece, Error> {
        Piece::rider(&components(text)?, rank)
    }

    /// A piece with these moves, each in both directions. If a standard piece has exactly these
    /// moves it takes that name, otherwise `name`.
    pub(super) fn from_steps(name: &str, steps: impl IntoIterator<Item = Step>) -> Piece {
        let mut all = BTreeSet::new();
        for step in steps {
            let back = step.delta.iter().map(|d| -d).collect();
            all.insert(Step { delta: back, rides: step.rides });
            all.insert(step);
        }
        let steps: Vec<_> = all.into_iter().collect();
        let known = steps.first().and_then(|step| {
            let rank = step.delta.len();
            let as_many = |name: &&str| {
                let moves = moves_of(name, rank).unwrap_or_default();
                moves.iter().map(|(components, _)| number(components, rank)).sum::<u64>()
                    == steps.len() as u64
            };
            let same = |name: &&str| Piece::named(name, rank).is_some_and(|p| p.steps == steps);
            Piece::NAMES.into_iter().filter(as_many).find(same)
        });
        Piece { name: known.unwrap_or(name).into(), steps }
    }

    /// A piece with the moves of all given pieces. Its name joins the names of their parts, sorted
    /// and each once, so the same parts give the same name.
    pub fn union(pieces: &[Piece]) -> Piece {
        let parts: BTreeSet<_> = pieces.iter().flat_map(|piece| piece.name.split('+')).collect();
        let steps = pieces.iter().flat_map(|piece| piece.steps.iter().cloned());
        Piece::from_steps(&Vec::from_iter(parts).join("+"), steps)
    }

    /// The piece with the remaining moves, if the moves of `part` are some but not all of this
    /// piece's moves.
    pub fn without(&self, part: &Piece) -> Option<Piece> {
        let rest = self.steps.iter().filter(|step| !part.steps.contains(step));
        let rest: Vec<_> = rest.cloned().map(Piece::of_step).collect();
        let is_part = part.steps.iter().all(|step| self.steps.contains(step));
        (is_part && !rest.is_empty()).then(|| Piece::union(&rest))
    }

    /// A standard piece by its usual name, one of [`Piece::NAMES`]. `None` for another name, and if
    /// the piece has more than [`MAX_MOVES`] moves. On boards of more than two axes a leaper moves
    /// along any two of them.
    pub fn named(name: &str, rank: usize) -> Option<Piece> {
        Piece::known(name, rank).ok()
    }

    /// Like [`Piece::parse`], for names that a user typed: an unknown word may be a misspelling.
    ///
    /// # Errors
    /// [`Error::PieceName`] for an unknown name, [`Error::Text`] for too many moves, and as
    /// [`Piece::parse`].
    pub fn from_name(name: &str, rank: usize) -> Result<Piece, Error> {
        let is_known = moves_of(&name.to_lowercase(), rank).is_some();
        let is_slip = meant(name, &Piece::NAMES).is_some();
        if name.contains(['+', '(', ')']) || Piece::is_betza(name) && !is_known && !is_slip {
            return Piece::parse(name, rank);
        }
        Piece::known(&name.to_lowercase(), rank).map_err(|problem| {
            if moves_of(&name.to_lowercase(), rank).is_some() {
                let (what, text, at) = ("piece", name.into(), 1);
                return Error::Text {
                    what,
                    text,
                    at,
                    problem,
                    remedy: "leave out axes of length 1",
                };
            }
            let near = meant(name, &Piece::NAMES);
            let near = near.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
            let [most @ .., last] = &Piece::NAMES;
            let known = format!("{near}write {} or {last}", most.join(", "));
            Error::PieceName { name: name.into(), known }
        })
    }

    /// The piece with this name, or the problem with the name.
    pub(super) fn known(name: &str, rank: usize) -> Result<Piece, String> {
        let moves = moves_of(name, rank).ok_or(format!("no piece is called \"{name}\""))?;
        let number = moves.iter().fold(0, |n: u64, (of, _)| n.saturating_add(number(of, rank)));
        if number > MAX_MOVES {
            return Err(format!("more than {MAX_MOVES} moves on {rank} axes"));
        }
        Ok(Piece { name: name.into(), steps: steps(&moves, rank) })
    }

    /// Every name that [`Piece::named`] knows.
    pub const NAMES: [&str; 14] = [
        "knight",
        "king",
        "queen",
        "rook",
        "bishop",
        "wazir",
        "ferz",
        "dabbaba",
        "alfil",
        "camel",
        "zebra",
        "giraffe",
        "antelope",
        "nightrider",
    ];

    /// The piece's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The moves in ascending order, each once.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

/// The largest component of a move: longer than any board.
pub(super) const MAX_COMPONENT: u32 = 1 << 26;

/// The most moves of a piece.
pub const MAX_MOVES: u64 = 1 << 20;

/// The moves of a standard piece, without zeros; `None` for an unknown name.
fn moves_of(name: &str, rank: usize) -> Option<Moves> {
    let leaps = |components: &[u32]| vec![(components.to_vec(), false)];
    let rides = |components: &[u32]| vec![(components.to_vec(), true)];
    let everywhere = |rides| (1..=rank).map(|count| (vec![1; count], rides)).collect();
    Some(match name {
        "knight" => leaps(&[1, 2]),
        "wazir" => leaps(&[1]),
        "ferz" => leaps(&[1, 1]),
        "dabbaba" => leaps(&[2]),
        "alfil" => leaps(&[2, 2]),
        "camel" => leaps(&[1, 3]),
        "zebra" => leaps(&[2, 3]),
        "giraffe" => leaps(&[1, 4]),
        "antelope" => leaps(&[3, 4]),
        "nightrider" => rides(&[1, 2]),
        "rook" => rides(&[1]),
        "bishop" => rides(&[1, 1]),
        "king" => everywhere(false),
        "queen" => everywhere(true),
        _ => return None,
    })
}

/// The components of a leaper or a rider, separated by commas.
fn components(text: &str) -> Result<Vec<u32>, Error> {
    let mut components = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        let number = part.parse().ok().filter(|&number| digits && number <= MAX_COMPONENT);
        components.push(number.ok_or_else(|| Error::Text {
            what: "leaper",
            text: text.into(),
            at: text[..at].chars().count() + 1,
            problem: match part {
                "" => "a component is missing".into(),
                _ if digits => format!("a component beyond {MAX_COMPONENT}"),
                _ => "a component is not a number".into(),
            },
            remedy: "write its steps along the axes, as 1,2",
        })?);
        at += part.len() + 1;
    }
    Ok(components)
}

fn joined(components: &[u32]) -> String {
    let texts: Vec<_> = components.iter().map(u32::to_string).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::Piece;

    #[test]
    fn leapers_have_all_signs_and_permutations_once() {
        let count =
            |components: &[u32], rank| Piece::leaper(components, rank).unwrap().steps().len();
        assert_eq!(count(&[1, 2], 2), 8);
        assert_eq!(count(&[1, 1], 2), 4);
        assert_eq!(count(&[0, 1], 2), 4);
        assert_eq!(count(&[1, 2, 2], 3), 24);
        // Padded with 1: (1,1,2) has 8 signs and 3 places for the 2; (0,1,2) has 4 and 6.
        assert_eq!(count(&[1, 2], 3), 24);
        assert_eq!(count(&[2], 3), 24);
        assert_ne!(Piece::leaper(&[1, 2], 3).unwrap(), Piece::knight(3));
        assert_eq!(Piece::leaper(&[0, 1, 2], 3).unwrap(), Piece::knight(3));
    }

    #[test]
    fn pieces_are_known_by_their_moves() {
        let read = |text| Piece::leaper_from_text(text, 2).unwrap();
        assert_eq!(read("4,1").name(), "giraffe");
        assert_eq!(read("2,4").name(), "leaper(2,4)");
        assert_eq!(Piece::union(&[read("0,1"), read("1,1")]).name(), "king");
        assert_eq!(Piece::union(&[read("1,2"), read("1,1")]).name(), "ferz+knight");
        assert_eq!(Piece::leaper(&[1], 1).unwrap().name(), "king");
        let both = [read("1,1"), read("2,4"), read("1,2")];
        let [ferz, far, knight] = &both;
        let nested = Piece::union(&[knight.clone(), Piece::union(&[far.clone(), ferz.clone()])]);
        assert_eq!(nested, Piece::union(&both));
        assert_eq!(Piece::union(&[far.clone(), far.clone()]).name(), "leaper(2,4)");
        assert_eq!(Piece::rider(&[3, 1], 2).unwrap().name(), "rider(1,3)");
        assert_eq!(Piece::rider(&[1, 0], 2).unwrap().name(), "rook");
    }

    #[test]
    fn names_ignore_case_and_suggest_corrections() {
        assert_eq!(Piece::from_name("Knight", 2).unwrap(), Piece::knight(2));
        let error = |name| Piece::from_name(name, 2).unwrap_err().to_string();
        for (slip, meant) in [
            ("knigth", "knight"),
            ("kngiht", "knight"),
            ("Quene", "queen"),
            ("wasir", "wazir"),
            ("knights", "knight"),
            ("rok", "rook"),
            ("antilope", "antelope"),
        ] {
            let text = error(slip);
            assert!(text.contains(&format!("did you mean {meant}?")), "{text}");
        }
        assert!(!error("unicorn").contains("mean") && !error("").contains("mean"));
    }

    #[test]
    fn errors_name_the_place_in_a_leaper() {
        for (text, at, problem) in [
            ("", 1, "missing"),
            ("1,", 3, "missing"),
            ("1,-2", 3, "not a number"),
            ("1,2,2", 4, "3 components"),
            ("0,0", 1, "length 0"),
            ("1,99999999999", 3, "beyond"),
        ] {
            let error = Piece::leaper_from_text(text, 2).unwrap_err().to_string();
            assert!(error.contains(&format!(", character {at}:")), "{text}: {error}");
            assert!(error.contains(problem), "{text}: {error}");
        }
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
