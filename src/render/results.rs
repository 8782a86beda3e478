//! `Results`: a CSV file with one row for each question, convention and method, the newest.
//!
//! A run replaces its own rows and keeps all others, so that tables of different ranges and
//! methods gather in one file. Each write goes to a temporary file that takes the place of
//! the old one, which is whole at any instant.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::rows::{COLUMNS, rows};
use super::whole_file::WholeFile;
use crate::convention::Convention;
use crate::error::Error;
use crate::solve::{Answer, question_of_label};

/// A results file in memory, as it is on disk.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    rows: Vec<Vec<String>>,
}

impl Results {
    /// Opens the file `name` in `folder`, both made if they are not there, and makes sure
    /// that it can be written before anything is computed for it.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::ResultsRow`] if the file is not one of these.
    pub fn open(folder: &Path, name: &str) -> Result<Results, Error> {
        fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
        let path = folder.join(name);
        let mut results = Results { rows: Vec::new(), path };
        match fs::read(&results.path) {
            Ok(bytes) => results.read(&bytes)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io("read", &results.path, error)),
        }
        WholeFile::create(&results.path)?;
        Ok(results)
    }

    /// Puts an answer in and writes the file.
    ///
    /// # Errors
    /// [`Error::Io`]; the file on disk is then the one before, and the answer is in what is
    /// written next.
    pub fn put(&mut self, answer: &Answer) -> Result<(), Error> {
        for row in rows(answer) {
            self.rows.retain(|old| key(old) != key(&row));
            self.rows.push(row);
        }
        self.rows.sort_by_cached_key(|row| order(row));
        self.write()
    }

    /// Reads a file, to be looked at.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::ResultsRow`] if the file is not one of these.
    pub fn read_file(path: &Path) -> Result<Results, Error> {
        let bytes = fs::read(path).map_err(|error| Error::io("read", path, error))?;
        let mut results = Results { rows: Vec::new(), path: path.into() };
        results.read(&bytes)?;
        Ok(results)
    }

    /// The rows, each as long as [`COLUMNS`].
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let wrong = |line| Error::ResultsRow { path: self.path.clone(), line };
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
        for (i, record) in reader.records().enumerate() {
            let record = record.map_err(|_| wrong(i as u64 + 1))?;
            // Files of 0.1.0 lack the last column.
            let columns = COLUMNS.len() - usize::from(record.len() + 1 == COLUMNS.len());
            if i == 0 && record != COLUMNS[..columns] || record.len() != columns {
                return Err(wrong(i as u64 + 1));
            }
            if i > 0 {
                let mut row: Vec<String> = record.iter().map(String::from).collect();
                // The classes of a turn once included those of turns and reflections together,
                // which tours of some pieces have.
                let is_clear = row[0] != "tours" || !row[4].ends_with("-turn classes");
                if let Some(convention) = row[4].parse::<Convention>().ok().filter(|_| is_clear) {
                    row[4] = convention.to_string();
                }
                if columns < COLUMNS.len() {
                    let [family, board, piece, kind] = [0, 1, 2, 3].map(|i| row[i].as_str());
                    let question = question_of_label(family, board, piece, kind);
                    row.push(question.map_or(String::new(), |question| question.to_string()));
                }
                self.rows.push(row);
            }
        }
        Ok(())
    }

    fn write(&self) -> Result<(), Error> {
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

/// Family, board, piece, kind, convention and method: one row for each.
fn key(row: &[String]) -> (&[String], &String) {
    (&row[..5], &row[6])
}

/// Rows by family, kind and piece, then boards from small to large.
fn order(row: &[String]) -> impl Ord + use<> {
    let digits = |text: &str| {
        text.split(|c: char| !c.is_ascii_digit())
            .filter_map(|n| n.parse().ok())
            .collect::<Vec<u64>>()
    };
    let [family, board, piece, kind, convention] = [0, 1, 2, 3, 4].map(|i| row[i].clone());
    (family, kind, piece, digits(&board), board, convention, row[6].clone())
}
