//! `Results`: a CSV file with the latest rows for each question and method.
//!
//! An answer replaces all rows of its question and method and keeps all others, so that tables of different ranges and methods
//! can share a file. Each update locks the file, reads it, and replaces it as a whole. So commands
//! that run at the same time keep each other's rows.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::rows::{COLUMNS, rows};
use crate::convention::Convention;
use crate::count::Count;
use crate::error::Error;
use crate::files::{WholeFile, open_locked_soon, open_regular};
use crate::solve::Answer;

/// A results file in memory, as it was on disk.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    lockless: bool,
    rows: Vec<Vec<String>>,
    /// New rows of answers.
    new: Vec<Vec<String>>,
}

impl Results {
    /// Opens the file `name` in `folder`, creating both if necessary, and checks that it can be
    /// written before anything is computed. `lockless` accepts a file system without locks; then no
    /// other process may write there.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::ResultsRow`] if the file is not a results file.
    pub fn open(folder: &Path, name: &str, lockless: bool) -> Result<Results, Error> {
        fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
        let path = folder.join(name);
        WholeFile::create(&path)?;
        let mut results = Results { path, lockless, rows: Vec::new(), new: Vec::new() };
        match open_regular(&results.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            opened => results.read(opened)?,
        }
        Ok(results)
    }

    /// Adds an answer and writes the file, including rows that other processes added.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::JournalLocked`] if another process has locked the file for ten
    /// seconds. The answer is then included in the next write.
    pub fn put(&mut self, answer: &Answer) -> Result<(), Error> {
        let answered = rows(answer);
        self.new.retain(|old| answered.iter().all(|row| key(old) != key(row)));
        self.new.extend(answered);
        // Write through a link instead of replacing it.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let locked = open_locked_soon(&path, self.lockless)?;
        let written = self.read(locked.try_clone()).and_then(|()| self.write());
        match written {
            Ok(()) => self.new.clear(),
            // An empty file was created for locking.
            Err(_) if fs::metadata(&self.path).is_ok_and(|there| there.len() == 0) => {
                let _ = fs::remove_file(&self.path);
            }
            Err(_) => {}
        }
        written
    }

    /// Reads a file without writing it.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::ResultsRow`] if the file is not a results file.
    pub fn read_file(path: &Path) -> Result<Results, Error> {
        let (rows, new) = (Vec::new(), Vec::new());
        let mut results = Results { path: path.into(), lockless: false, rows, new };
        results.read(open_regular(path))?;
        Ok(results)
    }

    /// The rows, each as long as [`COLUMNS`].
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn read(&mut self, file: std::io::Result<File>) -> Result<(), Error> {
        let mut bytes = Vec::new();
        let read = file.and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| Error::io("read", &self.path, error))?;
        self.rows.clear();
        let wrong = |line| Error::ResultsRow { path: self.path.clone(), line };
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
        for (i, record) in reader.records().enumerate() {
            let record = record.map_err(|_| wrong(i as u64 + 1))?;
            let is_counted = i == 0 || record.get(5).is_some_and(|n| n.parse::<Count>().is_ok());
            if i == 0 && record != COLUMNS[..] || record.len() != COLUMNS.len() || !is_counted {
                return Err(wrong(i as u64 + 1));
            }
            if i > 0 {
                let mut row: Vec<String> = record.iter().map(String::from).collect();
                // In earlier versions, the classes of a turn included those of turns and
                // reflections together, which some pieces' tours have.
                let is_clear = row[0] != "tours" || !row[4].ends_with("-turn classes");
                if let Some(convention) = row[4].parse::<Convention>().ok().filter(|_| is_clear) {
                    row[4] = convention.to_string();
                }
                self.rows.push(row);
            }
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Error> {
        self.rows.retain(|old| self.new.iter().all(|row| key(old) != key(row)));
        self.rows.extend_from_slice(&self.new);
        self.rows.sort_by_cached_key(|row| order(row));
        let failed = |e| Error::io("write", &self.path, e);
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written = writer.write_record(COLUMNS);
        let written =
            self.rows.iter().fold(written, |w, row| w.and_then(|()| writer.write_record(row)));
        written.map_err(|e| failed(e.into()))?;
        let bytes = writer.into_inner().map_err(|e| failed(e.into_error()))?;
        let mut file = WholeFile::create(&self.path)?;
        file.write_all(&bytes).map_err(failed)?;
        file.keep()
    }
}

/// The column of the count.
const COUNT: usize = 5;

/// The answer that a row belongs to: method and question. The conventions of an answer can change
/// between versions.
fn key(row: &[String]) -> (&String, Option<&String>) {
    (&row[COUNT + 1], row.last())
}

/// The order of rows: family, kind and piece, then boards by size.
fn order(row: &[String]) -> impl Ord + use<> {
    let digits = |text: &str| {
        text.split(|c: char| !c.is_ascii_digit())
            .filter_map(|n| n.parse().ok())
            .collect::<Vec<u64>>()
    };
    let [family, board, piece, kind, convention] = [0, 1, 2, 3, 4].map(|i| row[i].clone());
    (
        family,
        kind,
        piece,
        digits(&board),
        board,
        convention,
        row[COUNT + 1].clone(),
        row.last().cloned(),
    )
}
