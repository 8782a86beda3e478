//! `SolutionsRead`: solutions with their question.

use super::blocks::{self, Block};
use super::rows::{self, Row, Tours, wrong};
use crate::board::bracketed;
use crate::error::{Error, PictureError};
use crate::question::{Instance, Question};
use crate::render::packed::PackedSolutions;

/// Solutions with their positions in the file.
#[derive(Debug)]
pub struct SolutionsRead {
    /// The question of these solutions.
    pub question: Question,
    /// The first line of each solution, from 1, or its number in a binary listing; and its squares
    /// in the order of the visit, or by row for queens.
    pub solutions: Vec<(usize, Vec<u32>)>,
}

/// The first bytes of the compact format.
const PACKED: &[u8] = b"cavalcade-solutions";

impl SolutionsRead {
    /// Reads a listing of the question. Without a question, the question is inferred, and `tours`
    /// makes one from the text of a board.
    ///
    /// The solutions are not checked, except for the names of their squares.
    ///
    /// ```
    /// use cavalcade::render::SolutionsRead;
    /// let tours = |board: &str| format!("tours open knight {board}").parse();
    /// let text = b"1 4 7 10\n12 9 2 5\n3 6 11 8\n";
    /// let read = SolutionsRead::from(text, "tours.txt", None, &tours)?;
    /// assert_eq!(read.question.to_string(), "tours open knight 3x4");
    /// assert_eq!(read.solutions[0].1[..4], [0, 6, 8, 1]);
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::FileText`] with the line that cannot be read, or if the board cannot be inferred.
    pub fn from(
        bytes: &[u8],
        file: &str,
        question: Option<Question>,
        tours: Tours<'_>,
    ) -> Result<SolutionsRead, Error> {
        if bytes.starts_with(PACKED) {
            return packed(bytes, file, question.as_ref());
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
            wrong(file, line, "this is no text in UTF-8, and no binary listing")
        })?;
        // A bracketed grid may be on one line.
        let lines = bracketed(text);
        let text = lines.as_deref().unwrap_or(text);
        let graph =
            matches!(&question, Some(q) if matches!(q.instance(), Some(Instance::Graph(_))));
        let is_walk = matches!(question, Some(Question::Walks(_)));
        if !graph && !is_walk && blocks::are_boards(text, question.as_ref()) {
            let blocks = blocks::blocks(text, question.as_ref());
            return of_blocks(&blocks, file, question, tours);
        }
        let rows = rows::rows(text, file)?;
        let question = match question {
            Some(question) => question,
            None => rows::question(&rows, file, tours)?,
        };
        let squares = |row: &Row| Ok((row.line, row.squares(&question, file)?));
        let solutions = rows.iter().map(squares).collect::<Result<_, Error>>()?;
        Ok(SolutionsRead { question, solutions })
    }
}

fn packed(bytes: &[u8], file: &str, question: Option<&Question>) -> Result<SolutionsRead, Error> {
    // The bytes are in memory, so any error is about their content.
    let refused = |error| -> Error {
        let problem = format!("{file}: {error}");
        PictureError { problem, remedy: "write the listing again" }.into()
    };
    let mut packed = PackedSolutions::open(bytes).map_err(refused)?;
    if let Some(asked) = question.filter(|asked| *asked != packed.question()) {
        return Err(PictureError {
            problem: format!("{file} holds solutions of {}, not of {asked}", packed.question()),
            remedy: "leave out the board: the file names it",
        }
        .into());
    }
    let mut solutions = Vec::new();
    while let Some(squares) = packed.next().map_err(refused)? {
        solutions.push((solutions.len() + 1, squares.to_vec()));
    }
    Ok(SolutionsRead { question: packed.question().clone(), solutions })
}

fn of_blocks(
    blocks: &[Block<'_>],
    file: &str,
    question: Option<Question>,
    tours: Tours<'_>,
) -> Result<SolutionsRead, Error> {
    let question = match (question, blocks.first()) {
        (Some(question), _) => question,
        (None, Some(first)) => first.question(file, tours)?,
        (None, None) => return Err(wrong(file, 1, "there is no solution")),
    };
    let squares = |block: &Block<'_>| Ok((block.line, block.squares(&question, file)?));
    let solutions = blocks.iter().map(squares).collect::<Result<_, Error>>()?;
    Ok(SolutionsRead { question, solutions })
}

#[cfg(test)]
mod tests {
    use super::SolutionsRead;
    use crate::question::Question;
    use crate::render::{Format, Listing, Sheet};

    fn tours(board: &str) -> Result<Question, crate::Error> {
        format!("tours open knight {board}").parse()
    }

    fn written(question: &Question, sheet: Sheet<'_>, format: Format) -> (Vec<u8>, Vec<Vec<u32>>) {
        let mut out = Vec::new();
        let mut listing = Listing::new(format, sheet, &mut out);
        listing.begin().unwrap();
        let solutions = question.solutions().first(5).unwrap();
        let solutions: Vec<_> = solutions.iter().map(|one| one.squares().to_vec()).collect();
        solutions.iter().for_each(|squares| listing.put(squares).unwrap());
        listing.end().unwrap();
        (out, solutions)
    }

    const READ_BACK: [Format; 6] =
        [Format::Text, Format::Json, Format::Csv, Format::Lines, Format::Jsonl, Format::Binary];

    #[test]
    fn every_format_is_read_back_with_its_question() {
        for text in [
            "tours open knight 3x4",
            "tours closed knight .../.#./...",
            "tours open king 2x2x2",
            "tours open king 2x1x2x2",
            "tours open king 5",
            "tours open graph:Dhc",
            "tours open graph:Bw names=x,y,z",
            "queens queen 6x6",
            "queens queen 5x5 k=3",
            "walks any knight letters18 length=4",
            "walks any knight 3x3 length=3",
        ] {
            let question: Question = text.parse().unwrap();
            for format in READ_BACK {
                for names in [false, true] {
                    let sheet = Sheet::of(&question).names(names).codes(names).ascii();
                    let (bytes, solutions) = written(&question, sheet, format);
                    let read = SolutionsRead::from(&bytes, "f", Some(question.clone()), &tours);
                    let read = read.unwrap_or_else(|e| panic!("{text} {format} {names}: {e}"));
                    let squares: Vec<_> = read.solutions.into_iter().map(|one| one.1).collect();
                    assert_eq!(squares, solutions, "{text} {format} {names}");
                }
            }
        }
    }

    #[test]
    fn the_question_is_inferred_from_drawings() {
        for text in ["tours open knight 3x4", "tours open knight 5x5", "queens queen 6x6"] {
            let question: Question = text.parse().unwrap();
            for format in READ_BACK {
                let (bytes, solutions) = written(&question, Sheet::of(&question), format);
                let read = SolutionsRead::from(&bytes, "f", None, &tours).unwrap();
                assert_eq!(read.question, question, "{format}");
                assert_eq!(read.solutions.len(), solutions.len());
                assert_eq!(read.solutions[1].1, solutions[1], "{text} {format}");
            }
        }
    }

    #[test]
    fn unreadable_listings_are_refused_with_the_line() {
        let problem = |text: &str| {
            SolutionsRead::from(text.as_bytes(), "f", None, &tours).unwrap_err().to_string()
        };
        for (text, expected) in [
            ("", "f, line 1, character 1: there is no solution"),
            ("a1 b3\nc5 x", "line 1, character 1: the squares do not fill a rectangle"),
            ("a1 b1 a2 b2\na1 b1 a2 zz\n", "line 2, character 1: square \"zz\""),
            ("0, 7, 0\n", "line 1, character 1: these are squares by their numbers"),
            ("[1,2\n", "line 1, character 1: this is no JSON"),
            ("1 2 3\n4 5 7\n", "line 1, character 1: the board's numbers"),
            ("Q .\n. . Q\n", "line 2, character 1: this row has 3 squares, the first 2"),
            ("row1,row2\n1,x\n", "line 2, character 1: \"x\" is no column"),
            ("row1,row2\n1,3\n", "line 2, character 1: \"3\" is no column"),
        ] {
            assert!(problem(text).contains(expected), "{text:?}: {}", problem(text));
        }
        let error = SolutionsRead::from(&[0xff], "f", None, &tours).unwrap_err().to_string();
        assert!(error.contains("no text"), "{error}");
    }

    #[test]
    fn lines_of_solutions_are_counted_in_the_file() {
        let text = "[\n[\"a1\",\"b1\",\"a2\",\"b2\"],\n[\"a1\",\"b1\",\"b2\",\"a2\"]\n]\n";
        let read = SolutionsRead::from(text.as_bytes(), "f", None, &tours).unwrap();
        assert_eq!(read.solutions.iter().map(|one| one.0).collect::<Vec<_>>(), [2, 3]);
    }
}
