//! `Keypad`: keys in rows, each with a name of one character, numbered row by row.

use std::collections::HashSet;

use crate::board::Board;
use crate::error::Error;

const REMEDY: &str = "draw a character for each key and . or a blank where there is none";

/// The named pads. To add one: a row here.
const PADS: [(&str, &str); 2] =
    [("letters18", "ABCDE\nFGHIJ\nKLMNO\n.123.\n"), ("phone", "123\n456\n789\n.0.\n")];

/// The prefix of a drawing in one line.
const DRAWN: &str = "keypad:";

/// A key in a line: its own character, or an escape code for a character with a meaning.
fn escaped(key: &str) -> String {
    if key.chars().all(char::is_alphanumeric) {
        return key.into();
    }
    key.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// Decodes escape codes.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// A keypad.
///
/// ```
/// use cavalcade::walks::Keypad;
/// let pad = Keypad::named("letters18").unwrap();
/// assert_eq!(pad.keys().len(), 18);
/// assert_eq!(pad.keys()[14], "O");
/// assert_eq!(pad.board().coordinates(15), [3, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keypad {
    name: String,
    board: Board,
    keys: Vec<String>,
}

impl Keypad {
    /// The pad with this name; see [`Keypad::names`].
    pub fn named(name: &str) -> Option<Keypad> {
        let (_, drawing) = PADS.into_iter().find(|(pad, _)| *pad == name)?;
        Keypad::from_drawing(drawing, name, name).ok()
    }

    /// The names of the named pads.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PADS.into_iter().map(|(name, _)| name)
    }

    /// Reads a drawn pad: each character is a key of that name, a `.` or a blank is none. `name` is
    /// its name in tables, `file` its name in messages.
    ///
    /// # Errors
    /// [`Error::FileText`] for a repeated key and for a pad without keys.
    pub fn from_drawing(text: &str, name: &str, file: &str) -> Result<Keypad, Error> {
        let wrong = |line: usize, at: usize, problem: String| {
            let (line, at) = (line + 1, at + 1);
            Error::FileText { file: file.into(), line, at, problem, remedy: REMEDY }
        };
        let is_key = |c: char| c != '.' && !c.is_whitespace();
        let (mut keys, mut seen): (Vec<String>, _) = (Vec::new(), HashSet::new());
        let rows: Vec<Vec<char>> =
            text.trim_end().lines().map(|line| line.trim_end().chars().collect()).collect();
        for (l, row) in rows.iter().enumerate() {
            for (i, &key) in row.iter().enumerate().filter(|&(_, &c)| is_key(c)) {
                if key == ',' || key.is_control() {
                    return Err(wrong(l, i, format!("{key:?} cannot name a key")));
                }
                if !seen.insert(key) {
                    return Err(wrong(l, i, format!("the key '{key}' is repeated")));
                }
                keys.push(key.to_string());
            }
        }
        if keys.is_empty() {
            return Err(wrong(0, 0, "there is no key".into()));
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let hole = |at: &[usize]| !rows[at[0]].get(at[1]).copied().is_some_and(is_key);
        let board = Board::rectangle(rows.len(), columns)?.without(hole);
        Ok(Keypad { name: name.into(), board, keys })
    }

    /// Reads the name of a pad, or a drawing in one line: `keypad:123/4.6`, with slashes between
    /// rows. Any character may be written as `%` and the hexadecimal code of its bytes. `None` if
    /// the text is neither.
    ///
    /// # Errors
    /// [`Error::FileText`] as for a drawing; [`Error::Text`] if a `%` has no code.
    pub fn from_text(text: &str) -> Result<Option<Keypad>, Error> {
        let Some(body) = text.strip_prefix(DRAWN) else { return Ok(Keypad::named(text)) };
        let rows: Option<Vec<String>> = body.split('/').map(unescaped).collect();
        let rows = rows.ok_or_else(|| Error::Text {
            what: "keypad",
            text: text.into(),
            at: 1,
            problem: "a % without two digits of a character's code".into(),
            remedy: "write %25 for the sign itself",
        })?;
        Keypad::from_drawing(&rows.join("\n"), text, text).map(|pad| Some(pad.named_by_content()))
    }

    /// Renames the pad to its content: `keypad:` and the drawing in one line.
    pub fn named_by_content(mut self) -> Keypad {
        let &[rows, columns] =
            &self.board.axes().iter().map(|axis| axis.length).collect::<Vec<_>>()[..]
        else {
            unreachable!("a keypad has rows and columns")
        };
        let key = |row: usize, column: usize| match self.board.cell(&[row, column]) {
            Some(cell) => escaped(&self.keys[cell]),
            None => ".".into(),
        };
        let row = |row: usize| (0..columns).map(|column| key(row, column)).collect::<String>();
        let drawing = (0..rows).map(row).collect::<Vec<_>>().join("/");
        self.name = format!("{DRAWN}{drawing}");
        self
    }

    /// Its name in tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The keys as cells of a board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The name of each key, by its number.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::Keypad;

    #[test]
    fn every_named_pad_can_be_read() {
        let sizes: Vec<_> =
            Keypad::names().map(|name| Keypad::named(name).unwrap().keys().len()).collect();
        assert_eq!(sizes, [18, 10]);
    }

    #[test]
    fn errors_name_the_place_in_a_pad() {
        let read = |text| Keypad::from_drawing(text, "pad", "pad.txt").map_err(|e| e.to_string());
        assert_eq!(read("AB\n C\n").unwrap().board().coordinates(2), [1, 1]);
        for (text, line, at, problem) in [
            ("", 1, 1, "no key"),
            ("..\n", 1, 1, "no key"),
            ("AB\nBC\n", 2, 1, "repeated"),
            ("A,", 1, 2, "cannot"),
        ] {
            let error = read(text).unwrap_err();
            let place = format!("pad.txt, line {line}, character {at}: ");
            assert!(error.starts_with(&place) && error.contains(problem), "{text:?}: {error}");
        }
    }
}
