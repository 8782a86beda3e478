//! `Listing`: tours one after the other, as numbered boards, names of squares, CSV or JSON.
//!
//! What does not change from tour to tour is made once: the padded numbers, what stands
//! behind each site of the box, the names. So a tour costs a few copies, and a listing no
//! memory that grows with it.

use std::io::{Result, Write};

/// How tours are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The board with each square's number in the order of the visit, one empty line after a
    /// plane, two after a solid, and so on; as the listings of the field.
    Boards,
    /// A line for each tour: the names of its squares in order.
    Lines,
    /// The same as CSV, with a header.
    Csv,
    /// An array of arrays of names, a line for each tour.
    Json,
}

/// Writes tours as they come.
#[derive(Debug)]
pub struct Listing<W> {
    form: Form,
    page: Page,
    out: W,
    listed: u64,
}

/// The box that tours are drawn in.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its sides, the last one fastest.
    pub lengths: Vec<usize>,
    /// Its sites in order: the square there, or none for a hole.
    pub sites: Vec<Option<usize>>,
}

/// What is the same for every tour.
#[derive(Debug)]
enum Page {
    Boards {
        /// The sites of the box in order: their squares, or holes.
        sites: Vec<Option<usize>>,
        /// What follows each site.
        after: Vec<String>,
        /// The numbers, padded, by place in the tour.
        numbers: Vec<String>,
        hole: String,
        /// The empty lines between two tours.
        between: String,
        /// The place of each square in the tour that is being written.
        place: Vec<usize>,
    },
    Names(Vec<String>),
}

impl Page {
    fn boards(Sheet { lengths, sites }: Sheet, first: usize) -> Page {
        let squares = sites.iter().flatten().count();
        let width = (first + squares).saturating_sub(1).to_string().len();
        Page::Boards {
            after: after(&lengths),
            sites,
            numbers: (first..first + squares).map(|n| format!("{n:>width$}")).collect(),
            hole: format!("{:>width$}", "."),
            between: "\n".repeat(lengths.len().saturating_sub(1).max(1)),
            place: vec![0; squares],
        }
    }
}

/// What follows each site of a box: a blank in a row, the ends of lines behind it, and an
/// empty line more for each further axis that is at its end.
fn after(lengths: &[usize]) -> Vec<String> {
    let sites: usize = lengths.iter().product();
    let behind = |site: usize| {
        let mut block = 1;
        let ended = lengths.iter().rev().take_while(|&&length| {
            block *= length;
            site.is_multiple_of(block)
        });
        match ended.count() {
            0 => " ".into(),
            _ if site == sites => "\n".into(),
            ended => "\n".repeat(ended),
        }
    };
    (1..=sites).map(behind).collect()
}

impl<W: Write> Listing<W> {
    /// A listing on such a sheet of squares whose names `name` tells; boards are numbered
    /// from `first` on.
    pub fn new(
        form: Form,
        sheet: Sheet,
        name: impl Fn(usize) -> String,
        first: usize,
        out: W,
    ) -> Listing<W> {
        let page = match form {
            Form::Boards => Page::boards(sheet, first),
            _ => Page::Names((0..sheet.sites.iter().flatten().count()).map(name).collect()),
        };
        Listing { form, page, out, listed: 0 }
    }

    /// Writes what stands before the first tour.
    ///
    /// # Errors
    /// Those of the writer, here and below.
    pub fn begin(&mut self) -> Result<()> {
        match (self.form, &self.page) {
            (Form::Csv, Page::Names(names)) => {
                let header: Vec<_> = (1..=names.len()).map(|i| format!("square{i}")).collect();
                writeln!(self.out, "{}", header.join(","))
            }
            (Form::Json, _) => write!(self.out, "["),
            _ => Ok(()),
        }
    }

    /// Writes a tour, its squares in the order of the visit.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn put(&mut self, squares: impl IntoIterator<Item = usize>) -> Result<()> {
        let first = self.listed == 0;
        self.listed += 1;
        match (&mut self.page, self.form) {
            (Page::Boards { sites, after, numbers, hole, between, place }, _) => {
                if !first {
                    self.out.write_all(between.as_bytes())?;
                }
                squares.into_iter().enumerate().for_each(|(i, square)| place[square] = i);
                for (site, after) in sites.iter().zip(after) {
                    let number = site.map_or(&*hole, |square| &numbers[place[square]]);
                    self.out.write_all(number.as_bytes())?;
                    self.out.write_all(after.as_bytes())?;
                }
                Ok(())
            }
            (Page::Names(names), form) => {
                let (open, quote, between, close) = match form {
                    Form::Json if first => ("\n[", "\"", ",", "]"),
                    Form::Json => (",\n[", "\"", ",", "]"),
                    Form::Csv => ("", "", ",", "\n"),
                    Form::Lines | Form::Boards => ("", "", " ", "\n"),
                };
                self.out.write_all(open.as_bytes())?;
                for (i, square) in squares.into_iter().enumerate() {
                    let between = if i > 0 { between } else { "" };
                    for part in [between, quote, &names[square], quote] {
                        self.out.write_all(part.as_bytes())?;
                    }
                }
                self.out.write_all(close.as_bytes())
            }
        }
    }

    /// Writes what stands behind the last tour; how many there were.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn end(mut self) -> Result<u64> {
        match (self.form, self.listed) {
            (Form::Json, 0) => writeln!(self.out, "]")?,
            (Form::Json, _) => writeln!(self.out, "\n]")?,
            _ => {}
        }
        self.out.flush()?;
        Ok(self.listed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Listing, Sheet};

    /// Holes are after the squares.
    fn shown(form: Form, lengths: &[usize], first: usize, tours: &[&[usize]]) -> String {
        let squares = tours.first().map_or(4, |tour| tour.len());
        let sites = (0..lengths.iter().product()).map(|i| (i < squares).then_some(i)).collect();
        let sheet = Sheet { lengths: lengths.to_vec(), sites };
        let mut out = Vec::new();
        let name = |square: usize| ["a", "b", "c", "d", "e", "f"][square].to_string();
        let mut listing = Listing::new(form, sheet, name, first, &mut out);
        listing.begin().unwrap();
        tours.iter().for_each(|tour| listing.put(tour.iter().copied()).unwrap());
        assert_eq!(listing.end().unwrap(), tours.len() as u64);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn planes_are_parted_by_empty_lines() {
        let boards = |lengths: &[usize], tour: &[usize]| shown(Form::Boards, lengths, 7, &[tour]);
        assert_eq!(boards(&[2, 3], &[0, 1, 2, 3, 4, 5]), " 7  8  9\n10 11 12\n");
        assert_eq!(boards(&[2, 1, 2], &[3, 1, 2, 0]), "10  8\n\n 9  7\n");
        assert_eq!(boards(&[2, 1, 1, 1], &[0, 1]), "7\n\n\n8\n");
        assert_eq!(boards(&[3], &[0, 1, 2]), "7 8 9\n");
        assert_eq!(boards(&[2, 2], &[2, 0, 1]), "8 9\n7 .\n");
    }

    #[test]
    fn every_form_parts_its_tours() {
        let tours = [&[0, 2, 1][..], &[2, 1, 0]];
        let is = |form, expected| assert_eq!(shown(form, &[2, 2], 1, &tours), expected);
        is(Form::Boards, "1 3\n2 .\n\n3 2\n1 .\n");
        is(Form::Lines, "a c b\nc b a\n");
        is(Form::Csv, "square1,square2,square3\na,c,b\nc,b,a\n");
        is(Form::Json, "[\n[\"a\",\"c\",\"b\"],\n[\"c\",\"b\",\"a\"]\n]\n");
        assert_eq!(shown(Form::Json, &[2, 2], 1, &[]), "[]\n");
        let solids = shown(Form::Boards, &[2, 2, 1], 1, &[&[0, 1, 2, 3][..]; 2]);
        assert_eq!(solids, "1\n2\n\n3\n4\n\n\n1\n2\n\n3\n4\n");
    }
}
