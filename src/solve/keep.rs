//! Journals of a run: where they are, and who may write them.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::convention::Label;
use crate::engine::{Plan, Shard};
use crate::error::Error;
use crate::journal::{
    Author, Bounds, Header, Journal, Judge, Merge, Opened, Terms, Weights, attempts, header_at,
    named_after, open_shard, part, read_attempts, replay, shards,
};
use crate::method::{AnyEnumeration, Choice};
use crate::queens::Turn;
use crate::question::{Instance, Question};
use crate::tours::Statistic;

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

/// The header for journals of a question with a method.
pub(super) fn header(
    question: &Question,
    choice: &Choice,
    enumeration: &dyn AnyEnumeration,
    plan: &Plan,
) -> Header {
    let (text, method) = (question.counted().to_string(), choice.to_string());
    let header = Header::of(&text, &method, &enumeration.fingerprint(), plan);
    Header { bounds: bounds(question, choice), ..header }
}

/// Bounds for the numbers in the question's records.
pub(super) fn bounds(question: &Question, choice: &Choice) -> Bounds {
    // A solution is a choice of a cell and, for each step, of a move.
    let moves = |instance: &Instance, steps| {
        (instance.len(), instance.most_moves(), steps, Weights::OfUnit)
    };
    let (cells, moves, steps, weights) = match question {
        Question::Tours(tours) => moves(tours.instance(), tours.instance().len()),
        Question::Walks(walks) => moves(walks.instance(), walks.length()),
        Question::Queens(queens) => {
            let side = queens.side().max(1);
            // A class has at most one member for each symmetry of the square, shifts included.
            let (variant, all) = (queens.variant(), 8 * (side * side) as u64);
            let weights = match (variant.is_torus(), variant.is_up_to_shifts()) {
                (true, _) => Weights::Divide(all),
                (_, true) => Weights::UpTo(all),
                // An orbit is one of two by the same lines, and these go together.
                _ if variant.turn() == Some(Turn::Quarter) => {
                    Weights::Divide(8.max(1 << (side / 4)))
                }
                _ => Weights::Divide(8),
            };
            (side, side, side, weights)
        }
    };
    // Includes two directions and a weight; a digit takes at least three bits.
    let bits = |number: usize| (usize::BITS - number.leading_zeros()) as usize;
    let digits = (steps.saturating_mul(bits(moves)) + bits(cells)) / 3 + 8;
    // A sweep may have more steps than the board has cells.
    let judge = judge(question, choice);
    // With little memory, the halves are swept in more parts, each with its own states.
    let any_nodes = choice.name() == "halves";
    Bounds { deepest: Some(4 * steps + 64), digits: Some(digits), weights, any_nodes, judge }
}

/// Checks the tours that a record gives as examples of the smallest and largest values.
fn judge(question: &Question, choice: &Choice) -> Judge {
    let (Question::Tours(tours), Ok(Some(statistic))) = (question, Statistic::chosen(choice))
    else {
        return Judge::default();
    };
    // The sweep of halves makes histograms without example tours.
    let (tours, shows, made) = (tours.clone(), choice.name() != "halves", OnceLock::new());
    Judge::new(move |tally| {
        let tours = made.get_or_init(|| tours.prepared());
        match statistic.check(tours, tally, shows) {
            Err(Error::Contradiction { what }) => Some(what),
            _ => None,
        }
    })
}

impl Place {
    /// Opens the journal of a question with this header.
    pub(super) fn open(
        &self,
        question: &Question,
        header: &Header,
        plan: &Plan,
        author: &Author,
        terms: Terms,
    ) -> Result<Opened, Error> {
        let name = header.method.split(' ').next().unwrap_or_default();
        let open = |path: &Path| Journal::open(path, header, plan, name, author, terms);
        match self {
            Place::File(path) => open(path),
            Place::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|e| Error::io("make the folder", folder, e))?;
                open(&folder.join(file_name(question)))
            }
            Place::Shards(folder) => open_shard(folder, header, plan, name, author, terms.salvage),
        }
    }
}

/// This question's journal in this place, with its method and units; `None` without a journal.
pub(super) fn method_there(place: &Place, question: &Question) -> Option<(PathBuf, Choice, usize)> {
    let files = match place {
        Place::File(path) => vec![path.clone(), part(path)],
        Place::Folder(folder) => {
            let path = folder.join(file_name(question));
            vec![path.clone(), part(&path)]
        }
        Place::Shards(folder) => attempts(folder, None).ok()?,
    };
    let (path, header) = files.into_iter().find_map(|path| {
        let header = header_at(&path)?;
        Some((path, header))
    })?;
    let is_ours = header.question == question.counted().to_string();
    let choice = choice_of(&header.method).ok().filter(|_| is_ours)?;
    Some((path, choice, header.units))
}

/// The method in a journal's header.
pub(super) fn choice_of(method: &str) -> Result<Choice, Error> {
    let choice: Choice = method.parse()?;
    // A header without slices means that there are none, whatever the memory limit is now.
    let is_whole = choice.name() == "halves" && choice.option("split").is_none();
    Ok(if is_whole { choice.with("split", 1) } else { choice })
}

/// The name of a question's journal in a folder.
fn file_name(question: &Question) -> String {
    let Label { family, board, piece, kind } = question.label();
    named_after(&format!("{family}-{kind}-{piece}-{board}"))
}

/// The shards of `of` that lack units in this folder, which need not exist yet.
pub(super) fn shards_left(
    folder: &Path,
    header: &Header,
    plan: &Plan,
    of: usize,
    salvage: bool,
) -> Result<Vec<Range<usize>>, Error> {
    let mut merge = Merge::new(plan).within(header.bounds.clone());
    let mut begun = false;
    let there = if folder.is_dir() { read_attempts(folder, None)? } else { Vec::new() };
    for (path, bytes) in there.iter().filter(|(_, bytes)| bytes.contains(&b'\n')) {
        let replay = replay(bytes, path, Some(header))?;
        if !salvage {
            replay.undamaged(path)?;
        }
        merge.add(path, &replay)?;
        begun = true;
    }
    // A question without units needs a journal without units.
    let first = (plan.units.is_empty() && !begun).then_some(0..1);
    Ok(shards(&merge.missing(), of).into_iter().chain(first).collect())
}

/// A description of this process, for processes that find a journal locked.
pub(super) fn this_process() -> String {
    let author = author(1, Shard::WHOLE);
    format!("process {} on {}", author.process, author.host)
}

/// The name of this machine.
pub fn host() -> String {
    gethostname::gethostname().to_string_lossy().into_owned()
}

/// This process, as an author of records.
pub(super) fn author(threads: usize, shard: Shard) -> Author {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    Author {
        host: host(),
        process: std::process::id(),
        threads,
        since: since.map_or(0, |since| since.as_secs()),
        version: env!("CARGO_PKG_VERSION").into(),
        shard,
    }
}
