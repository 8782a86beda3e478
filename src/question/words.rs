//! `Words`: the canonical text of a question split into words, each with its position.

use crate::error::Error;

/// The unread words of a text: fixed words first, then `key=value` options.
pub(super) struct Words<'t> {
    text: &'t str,
    /// The byte offset and the text of each word.
    left: Vec<(usize, &'t str)>,
}

impl<'t> Words<'t> {
    pub fn new(text: &'t str) -> Words<'t> {
        let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let mut left: Vec<_> = text.split_whitespace().map(|word| (at(word), word)).collect();
        left.reverse();
        Words { text, left }
    }

    /// The next fixed word and its position.
    pub fn fixed(&mut self, what: &str, remedy: &'static str) -> Result<(usize, &'t str), Error> {
        match self.left.pop() {
            Some(word) => Ok(word),
            None => Err(self.wrong(self.text.len(), format!("the {what} is missing"), remedy)),
        }
    }

    /// The error about the text at a byte offset.
    pub fn wrong(&self, byte: usize, problem: String, remedy: &'static str) -> Error {
        let at = self.text[..byte].chars().count() + 1;
        let text = self.text.into();
        Error::Text { what: "question", text, at, problem, remedy }
    }

    /// The value of an option that may be given once.
    pub fn value(&mut self, key: &str) -> Result<Option<&'t str>, Error> {
        let mut values = self.values(key).into_iter();
        let first = values.next().map(|(_, value)| value);
        match values.next() {
            None => Ok(first),
            Some((byte, _)) => {
                let problem = format!("{key}= is repeated");
                Err(self.wrong(byte, problem, "give it once"))
            }
        }
    }

    /// The values of an option that may repeat, each with its position.
    pub fn values(&mut self, key: &str) -> Vec<(usize, &'t str)> {
        let mut values = Vec::new();
        self.left.retain(|&(byte, word)| match word.split_once('=') {
            Some((name, value)) if name == key => {
                values.push((byte, value));
                false
            }
            _ => true,
        });
        values.reverse();
        values
    }

    /// The value of a numeric option.
    pub fn number(&mut self, key: &str) -> Result<Option<usize>, Error> {
        let is = |word: &str| word.split_once('=').is_some_and(|(name, _)| name == key);
        let first = self.left.iter().rev().find(|(_, word)| is(word));
        let Some(byte) = first.map(|(byte, _)| *byte) else { return Ok(None) };
        let Some(text) = self.value(key)? else { return Ok(None) };
        let plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        match text.parse().ok().filter(|_| plain) {
            Some(number) => Ok(Some(number)),
            None => {
                let problem = format!("{key}={text} is not a number");
                Err(self.wrong(byte, problem, "write decimal digits"))
            }
        }
    }

    /// True if this word occurs without a value.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.left.len();
        self.left.retain(|&(_, word)| word != name);
        self.left.len() < before
    }

    /// Refuses any remaining words.
    pub fn end(self, remedy: &'static str) -> Result<(), Error> {
        match self.left.last() {
            None => Ok(()),
            Some(&(byte, word)) => {
                Err(self.wrong(byte, format!("\"{word}\" has no meaning here"), remedy))
            }
        }
    }
}
