//! `Code`: a solution as a row of small numbers, packed into bits.

use std::io::{Error, ErrorKind, Result};

use crate::board::Graph;
use crate::question::{Instance, Question};

/// The packing of a question's solutions.
#[derive(Debug)]
pub(super) struct Code {
    /// The numbers in a solution.
    len: usize,
    /// The bits of the first number, and of each further number.
    bits: [u32; 2],
    choices: Choices,
}

#[derive(Debug)]
enum Choices {
    /// Moves on a graph.
    Moves {
        graph: Graph,
        /// On small graphs: the rank of the second square among the neighbours of the first.
        ranks: Vec<u8>,
    },
    /// Queens on a board with this number of columns.
    Queens(usize),
}

/// The most vertices for which ranks of neighbours are stored.
const SMALL: usize = 256;

/// The rank of a square that is not a neighbour.
const NONE: u8 = u8::MAX;

impl Code {
    pub(super) fn of(question: &Question) -> Code {
        match question {
            Question::Tours(tours) => Code::moves(tours.instance(), tours.instance().len()),
            Question::Walks(walks) => Code::moves(walks.instance(), walks.length()),
            Question::Queens(queens) => {
                let (len, width) = (queens.height(), queens.width());
                let bits = bits_below(width + 1);
                Code { len, bits: [bits; 2], choices: Choices::Queens(width) }
            }
        }
    }

    fn moves(instance: &Instance, len: usize) -> Code {
        let graph = instance.graph();
        let n = graph.len();
        let most = (0..n).map(|v| graph.degree(v)).max().unwrap_or(0);
        let mut ranks = Vec::new();
        if n <= SMALL && most < usize::from(NONE) {
            ranks = vec![NONE; n * n];
            for v in 0..n {
                for (rank, &w) in graph.neighbours(v).iter().enumerate() {
                    ranks[v * n + w as usize] = rank as u8;
                }
            }
        }
        let bits = [bits_below(n), bits_below(most)];
        Code { len, bits, choices: Choices::Moves { graph, ranks } }
    }

    /// The bytes of a solution.
    pub(super) fn bytes(&self) -> usize {
        let rest = self.len.saturating_sub(1) * self.bits[1] as usize;
        let first = if self.len == 0 { 0 } else { self.bits[0] as usize };
        (first + rest).div_ceil(8)
    }

    /// Appends the bytes of a solution, whose squares are in the order of the visit.
    pub(super) fn pack(&self, squares: &[u32], to: &mut Vec<u8>) -> Result<()> {
        let mut bits = BitWriter { to, word: 0, held: 0 };
        match &self.choices {
            Choices::Queens(width) => {
                let mut columns = vec![0; self.len];
                for &square in squares {
                    columns[square as usize / width] = square as usize % width + 1;
                }
                columns.iter().for_each(|&column| bits.put(column as u64, self.bits[0]));
            }
            Choices::Moves { graph, ranks } => {
                let Some((&first, rest)) = squares.split_first() else { return Ok(()) };
                bits.put(first.into(), self.bits[0]);
                let mut here = first as usize;
                for &next in rest {
                    let rank = match ranks.get(here * graph.len() + next as usize) {
                        Some(&NONE) => None,
                        Some(&rank) => Some(usize::from(rank)),
                        None => graph.neighbours(here).iter().position(|&w| w == next),
                    };
                    let no_move = || {
                        Error::new(
                            ErrorKind::InvalidInput,
                            "two squares in a row are no move apart",
                        )
                    };
                    bits.put(rank.ok_or_else(no_move)? as u64, self.bits[1]);
                    here = next as usize;
                }
            }
        }
        bits.end();
        Ok(())
    }

    /// The squares of a solution; `None` if the bytes encode none.
    pub(super) fn unpack(&self, bytes: &[u8], squares: &mut Vec<u32>) -> Option<()> {
        squares.clear();
        let mut bits = BitReader { bytes, at: 0 };
        match &self.choices {
            Choices::Queens(width) => {
                for row in 0..self.len {
                    let column = bits.take(self.bits[0]);
                    if column > *width as u64 {
                        return None;
                    }
                    squares.extend((column > 0).then(|| (row * width) as u32 + column as u32 - 1));
                }
            }
            Choices::Moves { graph, .. } => {
                for place in 0..self.len {
                    let number = bits.take(self.bits[usize::from(place > 0)]) as usize;
                    let square = match squares.last() {
                        None => (number < graph.len()).then_some(number as u32)?,
                        Some(&here) => *graph.neighbours(here as usize).get(number)?,
                    };
                    squares.push(square);
                }
            }
        }
        bits.only_zeros_left().then_some(())
    }
}

/// The bits of a number below `limit`.
fn bits_below(limit: usize) -> u32 {
    usize::BITS - limit.saturating_sub(1).leading_zeros()
}

struct BitWriter<'t> {
    to: &'t mut Vec<u8>,
    word: u64,
    held: u32,
}

impl BitWriter<'_> {
    fn put(&mut self, number: u64, bits: u32) {
        self.word |= number << self.held;
        self.held += bits;
        // Fewer than 32 bits are held, and a number has at most 32.
        if self.held >= 32 {
            self.to.extend_from_slice(&(self.word as u32).to_le_bytes());
            self.word >>= 32;
            self.held -= 32;
        }
    }

    fn end(self) {
        let bytes = self.held.div_ceil(8) as usize;
        self.to.extend_from_slice(&self.word.to_le_bytes()[..bytes]);
    }
}

struct BitReader<'t> {
    bytes: &'t [u8],
    /// The next bit.
    at: usize,
}

impl BitReader<'_> {
    fn take(&mut self, bits: u32) -> u64 {
        let mut word = [0; 8];
        let from = &self.bytes[(self.at / 8).min(self.bytes.len())..];
        let held = from.len().min(8);
        word[..held].copy_from_slice(&from[..held]);
        let number = u64::from_le_bytes(word) >> (self.at % 8) & ((1 << bits) - 1);
        self.at += bits as usize;
        number
    }

    fn only_zeros_left(&self) -> bool {
        (self.at..8 * self.bytes.len()).all(|bit| self.bytes[bit / 8] >> (bit % 8) & 1 == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, bits_below};
    use crate::question::Question;

    #[test]
    fn numbers_take_the_bits_of_the_largest() {
        let expected = [(0, 0), (1, 0), (2, 1), (8, 3), (9, 4), (256, 8), (257, 9)];
        assert!(expected.iter().all(|&(limit, bits)| bits_below(limit) == bits));
        for (text, bytes) in [
            // 6 bits and 47 moves of 3.
            ("tours closed knight 6x8", 19),
            ("tours open knight 1x1", 0),
            // 4 bits for each row, because a row may have no queen.
            ("queens queen 8x8", 4),
            ("queens queen 7x7", 3),
            ("walks any knight letters18 length=3", 2),
        ] {
            let question: Question = text.parse().unwrap();
            assert_eq!(Code::of(&question).bytes(), bytes, "{text}");
        }
    }

    #[test]
    fn squares_without_a_move_between_them_are_not_packed() {
        let question: Question = "tours open knight 3x4".parse().unwrap();
        let mut packed = Vec::new();
        let error = Code::of(&question).pack(&[0, 1], &mut packed).unwrap_err().to_string();
        assert!(error.contains("no move"), "{error}");
    }

    #[test]
    fn invalid_bits_are_refused() {
        let question: Question = "tours open knight 3x4".parse().unwrap();
        let code = Code::of(&question);
        // The first square takes four bits, for twelve squares; a corner has two neighbours.
        let refused = [[15, 0, 0, 0], [0x20, 0, 0, 0], [0, 0, 0, 0x80]];
        let mut squares = Vec::new();
        for bytes in refused {
            assert_eq!(code.unpack(&bytes, &mut squares), None, "{bytes:?}");
        }
        assert!(code.unpack(&[0, 0, 0, 0], &mut squares).is_some());
    }
}
