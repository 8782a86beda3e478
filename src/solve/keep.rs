//! Where a run keeps its units.

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

/// The header of the journals of a question's method.
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

/// What the numbers of the question's records can be.
pub(super) fn bounds(question: &Question, choice: &Choice) -> Bounds {
    // A solution chooses one of the cells, and then one of the moves in each step.
    let moves = |instance: &Instance, steps| {
        (instance.len(), instance.most_moves(), steps, Weights::OfUnit)
    };
    let (cells, moves, steps, weights) = match question {
        Question::Tours(tours) => moves(tours.instance(), tours.instance().len()),
        Question::Walks(walks) => moves(walks.instance(), walks.length()),
        Question::Queens(queens) => {
            let side = queens.side().max(1);
            // A class has the members that the symmetries of the square make, shifts included.
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
    // Two directions and a weight besides; three bits or more to a digit.
    let bits = |number: usize| (usize::BITS - number.leading_zeros()) as usize;
    let digits = (steps.saturating_mul(bits(moves)) + bits(cells)) / 3 + 8;
    // A sweep may take more steps than there are cells.
    let judge = judge(question, choice);
    // Where memory is short, halves are swept in more parts, which have states of their own.
    let any_nodes = choice.name() == "halves";
    Bounds { deepest: Some(4 * steps + 64), digits: Some(digits), weights, any_nodes, judge }
}

/// Refuses tours that are shown as those of the fewest or the most and are not.
fn judge(question: &Question, choice: &Choice) -> Judge {
    let (Question::Tours(tours), Ok(Some(statistic))) = (question, Statistic::chosen(choice))
    else {
        return Judge::default();
    };
    // The sweep of halves sorts tours that it does not show.
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
    /// Opens the journal of a question, which `header` describes.
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

/// The method of a journal in this place and its units, if one of this question is there.
pub(super) fn method_there(place: &Place, question: &Question) -> Option<(Choice, usize)> {
    let files = match place {
        Place::File(path) => vec![path.clone(), part(path)],
        Place::Folder(folder) => {
            let path = folder.join(file_name(question));
            vec![path.clone(), part(&path)]
        }
        Place::Shards(folder) => attempts(folder, None).ok()?,
    };
    let header = files.iter().find_map(|path| header_at(path))?;
    let is_ours = header.question == question.counted().to_string();
    let choice = choice_of(&header.method).ok().filter(|_| is_ours)?;
    Some((choice, header.units))
}

/// The method that a journal tells of.
pub(super) fn choice_of(method: &str) -> Result<Choice, Error> {
    let choice: Choice = method.parse()?;
    // What tells no slices was not cut into any, whatever memory there is here and now.
    let is_whole = choice.name() == "halves" && choice.option("split").is_none();
    Ok(if is_whole { choice.with("split", 1) } else { choice })
}

/// What a question's journal is called in a folder.
fn file_name(question: &Question) -> String {
    let Label { family, board, piece, kind } = question.label();
    named_after(&format!("{family}-{kind}-{piece}-{board}"))
}

/// The shards of so many that lack units in this folder, which may not be there yet.
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
    // A question without units is answered by a journal without units.
    let first = (plan.units.is_empty() && !begun).then_some(0..1);
    Ok(shards(&merge.missing(), of).into_iter().chain(first).collect())
}

/// This process, as who is kept out by it is told.
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
