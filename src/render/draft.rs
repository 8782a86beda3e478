//! `Draft`: what is written and not yet given away, and `Texts`, the texts it is put together
//! from.
//!
//! A listing is the same few hundred texts over and over, nearly all of a handful of bytes. A
//! short one is copied as [`WIDTH`] bytes whatever its length, and the next goes where it ends;
//! two of them that follow each other often are kept as one. So two cells cost two loads, a
//! store and an addition, without a branch on the length.

use std::io::{Result, Write};

/// The bytes that are copied of a short text; the last one is its length.
const WIDTH: usize = 16;

/// A text of less than [`WIDTH`] bytes.
type Short = [u8; WIDTH];

/// Pairs are kept of so many texts at most.
const PAIRED: usize = 100;

/// A draft of so many bytes is given away.
const FULL: usize = 1 << 16;

/// Texts that are made once and written often, by number.
#[derive(Debug)]
pub(super) enum Texts {
    /// All of them are short.
    Short {
        texts: Vec<Short>,
        /// The first texts, each with each of them behind it: at the number of the one, then that
        /// of the other, which has so many bits. No bits: there are none.
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
    /// Texts of which two of the first `paired` often follow each other.
    pub(super) fn new(texts: impl IntoIterator<Item = String>, paired: usize) -> Texts {
        let long: Vec<String> = texts.into_iter().collect();
        let texts: Option<Vec<Short>> = long.iter().map(|text| short(text.as_bytes())).collect();
        let Some(texts) = texts else { return Texts::Long(long) };
        let first = &long[..if paired <= PAIRED { paired } else { 0 }];
        let bits = usize::BITS - first.len().leading_zeros();
        // What stands for no pair is empty.
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

    /// One of them.
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

/// Copies texts one behind the other; their length.
#[inline]
fn copy<'t>(texts: impl Iterator<Item = &'t Short>, room: &mut [u8]) -> usize {
    let mut at = 0;
    for text in texts {
        room[at..at + WIDTH].copy_from_slice(text);
        at += usize::from(text[WIDTH - 1]);
    }
    at
}

/// Bytes on their way to a writer.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// Written up to `len`; what is behind it is room.
    bytes: Vec<u8>,
    len: usize,
}

impl Draft {
    /// Adds some bytes.
    #[inline]
    pub(super) fn put(&mut self, text: &[u8]) {
        if !text.is_empty() {
            self.room(text.len())[..text.len()].copy_from_slice(text);
            self.len += text.len();
        }
    }

    /// Adds one text after the other.
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

    /// Adds one of the texts that are not among those in pairs.
    #[inline]
    pub(super) fn put_one(&mut self, texts: &Texts, number: usize) {
        match texts {
            Texts::Short { texts, .. } => {
                self.len += copy(std::iter::once(&texts[number]), self.room(WIDTH));
            }
            Texts::Long(texts) => self.put(texts[number].as_bytes()),
        }
    }

    /// Gives everything away if it is enough to be worth it.
    #[inline]
    pub(super) fn give_if_full(&mut self, to: &mut impl Write) -> Result<()> {
        if self.len < FULL { Ok(()) } else { self.give(to) }
    }

    /// Gives everything away.
    pub(super) fn give(&mut self, to: &mut impl Write) -> Result<()> {
        let len = std::mem::take(&mut self.len);
        to.write_all(&self.bytes[..len])
    }

    /// At least so many bytes behind what is written.
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
    fn texts_of_any_length_stand_one_behind_the_other() {
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
    fn a_draft_is_given_away_once_and_in_large_pieces() {
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
