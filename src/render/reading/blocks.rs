//! Drawn boards: tours with numbers, placements with signs, separated by empty lines. Words are
//! separated by blanks, commas and brackets. Signs of queens and empty squares need no separators.

use std::collections::HashSet;

use super::rows::{Tours, number, wrong};
use crate::error::Error;
use crate::question::{Queens, Question};

/// The lines of one solution.
#[derive(Debug)]
pub(super) struct Block<'t> {
    /// The number of its first line, from 1.
    pub line: usize,
    /// The signs of each line of all planes, with the line's number.
    rows: Vec<(usize, Vec<&'t str>)>,
}

const QUEENS: [&str; 2] = ["⍟", "Q"];
const EMPTY: [&str; 5] = ["·", ".", "_", "#", "-1"];

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| c.is_whitespace() || ",[]{};|".contains(c));
    words.filter(|word| !word.is_empty()).flat_map(|word| {
        // Adjacent signs are separate words.
        let is_drawn = word.chars().all(|c| is_sign(c.encode_utf8(&mut [0; 4])));
        let ends = word.char_indices().skip(1).map(|(at, _)| at).filter(move |_| is_drawn);
        let ends: Vec<usize> = ends.chain([word.len()]).collect();
        let starts: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).collect();
        starts.into_iter().zip(ends).map(move |(start, end)| &word[start..end])
    })
}

/// True if the bracketed rows form one board, with each number once, rather than a list of
/// solutions.
fn is_grid(text: &str) -> bool {
    let rows = text.lines().filter(|line| words(line).next().is_some()).count();
    let mut seen = HashSet::new();
    rows > 1 && text.lines().flat_map(words).filter_map(number).all(|number| seen.insert(number))
}

fn is_sign(word: &str) -> bool {
    QUEENS.contains(&word) || EMPTY.contains(&word)
}

/// True if the text draws boards. Rows of columns are numbers, too, but such a row is a whole
/// placement, and the next one repeats the numbers.
pub(super) fn are_boards(text: &str, question: Option<&Question>) -> bool {
    let mut lines = text.lines().map(str::trim_end).skip_while(|line| line.is_empty());
    if text.lines().next().is_some_and(|line| line.trim() == "[") && !is_grid(text) {
        return false;
    }
    let first: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let words = || first.iter().flat_map(|line| words(line));
    if !words().all(|word| is_sign(word) || number(word).is_some()) {
        return false;
    }
    if words().any(is_sign) {
        return true;
    }
    if let Some(question) = question {
        return matches!(question, Question::Tours(_)) && words().next().is_some();
    }
    let mut numbers: Vec<u32> = words().filter_map(number).collect();
    numbers.sort_unstable();
    let all = numbers.len();
    numbers.dedup();
    first.len() > 1 && numbers.len() == all
}

/// The boards of a text. Boards of more than two axes contain empty lines, at least one between
/// planes; so tours are separated by one less than the number of axes.
pub(super) fn blocks<'t>(text: &'t str, question: Option<&Question>) -> Vec<Block<'t>> {
    let rank =
        question.and_then(Question::instance).and_then(|i| i.board()).map_or(2, |b| b.rank());
    let between = rank.saturating_sub(1).max(1);
    let (mut blocks, mut empty): (Vec<Block<'_>>, _) = (Vec::new(), between);
    for (i, line) in text.lines().enumerate() {
        let words: Vec<&str> = words(line).collect();
        if words.is_empty() && !line.trim().is_empty() {
            // Skip a line with only a bracket.
            continue;
        }
        if words.is_empty() {
            empty += 1;
            continue;
        }
        if empty >= between {
            blocks.push(Block { line: i + 1, rows: Vec::new() });
        }
        empty = 0;
        if let Some(block) = blocks.last_mut() {
            block.rows.push((i + 1, words));
        }
    }
    blocks
}

impl Block<'_> {
    fn is_placement(&self) -> bool {
        self.rows.iter().flat_map(|(_, row)| row).all(|word| is_sign(word))
    }

    fn width(&self, file: &str) -> Result<usize, Error> {
        let width = self.rows.first().map_or(0, |(_, row)| row.len());
        for (line, row) in &self.rows {
            if row.len() != width {
                let problem = format!("this row has {} squares, the first {width}", row.len());
                return Err(wrong(file, *line, problem));
            }
        }
        Ok(width)
    }

    /// The question inferred from the board.
    pub fn question(&self, file: &str, tours: Tours<'_>) -> Result<Question, Error> {
        let width = self.width(file)?;
        if self.is_placement() {
            let queens = self.rows.iter().flat_map(|(_, row)| row);
            let queens = queens.filter(|word| QUEENS.contains(word)).count();
            let question = Queens::of_size(self.rows.len(), width)?.variant().clone();
            let few = queens < question.usual_queens();
            let question = if few { question.with_queens(queens)? } else { question };
            return Ok(Question::Queens(Queens::of(question)));
        }
        if self.rows.iter().flat_map(|(_, row)| row).all(|word| number(word).is_some()) {
            return tours(&format!("{}x{width}", self.rows.len()));
        }
        let line = |(_, row): &(usize, Vec<&str>)| -> String {
            row.iter().map(|word| if is_sign(word) { '#' } else { '.' }).collect()
        };
        let board: Vec<String> = self.rows.iter().map(line).collect();
        tours(&board.join("/"))
    }

    /// The squares in the order of their numbers, or the squares with a queen.
    pub fn squares(&self, question: &Question, file: &str) -> Result<Vec<u32>, Error> {
        let size = [self.rows.len(), self.width(file)?];
        let words: Vec<&str> = self.rows.iter().flat_map(|(_, row)| row).copied().collect();
        if let Question::Queens(queens) = question {
            let [rows, columns] = [queens.height(), queens.width()];
            if size != [rows, columns] || !self.is_placement() {
                let problem = format!("this is no drawing of queens on {rows}x{columns} squares");
                return Err(wrong(file, self.line, problem));
            }
            let queens = words.iter().zip(0..).filter(|(word, _)| QUEENS.contains(word));
            return Ok(queens.map(|(_, square)| square).collect());
        }
        let instance = question.instance().expect("only placements have none");
        let shape = || wrong(file, self.line, format!("this is no drawing of {}", instance.name()));
        let board = instance.board().ok_or_else(shape)?;
        let sites: Vec<Option<usize>> = board.sites_in_order().collect();
        if sites.len() != words.len() {
            return Err(shape());
        }
        let mut numbered = Vec::new();
        for (word, site) in words.iter().zip(sites) {
            match (number(word), site) {
                (Some(number), Some(square)) => numbered.push((number, square as u32)),
                (None, None) => {}
                _ => return Err(shape()),
            }
        }
        numbered.sort_unstable();
        let steps = numbered.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0);
        if !steps {
            let problem = "the board's numbers do not follow each other without a gap";
            return Err(wrong(file, self.line, problem));
        }
        Ok(numbered.into_iter().map(|(_, square)| square).collect())
    }
}
