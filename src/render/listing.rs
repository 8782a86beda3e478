//! `Listing`: writes tours, placements or walks in any format.
//!
//! Texts that are equal for all solutions are made once, and solutions are collected in a buffer.
//! So a solution costs a few copies, and a listing takes constant memory. Pictures are the
//! exception: a sheet is drawn at the end, and has a limit.

use std::io::{Result, Write};

use super::boards::Boards;
use super::cells::Cells;
use super::draft::Draft;
use super::drawn::Drawn;
use super::format::Format;
use super::framed::Framed;
use super::packed::PackedWriter;
use super::sheet::Sheet;
use crate::tours::Spelling;

/// Writes solutions one by one.
#[derive(Debug)]
pub struct Listing<W> {
    page: Page,
    out: W,
    /// The solutions not yet written out.
    draft: Draft,
    listed: u64,
}

#[derive(Debug)]
enum Page {
    Boards(Boards),
    Framed(Framed),
    Cells(Cells),
    Packed(Box<PackedWriter>),
    Drawn(Box<Drawn>),
}

impl<W: Write> Listing<W> {
    /// A listing in this format, with the options of the sheet.
    pub fn new(format: Format, sheet: Sheet<'_>, out: W) -> Listing<W> {
        let page = match (format, sheet.question()) {
            (Format::Text, _) => sheet.boards().map(Page::Boards),
            (Format::Framed, _) => sheet.framed().map(Page::Framed),
            (Format::Binary, Some(question)) => {
                Some(Page::Packed(Box::new(PackedWriter::new(question))))
            }
            (Format::Svg | Format::Png, _) => {
                Some(Page::Drawn(Box::new(Drawn::new(sheet, format))))
            }
            _ => None,
        };
        let page = page.unwrap_or_else(|| Page::Cells(sheet.cells(format.frame())));
        Listing { page, out, draft: Draft::default(), listed: 0 }
    }

    /// Writes the text before the first solution.
    pub fn begin(&mut self) -> Result<()> {
        match &mut self.page {
            Page::Boards(_) | Page::Framed(_) | Page::Drawn(_) => {}
            Page::Cells(cells) => self.draft.put(cells.head().as_bytes()),
            Page::Packed(packed) => packed.begin(&mut self.draft),
        }
        self.draft.give(&mut self.out)
    }

    /// Writes a solution: its squares in the order of the visit, or those of queens in any order.
    /// The writer receives it when the buffer is full, or at the end.
    pub fn put(&mut self, squares: &[u32]) -> Result<()> {
        let first = self.listed == 0;
        match &mut self.page {
            Page::Boards(boards) => boards.put(squares, first, &mut self.draft),
            Page::Framed(framed) => framed.put(squares, first, &mut self.draft),
            Page::Cells(cells) => cells.put(squares, first, &mut self.draft),
            Page::Packed(packed) => packed.put(squares, &mut self.draft)?,
            Page::Drawn(drawn) => drawn.put(squares)?,
        }
        self.listed += 1;
        self.draft.give_if_full(&mut self.out)
    }

    /// The spelling of a row, if the row consists of the texts of squares and fixed text around
    /// them. Then solutions may be given as spelled rows.
    pub fn spelling(&self) -> Option<Spelling<u8>> {
        if let Page::Cells(cells) = &self.page { cells.spelling() } else { None }
    }

    /// Writes solutions that were spelled by [`Listing::spelling`].
    ///
    /// # Panics
    /// If the format has no spelling.
    pub fn put_spelled(&mut self, rows: &[u8], solutions: usize) -> Result<()> {
        let Page::Cells(cells) = &self.page else { panic!("this listing is not spelled") };
        let [first, rows] = cells.spelled(rows, self.listed == 0);
        self.listed += solutions as u64;
        self.draft.put(first);
        // Spelled rows come in large blocks, so copying them to the buffer gains nothing.
        self.draft.give(&mut self.out)?;
        self.out.write_all(rows)
    }

    /// Writes the text after the last solution. Returns the number of solutions.
    pub fn end(self) -> Result<u64> {
        self.into_writer().map(|(listed, _)| listed)
    }

    /// Like [`Listing::end`], and returns the writer.
    pub fn into_writer(mut self) -> Result<(u64, W)> {
        match &mut self.page {
            Page::Boards(_) | Page::Framed(_) => {}
            Page::Cells(cells) => self.draft.put(cells.foot(self.listed).as_bytes()),
            Page::Packed(packed) => packed.end(&mut self.draft),
            Page::Drawn(drawn) => self.draft.put(&drawn.end()?),
        }
        self.draft.give(&mut self.out)?;
        self.out.flush()?;
        Ok((self.listed, self.out))
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Listing, Sheet};
    use crate::question::Question;

    fn question(text: &str) -> Question {
        text.parse().unwrap()
    }

    fn shown(format: Format, sheet: Sheet<'_>, solutions: &[&[u32]]) -> String {
        let mut out = Vec::new();
        let mut listing = Listing::new(format, sheet, &mut out);
        listing.begin().unwrap();
        solutions.iter().for_each(|squares| listing.put(squares).unwrap());
        assert_eq!(listing.end().unwrap(), solutions.len() as u64);
        String::from_utf8(out).unwrap()
    }

    /// Compares text, lines, CSV and JSON with the expected ones. JSON by lines is JSON without the
    /// outer brackets and commas.
    fn is(sheet: Sheet<'_>, solutions: &[&[u32]], expected: [&str; 4]) {
        let formats = [Format::Text, Format::Lines, Format::Csv, Format::Json];
        for (format, expected) in formats.into_iter().zip(expected) {
            assert_eq!(shown(format, sheet, solutions), expected, "{format}");
        }
        let json = expected[3].lines().skip(1).map(|line| line.trim_end_matches(','));
        let by_lines: String =
            json.filter(|line| *line != "]").map(|line| format!("{line}\n")).collect();
        assert_eq!(shown(Format::Jsonl, sheet, solutions), by_lines);
    }

    #[test]
    fn tours_of_a_graph_are_lines_of_names() {
        let graph = question("tours open graph:Bw names=x,y,z");
        let expected = [
            "y z x\n",
            "y z x\n",
            "square1,square2,square3\ny,z,x\n",
            "[\n[\"y\",\"z\",\"x\"]\n]\n",
        ];
        is(Sheet::of(&graph), &[&[1, 2, 0]], expected);
    }

    #[test]
    fn codes_follow_their_walks() {
        let pad = question("walks any knight letters18 length=3");
        let sheet = Sheet::of(&pad).codes(true);
        let csv = "square1,square2,square3,code\n0,7,0,126\n";
        let json = "[\n[0,7,0,\"126\"]\n]\n";
        is(sheet, &[&[0, 7, 0]], ["0, 7, 0: 126\n", "0, 7, 0: 126\n", csv, json]);
        assert_eq!(shown(Format::Text, sheet.names(true), &[&[0, 7, 0]]), "AHA: 126\n");
    }

    #[test]
    fn named_vertices_are_always_listed_by_name() {
        let graph = question("walks any graph:Bw names=x,y,z length=2");
        let lines = |names| shown(Format::Lines, Sheet::of(&graph).names(names), &[&[0, 1]]);
        assert_eq!((lines(false), lines(true)), ("x, y\n".into(), "x y\n".into()));
        let numbered = question("walks any graph:Bw length=2");
        assert_eq!(shown(Format::Lines, Sheet::of(&numbered), &[&[0, 1]]), "0, 1\n");
    }

    #[test]
    fn keys_with_special_characters_are_quoted() {
        let pad = question("walks any knight keypad:%22a%5c/bcd/efg length=2");
        let sheet = Sheet::of(&pad).names(true);
        assert_eq!(shown(Format::Csv, sheet, &[&[0, 2]]), "square1,square2\n\"\"\"\",\\\n");
        assert_eq!(shown(Format::Json, sheet, &[&[0, 2]]), "[\n[\"\\\"\",\"\\\\\"]\n]\n");
    }
}
