//! Journals: as bytes, merged, sharded, recounted. Shared helpers.

mod bytes;
mod composite;
#[cfg(target_os = "linux")]
mod faults;
mod merge;
mod mutate;
mod recheck;
mod refused;
mod resealed;
mod resume_outputs;
mod sealing;
mod shards;
#[cfg(target_os = "linux")]
mod signals;
mod split;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use cavalcade::Error;
use cavalcade::engine::{Enumeration, Plan, Run, Shard, Tally};
use cavalcade::journal::{Author, Header, Journal, Merge, Opened, Terms, replay};
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::tours::{Kind, TourQuestion, TourSearch};

use crate::support::{board, scratch, unlocked};

fn queens(side: usize) -> QueensSearch {
    QueensSearch::new(QueensQuestion::new(side).unwrap())
}

fn tours(text: &str, kind: Kind) -> TourSearch {
    let knight = cavalcade::board::Piece::knight(2);
    TourSearch::new(TourQuestion::new(&board(text), &knight, kind)).unwrap()
}

fn author(shard: Shard) -> Author {
    Author { host: "here".into(), process: 1, threads: 1, since: 0, version: "0".into(), shard }
}

/// The header of a search's journal.
fn header(search: &impl Enumeration, plan: &Plan) -> Header {
    Header::of("a question", search.method(), &search.fingerprint(), plan)
}

fn open(path: &Path, search: &impl Enumeration, salvage: bool) -> Result<Opened, Error> {
    let plan = search.plan();
    let header = header(search, &plan);
    let author = author(Shard::WHOLE);
    let terms = Terms { salvage, ..Terms::default() };
    unlocked(|| Journal::open(path, &header, &plan, search.method(), &author, terms))
}

/// Resumes from the journal; returns the total and the number of known units.
fn resumed(path: &Path, search: &impl Enumeration, salvage: bool) -> Result<(Tally, usize), Error> {
    let Opened { mut journal, done, .. } = open(path, search, salvage)?;
    let known = done.len();
    let run = Run::new(search).threads(1).done(done);
    let outcome = match &mut journal {
        Some(journal) => run.observe(journal).execute()?,
        None => run.execute()?,
    };
    assert!(outcome.complete);
    Ok((outcome.tally, known))
}

/// A sealed journal of a small search, and its path.
fn sealed(search: &impl Enumeration) -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let folder = scratch();
    let path = folder.path().join("j");
    resumed(&path, search, false).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    (folder, path, bytes)
}

fn part(path: &Path) -> PathBuf {
    path.with_extension("part")
}

/// Replaces the journal, sealed or not, by other bytes.
fn put(path: &Path, bytes: &[u8]) {
    let _ = std::fs::remove_file(part(path));
    std::fs::write(path, bytes).unwrap();
}

/// The recorded tallies by unit.
fn recorded(
    bytes: &[u8],
    search: &impl Enumeration,
    plan: &Plan,
) -> Result<HashMap<usize, Tally>, Error> {
    let header = header(search, plan);
    let replay = replay(bytes, Path::new("j"), Some(&header))?;
    let mut merge = Merge::new(plan);
    merge.add(Path::new("j"), &replay)?;
    Ok(merge.tallies())
}
