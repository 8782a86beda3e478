//! `BoardMap`: boards drawn in files, by the signs in which people draw them.
//!
//! A cell is a character, or a word where blanks or commas part them, `0 33 35 -1`; where every
//! other column is blank, blanks only part the signs. `#`, `-1` and blanks are holes, `S` and `E`
//! the start and the end, numbers stand on their squares. Of the other signs, `. _ O X 0 1`, a map
//! has one for squares without a number. What could be read in two ways is an error with both.

use super::board::Board;
use super::drawing::{Row, Wrong, build};
use super::map::Sign::{Blank, Drawn, End, Hole, Number, Start};
use crate::error::Error;

const REMEDY: &str =
    "draw . for a square and # for a hole, S and E for the ends, numbers with blanks between them";

/// A board with what its map marks. Squares are cells of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMap {
    /// The board.
    pub board: Board,
    /// The square marked as the start.
    pub start: Option<usize>,
    /// The square marked as the end.
    pub end: Option<usize>,
    /// The numbers on squares.
    pub numbers: Vec<(u32, usize)>,
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Blank,
    /// `. _ O X`, in capitals.
    Drawn(char),
    /// `#` or `-1`.
    Hole,
    Start,
    End,
    Number(u32),
}

/// Rows of signs.
type Rows = Vec<Row<Sign>>;

/// A map that could mean two things, or a place that is wrong.
enum MapError {
    Ambiguous(String),
    Wrong(Wrong),
    Refused(Error),
}

impl BoardMap {
    /// True if nothing is marked.
    pub fn is_bare(&self) -> bool {
        self.start.is_none() && self.end.is_none() && self.numbers.is_empty()
    }

    /// Reads a drawn file: each line is a row, one empty line ends a plane, two end a solid of
    /// planes, and so on. `wraps` says of each axis and the rank whether it closes to a circle,
    /// and `file` is its name in messages.
    ///
    /// ```
    /// use cavalcade::board::BoardMap;
    /// let map = BoardMap::read(" 000\n10 0\n 00\n", "penny.txt", |_, _| false)?;
    /// assert_eq!((map.board.to_string(), map.numbers), ("#.../..#./#..#".into(), vec![(1, 3)]));
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::FileText`] with the first place that is wrong, or with both readings.
    pub fn read(
        text: &str,
        file: &str,
        wraps: impl Fn(usize, usize) -> bool + Copy,
    ) -> Result<BoardMap, Error> {
        let refused = |Wrong { line, at, problem }: Wrong| Error::FileText {
            file: file.into(),
            line,
            at,
            problem,
            remedy: REMEDY,
        };
        let lines = lines(text);
        let layouts = [by_words(&lines), by_twos(&lines), by_characters(&lines)];
        let (mut found, mut wrong) = (None::<BoardMap>, None);
        for rows in layouts.into_iter().flatten() {
            match (rows.and_then(|rows| marked(&rows, wraps)), &found) {
                (Ok(map), Some(other)) if map != *other => {
                    let [one, other] = [&other.board, &map.board];
                    let problem =
                        format!("blanks part the signs or are holes: it is {one} or {other}");
                    return Err(refused(Wrong { line: 1, at: 1, problem }));
                }
                (Ok(map), _) => found = Some(map),
                (Err(MapError::Ambiguous(problem)), _) => {
                    return Err(refused(Wrong { line: 1, at: 1, problem }));
                }
                (Err(MapError::Wrong(place)), _) => wrong = wrong.or(Some(refused(place))),
                (Err(MapError::Refused(error)), _) => wrong = wrong.or(Some(error)),
            }
        }
        found.ok_or_else(|| wrong.expect("one layout at least is tried"))
    }
}

/// A bracketed grid with each row on a separate line, followed by one empty line for each further
/// bracket that closes there; `None` for other texts.
pub fn bracketed(text: &str) -> Option<String> {
    if !text.trim_start().starts_with("[[") {
        return None;
    }
    let (mut lines, mut closed) = (String::new(), 0);
    for character in text.chars() {
        match character {
            ',' if closed > 0 => lines.extend(std::iter::repeat_n('\n', closed)),
            '\r' | '\n' => lines.push(' '),
            other => lines.push(other),
        }
        if !character.is_whitespace() {
            closed = if character == ']' { closed + 1 } else { 0 };
        }
    }
    Some(lines)
}

/// The lines with their numbers from 1. Brackets are blanks.
fn lines(text: &str) -> Vec<(usize, Vec<char>)> {
    let rows = bracketed(text);
    let blank = |c| if rows.is_some() && matches!(c, '[' | ']') { ' ' } else { c };
    let lines = rows.as_deref().unwrap_or(text).lines();
    lines
        .map(|line| line.trim_end().chars().map(blank).collect())
        .zip(1..)
        .map(|(c, l)| (l, c))
        .collect()
}

/// The rows of the lines, each made by `cells`, with what ends before it.
fn rows(
    lines: &[(usize, Vec<char>)],
    cells: impl Fn(usize, &[char]) -> Result<Vec<Sign>, Wrong>,
) -> Result<Rows, MapError> {
    let (mut rows, mut empty) = (Rows::new(), 0);
    for (line, characters) in lines {
        if characters.iter().all(|c| c.is_whitespace()) {
            empty += 1;
            continue;
        }
        let before = if rows.is_empty() { 1 } else { 1 + empty };
        let cells = cells(*line, characters).map_err(MapError::Wrong)?;
        rows.push(Row { cells, before, line: *line, at: 1 });
        empty = 0;
    }
    Ok(rows)
}

/// Words are cells, where some line has several, and all as many or numbers among them.
fn by_words(lines: &[(usize, Vec<char>)]) -> Option<Result<Rows, MapError>> {
    let words = |characters: &[char]| -> Vec<(usize, String)> {
        let parts = |c: &char| c.is_whitespace() || *c == ',';
        let mut at = 1;
        let words = characters.split(parts).map(|word| {
            let start = at;
            at += word.len() + 1;
            (start, word.iter().collect::<String>())
        });
        words.filter(|(_, word)| !word.is_empty()).collect()
    };
    let all: Vec<_> = lines.iter().map(|(_, line)| words(line)).filter(|w| !w.is_empty()).collect();
    let even = all.iter().all(|words| words.len() == all[0].len());
    let is_long = |(_, word): &(usize, String)| matches!(of_word(word), Some(Number(2..)));
    let several = all.iter().any(|words| words.len() > 1);
    if !several || !even && !all.iter().flatten().any(is_long) {
        return None;
    }
    Some(rows(lines, |line, characters| {
        let sign = |(at, word): (usize, String)| {
            let problem = || format!("\"{word}\" is neither a number nor a sign of maps");
            of_word(&word).ok_or_else(|| Wrong { line, at, problem: problem() })
        };
        words(characters).into_iter().map(sign).collect()
    }))
}

/// Each other character is a cell, where those between are blanks in every line.
fn by_twos(lines: &[(usize, Vec<char>)]) -> Option<Result<Rows, MapError>> {
    let between = |(_, line): &(usize, Vec<char>)| {
        let margin = margin(lines);
        line.iter().skip(margin).skip(1).step_by(2).all(|&c| c == ' ')
    };
    let wide = lines.iter().any(|(_, line)| line.len() > margin(lines) + 1);
    (wide && lines.iter().all(between)).then(|| by_pitch(lines, 2))
}

/// Each character is a cell.
fn by_characters(lines: &[(usize, Vec<char>)]) -> Option<Result<Rows, MapError>> {
    by_twos(lines).is_none().then(|| by_pitch(lines, 1))
}

/// The blanks left of all signs, which are no holes.
fn margin(lines: &[(usize, Vec<char>)]) -> usize {
    let blanks = |(_, line): &(usize, Vec<char>)| line.iter().position(|&c| c != ' ');
    lines.iter().filter_map(blanks).min().unwrap_or(0)
}

/// One of `pitch` characters is a cell. Where blanks are holes, rows may end before the longest.
fn by_pitch(lines: &[(usize, Vec<char>)], pitch: usize) -> Result<Rows, MapError> {
    let margin = margin(lines);
    let mut rows = rows(lines, |line, characters| {
        let cells = characters.iter().enumerate().skip(margin).step_by(pitch);
        let sign = |(i, &c): (usize, &char)| {
            let problem = || format!("{c:?} is no sign of maps");
            of_character(c).ok_or_else(|| Wrong { line, at: i + 1, problem: problem() })
        };
        cells.map(sign).collect()
    })?;
    if rows.iter().any(|row| row.cells.contains(&Blank)) {
        if let Some(row) = rows.iter().find(|row| row.before > 1) {
            return Err(MapError::Ambiguous(format!(
                "the empty line before line {} is a row of holes, or it ends a plane",
                row.line
            )));
        }
        let longest = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        rows.iter_mut().for_each(|row| row.cells.resize(longest, Blank));
    }
    Ok(rows)
}

fn of_character(character: char) -> Option<Sign> {
    Some(match character.to_ascii_uppercase() {
        ' ' => Blank,
        '#' => Hole,
        'S' => Start,
        'E' => End,
        '0' => Number(0),
        '1' => Number(1),
        drawn @ ('.' | '_' | 'O' | 'X') => Drawn(drawn),
        _ => return None,
    })
}

/// `-1`, a number, or a sign, which may come several times.
fn of_word(word: &str) -> Option<Sign> {
    let first = word.chars().next()?;
    match word {
        "-1" => Some(Hole),
        _ if word.bytes().all(|b| b.is_ascii_digit()) => word.parse().ok().map(Number),
        _ if word.chars().all(|c| c == first) => of_character(first),
        _ => None,
    }
}

/// The signs that are squares without a number, and true if numbers are those of squares.
fn meaning(rows: &Rows) -> Result<(Vec<Sign>, bool), MapError> {
    let signs = || rows.iter().flat_map(|row| row.cells.iter().copied());
    let has = |sign: Sign| signs().any(|other| other == sign);
    let is_high = signs().any(|sign| matches!(sign, Number(2..)));
    let ones = signs().filter(|sign| *sign == Number(1)).count();
    let plain = ['.', 'X', '_', 'O'].map(Drawn).into_iter().chain([Number(0), Number(1)]);
    let plain: Vec<Sign> = plain.filter(|sign| has(*sign)).collect();
    let word = |sign: Sign| match sign {
        Drawn(c) => c.to_string(),
        Number(n) => n.to_string(),
        _ => unreachable!("these have one meaning"),
    };
    let twofold = |a: Sign, b: Sign| {
        let [a, b] = [word(a), word(b)];
        MapError::Ambiguous(format!(
            "{a} is a square and {b} a hole, or {b} a square and {a} a hole"
        ))
    };
    if !is_high && ones != 1 {
        return match plain[..] {
            [a, b, ..] => Err(twofold(a, b)),
            _ => Ok((plain, false)),
        };
    }
    let unnumbered = |sign: &Sign| matches!(sign, Drawn('_' | 'O') | Number(0));
    let squares: Vec<Sign> = plain.iter().copied().filter(unnumbered).collect();
    let has_holes = signs().any(|sign| matches!(sign, Blank | Hole | Drawn('.' | 'X')));
    match squares[..] {
        [a, b, ..] => Err(twofold(a, b)),
        [Number(0)] if !is_high && !has_holes => {
            Err(MapError::Ambiguous("0 is a square and 1 the start, or 1 is the only hole".into()))
        }
        [_] => Ok((squares, true)),
        [] => {
            Ok(([Drawn('.'), Drawn('X')].into_iter().filter(|s| has(*s)).take(1).collect(), true))
        }
    }
}

/// The board with its marks.
fn marked(rows: &Rows, wraps: impl Fn(usize, usize) -> bool) -> Result<BoardMap, MapError> {
    let (squares, is_numbered) = meaning(rows)?;
    let is_square = |sign: &Sign| {
        squares.contains(sign)
            || matches!(sign, Start | End | Number(2..))
            || is_numbered && *sign == Number(1)
    };
    let of_squares = |row: &Row<Sign>| Row {
        cells: row.cells.iter().map(is_square).collect(),
        before: row.before,
        line: row.line,
        at: row.at,
    };
    let bare: Vec<Row<bool>> = rows.iter().map(of_squares).collect();
    let board = build(&bare, wraps).map_err(|wrong| match wrong {
        Ok(wrong) => MapError::Wrong(wrong),
        Err(error) => MapError::Refused(error),
    })?;
    let (mut start, mut end, mut numbers) = (None, None, Vec::<(u32, usize)>::new());
    let cells = rows.iter().flat_map(|row| row.cells.iter().map(|sign| (row.line, *sign)));
    for ((line, sign), square) in cells.zip(board.sites_in_order()) {
        let Some(square) = square else { continue };
        let wrong = |problem: String| MapError::Wrong(Wrong { line, at: 1, problem });
        let number = match sign {
            Start if start.replace(square).is_some() => return Err(wrong("a second start".into())),
            End if end.replace(square).is_some() => return Err(wrong("a second end".into())),
            Number(number) if is_numbered && number > 0 => number,
            _ => continue,
        };
        if numbers.iter().any(|&(other, _)| other == number) {
            return Err(wrong(format!("the number {number} comes twice")));
        }
        if number as usize > board.len() {
            let squares = board.len();
            return Err(wrong(format!("{number} is none of the numbers 1 to {squares}")));
        }
        numbers.push((number, square));
    }
    Ok(BoardMap { board, start, end, numbers })
}

#[cfg(test)]
mod tests {
    use super::{BoardMap, bracketed};

    fn map(text: &str) -> Result<BoardMap, String> {
        BoardMap::read(text, "map.txt", |_, _| false).map_err(|error| error.to_string())
    }

    #[test]
    fn drawn_maps_are_read() {
        for (text, board) in [
            ("...\n.#.\n...\n", ".../.#./..."),
            ("..\n..\n", "2x2"),
            ("..\n..\n\n..\n.#\n\n..\n..\n", "../..//../.#//../.."),
            ("OO\nO#\n", "../.#"),
            ("xxx\nx x\nxxx\n", ".../.#./..."),
            ("  xx\n   x\n", "../#."),
            ("111\n1#1\n", ".../.#."),
            ("1 1 1\n1 -1 1\n", ".../.#."),
            ("_ _ #\n_ _ _\n", "..#/..."),
            ("x x x\nx   x\nx x x\n", ".../.#./..."),
            ("[[0, -1], [0, 0]]", ".#/.."),
            ("[[[0, 0], [0, 0]], [[0, 0], [0, -1]]]", "../..//../.#"),
        ] {
            let map = map(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert!(map.is_bare(), "{text:?}");
            assert_eq!(map.board, board.parse().unwrap(), "{text:?}");
        }
        let four = map(".\n\n.\n\n\n.\n\n#\n").unwrap().board;
        assert_eq!(four.axes().iter().map(|axis| axis.length).collect::<Vec<_>>(), [2, 2, 1, 1]);
    }

    #[test]
    fn starts_ends_and_numbers_are_marks() {
        let penny = "  000\n  0 00\n 0000000\n000  0 0\n0 0  000\n1000000\n  00 0\n   000\n";
        let wide: String = penny
            .lines()
            .map(|line| {
                let spaced = line.chars().flat_map(|c| [c, ' ']).collect::<String>();
                format!("{}\n", spaced.trim_end())
            })
            .collect();
        let found = map(penny).unwrap();
        assert_eq!((found.board.len(), &found.numbers[..]), (36, &[(1, 23)][..]));
        assert_eq!(map(&wide).unwrap(), found);
        let ends = map("S.#\n.#.\n..E\n").unwrap();
        assert_eq!((ends.board.len(), ends.start, ends.end), (7, Some(0), Some(6)));
        // Hidato and Numbrix, as they are printed.
        let hidato = "__ 33 ..\n__  _ 40\n";
        assert!(map(hidato).unwrap_err().contains("33 is none of the numbers 1 to 5"));
        let hidato = map("__  3 ..\n__  _  5\n").unwrap();
        assert_eq!((hidato.board.len(), &hidato.numbers[..]), (5, &[(3, 1), (5, 4)][..]));
        for numbrix in
            ["0 0 5\n1 0 0\n", "0,0,5\n1,0,0\n", "[[0,0,5],\n [1,0,0]]", ". . 5\n1 . .\n"]
        {
            assert_eq!(map(numbrix).unwrap().numbers, [(5, 2), (1, 3)], "{numbrix:?}");
        }
    }

    #[test]
    fn ambiguous_maps_are_refused_with_both_readings() {
        for (text, readings) in [
            ("..X\n...\n", ". is a square and X a hole, or X a square and . a hole"),
            ("O.O\n", ". is a square and O a hole, or O a square and . a hole"),
            ("OXO\n", "X is a square and O a hole, or O a square and X a hole"),
            ("011\n110\n", "0 is a square and 1 a hole, or 1 a square and 0 a hole"),
            ("000\n010\n", "0 is a square and 1 the start, or 1 is the only hole"),
            ("0 _ 3\n", "_ is a square and 0 a hole, or 0 a square and _ a hole"),
            ("0 0   0\n0   0 0\n", "part the signs or are holes: it is 2x3 or ..#./.#.."),
            (".. ..\n.. ..\n", "part the signs or are holes: it is 2x2 or ..#../..#.."),
            ("xx x\n\nx xx\n", "before line 3 is a row of holes, or it ends a plane"),
        ] {
            let error = map(text).unwrap_err();
            assert!(error.contains(readings), "{text:?}: {error}");
        }
    }

    #[test]
    fn errors_name_the_place_in_a_map() {
        for (text, line, at, problem) in [
            ("", 1, 1, "nothing is drawn"),
            ("###\n", 1, 1, "no cell"),
            ("...\n.q.\n", 2, 2, "'q' is no sign"),
            ("...\n..\n", 2, 3, "a row of 2"),
            ("...\n....\n", 2, 4, "a row of 4"),
            ("0 0 3\n0 q 0\n", 2, 3, "\"q\" is neither"),
            ("0 0 3\n0 0\n", 2, 3, "a row of 2"),
            ("0 3\n3 0\n", 2, 1, "3 comes twice"),
            ("S.\n.S\n", 2, 1, "a second start"),
            ("..\n..\n\n..\n\n..\n..\n", 6, 1, "differ"),
            ("..\n..\n\n..\n", 4, 1, "missing"),
        ] {
            let error = map(text).unwrap_err();
            let place = format!("map.txt, line {line}, character {at}: ");
            assert!(error.starts_with(&place) && error.contains(problem), "{text:?}: {error}");
        }
    }

    #[test]
    fn brackets_end_rows_and_planes() {
        assert_eq!(bracketed("[[1,2],\n [3,4]]").unwrap(), "[[1,2]\n  [3,4]]");
        assert_eq!(bracketed("[[[1],[2]],[[3]]]").unwrap(), "[[[1]\n[2]]\n\n[[3]]]");
        assert_eq!(bracketed("[\"a1\"]"), None);
    }
}
