//! `Draft`: an output buffer; `Texts`: the short texts it is filled from.
//!
//! A listing repeats a few hundred texts, nearly all of a few bytes. A short text is copied as
//! [`WIDTH`] bytes whatever its length, and the next one is written at its end. Frequent pairs of
//! texts are stored as one. So two cells cost two loads, a store and an addition, without a branch
//! on the length.

use std::io::{Result, Write};

/// The bytes copied for a short text; the last one holds its length.
const WIDTH: usize = 16;

/// A text of less than [`WIDTH`] bytes.
type Short = [u8; WIDTH];

/// The most texts of which pairs are stored.
const PAIRED: usize = 100;

/// The buffered bytes after which the draft is written out.
const FULL: usize = 1 << 16;

/// Texts by number, which are made once and written often.
#[derive(Debug)]
pub(super) enum Texts {
    /// All texts are short.
    Short {
        texts: Vec<Short>,
        /// The concatenated pairs of the first texts. The index of a pair is the number of the
        /// first text, followed by that of the second in `bits` bits. With 0 bits there are no
        /// pairs.
        bits: u32,
        pairs: Vec<Short>,
    },
    Long(Vec<String>),
}

fn short(text: &[u8]) -> Option<Short> {
    let mut short = [0; WIDTH];
    short[..WIDTH - 1].get_mut(..text.len())?.copy_from_slice(text);
    short[WIDTH - 1] = text.len() as u8;
    Some(short)
}

impl Texts {
    /// Texts, of which pairs among the first `paired` are frequent.
    pub(super) fn new(texts: impl IntoIterator<Item = String>, paired: usize) -> Texts {
        let long: Vec<String> = texts.into_iter().collect();
        let texts: Option<Vec<Short>> = long.iter().map(|text| short(text.as_bytes())).collect();
        let Some(texts) = texts else { return Texts::Long(long) };
        let first = &long[..if paired <= PAIRED { paired } else { 0 }];
        let bits = usize::BITS - first.len().leading_zeros();
        // Indices without a pair have an empty text.
        let mut pairs = Some(vec![[0; WIDTH]; first.len() << bits]);
        for (a, one) in first.iter().enumerate() {
            for (b, other) in first.iter().enumerate() {
                let both = short(format!("{one}{other}").as_bytes());
                pairs = pairs.zip(both).map(|(mut pairs, both)| {
                    pairs[a << bits | b] = both;
                    pairs
                });
            }
        }
        match pairs {
            Some(pairs) => Texts::Short { texts, bits, pairs },
            None => Texts::Short { texts, bits: 0, pairs: Vec::new() },
        }
    }

    /// The text with this number.
    pub(super) fn text(&self, number: usize) -> &[u8] {
        match self {
            Texts::Short { texts, .. } => {
                let text = &texts[number];
                &text[..usize::from(text[WIDTH - 1])]
            }
            Texts::Long(texts) => texts[number].as_bytes(),
        }
    }
}

/// Concatenates texts. Returns the length.
#[inline]
fn copy<'t>(texts: impl Iterator<Item = &'t Short>, room: &mut [u8]) -> usize {
    let mut at = 0;
    for text in texts {
        room[at..at + WIDTH].copy_from_slice(text);
        at += usize::from(text[WIDTH - 1]);
    }
    at
}

/// Buffered output.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// Valid up to `len`; the rest is unused.
    bytes: Vec<u8>,
    len: usize,
}

impl Draft {
    #[inline]
    pub(super) fn put(&mut self, text: &[u8]) {
        if !text.is_empty() {
            self.room(text.len())[..text.len()].copy_from_slice(text);
            self.len += text.len();
        }
    }

    /// Adds texts in order.
    #[inline]
    pub(super) fn put_all(&mut self, texts: &Texts, numbers: &[u32]) {
        match texts {
            Texts::Short { texts, bits: 0, .. } => {
                let room = self.room(numbers.len() * WIDTH);
                self.len += copy(numbers.iter().map(|&number| &texts[number as usize]), room);
            }
            Texts::Short { texts, bits, pairs } => {
                let room = self.room(numbers.len() * WIDTH);
                let (twos, rest) = numbers.as_chunks::<2>();
                let pair = |&[a, b]: &[u32; 2]| &pairs[(a << bits | b) as usize];
                let at = copy(twos.iter().map(pair), room);
                let one = rest.iter().map(|&number| &texts[number as usize]);
                self.len += at + copy(one, &mut room[at..]);
            }
            Texts::Long(texts) => {
                numbers.iter().for_each(|&number| self.put(texts[number as usize].as_bytes()));
            }
        }
    }

    /// Adds a text that is not stored in pairs.
    #[inline]
    pub(super) fn put_one(&mut self, texts: &Texts, number: usize) {
        match texts {
            Texts::Short { texts, .. } => {
                self.len += copy(std::iter::once(&texts[number]), self.room(WIDTH));
            }
            Texts::Long(texts) => self.put(texts[number].as_bytes()),
        }
    }

    /// Writes the buffer out if it is full.
    #[inline]
    pub(super) fn give_if_full(&mut self, to: &mut impl Write) -> Result<()> {
        if self.len < FULL { Ok(()) } else { self.give(to) }
    }

    /// Writes the buffer out.
    pub(super) fn give(&mut self, to: &mut impl Write) -> Result<()> {
        let len = std::mem::take(&mut self.len);
        to.write_all(&self.bytes[..len])
    }

    /// Space for at least this number of bytes after the valid ones.
    #[inline]
    fn room(&mut self, bytes: usize) -> &mut [u8] {
        let needed = self.len + bytes;
        if self.bytes.len() < needed {
            self.bytes.resize(needed.next_power_of_two(), 0);
        }
        &mut self.bytes[self.len..]
    }

    #[cfg(test)]
    pub(super) fn text(&self) -> String {
        String::from_utf8(self.bytes[..self.len].to_vec()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, FULL, Texts, WIDTH};

    #[test]
    fn texts_of_any_length_are_concatenated() {
        for longest in [1, 7, 8, WIDTH - 1, WIDTH, 300] {
            let own = |n: usize| "abc".repeat(longest)[..n].to_string();
            let numbers: Vec<u32> = (0..longest as u32 + 1).rev().collect();
            for paired in [0, longest + 1] {
                let texts = Texts::new((0..longest + 1).map(own), paired);
                assert_eq!(matches!(texts, Texts::Long(_)), longest >= WIDTH, "{longest}");
                for first in 0..2 {
                    let mut draft = Draft::default();
                    draft.put(b"<");
                    draft.put_one(&texts, longest);
                    draft.put_all(&texts, &numbers[first..]);
                    draft.put(b">");
                    let all: String = numbers[first..].iter().map(|&n| own(n as usize)).collect();
                    assert_eq!(draft.text(), format!("<{}{all}>", own(longest)));
                }
            }
        }
    }

    #[test]
    fn a_draft_is_written_once_and_in_large_pieces() {
        let texts = Texts::new(["0123456789".to_string()], 0);
        let (mut draft, mut out) = (Draft::default(), Vec::new());
        let mut pieces = 0;
        for _ in 0..FULL {
            draft.put_all(&texts, &[0]);
            let before = out.len();
            draft.give_if_full(&mut out).unwrap();
            pieces += usize::from(out.len() > before);
        }
        draft.give(&mut out).unwrap();
        assert_eq!((out.len(), pieces), (10 * FULL, 9));
        assert!(out.chunks(10).all(|text| text == b"0123456789"));
    }
}
