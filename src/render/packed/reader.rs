//! `PackedSolutions`: reads and checks the solutions of a file in the compact format.

use std::io::{Error, ErrorKind, Read, Result};

use crc32c::{crc32c, crc32c_append};

use super::code::Code;
use super::{FORM, solutions_in_a_block};
use crate::question::Question;

/// Longer texts of questions are never written.
const LONGEST_QUESTION: usize = 1 << 26;

/// Reads the solutions of a listing in the compact format.
///
/// ```
/// use cavalcade::question::Question;
/// use cavalcade::render::{Format, Listing, PackedSolutions, Sheet};
/// let question: Question = "tours closed knight 6x6".parse()?;
/// let mut file = Vec::new();
/// let mut listing = Listing::new(Format::Binary, Sheet::of(&question), &mut file);
/// listing.begin()?;
/// for tour in question.solutions().first(3)? {
///     listing.put(tour.squares())?;
/// }
/// listing.end()?;
/// let mut solutions = PackedSolutions::open(&file[..])?;
/// assert_eq!(solutions.question(), &question);
/// let mut read = 0;
/// while let Some(squares) = solutions.next()? {
///     assert_eq!(squares.len(), 36);
///     read += 1;
/// }
/// assert_eq!(read, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PackedSolutions<R> {
    from: R,
    question: Question,
    /// Created for the first solution, because a question of a few bytes may have millions of
    /// moves.
    code: Option<Code>,
    sum: u32,
    /// The current block, and the position of the next solution in it.
    block: Vec<u8>,
    at: usize,
    /// Solutions left in the block.
    left: usize,
    read: u64,
    squares: Vec<u32>,
    ended: bool,
}

fn damaged(problem: &str) -> Error {
    Error::new(ErrorKind::InvalidData, problem)
}

fn cut(error: Error) -> Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => damaged("the listing ends too soon: it was cut off"),
        _ => error,
    }
}

/// Reads a little-endian number.
fn number(from: &mut impl Read) -> Result<u32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes).map_err(cut)?;
    Ok(u32::from_le_bytes(bytes))
}

impl<R: Read> PackedSolutions<R> {
    /// Opens a listing.
    ///
    /// # Errors
    /// Those of the reader, and one of kind `InvalidData` if the input is not such a listing or is
    /// damaged.
    pub fn open(mut from: R) -> Result<PackedSolutions<R>> {
        let mut form = [0; FORM.len()];
        let is_form = match from.read_exact(&mut form) {
            Ok(()) => form == FORM,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
            Err(error) => return Err(error),
        };
        if !is_form {
            let problem = "this is no binary listing, or one of another version";
            return Err(Error::new(ErrorKind::InvalidData, problem));
        }
        let (len, sum) = (number(&mut from)?, number(&mut from)?);
        if len as usize > LONGEST_QUESTION {
            return Err(damaged("its question is longer than any"));
        }
        let mut text = Vec::new();
        (&mut from).take(len.into()).read_to_end(&mut text)?;
        if text.len() < len as usize {
            return Err(cut(ErrorKind::UnexpectedEof.into()));
        }
        if crc32c_append(crc32c(&len.to_le_bytes()), &text) != sum {
            return Err(damaged("its question is damaged"));
        }
        let text = String::from_utf8(text).map_err(|_| damaged("its question is no text"))?;
        let question: Question =
            text.parse().map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
        Ok(PackedSolutions {
            from,
            code: None,
            question,
            sum,
            block: Vec::new(),
            at: 0,
            left: 0,
            read: 0,
            squares: Vec::new(),
            ended: false,
        })
    }

    /// The question of these solutions.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The squares of the next solution, in the order of the visit; those of queens by row.
    ///
    /// # Errors
    /// Those of the reader, and one of kind `InvalidData` if the file is damaged. The solutions
    /// already read are correct.
    #[expect(clippy::should_implement_trait, reason = "it lends the squares, and may fail")]
    pub fn next(&mut self) -> Result<Option<&[u32]>> {
        if self.ended {
            return Ok(None);
        }
        if self.left == 0 {
            self.next_block()?;
            if self.ended {
                return Ok(None);
            }
        }
        let code = self.code.as_ref().expect("there is a solution");
        let bytes = code.bytes();
        let solution = &self.block[self.at..self.at + bytes];
        let unpacked = code.unpack(solution, &mut self.squares);
        unpacked.ok_or_else(|| self.damaged_here("a solution is none of the question"))?;
        self.at += bytes;
        self.left -= 1;
        self.read += 1;
        Ok(Some(&self.squares))
    }

    fn next_block(&mut self) -> Result<()> {
        let (held, sum) = (number(&mut self.from)?, number(&mut self.from)?);
        self.block.clear();
        let bytes = match held as usize {
            0 => 8,
            held => {
                let each = self.bytes_of_each()?;
                if held > solutions_in_a_block(each) {
                    return Err(self.damaged_here("a block is longer than any"));
                }
                held * each
            }
        };
        let read = self.block.len();
        self.block.resize(bytes, 0);
        self.from.read_exact(&mut self.block[read..]).map_err(cut)?;
        self.sum = crc32c_append(crc32c_append(self.sum, &held.to_le_bytes()), &self.block);
        if self.sum != sum {
            return Err(self.damaged_here("a block is damaged"));
        }
        (self.at, self.left) = (0, held as usize);
        if held == 0 {
            if self.block != self.read.to_le_bytes() {
                return Err(self.damaged_here("it lacks some"));
            }
            self.ended = true;
            if self.from.read(&mut [0])? > 0 {
                return Err(self.damaged_here("more bytes follow its end"));
            }
        }
        Ok(())
    }

    /// The bytes of a solution. To prevent a large allocation for a damaged file, its minimum size,
    /// a bit for each move, is read into the block before the moves are computed.
    fn bytes_of_each(&mut self) -> Result<usize> {
        if self.code.is_none() {
            let least = match &self.question {
                Question::Tours(tours) => tours.instance().len().saturating_sub(2) / 8,
                Question::Queens(_) | Question::Walks(_) => 0,
            };
            (&mut self.from).take(least as u64).read_to_end(&mut self.block)?;
            if self.block.len() < least {
                return Err(cut(ErrorKind::UnexpectedEof.into()));
            }
        }
        Ok(self.code.get_or_insert_with(|| Code::of(&self.question)).bytes())
    }

    fn damaged_here(&self, problem: &str) -> Error {
        damaged(&format!("{problem}, behind {} solutions", self.read))
    }
}
