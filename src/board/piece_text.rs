//! Pieces from their names: the inverse of [`Piece::name`].
//!
//! A name is one part, or several joined by `+`. A part is a standard piece (`knight`), a leaper or
//! a rider with its components (`leaper(2,4)`, `rider(1,3)`), a single move with a signed step for
//! each axis, `(2,-1)`, or `ride(0,1)` if it repeats, or Betza's notation, `NW`.

use super::arrange::Step;
use super::betza::betza;
use super::piece::{MAX_COMPONENT, Piece};
use crate::error::Error;

const REMEDY: &str = "write pieces, leaper(1,3), rider(1,1), moves as (2,-1) and ride(0,1), or \
                      Betza's letters, as NW, joined by +";

impl Piece {
    /// Reads the name of a piece on boards of `rank` axes.
    ///
    /// ```
    /// use cavalcade::board::Piece;
    /// let piece = Piece::parse("knight+leaper(2,4)+ride(0,1)", 2)?;
    /// assert_eq!(piece.name(), "knight+leaper(2,4)+ride(0,1)");
    /// assert_eq!(piece, Piece::parse("ride(0,-1)+leaper(4,2)+knight", 2)?);
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Text`] with the first wrong character.
    pub fn parse(text: &str, rank: usize) -> Result<Piece, Error> {
        let mut parts = Vec::new();
        let mut at = 0;
        for name in text.split('+') {
            let piece = part(name, rank).map_err(|(inner, problem)| Error::Text {
                what: "piece",
                text: text.into(),
                at: at + inner,
                problem,
                remedy: REMEDY,
            });
            parts.push(piece?);
            at += name.chars().count() + 1;
        }
        match &parts[..] {
            // A standard name stays as it is, even if another name has the same moves.
            [piece] => Ok(piece.clone()),
            parts => Ok(Piece::union(parts)),
        }
    }
}

/// Reads one part; or the problem and its character, from 1.
fn part(name: &str, rank: usize) -> Result<Piece, (usize, String)> {
    let Some((word, rest)) = name.split_once('(') else {
        if name.is_empty() {
            return Err((1, "a piece is missing".into()));
        }
        return match Piece::known(&name.to_lowercase(), rank) {
            Err(_) if Piece::is_betza(name) => betza(name, rank),
            known => known.map_err(|problem| (1, problem)),
        };
    };
    let end = || (name.chars().count() + 1, "a closing parenthesis is missing".to_string());
    let inside = rest.strip_suffix(')').ok_or_else(end)?;
    let start = word.chars().count() + 1;
    let components = |error| match error {
        Error::Text { at, problem, .. } => (start + at, problem),
        other => (start, other.to_string()),
    };
    match &*word.to_lowercase() {
        "leaper" => Piece::leaper_from_text(inside, rank).map_err(components),
        "rider" => Piece::rider_from_text(inside, rank).map_err(components),
        "" | "ride" => {
            let delta = delta(inside, rank).map_err(|(at, problem)| (start + at, problem))?;
            Ok(Piece::of_step(Step { delta, rides: !word.is_empty() }))
        }
        _ => Err((1, format!("no move is called \"{word}\""))),
    }
}

/// The signed steps of a single move.
fn delta(text: &str, rank: usize) -> Result<Vec<i32>, (usize, String)> {
    let mut delta = Vec::new();
    let mut at = 1;
    for word in text.split(',') {
        let number = word.parse::<i32>().ok().filter(|n| n.unsigned_abs() <= MAX_COMPONENT);
        let number = number.filter(|_| !word.starts_with('+'));
        delta.push(number.ok_or_else(|| (at, format!("\"{word}\" is not a step")))?);
        at += word.chars().count() + 1;
    }
    match delta.len() {
        given if given != rank => Err((1, format!("{given} steps on a board of {rank} axes"))),
        _ if delta.iter().all(|&step| step == 0) => Err((1, "a move of length 0".into())),
        _ => Ok(delta),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{
        Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
    };

    use crate::board::Piece;
    use crate::board::Step;

    /// A part of any kind on boards of `rank` axes.
    fn part(rank: usize) -> impl Strategy<Value = Piece> {
        let named =
            (0..Piece::NAMES.len()).prop_map(move |i| Piece::named(Piece::NAMES[i], rank).unwrap());
        let sizes = || proptest::collection::vec(0u32..5, 1..=rank);
        let moves = |sizes: &Vec<u32>| sizes.iter().any(|&size| size > 0);
        let leaper = sizes().prop_filter("a move", moves);
        let leaper = leaper.prop_map(move |sizes| Piece::leaper(&sizes, rank).unwrap());
        let rider = sizes().prop_filter("a move", moves);
        let rider = rider.prop_map(move |sizes| Piece::rider(&sizes, rank).unwrap());
        let deltas = proptest::collection::vec(-3i32..4, rank);
        let step = (deltas, any::<bool>())
            .prop_filter("a move", |(delta, _)| delta.iter().any(|&step| step != 0))
            .prop_map(|(delta, rides)| Piece::of_step(Step { delta, rides }));
        prop_oneof![named, leaper, rider, step]
    }

    fn unions() -> impl Strategy<Value = (usize, Vec<Piece>)> {
        (1usize..5).prop_flat_map(|rank| (Just(rank), proptest::collection::vec(part(rank), 1..5)))
    }

    proptest! {
        #[test]
        fn every_name_is_read_back((rank, parts) in unions()) {
            let piece = Piece::union(&parts);
            prop_assert!(!piece.name().contains(char::is_whitespace));
            prop_assert_eq!(&Piece::parse(piece.name(), rank).unwrap(), &piece);
            for part in &parts {
                prop_assert_eq!(&Piece::parse(part.name(), rank).unwrap(), part);
            }
        }

        #[test]
        fn the_order_of_the_parts_does_not_matter((_, mut parts) in unions(), again in 0usize..4) {
            let piece = Piece::union(&parts);
            parts.reverse();
            parts.push(parts[again % parts.len()].clone());
            prop_assert_eq!(Piece::union(&parts), piece);
        }
    }

    #[test]
    fn names_of_moves() {
        let name = |text, rank| Piece::parse(text, rank).unwrap().name().to_string();
        assert_eq!(name("(-2,1)", 2), "(2,-1)");
        assert_eq!(name("ride(0,-1,0)", 3), "ride(0,1,0)");
        assert_eq!(name("wazir+ferz", 2), "king");
        assert_eq!(name("leaper(3,1)", 2), "camel");
        assert_eq!(name("leaper(3)", 3), "leaper(1,1,3)");
    }

    #[test]
    fn errors_name_the_place_in_a_name() {
        for (text, at, problem) in [
            ("", 1, "missing"),
            ("knight+", 8, "missing"),
            ("knight+unicorn", 8, "\"unicorn\""),
            ("leaper(1,2", 11, "parenthesis"),
            ("leaper(1,x)", 10, "not a number"),
            ("leaper(0,0)", 8, "length 0"),
            ("leaper()", 8, "missing"),
            ("rider(1,2,3)", 10, "3 components"),
            ("hop(1,2)", 1, "\"hop\""),
            ("(1,2", 5, "parenthesis"),
            ("(1,b)", 4, "\"b\""),
            ("(1,2)+(1,2,3)", 8, "3 steps"),
            ("ride(0,0)", 6, "length 0"),
            ("(1,99999999999)", 4, "not a step"),
        ] {
            let error = Piece::parse(text, 2).unwrap_err().to_string();
            assert!(error.contains(&format!(", character {at}:")), "{text}: {error}");
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
