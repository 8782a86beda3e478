//! The error type. Each message says on one line what is wrong, where, and what to do instead. No
//! message names a flag: the command line adds flags, based on the variant and its fields.

mod amount;
mod debug;
mod excerpt;
mod picture;
mod refused;
mod shortage;

use std::path::{Path, PathBuf};
pub use {amount::amount, excerpt::shortened, picture::PictureError, shortage::Shortage};

/// All errors below the command line.
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
        /// The problem at that character.
        problem: String,
        /// What to write instead.
        remedy: &'static str,
    },

    /// A text with invalid syntax: a piece, a square, a limit.
    #[error("{what} \"{}\", character {at}: {problem}; {remedy}", excerpt::excerpt(text, *at))]
    Text {
        /// What the text should be.
        what: &'static str,
        /// The text as it was given.
        text: String,
        /// The first character (counted from 1) that is wrong.
        at: usize,
        /// The problem at that character.
        problem: String,
        /// What to write instead.
        remedy: &'static str,
    },

    /// There is no piece of this name.
    #[error("piece \"{name}\", character 1: no piece is called that; {known}")]
    PieceName {
        /// The name as it was given.
        name: String,
        /// The known names in words, and a similar one.
        known: String,
    },

    /// A file with invalid contents: a map, a graph, moves, a keypad.
    #[error("{file}, line {line}, character {at}: {problem}; {remedy}")]
    FileText {
        /// The file, as it was named.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The first character of the line (counted from 1) that is wrong.
        at: usize,
        /// The problem at that place.
        problem: String,
        /// What to write instead.
        remedy: &'static str,
    },

    /// The board has more cells or axes than a board can have.
    #[error("board {}: more than {limit}", excerpt::excerpt(board, 1))]
    BoardTooLarge {
        /// The board as it was asked for.
        board: String,
        /// The limit, and what to do instead.
        limit: String,
    },

    /// The method cannot answer this kind of question, however small.
    #[error("{}: the {method} method cannot answer: {reason}", excerpt::excerpt(question, 1))]
    NoMethod {
        /// The question that was asked.
        question: String,
        /// The method.
        method: &'static str,
        /// The reason.
        reason: String,
    },

    /// The question is larger than the method can answer.
    #[error(
        "{} has {size} {unit}, and the {method} method takes at most {limit}; {remedy}",
        excerpt::excerpt(what, 1)
    )]
    MethodTooSmall {
        /// The board or placement.
        what: String,
        /// Its size.
        size: usize,
        /// The unit of the size.
        unit: &'static str,
        /// The method.
        method: &'static str,
        /// The method's limit.
        limit: usize,
        /// What to do instead.
        remedy: &'static str,
    },

    /// All layers of a sweep together are predicted to exceed the memory limit.
    #[error("{what}: about {classes} classes in all layers, more than fit in {}", amount(*limit))]
    TooManyClasses {
        /// The board.
        what: String,
        /// The predicted number of states.
        classes: u64,
        /// The memory limit in bytes.
        limit: u64,
    },

    /// A layer of a sweep did not fit in the memory limit.
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
        /// The states in the layer.
        classes: u64,
        /// The memory limit in bytes.
        limit: u64,
    },

    /// An edge names a vertex outside the graph, or joins a vertex to itself.
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
        /// The rule that is broken.
        problem: &'static str,
        /// The index of the cell that breaks it.
        at: usize,
    },

    /// A sequence of squares is not a walk.
    #[error("not a walk: square {} of it: {problem}", at + 1)]
    NotAWalk {
        /// The rule that is broken.
        problem: &'static str,
        /// The index of the square that breaks it.
        at: usize,
    },

    /// The question about tours makes no sense.
    #[error("{problem}; {remedy}")]
    ToursAsked {
        /// The reason.
        problem: &'static str,
        /// What to ask instead.
        remedy: &'static str,
    },

    /// Symmetry classes need more symmetries than can be listed one by one.
    #[error("the board has too many symmetries to {purpose}")]
    TooManySymmetries {
        /// The task that needed them.
        purpose: &'static str,
    },

    /// A tie rule for square boards does not apply to this board.
    #[error(
        "tie rule \"{rule}\", character 1: it is made for knights on square boards; take {others}"
    )]
    TieRuleBoard {
        /// The rule.
        rule: &'static str,
        /// The rules that apply, in words.
        others: &'static str,
    },

    /// A row of columns is not a placement of non-attacking queens.
    #[error("not a placement: {problem} in row {row} (counted from 0)")]
    NotAPlacement {
        /// The rule that is broken.
        problem: &'static str,
        /// The row of the queen that breaks it.
        row: usize,
    },

    /// A question about queens contradicts itself.
    #[error("{problem}; {remedy}")]
    Queens {
        /// The contradiction.
        problem: String,
        /// What to do instead.
        remedy: &'static str,
    },

    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),

    /// The text is not the number of a shard.
    #[error("shard \"{text}\": {problem}; write I/N with I from 0 to N-1, as 3/100")]
    ShardText {
        /// The text as it was given.
        text: String,
        /// The reason.
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
        /// The reason.
        problem: String,
    },

    /// A results file was not written by this program.
    #[error("{}: line {line} is not a row of results; move the file away", path.display())]
    ResultsRow {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
    },

    /// An existing file may not be replaced, because this program did not write it.
    #[error("{} is there and is no {kind}; give another path, or move it away", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// The kind of file that may be replaced.
        kind: &'static str,
    },

    /// The file system refused an operation.
    #[error("cannot {action} {}; check {}", path.display(), refused::to_check(action))]
    Io {
        /// The operation.
        action: &'static str,
        /// The path.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },

    /// A journal's path is not, and cannot become, a regular file.
    #[error("journal {}: {problem}; give the path of a file", path.display())]
    JournalPath {
        /// The path.
        path: PathBuf,
        /// The kind of file found there.
        problem: &'static str,
    },

    /// Another process writes to the journal, or to the folder of checkpoints.
    #[error("{} is being written by {holder}; wait for it", path.display())]
    JournalLocked {
        /// The file.
        path: PathBuf,
        /// The process that locked it, as far as known.
        holder: String,
    },

    /// A journal belongs to another question.
    #[error("{}: {problem}", path.display())]
    JournalForeign {
        /// The file.
        path: PathBuf,
        /// The difference.
        problem: String,
    },

    /// A line of a journal was changed after it was written.
    #[error("{}: line {line} ({what}) is damaged{}", path.display(), refused::others(*more))]
    JournalDamaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The probable original content.
        what: String,
        /// The number of further damaged lines.
        more: usize,
    },

    /// Two records of one unit differ, so one of the machines computes wrongly.
    #[error("unit {unit} was counted twice with different results: {first}; {second}")]
    JournalConflict {
        /// The unit.
        unit: usize,
        /// Place, author and count of the first record.
        first: String,
        /// The same fields of the second record.
        second: String,
    },

    /// A total does not match the sum of the residues of its parts.
    #[error("the total {total} does not have the residues of its parts: this machine adds wrongly")]
    Residues {
        /// The total.
        total: String,
    },

    /// Counts of one board contradict each other.
    #[error("{what}: no board has such counts; this machine counts wrongly, or the program")]
    Contradiction {
        /// The counts.
        what: String,
    },

    /// A checkpoint belongs to another question.
    #[error("{}: this is a checkpoint of \"{holds}\"", path.display())]
    CheckpointForeign {
        /// The file.
        path: PathBuf,
        /// The question that it belongs to.
        holds: String,
    },

    /// A checkpoint was changed after it was written.
    #[error(
        "{}: {problem}{}; remove {} to start again",
        path.display(),
        if *at > 0 { format!(" at byte {at}") } else { String::new() },
        path.with_file_name("cavalcade-*.checkpoint").display()
    )]
    CheckpointDamaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        problem: &'static str,
        /// The position in the file; 0 if the whole file is meant.
        at: u64,
    },

    /// The run was stopped before everything was counted.
    #[error("stopped after {finished} of {units} units of {what}")]
    Stopped {
        /// The question.
        what: String,
        /// The finished units.
        finished: usize,
        /// All units.
        units: usize,
    },

    /// The machine lacks memory or threads.
    #[error(transparent)]
    Short(#[from] Shortage),

    /// The question has no symmetry classes from which one solution could be chosen.
    #[error("{what}: one of each class needs the whole symmetry of the board")]
    NoClasses {
        /// The question.
        what: String,
    },

    /// A method panicked in a unit: a defect of this program.
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
    /// Wraps the system's error for `action` on `path`.
    pub fn io(action: &'static str, path: &Path, source: std::io::Error) -> Error {
        Error::Io { action, path: path.into(), source }
    }

    /// True if a file has no space, by a limit of the user, of the system, or of the disk.
    pub(crate) fn is_disk_full(&self) -> bool {
        use std::io::ErrorKind::{QuotaExceeded, StorageFull};
        matches!(self, Error::Io { source, .. } if matches!(source.kind(), QuotaExceeded | StorageFull))
    }
}
