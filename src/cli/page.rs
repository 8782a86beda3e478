//! Where the text of a command goes: stdout, or the file that `--output` names, which has its
//! name when it is whole; and where results files are gathered.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cavalcade::Error;
use cavalcade::files::WholeFile;

use super::session::exit::Usage;
use super::session::terminal::{self, Plain, Stdout};

/// What is written for stdout where a file could stand.
const STDOUT: &str = "-";

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
            Place::Stdout | Place::Folder(_) => Page::Stdout(terminal::out()),
            Place::File(path) => Page::File(Box::new(WholeFile::create(path)?), path.clone()),
        })
    }
}

/// A text on its way out.
pub enum Page {
    Stdout(Plain<Stdout>),
    File(Box<WholeFile>, PathBuf),
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Page::Stdout(out) => out.write(bytes),
            Page::File(file, path) => file
                .write(bytes)
                .map_err(|error| io::Error::new(error.kind(), Error::io("write", path, error))),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Page::Stdout(out) => out.flush(),
            Page::File(file, _) => file.flush(),
        }
    }
}

impl Page {
    /// Ends it: a file takes its name.
    pub fn end(mut self) -> anyhow::Result<()> {
        let flushed = self.flush();
        match self {
            Page::Stdout(_) => Ok(flushed?),
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
