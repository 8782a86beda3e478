//! Where the text of a command goes: stdout, or the file that `--output` names, which has its
//! name when it is whole; and where results files are gathered.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use cavalcade::Error;
use cavalcade::files::WholeFile;
use cavalcade::render::{WIDTH, wrapped};

use super::session::exit::Usage;
use super::session::terminal::{self, Plain, Stdout};

/// What is written for stdout where a file could stand.
pub const STDOUT: &str = "-";

/// Room for what is not yet written.
const BUFFER: usize = 1 << 16;

/// What `--output` names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nothing, or `-`.
    #[default]
    Stdout,
    /// A file.
    File(PathBuf),
    /// A folder that is there, or a path that ends in a slash.
    Folder(PathBuf),
}

impl Place {
    /// Reads the flag.
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

    /// Reads the flag of a command that gathers nothing: a folder is refused.
    pub fn file(output: Option<&Path>) -> Result<Place, Usage> {
        match Place::of(output) {
            Place::Folder(folder) => {
                let folder = folder.display();
                Err(Usage(format!("--output {folder} is a folder; give the path of a file")))
            }
            place => Ok(place),
        }
    }

    /// The folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Place::Folder(folder) => Some(folder),
            Place::Stdout | Place::File(_) => None,
        }
    }

    /// The file, if it is one.
    pub fn as_file(&self) -> Option<&Path> {
        match self {
            Place::File(file) => Some(file),
            Place::Stdout | Place::Folder(_) => None,
        }
    }

    /// Makes sure that it can be written, before anything is computed for it.
    pub fn check(&self) -> anyhow::Result<()> {
        match self {
            Place::File(path) => drop(WholeFile::create(path)?),
            Place::Stdout | Place::Folder(_) => terminal::check_out()?,
        }
        Ok(())
    }

    /// Begins what is to be written there; what goes beside a folder of results files goes to
    /// stdout.
    pub fn page(&self) -> anyhow::Result<Page> {
        Ok(match self {
            Place::Stdout | Place::Folder(_) => Page::text(),
            Place::File(path) => Page::file(WholeFile::create(path)?, path),
        })
    }
}

/// Text or bytes on their way out.
pub enum Page {
    Stdout(BufWriter<Plain<Stdout>>),
    /// Stdout for what is no text, or has colours of its own.
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
    /// Stdout for text.
    pub fn text() -> Page {
        Page::Stdout(BufWriter::with_capacity(BUFFER, terminal::out()))
    }

    /// Stdout for what goes out as it is.
    pub fn raw(out: Stdout) -> Page {
        Page::Raw(BufWriter::with_capacity(BUFFER, out))
    }

    /// A file, which takes its name at the end.
    pub fn file(file: WholeFile, path: &Path) -> Page {
        Page::File(Box::new(file), path.into())
    }

    /// How many characters of text a line holds.
    pub fn width(&self) -> usize {
        match self {
            Page::Stdout(_) | Page::Raw(_) => terminal::width(),
            Page::File(..) => WIDTH,
        }
    }

    /// Writes a sentence, on several lines where it is long.
    pub fn say(&mut self, sentence: &str) -> io::Result<()> {
        wrapped(sentence, self.width(), self)
    }

    /// Ends it: a file takes its name.
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
