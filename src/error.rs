//! One error type: each message says what, where and what to do instead, on one line. None names
//! a flag: the command line adds which one to write, by the variant that carries what it needs.

mod amount;
mod debug;
mod excerpt;
mod refused;
mod shortage;
mod undrawn;

use std::path::{Path, PathBuf};
pub use {amount::amount, excerpt::shortened, shortage::Shortage, undrawn::Undrawn};

/// Everything that can go wrong below the command line.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text does not describe a board.
    #[error("board \"{}\", character {at}: {problem}; {remedy}", excerpt::excerpt(text, *at))]
    BoardText {
        /// The text as it was given.
        text: String,
        /// The first character (counted from 1) that is wrong.
        at: usize,
        /// What is wrong there.
        problem: String,
        /// What to write instead.
        remedy: &'static str,
    },

    /// A text that is not what it should be: a piece, a square, a limit.
    #[error("{what} \"{}\", character {at}: {problem}; {remedy}", excerpt::excerpt(text, *at))]
    Text {
        /// What the text should be.
        what: &'static str,
        /// The text as it was given.
        text: String,
        /// The first character (counted from 1) that is wrong.
        at: usize,
        /// What is wrong there.
        problem: String,
        /// What to write instead.
        remedy: &'static str,
    },

    /// No piece has such a name.
    #[error("piece \"{name}\", character 1: no piece is called that; {known}")]
    PieceName {
        /// The name as it was given.
        name: String,
        /// The names that there are, in words, and one that looks like it.
        known: String,
    },

    /// A file's text is not what it should be: a map, a graph, moves, a keypad.
    #[error("{file}, line {line}, character {at}: {problem}; {remedy}")]
    FileText {
        /// The file, as it was named.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The first character of the line (counted from 1) that is wrong.
        at: usize,
        /// What is wrong there.
        problem: String,
        /// What to write instead.
        remedy: &'static str,
    },

    /// The board has more cells or axes than a board can have.
    #[error("board {}: more than {limit}", excerpt::excerpt(board, 1))]
    BoardTooLarge {
        /// The board as it was asked for.
        board: String,
        /// What it can have at most, and what to do instead.
        limit: String,
    },

    /// The method cannot answer such a question, however small it is.
    #[error("{}: the {method} method cannot answer: {reason}", excerpt::excerpt(question, 1))]
    NoMethod {
        /// The question that was asked.
        question: String,
        /// The method that was to answer.
        method: &'static str,
        /// Why it cannot.
        reason: String,
    },

    /// The question is larger than the method can answer.
    #[error(
        "{} has {size} {unit}, and the {method} method takes at most {limit}; {remedy}",
        excerpt::excerpt(what, 1)
    )]
    MethodTooSmall {
        /// The board or placement that was asked for.
        what: String,
        /// Its size.
        size: usize,
        /// What the size counts.
        unit: &'static str,
        /// The method that was to answer.
        method: &'static str,
        /// The largest size that it answers.
        limit: usize,
        /// What to do instead.
        remedy: &'static str,
    },

    /// All layers of a sweep are not expected to fit in the memory that they may use.
    #[error("{what}: about {classes} classes in all layers, more than fit in {}", amount(*limit))]
    TooManyClasses {
        /// The board.
        what: String,
        /// The classes that are expected.
        classes: u64,
        /// The bytes that may be used.
        limit: u64,
    },

    /// A layer of a sweep did not fit in the memory that it may use.
    #[error(
        "{what}: layer {layer} of {layers} has {classes} classes, and its successors do not fit in \
         {}",
        amount(*limit)
    )]
    OutOfMemory {
        /// The board.
        what: String,
        /// The layer that was being expanded.
        layer: usize,
        /// The number of layers.
        layers: usize,
        /// Its classes.
        classes: u64,
        /// The bytes that the sweep may use.
        limit: u64,
    },

    /// An edge names a vertex that the graph does not have, or joins a vertex to itself.
    #[error("edge {from}-{to}: a graph of {vertices} vertices joins two different ones below that")]
    Edge {
        /// One end.
        from: usize,
        /// The other end.
        to: usize,
        /// The number of vertices.
        vertices: usize,
    },

    /// A sequence of cells is not a tour of the question's graph.
    #[error("not a tour: square {} of it: {problem}", at + 1)]
    NotATour {
        /// Which rule it breaks.
        problem: &'static str,
        /// Where.
        at: usize,
    },

    /// A sequence of squares is not a walk of the question's.
    #[error("not a walk: square {} of it: {problem}", at + 1)]
    NotAWalk {
        /// Which rule it breaks.
        problem: &'static str,
        /// Where.
        at: usize,
    },

    /// What is asked of the tours makes no sense.
    #[error("{problem}; {remedy}")]
    ToursAsked {
        /// What is wrong.
        problem: &'static str,
        /// What to ask instead.
        remedy: &'static str,
    },

    /// Tours are to be told apart by more symmetries than are known one by one.
    #[error("the board has too many symmetries to {purpose}")]
    TooManySymmetries {
        /// What they were needed for.
        purpose: &'static str,
    },

    /// A tie rule is made for square boards, and this is none.
    #[error(
        "tie rule \"{rule}\", character 1: it is made for knights on square boards; take {others}"
    )]
    TieRuleBoard {
        /// The rule.
        rule: &'static str,
        /// The rules to take instead, in words.
        others: &'static str,
    },

    /// A row of columns is not a placement of non-attacking queens.
    #[error("not a placement: {problem} in row {row} (counted from 0)")]
    NotAPlacement {
        /// Which rule it breaks.
        problem: &'static str,
        /// The row of the queen that breaks it.
        row: usize,
    },

    /// A question about queens contradicts itself.
    #[error("{problem}; {remedy}")]
    Queens {
        /// What cannot be.
        problem: String,
        /// What to do instead.
        remedy: &'static str,
    },

    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] Undrawn),

    /// The text does not name one of the shards of a run.
    #[error("shard \"{text}\": {problem}; write I/N with I from 0 to N-1, as 3/100")]
    ShardText {
        /// The text as it was given.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },

    /// The text is not a natural number in decimal digits.
    #[error("\"{text}\" is not a count; write decimal digits only")]
    NotACount {
        /// The text as it was given.
        text: String,
    },

    /// A row of a published table cannot be read.
    #[error("published counts, line {line}: {problem}")]
    PublishedRow {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },

    /// A file of results is not one that this program wrote.
    #[error("{}: line {line} is not a row of results; move the file away", path.display())]
    ResultsRow {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
    },

    /// A file that this program would replace is not known to be its own.
    #[error("{} is there and is no {kind}; give another path, or move it away", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What may be replaced.
        kind: &'static str,
    },

    /// The file system refused.
    #[error("cannot {action} {}; check {}", path.display(), refused::to_check(action))]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// What the operating system answered.
        source: std::io::Error,
    },

    /// A journal's path leads to something that cannot hold one.
    #[error("journal {}: {problem}; give the path of a file", path.display())]
    JournalPath {
        /// The path.
        path: PathBuf,
        /// What is there.
        problem: &'static str,
    },

    /// Another process writes to the journal, or to the folder of checkpoints.
    #[error("{} is being written by {holder}; wait for it", path.display())]
    JournalLocked {
        /// The file.
        path: PathBuf,
        /// Who said last that it writes there.
        holder: String,
    },

    /// A journal does not belong to the question that is asked.
    #[error("{}: {problem}", path.display())]
    JournalForeign {
        /// The file.
        path: PathBuf,
        /// The difference.
        problem: String,
    },

    /// A line inside a journal is not what was written there.
    #[error("{}: line {line} ({what}) is damaged{}", path.display(), refused::others(*more))]
    JournalDamaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What seems to have stood there.
        what: String,
        /// How many more lines are damaged.
        more: usize,
    },

    /// Two records of one unit differ: one of the machines computes wrongly.
    #[error("unit {unit} was counted twice with different results: {first}; {second}")]
    JournalConflict {
        /// The unit.
        unit: usize,
        /// The first record's place, author and count.
        first: String,
        /// The second's.
        second: String,
    },

    /// A sum of counts and the sum of their residues part.
    #[error("the total {total} does not have the residues of its parts: this machine adds wrongly")]
    Residues {
        /// The total.
        total: String,
    },

    /// Counts that belong to one board, and cannot.
    #[error("{what}: no board has such counts; this machine counts wrongly, or the program")]
    Contradiction {
        /// The counts.
        what: String,
    },

    /// A checkpoint does not belong to the question that is asked.
    #[error("{}: this is a checkpoint of \"{holds}\"", path.display())]
    CheckpointForeign {
        /// The file.
        path: PathBuf,
        /// What it says that it belongs to.
        holds: String,
    },

    /// A checkpoint is not what was written there.
    #[error("{}: {problem} at byte {at}; remove the file to start again", path.display())]
    CheckpointDamaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: &'static str,
        /// Where.
        at: u64,
    },

    /// The run was asked to end before all was counted.
    #[error("stopped after {finished} of {units} units of {what}")]
    Stopped {
        /// Which question was being counted.
        what: String,
        /// The units that were finished.
        finished: usize,
        /// The units that there are.
        units: usize,
    },

    /// There is less of the machine than is needed.
    #[error(transparent)]
    Short(#[from] Shortage),

    /// One solution of each class cannot be told from the others of it.
    #[error("{what}: one of each class needs the whole symmetry of the board")]
    NoClasses {
        /// The question.
        what: String,
    },

    /// A unit's method panicked: a defect of this program.
    #[error("unit {unit} failed: {message}; this is a defect of cavalcade, please report it")]
    UnitPanicked {
        /// The unit's number.
        id: usize,
        /// The unit's number and path.
        unit: String,
        /// The panic's message.
        message: String,
    },
}

impl Error {
    /// Wraps what the operating system answered to `action` on `path`.
    pub fn io(action: &'static str, path: &Path, source: std::io::Error) -> Error {
        Error::Io { action, path: path.into(), source }
    }
}
