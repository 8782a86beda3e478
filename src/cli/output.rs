//! The output of a command: its format and destination, and reports in every format.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use cavalcade::Error;
use cavalcade::files::WholeFile;
use cavalcade::render::{Format, Grid, WIDTH, signed, wrapped};
use serde_json::Value;

use super::args::Printed;
use super::session::exit::Usage;
use super::session::terminal::{self, Plain, Stdout};

/// The word for stdout in place of a file.
const STDOUT: &str = "-";

/// Bytes of the output buffer.
const BUFFER: usize = 1 << 16;

/// The meaning of `--output`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// No flag, or `-`.
    #[default]
    Stdout,
    File(PathBuf),
    /// An existing folder, or a path that ends in a slash.
    Folder(PathBuf),
}

impl Place {
    pub fn of(output: Option<&Path>) -> Place {
        let Some(path) = output.filter(|path| *path != Path::new(STDOUT)) else {
            return Place::Stdout;
        };
        let ends_so = path.to_string_lossy().ends_with(std::path::is_separator);
        match ends_so || path.is_dir() {
            true => Place::Folder(path.into()),
            false => Place::File(path.into()),
        }
    }
}

/// The meaning of `--format` and `--output`.
#[derive(Clone, Debug)]
pub struct Output {
    pub format: Format,
    pub place: Place,
}

impl Output {
    /// The output of a report.
    pub fn of(printed: &Printed) -> anyhow::Result<Output> {
        Output::checked(printed.format, printed.output.as_deref(), false)
    }

    /// The output of counts. Checks that it can be written, before anything is computed. A folder is
    /// an error unless the command writes results files.
    pub fn checked(
        format: Format,
        output: Option<&Path>,
        takes_folder: bool,
    ) -> anyhow::Result<Output> {
        let place = Place::of(output);
        if let (Place::Folder(folder), false) = (&place, takes_folder) {
            let folder = folder.display();
            let problem = format!("--output {folder} is a folder; give the path of a file");
            return Err(Usage(problem).into());
        }
        let output = Output { format, place };
        output.check()?;
        Ok(output)
    }

    /// The output of a listing, which is checked when it is opened.
    pub fn listing(format: Format, output: Option<&Path>) -> Output {
        let file = output.filter(|path| *path != Path::new(STDOUT));
        Output { format, place: file.map_or(Place::Stdout, |path| Place::File(path.into())) }
    }

    /// Checks that the output can be written.
    pub fn check(&self) -> anyhow::Result<()> {
        match &self.place {
            Place::File(path) => drop(WholeFile::create(path)?),
            Place::Stdout | Place::Folder(_) => terminal::check_out()?,
        }
        Ok(())
    }

    pub fn folder(&self) -> Option<&Path> {
        match &self.place {
            Place::Folder(folder) => Some(folder),
            Place::Stdout | Place::File(_) => None,
        }
    }

    /// True for framed boards on stdout, if colours are enabled.
    pub fn is_coloured(&self) -> bool {
        self.format == Format::Framed && self.place == Place::Stdout && terminal::is_coloured()
    }

    /// Begins the output. For a folder of results files, other output goes to stdout.
    pub fn begin(&self) -> anyhow::Result<Writer> {
        let format = self.format;
        if !format.is_built() {
            let problem = format!("--format {format}: this program was built without it");
            let remedy = "cargo install --path . --features png adds it; or take --format svg";
            return Err(Usage(format!("{problem}; {remedy}")).into());
        }
        if let Place::File(path) = &self.place {
            return Ok(Writer::file(WholeFile::create(path)?, path));
        }
        terminal::check_out()?;
        let buffered = |out| BufWriter::with_capacity(BUFFER, out);
        if !format.is_text() {
            let out = terminal::raw().ok_or_else(|| {
                let problem = format!("--format {format} is not for a terminal");
                Usage(format!("{problem}; add --output FILE, or send it into a pipe"))
            })?;
            return Ok(Writer::Raw(buffered(out)));
        }
        Ok(match self.is_coloured() {
            // All its text is the program's own, so the terminal may interpret its colours.
            true => Writer::Raw(buffered(Stdout::new())),
            false => Writer::Stdout(BufWriter::with_capacity(BUFFER, terminal::out())),
        })
    }

    /// Writes a report; `text` writes it for people.
    pub fn write(
        &self,
        report: &Report,
        text: impl FnOnce(&mut Writer) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut out = self.begin()?;
        report.write(self.format, &mut out, text)?;
        out.end()
    }
}

/// An output being written.
pub enum Writer {
    Stdout(BufWriter<Plain<Stdout>>),
    /// Stdout for binary data, or for text with colours.
    Raw(BufWriter<Stdout>),
    File(Box<WholeFile>, PathBuf),
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Writer::Stdout(out) => out.write(bytes),
            Writer::Raw(out) => out.write(bytes),
            Writer::File(file, path) => file
                .write(bytes)
                .map_err(|error| io::Error::new(error.kind(), Error::io("write", path, error))),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Writer::Stdout(out) => out.flush(),
            Writer::Raw(out) => out.flush(),
            Writer::File(file, _) => file.flush(),
        }
    }
}

impl Writer {
    /// A file, renamed to its path at the end.
    pub fn file(file: WholeFile, path: &Path) -> Writer {
        Writer::File(Box::new(file), path.into())
    }

    /// The characters of text on a line.
    pub fn width(&self) -> usize {
        match self {
            Writer::Stdout(_) | Writer::Raw(_) => terminal::width(),
            Writer::File(..) => WIDTH,
        }
    }

    /// Writes a sentence, wrapped.
    pub fn say(&mut self, sentence: &str) -> io::Result<()> {
        wrapped(sentence, self.width(), self)
    }

    /// Ends the output; a file gets its name.
    pub fn end(mut self) -> anyhow::Result<()> {
        let flushed = self.flush();
        match self {
            Writer::Stdout(_) | Writer::Raw(_) => Ok(flushed?),
            Writer::File(file, path) => {
                flushed.map_err(|error| Error::io("write", &path, error))?;
                Ok(file.keep()?)
            }
        }
    }
}

/// Output other than an answer, in every format except text, which each command writes.
#[derive(Debug)]
pub struct Report {
    /// The whole report as one object.
    pub json: Value,
    /// One object for each row; if empty, the whole report is the only row.
    pub lines: Vec<Value>,
    /// Sentences above the tables in Markdown.
    pub sentences: Vec<String>,
    /// The tables; CSV contains only the first.
    pub grids: Vec<Grid>,
}

impl Report {
    /// A report of this kind, with one table.
    pub fn new(kind: &str, json: Value, grid: Grid) -> Report {
        let json = signed(kind, json);
        Report { json, lines: Vec::new(), sentences: Vec::new(), grids: vec![grid] }
    }

    /// Adds an object of this kind for each row.
    pub fn by_lines(self, kind: &str, values: impl IntoIterator<Item = Value>) -> Report {
        Report { lines: values.into_iter().map(|value| signed(kind, value)).collect(), ..self }
    }

    /// Writes the report in this format.
    pub fn write(
        &self,
        format: Format,
        out: &mut Writer,
        text: impl FnOnce(&mut Writer) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match format {
            Format::Json => writeln!(out, "{}", self.json)?,
            Format::Jsonl if self.lines.is_empty() => writeln!(out, "{}", self.json)?,
            Format::Jsonl => self.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?,
            Format::Csv => self.grids.iter().take(1).try_for_each(|grid| grid.csv(out))?,
            Format::Markdown => {
                for sentence in &self.sentences {
                    writeln!(out, "{sentence}\n")?;
                }
                for (i, grid) in self.grids.iter().filter(|grid| !grid.is_empty()).enumerate() {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    grid.markdown(out)?;
                }
            }
            _ => text(out)?,
        }
        Ok(())
    }
}
