//! Where a run keeps its units.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::convention::Label;
use crate::engine::{Plan, Shard};
use crate::error::Error;
use crate::journal::{Author, Header, Journal, Opened, open_shard};
use crate::method::{AnyEnumeration, Choice};
use crate::question::Question;

/// A place for journals.
#[derive(Clone, Debug)]
pub enum Place {
    /// The journal of one question.
    File(PathBuf),
    /// A folder with a journal for each question.
    Folder(PathBuf),
    /// A folder with a journal for each attempt at a shard.
    Shards(PathBuf),
}

/// The header of the journals of a question's method.
pub(super) fn header(
    question: &Question,
    choice: &Choice,
    enumeration: &dyn AnyEnumeration,
    plan: &Plan,
) -> Header {
    let (text, choice) = (question.counted().to_string(), choice.to_string());
    let header = Header::of(&text, &choice, &enumeration.fingerprint(), plan);
    Header { digest: question.digest(), ..header }
}

impl Place {
    /// Opens the journal of a question, which `header` describes.
    pub(super) fn open(
        &self,
        question: &Question,
        header: &Header,
        plan: &Plan,
        author: &Author,
        salvage: bool,
    ) -> Result<Opened, Error> {
        let name = header.method.split(' ').next().unwrap_or_default();
        let open = |path: &Path| Journal::open(path, header, plan, name, author, salvage);
        match self {
            Place::File(path) => open(path),
            Place::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
                let Label { family, board, piece, kind } = question.label();
                let name = format!("{family}-{kind}-{piece}-{board}.journal");
                open(&folder.join(name.replace([':', '/', '@', ' '], "-")))
            }
            Place::Shards(folder) => open_shard(folder, header, plan, name, author, salvage),
        }
    }
}

/// This process, as an author of records.
pub(super) fn author(threads: usize, shard: Shard) -> Author {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    Author {
        host: gethostname::gethostname().to_string_lossy().into_owned(),
        process: std::process::id(),
        threads,
        since: since.map_or(0, |since| since.as_secs()),
        version: env!("CARGO_PKG_VERSION").into(),
        shard,
    }
}
