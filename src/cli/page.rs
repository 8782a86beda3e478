//! The destination of a command's output: stdout, the file of `--output`, which gets its name when
//! it is complete, or a folder of results files.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use cavalcade::Error;
use cavalcade::files::WholeFile;
use cavalcade::render::{WIDTH, wrapped};

use super::session::exit::Usage;
use super::session::terminal::{self, Plain, Stdout};

/// The word for stdout in place of a file.
pub const STDOUT: &str = "-";

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

    /// Reads the flag for a command without results files, which refuses a folder.
    pub fn file(output: Option<&Path>) -> Result<Place, Usage> {
        match Place::of(output) {
            Place::Folder(folder) => {
                let folder = folder.display();
                Err(Usage(format!("--output {folder} is a folder; give the path of a file")))
            }
            place => Ok(place),
        }
    }

    pub fn folder(&self) -> Option<&Path> {
        match self {
            Place::Folder(folder) => Some(folder),
            Place::Stdout | Place::File(_) => None,
        }
    }

    pub fn as_file(&self) -> Option<&Path> {
        match self {
            Place::File(file) => Some(file),
            Place::Stdout | Place::Folder(_) => None,
        }
    }

    /// Checks that the output can be written, before anything is computed.
    pub fn check(&self) -> anyhow::Result<()> {
        match self {
            Place::File(path) => drop(WholeFile::create(path)?),
            Place::Stdout | Place::Folder(_) => terminal::check_out()?,
        }
        Ok(())
    }

    /// Begins the output. For a folder of results files, other output goes to stdout.
    pub fn page(&self) -> anyhow::Result<Page> {
        Ok(match self {
            Place::Stdout | Place::Folder(_) => Page::text(),
            Place::File(path) => Page::file(WholeFile::create(path)?, path),
        })
    }
}

/// An output being written.
pub enum Page {
    Stdout(BufWriter<Plain<Stdout>>),
    /// Stdout for binary data, or for text with colours.
    Raw(BufWriter<Stdout>),
    File(Box<WholeFile>, PathBuf),
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Page::Stdout(out) => out.write(bytes),
            Page::Raw(out) => out.write(bytes),
            Page::File(file, path) => file
                .write(bytes)
                .map_err(|error| io::Error::new(error.kind(), Error::io("write", path, error))),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Page::Stdout(out) => out.flush(),
            Page::Raw(out) => out.flush(),
            Page::File(file, _) => file.flush(),
        }
    }
}

impl Page {
    pub fn text() -> Page {
        Page::Stdout(BufWriter::with_capacity(BUFFER, terminal::out()))
    }

    /// Stdout without escaping.
    pub fn raw(out: Stdout) -> Page {
        Page::Raw(BufWriter::with_capacity(BUFFER, out))
    }

    /// A file, renamed to its path at the end.
    pub fn file(file: WholeFile, path: &Path) -> Page {
        Page::File(Box::new(file), path.into())
    }

    /// The characters of text on a line.
    pub fn width(&self) -> usize {
        match self {
            Page::Stdout(_) | Page::Raw(_) => terminal::width(),
            Page::File(..) => WIDTH,
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
            Page::Stdout(_) | Page::Raw(_) => Ok(flushed?),
            Page::File(file, path) => {
                flushed.map_err(|error| Error::io("write", &path, error))?;
                Ok(file.keep()?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Place;

    #[test]
    fn a_folder_is_one_that_is_there_or_ends_in_a_slash() {
        let there = tempfile::tempdir().unwrap();
        let of = |text: &str| Place::of(Some(Path::new(text)));
        assert_eq!((Place::of(None), of("-")), (Place::Stdout, Place::Stdout));
        assert_eq!(of("counts.csv"), Place::File("counts.csv".into()));
        assert_eq!(of("counts/"), Place::Folder("counts/".into()));
        assert!(Place::of(Some(there.path())).folder().is_some());
        assert!(Place::file(Some(there.path())).is_err() && Place::file(None).is_ok());
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_before() {
        let there = tempfile::tempdir().unwrap();
        let place = Place::of(Some(&there.path().join("nowhere/file")));
        assert!(place.check().is_err() && Place::Stdout.check().is_ok());
    }
}
