//! Regions: the coloured parts of a puzzle's board, each of which holds one queen.

use super::question::VariantQuestion;
use crate::error::Error;

/// The letters of regions in a question's text, in order of first occurrence.
const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

const REMEDY: &str = "write a line for each row, with one sign for the region of each square";

impl VariantQuestion {
    /// One queen in each region. Equal signs form one region. Call this after setting board and
    /// number of queens, and before adding given queens.
    ///
    /// # Errors
    /// [`Error::Queens`] unless every square has a sign and there are as many regions as queens.
    pub fn with_regions<S: PartialEq>(mut self, rows: &[Vec<S>]) -> Result<VariantQuestion, Error> {
        let wrong = |problem, remedy| Error::Queens { problem, remedy };
        let (height, width) = (self.height, self.width);
        if self.rows != height || rows.len() != height {
            let problem = format!("{} rows of regions on a board of {height}", rows.len());
            return Err(wrong(problem, "give a region for each square of the board"));
        }
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            let (number, squares) = (row + 1, rows[row].len());
            let problem = format!("row {number} of the regions has {squares} squares of {width}");
            return Err(wrong(problem, "give a region for each square of the board"));
        }
        let mut signs: Vec<&S> = Vec::new();
        let mut region = |sign| {
            let known = signs.iter().position(|&other| other == sign);
            known.unwrap_or_else(|| {
                signs.push(sign);
                signs.len() - 1
            })
        };
        let regions: Vec<usize> = rows.iter().flatten().map(&mut region).collect();
        if signs.len() != self.queens {
            let problem = format!("{} regions for {} queens", signs.len(), self.queens);
            return Err(wrong(problem, "give as many regions as queens"));
        }
        self.regions = regions.into_iter().map(|region| region as u8).collect();
        Ok(self)
    }

    /// Reads a drawn file: a line for each row, with one sign per square, or with words separated
    /// by blanks or commas, optionally in brackets. `file` is the name for messages.
    ///
    /// # Errors
    /// [`Error::FileText`] if a row has another number of squares than the first; as
    /// [`VariantQuestion::with_regions`].
    pub fn with_regions_of(self, text: &str, file: &str) -> Result<VariantQuestion, Error> {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim().trim_matches(|c| "[],".contains(c));
            if line.is_empty() {
                continue;
            }
            let parted = line.contains(|c: char| c.is_whitespace() || c == ',');
            let row: Vec<String> = match parted {
                true => {
                    let words = line.split(|c: char| c.is_whitespace() || c == ',');
                    words.filter(|word| !word.is_empty()).map(String::from).collect()
                }
                false => line.chars().map(String::from).collect(),
            };
            if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
                let (given, expected) = (row.len(), first.len());
                return Err(Error::FileText {
                    file: file.into(),
                    line: i + 1,
                    at: 1,
                    problem: format!("a row of {given} squares where the first has {expected}"),
                    remedy: REMEDY,
                });
            }
            rows.push(row);
        }
        self.with_regions(&rows)
    }

    /// Reads what [`VariantQuestion::regions_text`] writes.
    pub(crate) fn with_regions_text(self, text: &str) -> Result<VariantQuestion, Error> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        self.with_regions(&rows)
    }

    /// The regions as letters, with slashes between rows; `None` for a board without regions.
    pub(crate) fn regions_text(&self) -> Option<String> {
        let row = |row: &[u8]| -> String {
            row.iter().map(|&region| char::from(LETTERS[usize::from(region)])).collect()
        };
        let rows: Vec<String> = self.regions.chunks(self.width.max(1)).map(row).collect();
        (!rows.is_empty()).then(|| rows.join("/"))
    }

    /// Along diagonals, queens attack only adjacent squares, as in newspaper puzzles.
    ///
    /// # Errors
    /// [`Error::Queens`] for amazons.
    pub fn with_touching(mut self) -> Result<VariantQuestion, Error> {
        if self.is_amazons() {
            let problem = format!("{self}: only queens can be limited to adjacent squares");
            return Err(Error::Queens { problem, remedy: "leave out the amazons" });
        }
        self.touching = true;
        Ok(self)
    }

    /// True if queens attack only adjacent squares along diagonals.
    pub fn is_touching(&self) -> bool {
        self.touching
    }

    /// True if the board has regions.
    pub fn has_regions(&self) -> bool {
        !self.regions.is_empty()
    }

    /// The squares of a row in the region of a square.
    pub(super) fn same_region(&self, (row, column): (usize, usize), there: usize) -> u64 {
        let width = self.width;
        let Some(region) = self.regions.get(row * width + column).filter(|_| column < width) else {
            return 0;
        };
        let in_row = self.regions.chunks(width).nth(there).unwrap_or_default();
        let same = in_row.iter().enumerate().filter(|(_, other)| *other == region);
        same.fold(0, |squares, (column, _)| squares | 1 << column)
    }
}

#[cfg(test)]
mod tests {
    use crate::queens::VariantQuestion;
    use crate::question::Question;

    /// Counts placements by trying every permutation of the columns.
    fn by_permutations(regions: &[&str], is_touching: bool) -> usize {
        fn place(columns: &mut Vec<usize>, regions: &[&str], is_touching: bool) -> usize {
            let row = columns.len();
            if row == regions.len() {
                return 1;
            }
            let sign = |row: usize, column: usize| regions[row].as_bytes()[column];
            let mut found = 0;
            for column in 0..regions.len() {
                let clashes = columns.iter().enumerate().any(|(above, &other)| {
                    let is_diagonal = other.abs_diff(column) == row - above;
                    other == column
                        || is_diagonal && (!is_touching || row - above == 1)
                        || sign(above, other) == sign(row, column)
                });
                if !clashes {
                    columns.push(column);
                    found += place(columns, regions, is_touching);
                    columns.pop();
                }
            }
            found
        }
        place(&mut Vec::new(), regions, is_touching)
    }

    fn counted(question: VariantQuestion) -> u64 {
        let question = Question::Queens(crate::question::Queens::of(question));
        let read: Question = question.to_string().parse().unwrap();
        assert_eq!(read, question);
        question.solutions().for_each(|_| std::ops::ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn every_placement_has_one_queen_in_each_region() {
        let mut random = crate::engine::Random::new(9);
        let mut some = 0;
        for _ in 0..60 {
            let side = 4 + random.below(3);
            let rows: Vec<String> = loop {
                let mut letter = |_| char::from(b'a' + random.below(side) as u8);
                let mut rows: Vec<String> =
                    (0..side).map(|_| (0..side).map(&mut letter).collect()).collect();
                rows.swap(0, 1);
                let all: std::collections::BTreeSet<char> =
                    rows.iter().flat_map(|row| row.chars()).collect();
                if all.len() == side {
                    break rows;
                }
            };
            let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
            for is_touching in [false, true] {
                let question = VariantQuestion::new(side).unwrap();
                let question = question.with_regions_of(&rows.join("\n"), "f").unwrap();
                let question =
                    if is_touching { question.with_touching().unwrap() } else { question };
                let expected = by_permutations(&texts, is_touching);
                assert_eq!(counted(question), expected as u64, "{rows:?} {is_touching}");
                some += usize::from(expected > 0);
            }
        }
        assert!(some > 20, "{some}");
    }

    /// OEIS A002464, Hertzsprung's problem.
    #[test]
    fn kings_without_common_lines_agree_with_oeis() {
        for (side, count) in [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)] {
            let question = VariantQuestion::new(side).unwrap().with_touching().unwrap();
            assert_eq!(counted(question), count, "{side}");
        }
    }

    #[test]
    fn regions_are_read_in_many_forms_and_refused_with_the_place() {
        let read = |text: &str| VariantQuestion::new(4).unwrap().with_regions_of(text, "f");
        let plain = read("aabb\naacc\ndacc\nddcc\n").unwrap();
        for other in [
            "1 1 2 2\n1 1 3 3\n4 1 3 3\n4 4 3 3\n",
            "[[0,0,10,10],\n [0,0,7,7],\n [5,0,7,7],\n [5,5,7,7]]\n",
            "\u{feff}AABB\r\nAACC\r\n\r\nDACC\r\nDDCC",
        ] {
            assert_eq!(read(other).unwrap(), plain, "{other}");
        }
        for (text, problem) in [
            ("aabb\naacc\ndac\nddcc\n", "f, line 3, character 1: a row of 3 squares"),
            ("aabb\naacc\n", "2 rows of regions on a board of 4"),
            ("aab\naac\nddc\nddc\n", "row 1 of the regions has 3 squares of 4"),
            ("aabb\naabb\ndabb\nddbb\n", "3 regions for 4 queens"),
            ("", "0 rows of regions"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text:?}: {error}");
        }
        assert!(VariantQuestion::new(4).unwrap().with_amazons().with_touching().is_err());
        assert!(plain.clone().with_queens(3).is_err());
        // Two queens in one region attack each other.
        assert!(plain.with_placed(&[(0, 0), (2, 1)]).is_err());
    }
}
