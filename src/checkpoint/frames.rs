//! The format of checkpoints: a line that names the format, then frames.
//!
//! A frame is its length, its CRC-32C and its bytes; the CRC's initial value is that of the frame
//! before. The first frame names the question, the second the file, and an empty frame ends the
//! file. A file that was truncated, reordered, assembled from others or renamed is therefore
//! detected.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use crc32c::crc32c_append;

use crate::error::Error;
use crate::files::{WholeFile, open_regular};

/// The first line of a file; other formats are refused.
const FORMAT: &[u8] = b"cavalcade-checkpoint 2\n";

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 20;

/// The longest frame that is ever written.
const LONGEST: usize = 1 << 26;

/// The common prefix and suffix of our file names.
const BEGIN: &str = "cavalcade-";
const END: &str = ".checkpoint";

/// The suffix of a file while it is written, after the name and a random part.
const PART: &str = ".part";

/// A file name in our form.
pub(super) struct OurName {
    /// The whole name.
    pub name: String,
    /// The variable part: `layer`, `sweep-0`.
    pub inner: String,
    /// True for a file that is being written, or whose writing was interrupted.
    pub is_part: bool,
}

impl OurName {
    /// The name of a complete file.
    pub fn whole(inner: &str) -> String {
        format!("{BEGIN}{inner}{END}")
    }

    /// Parses a name in a folder; `None` if it has another form.
    pub fn of(name: OsString) -> Option<OurName> {
        let name = name.into_string().ok()?;
        let inner = name.strip_prefix(BEGIN)?;
        let part = inner.strip_suffix(PART);
        let is_part = part.is_some();
        // An earlier version had no random part.
        let random = part.and_then(|part| part.rsplit_once('.')?.0.strip_suffix(END));
        let inner = random.or_else(|| part.unwrap_or(inner).strip_suffix(END))?.to_string();
        Some(OurName { name, inner, is_part })
    }
}

/// Writes the frames of one file.
pub(super) struct FrameWriter<'p> {
    path: &'p Path,
    to: BufWriter<WholeFile>,
    sum: u32,
}

impl<'p> FrameWriter<'p> {
    /// Starts a file of this name for the question with this fingerprint.
    pub(super) fn new(path: &'p Path, question: &str, name: &str) -> Result<Self, Error> {
        let refused = |error| Error::io("write", path, error);
        let mut to = BufWriter::with_capacity(BUFFER, WholeFile::create_part(path, PART)?);
        to.write_all(FORMAT).map_err(refused)?;
        let mut frames = FrameWriter { path, to, sum: 0 };
        frames.append(question.as_bytes()).map_err(refused)?;
        frames.append(name.as_bytes()).map_err(refused)?;
        Ok(frames)
    }

    /// Adds a frame, which must not be empty.
    pub(super) fn put(&mut self, frame: &[u8]) -> Result<(), Error> {
        assert!((1..=LONGEST).contains(&frame.len()), "an empty frame ends a file");
        self.append(frame).map_err(|error| Error::io("write", self.path, error))
    }

    /// Ends the file and gives it its name; both are on disk afterwards if they are synced.
    pub(super) fn end(mut self, is_synced: bool) -> Result<(), Error> {
        let refused = |error| Error::io("write", self.path, error);
        self.append(&[]).map_err(refused)?;
        let file = self.to.into_inner().map_err(|error| refused(error.into_error()))?;
        if is_synced { file.keep() } else { file.keep_unsynced() }
    }

    fn append(&mut self, frame: &[u8]) -> io::Result<()> {
        self.sum = crc32c_append(self.sum, frame);
        self.to.write_all(&(frame.len() as u32).to_le_bytes())?;
        self.to.write_all(&self.sum.to_le_bytes())?;
        self.to.write_all(frame)
    }
}

/// The question and the name that a file records, and its first frame if it has one; an error if it
/// is no checkpoint of this version.
pub(super) fn beginning(path: &Path) -> Result<(String, String, Vec<u8>), Error> {
    let file = open_regular(path).map_err(|error| Error::io("read", path, error))?;
    let from = BufReader::with_capacity(1 << 12, file);
    let mut frames = FrameReader { path, from, at: 0, sum: 0 };
    let mut format = [0; FORMAT.len()];
    frames.exactly(&mut format)?;
    if format != FORMAT {
        return Err(frames.damaged("it is not a checkpoint of this version"));
    }
    let mut texts = [String::new(), String::new()];
    let mut frame = Vec::new();
    for text in &mut texts {
        frames.next(&mut frame)?;
        *text = String::from_utf8_lossy(&frame).into_owned();
    }
    let [question, name] = texts;
    // A file that is being written may end here.
    if frames.next(&mut frame).is_err() {
        frame.clear();
    }
    Ok((question, name, frame))
}

/// The owner of a file, by its first bytes.
#[derive(Debug, PartialEq)]
pub(super) enum Owner {
    /// There is no file.
    Nobody,
    /// This question.
    Us,
    /// Perhaps this question: the file is shorter than the common beginning of its files.
    Torn,
    /// Another question: its fingerprint.
    Another(String),
    /// Another program, or another version of this one.
    Stranger,
}

/// The owner of the file at `path`, where `question` is ours.
pub(super) fn owner(path: &Path, question: &str) -> Result<Owner, Error> {
    let read = |error| Error::io("read", path, error);
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Owner::Nobody),
        Ok(there) if !there.is_file() => return Ok(Owner::Stranger),
        Ok(_) => {}
        Err(error) => return Err(read(error)),
    }
    let file = open_regular(path).map_err(read)?;
    let ours = head(question);
    let mut begins = Vec::new();
    file.take(ours.len() as u64).read_to_end(&mut begins).map_err(read)?;
    if begins == ours {
        return Ok(Owner::Us);
    }
    if ours.starts_with(&begins) {
        return Ok(Owner::Torn);
    }
    match FrameReader::open(path, question, "") {
        Err(Error::CheckpointForeign { holds, .. }) => Ok(Owner::Another(holds)),
        _ => Ok(Owner::Stranger),
    }
}

/// The common beginning of all files of a question.
fn head(question: &str) -> Vec<u8> {
    let question = question.as_bytes();
    let (len, sum) = (question.len() as u32, crc32c_append(0, question));
    [FORMAT, &len.to_le_bytes(), &sum.to_le_bytes(), question].concat()
}

/// Reads the frames of one file.
pub(super) struct FrameReader<'p> {
    path: &'p Path,
    from: BufReader<File>,
    at: u64,
    sum: u32,
}

impl<'p> FrameReader<'p> {
    /// Opens a file of this name that belongs to this question; `None` if there is no such file.
    pub(super) fn open(path: &'p Path, question: &str, name: &str) -> Result<Option<Self>, Error> {
        let file = match open_regular(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(|error| Error::io("read", path, error))?,
        };
        let from = BufReader::with_capacity(BUFFER, file);
        let mut frames = FrameReader { path, from, at: 0, sum: 0 };
        let mut format = [0; FORMAT.len()];
        frames.exactly(&mut format)?;
        if format != FORMAT {
            return Err(frames.damaged("it is not a checkpoint of this version"));
        }
        let mut frame = Vec::new();
        frames.next(&mut frame)?;
        if frame != question.as_bytes() {
            let holds = String::from_utf8_lossy(&frame).into_owned();
            return Err(Error::CheckpointForeign { path: path.into(), holds });
        }
        let start = frames.at;
        frames.next(&mut frame)?;
        if frame != name.as_bytes() {
            frames.at = start;
            return Err(frames.damaged("it was written under another name"));
        }
        Ok(Some(frames))
    }

    /// Checks, after the end mark, that the file ends there.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        match self.exactly(&mut [0]) {
            Ok(()) => Err(self.damaged("there are bytes after its end mark")),
            Err(_) => Ok(()),
        }
    }

    fn damaged(&self, problem: &'static str) -> Error {
        Error::CheckpointDamaged { path: self.path.into(), problem, at: self.at }
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        match self.from.read_exact(bytes) {
            Ok(()) => {
                self.at += bytes.len() as u64;
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(self.damaged("the file ends before its end mark"))
            }
            Err(error) => Err(Error::io("read", self.path, error)),
        }
    }

    /// The next frame; false at the end mark.
    pub(super) fn next(&mut self, frame: &mut Vec<u8>) -> Result<bool, Error> {
        let (mut len, mut sum) = ([0; 4], [0; 4]);
        self.exactly(&mut len)?;
        self.exactly(&mut sum)?;
        let len = u32::from_le_bytes(len) as usize;
        if len > LONGEST {
            return Err(self.damaged("a frame is too long"));
        }
        frame.resize(len, 0);
        let start = self.at;
        self.exactly(frame)?;
        self.sum = crc32c_append(self.sum, frame);
        if self.sum != u32::from_le_bytes(sum) {
            self.at = start;
            return Err(self.damaged("a checksum differs"));
        }
        Ok(len > 0)
    }
}
