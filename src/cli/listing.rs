//! Listing placements: drawn boards or rows of columns, streamed in constant memory.
//!
//! The units run one after the other on this thread, so that the order is that of the
//! search: lexicographic by the columns from the first row on.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

use cavalcade::engine::{Beat, Enumeration, Halt, Stop, Visitor};
use cavalcade::queens::NO_QUEEN;

use super::args::QueensFormat;

/// What is written for each placement.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub format: QueensFormat,
    pub ascii: bool,
    pub side: usize,
}

/// Writes placements as they come.
pub struct Listing<'a, W: Write> {
    style: Style,
    out: BufWriter<W>,
    /// How many may still come.
    left: u64,
    listed: u64,
    stop: &'a Stop,
    failure: Option<std::io::Error>,
}

impl<'a, W: Write> Listing<'a, W> {
    /// A listing of at most `most` placements.
    pub fn new(style: Style, most: u64, out: W, stop: &'a Stop) -> Listing<'a, W> {
        let out = BufWriter::with_capacity(1 << 16, out);
        Listing { style, out, left: most, listed: 0, stop, failure: None }
    }

    /// Lists what the search visits; true if it came to its end or to the limit.
    pub fn run(
        mut self,
        search: &impl Enumeration<Solution = [u8]>,
    ) -> anyhow::Result<(u64, bool)> {
        self.begin()?;
        let mut complete = true;
        for unit in &search.plan().units {
            if self.left == 0 {
                break;
            }
            match search.run(unit, &mut self) {
                Ok(_) => {}
                Err(Halt::Failed(error)) => return Err(error.into()),
                Err(Halt::Stopped) => {
                    complete = self.left == 0;
                    break;
                }
            }
        }
        if let Some(error) = self.failure.take() {
            return Err(error.into());
        }
        self.end()?;
        Ok((self.listed, complete))
    }

    fn begin(&mut self) -> std::io::Result<()> {
        match self.style.format {
            QueensFormat::Csv => {
                let rows: Vec<_> = (1..=self.style.side).map(|row| format!("row{row}")).collect();
                writeln!(self.out, "{}", rows.join(","))
            }
            QueensFormat::Json => write!(self.out, "["),
            QueensFormat::Text | QueensFormat::Lines => Ok(()),
        }
    }

    fn write(&mut self, columns: &[u8]) -> std::io::Result<()> {
        let first = self.listed == 0;
        match self.style.format {
            QueensFormat::Text => {
                let (queen, empty) = if self.style.ascii { ('Q', '.') } else { ('⍟', '·') };
                if !first {
                    writeln!(self.out)?;
                }
                for &queen_at in columns {
                    for column in 0..self.style.side {
                        let sign = if usize::from(queen_at) == column { queen } else { empty };
                        let space = if column == 0 { "" } else { " " };
                        write!(self.out, "{space}{sign}")?;
                    }
                    writeln!(self.out)?;
                }
                Ok(())
            }
            QueensFormat::Lines => self.numbers(columns, " ").and_then(|()| writeln!(self.out)),
            QueensFormat::Csv => self.numbers(columns, ",").and_then(|()| writeln!(self.out)),
            QueensFormat::Json => {
                write!(self.out, "{}[", if first { "\n" } else { ",\n" })?;
                self.numbers(columns, ",")?;
                write!(self.out, "]")
            }
        }
    }

    /// The columns counted from 1, and 0 for none.
    fn numbers(&mut self, columns: &[u8], between: &str) -> std::io::Result<()> {
        for (row, &column) in columns.iter().enumerate() {
            let number = if column == NO_QUEEN { 0 } else { column + 1 };
            write!(self.out, "{}{number}", if row == 0 { "" } else { between })?;
        }
        Ok(())
    }

    fn end(&mut self) -> std::io::Result<()> {
        if matches!(self.style.format, QueensFormat::Json) {
            writeln!(self.out, "\n]")?;
        }
        self.out.flush()
    }
}

impl<W: Write> Visitor<[u8]> for Listing<'_, W> {
    fn solution(&mut self, columns: &[u8]) -> ControlFlow<()> {
        if let Err(error) = self.write(columns) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        self.listed += 1;
        self.left -= 1;
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        if self.stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
