//! Mixed pieces from a file of moves.
//!
//! Each line adds moves: a piece by any of its names (`wazir`, `camel+wazir`, `NW`); `leaper 1,2`
//! with every sign and permutation; `rider 1,1`, the same repeated; or a single move, a signed step
//! for each axis, `2 -1` or `2,-1`, followed by `ride` if it repeats. Case does not matter. Moves
//! are reversible, so the reverse of each move is added. `#` begins a comment.

use super::arrange::Step;
use super::piece::{MAX_COMPONENT, Piece};
use crate::error::Error;

const REMEDY: &str = "write a piece, leaper 1,2, rider 1,1, or a signed step for each axis";

impl Piece {
    /// Reads a file of moves for boards of `rank` axes; `file` is the name for messages.
    ///
    /// # Errors
    /// [`Error::FileText`] with the first wrong place.
    pub fn from_moves(text: &str, file: &str, rank: usize) -> Result<Piece, Error> {
        let wrong = |line: usize, at: usize, problem: String| Error::FileText {
            file: file.into(),
            line: line + 1,
            at: at + 1,
            problem,
            remedy: REMEDY,
        };
        let mut parts = Vec::new();
        for (l, whole) in text.lines().enumerate() {
            let line = whole.split('#').next().unwrap_or("");
            let words = words(line);
            let Some(&(at, first)) = words.first() else { continue };
            let of = |read: fn(&str, usize) -> Result<Piece, Error>, text: &str, at: usize| {
                read(text, rank).map_err(|error| match error {
                    Error::Text { at: inner, problem, .. } => wrong(l, at + inner - 1, problem),
                    other => other,
                })
            };
            let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
            let leaps = is(first, "leaper");
            let piece = match words[..] {
                [_, (at, text)] if leaps => of(Piece::leaper_from_text, text, at)?,
                [_, (at, text)] if is(first, "rider") => of(Piece::rider_from_text, text, at)?,
                [_] if leaps || is(first, "rider") => {
                    return Err(wrong(l, line.trim_end().chars().count(), "no components".into()));
                }
                [_, _, (at, extra), ..] if leaps || is(first, "rider") => {
                    return Err(wrong(l, at, format!("\"{extra}\" follows the components")));
                }
                [(_, name)] if name.starts_with(|c: char| c.is_alphabetic() || c == '(') => {
                    of(Piece::parse, name, at)?
                }
                _ => {
                    // Steps may be separated by commas.
                    let plain = line.replace(',', " ");
                    let step = step(&self::words(&plain), rank);
                    Piece::of_step(step.map_err(|(at, problem)| wrong(l, at, problem))?)
                }
            };
            if piece.steps().is_empty() {
                return Err(wrong(l, at, format!("{first} has no move on {rank} axes")));
            }
            parts.push(piece);
        }
        if parts.is_empty() {
            return Err(wrong(text.lines().count(), 0, "there is no move".into()));
        }
        Ok(Piece::union(&parts))
    }
}

/// The words of a line, each with the character where it begins.
fn words(line: &str) -> Vec<(usize, &str)> {
    let (mut at, mut byte) = (0, 0);
    let placed = |word: &'_ str| {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        at += line[std::mem::replace(&mut byte, start)..start].chars().count();
        at
    };
    let starts: Vec<usize> = line.split_whitespace().map(placed).collect();
    starts.into_iter().zip(line.split_whitespace()).collect()
}

fn step(words: &[(usize, &str)], rank: usize) -> Result<Step, (usize, String)> {
    let rides = words.last().is_some_and(|&(_, word)| word.eq_ignore_ascii_case("ride"));
    let numbers = &words[..words.len() - usize::from(rides)];
    let mut delta = Vec::new();
    for &(at, word) in numbers {
        let number = word.parse::<i32>().ok().filter(|n| n.unsigned_abs() <= MAX_COMPONENT);
        delta.push(number.ok_or_else(|| (at, format!("\"{word}\" is not a step")))?);
    }
    let at = words.first().map_or(0, |word| word.0);
    if delta.len() != rank {
        let given = delta.len();
        return Err((at, format!("{given} steps on a board of {rank} axes")));
    }
    if delta.iter().all(|&d| d == 0) {
        return Err((at, "a move of length 0".into()));
    }
    Ok(Step { delta, rides })
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Graph, Piece};

    fn read(text: &str) -> Result<Piece, String> {
        Piece::from_moves(text, "moves.txt", 2).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_of_all_kinds_mix() {
        assert_eq!(read("wazir\nleaper 1,1\n").unwrap().name(), "king");
        assert_eq!(read("rider 0,1 # as a rook\nbishop\n").unwrap().name(), "queen");
        let pawn = read("1 0\n").unwrap();
        assert_eq!(pawn.name(), "(1,0)");
        assert_eq!(read("-2 1\n0 -1 ride\nferz").unwrap().name(), "(2,-1)+ferz+ride(0,1)");
        assert_eq!(read("-2,1\n0, -1 RIDE\nFerz").unwrap().name(), "(2,-1)+ferz+ride(0,1)");
        assert_eq!(read("Leaper 1,3\nRIDER 0,1\nNN\n").unwrap().name(), "camel+nightrider+rook");
        assert_eq!(read("camel+Wazir\nleaper(1,2)").unwrap().name(), "camel+knight+wazir");
        let graph = Graph::of(&Board::rectangle(3, 2).unwrap(), &pawn);
        assert_eq!(graph.components(), [[0, 2, 4], [1, 3, 5]]);
        let slide = Graph::of(&Board::rectangle(1, 4).unwrap(), &read("0 1 ride").unwrap());
        assert_eq!(slide.degree(0), 3);
    }

    #[test]
    fn errors_name_the_place_in_a_file_of_moves() {
        for (text, line, at, problem) in [
            ("", 1, 1, "no move"),
            ("# nothing\n", 2, 1, "no move"),
            ("wazir\nunicorn\n", 2, 1, "\"unicorn\""),
            ("leaper\n", 1, 7, "no components"),
            ("leaper 1,x\n", 1, 10, "not a number"),
            ("leaper 1,2 3\n", 1, 12, "\"3\""),
            ("  1 b\n", 1, 5, "\"b\""),
            ("1,b\n", 1, 3, "\"b\""),
            (",\n", 1, 1, "0 steps"),
            ("NX\n", 1, 2, "'X'"),
            ("1 2 3\n", 1, 1, "3 steps"),
            ("0 0\n", 1, 1, "length 0"),
        ] {
            let error = read(text).unwrap_err();
            let place = format!("moves.txt, line {line}, character {at}: ");
            assert!(error.starts_with(&place) && error.contains(problem), "{text:?}: {error}");
        }
    }
}
