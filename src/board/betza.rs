//! Betza's notation for pieces (Ralph Betza 1996, 2001): a letter for each leaper, doubled for its rider.
//!
//! `W` wazir, `F` ferz, `D` dabbaba, `N` knight, `A` alfil, `H` (0,3), `L` or `C` camel, `J` or `Z` zebra, `G`
//! (3,3), and `K`, `Q`, `R`, `B`. Letters that follow each other make one piece, `NW`. `NN`, `N0` and `N*` are the
//! rider. Directions, ranges and other modifiers are refused: write single moves, as `(2,-1)`.

use super::piece::Piece;
use crate::error::Error;

/// The components of each leaper without its zeros.
const LEAPERS: [(char, &[u32]); 11] = [
    ('W', &[1]),
    ('F', &[1, 1]),
    ('D', &[2]),
    ('N', &[1, 2]),
    ('A', &[2, 2]),
    ('H', &[3]),
    ('L', &[1, 3]),
    ('C', &[1, 3]),
    ('J', &[2, 3]),
    ('Z', &[2, 3]),
    ('G', &[3, 3]),
];

/// The pieces with several leapers or riding moves, and their riding forms.
const NAMED: [(char, &str, Option<&str>); 4] = [
    ('K', "king", Some("queen")),
    ('Q', "queen", None),
    ('R', "rook", None),
    ('B', "bishop", None),
];

impl Piece {
    /// True for a text that may be Betza's notation.
    pub(super) fn is_betza(text: &str) -> bool {
        let signs = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '*';
        text.starts_with(|c: char| c.is_ascii_uppercase()) && text.chars().all(signs)
    }
}

/// Reads letters; or the problem and its character, from 1.
pub(super) fn betza(text: &str, rank: usize) -> Result<Piece, (usize, String)> {
    let letters: Vec<char> = text.chars().collect();
    let mut parts = Vec::new();
    let mut i = 0;
    while let Some(&letter) = letters.get(i) {
        let at = i + 1;
        let rides = letters.get(at).is_some_and(|&next| next == letter || "*0".contains(next));
        i += 1 + usize::from(rides);
        if let Some((_, name, riding)) = NAMED.iter().find(|(of, ..)| *of == letter) {
            let name = if rides { *riding } else { Some(*name) };
            let name = name.ok_or_else(|| (at + 1, format!("{letter} rides without a sign")))?;
            parts.push(Piece::known(name, rank).map_err(|problem| (at, problem))?);
            continue;
        }
        let Some((_, components)) = LEAPERS.iter().find(|(of, _)| *of == letter) else {
            return Err((at, format!("'{letter}' is not a letter of Betza's notation")));
        };
        let mut padded = vec![0; rank.saturating_sub(components.len())];
        padded.extend(*components);
        let read = if rides { Piece::rider } else { Piece::leaper };
        parts.push(read(&padded, rank).map_err(|error| match error {
            Error::Text { problem, .. } => (at, problem),
            other => (at, other.to_string()),
        })?);
    }
    Ok(Piece::union(&parts))
}

#[cfg(test)]
mod tests {
    use crate::board::Piece;

    #[test]
    fn letters_are_the_standard_pieces() {
        let name = |text, rank| Piece::from_name(text, rank).unwrap().name().to_string();
        for (text, expected) in [
            ("N", "knight"),
            ("NN", "nightrider"),
            ("N*", "nightrider"),
            ("N0", "nightrider"),
            ("L", "camel"),
            ("C", "camel"),
            ("Z", "zebra"),
            ("J", "zebra"),
            ("WF", "king"),
            ("K", "king"),
            ("KK", "queen"),
            ("WWFF", "queen"),
            ("W0", "rook"),
            ("RB", "queen"),
            ("NW", "knight+wazir"),
            ("LW", "camel+wazir"),
            ("H", "leaper(0,3)"),
            ("GG", "rider(3,3)"),
            ("NL+(2,-1)", "(2,-1)+camel+knight"),
            ("camel+wazir", "camel+wazir"),
            ("Wazir+CAMEL", "camel+wazir"),
            ("KING", "king"),
            ("leaper(1,3)+rider(0,1)", "camel+rook"),
        ] {
            assert_eq!(name(text, 2), expected, "{text}");
        }
        assert_eq!(name("NW", 3), "knight+wazir");
        assert_eq!(Piece::from_name("N", 3).unwrap(), Piece::knight(3));
        assert_eq!(name("H", 3), "leaper(0,0,3)");
    }

    #[test]
    fn errors_name_the_wrong_letter() {
        for (text, rank, at, problem) in [
            ("NX", 2, 2, "'X'"),
            ("N2", 2, 2, "'2'"),
            ("NRR", 2, 3, "rides"),
            ("RN", 1, 2, "2 components"),
            ("camel+X", 2, 7, "'X'"),
            ("camel+wazzir", 2, 7, "\"wazzir\""),
        ] {
            let error = Piece::from_name(text, rank).unwrap_err().to_string();
            assert!(error.contains(&format!(", character {at}:")), "{text}: {error}");
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
