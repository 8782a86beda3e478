//! Where an invocation keeps what it counts, and how commands find journals again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cavalcade::Error;
use cavalcade::answer::Label;
use cavalcade::engine::{Enumeration, Plan, Shard};
use cavalcade::journal::{Author, Header, Journal, Merge, Opened, Replay};
use cavalcade::journal::{attempts, open_shard, replay};

use super::args::Common;
use super::ask;
use super::exit::Usage;
use super::question::{Question, Task};
use super::session::Session;

/// What `--journal` means.
#[derive(Clone, Debug)]
pub enum Place {
    /// The journal of one question.
    File(PathBuf),
    /// A folder with a journal for each question.
    Folder(PathBuf),
    /// A folder with a journal for each attempt at a shard.
    Shards(PathBuf),
}

/// `--journal` and `--salvage`.
#[derive(Clone, Debug)]
pub struct Keeping {
    pub place: Place,
    pub salvage: bool,
}

impl Keeping {
    /// Opens the journal of a question.
    pub fn open(
        &self,
        ask: &str,
        label: &Label,
        enumeration: &impl Enumeration,
        plan: &Plan,
        threads: usize,
        shard: Option<Shard>,
    ) -> Result<Opened, Error> {
        let header = Header::of(ask, enumeration, plan);
        let author = author(threads, shard.unwrap_or(Shard::WHOLE));
        let method = enumeration.method();
        let open = |path: &Path| Journal::open(path, &header, plan, method, &author, self.salvage);
        match &self.place {
            Place::File(path) => open(path),
            Place::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
                let Label { family, board, piece, kind } = label;
                let name = format!("{family}-{kind}-{piece}-{board}.journal");
                open(&folder.join(name.replace([':', '/', '@', ' '], "-")))
            }
            Place::Shards(folder) => {
                open_shard(folder, &header, plan, method, &author, self.salvage)
            }
        }
    }
}

/// This process.
fn author(threads: usize, shard: Shard) -> Author {
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

/// A journal as it is on disk now.
pub struct Found {
    pub path: PathBuf,
    pub replay: Replay,
}

/// Reads the journals that a command names: files (or, while a file is being written, the
/// `.part` that is to take its name) and all those in folders.
pub fn find(named: &[PathBuf]) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    for path in named {
        let folder = path.is_dir();
        let paths = if folder { attempts(path, None)? } else { vec![written(path)] };
        for path in paths {
            // Looked at before it is opened: who opens a pipe waits for its other end.
            let there = fs::metadata(&path).map_err(|error| Error::io("read", &path, error))?;
            if !there.is_file() {
                let problem = "it is not a regular file";
                return Err(Error::JournalPath { path, problem }.into());
            }
            let bytes = fs::read(&path).map_err(|error| Error::io("read", &path, error))?;
            // A run that has just begun has no line yet.
            if !folder || bytes.contains(&b'\n') {
                found.push(Found { replay: replay(&bytes, &path, None)?, path });
            }
        }
    }
    if found.is_empty() {
        let named: Vec<_> = named.iter().map(|path| path.display().to_string()).collect();
        return Err(Usage(format!("no journal is in {}", named.join(" or "))).into());
    }
    Ok(found)
}

/// The file, or the one that is being written in its place.
fn written(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_os_string();
    part.push(".part");
    let (part, path) = (PathBuf::from(part), path.to_path_buf());
    if !path.exists() && part.exists() { part } else { path }
}

/// Journals of one question, read to be added up or checked.
pub struct Known {
    pub found: Vec<Found>,
    pub question: Question,
    pub session: Session,
}

impl Known {
    /// Reads the journals that a command names.
    pub fn read(named: &[PathBuf], common: &Common) -> anyhow::Result<Known> {
        let found = find(named)?;
        let question = ask::ask(&found[0].replay.header.ask)?;
        Ok(Known { found, question, session: Session::new(common)? })
    }

    /// Hands the method that counted to a task.
    pub fn with<T: Task>(&self, task: T) -> anyhow::Result<T::Output> {
        self.question.with(&self.session.means, task)
    }
}

/// Puts the records of journals together, which must all be of this enumeration's plan.
pub fn merged<'p>(
    found: &[Found],
    enumeration: &impl Enumeration,
    plan: &'p Plan,
    salvage: bool,
) -> Result<Merge<'p>, Error> {
    let header = Header::of("", enumeration, plan);
    let mut merge = Merge::new(plan);
    for Found { path, replay } in found {
        if let Some(problem) = header.difference(&replay.header) {
            return Err(Error::JournalForeign { path: path.clone(), problem });
        }
        if !salvage {
            replay.undamaged(path)?;
        }
        merge.add(path, replay)?;
    }
    Ok(merge)
}
