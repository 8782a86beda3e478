//! The library's errors as exceptions of `cavalcade.errors`, with the library's messages.

use cavalcade::Error;
use cavalcade::error::Shortage;
use pyo3::prelude::*;
use pyo3::types::PyModule;

/// The exception of an error: the variant gives its class, the library its message.
pub fn raise(py: Python<'_>, error: &Error) -> PyErr {
    exception(py, error).unwrap_or_else(|failed| failed)
}

/// An exception of a class of `cavalcade.errors`.
pub fn exception_of(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = PyModule::import(py, "cavalcade.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call1((message,))?))
    };
    make().unwrap_or_else(|failed| failed)
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let class = PyModule::import(py, "cavalcade.errors")?.getattr(class_of(error))?;
    let made = class.call1((one_line(&error.to_string()),))?;
    match error {
        Error::BoardText { at, .. } | Error::Text { at, .. } => made.setattr("at", *at)?,
        Error::Stopped { finished, units, .. } => {
            made.setattr("finished", *finished)?;
            made.setattr("units", *units)?;
        }
        Error::Short(Shortage::Least { needed, free, .. }) => {
            made.setattr("needed", *needed)?;
            made.setattr("free", *free)?;
        }
        _ => {}
    }
    Ok(PyErr::from_value(made))
}

/// The message on one line, even if it quotes line breaks.
fn one_line(text: &str) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().collect::<String>(),
        false => c.into(),
    };
    cavalcade::error::shortened(text).chars().map(shown).collect()
}

/// The name of the class in `cavalcade.errors`.
fn class_of(error: &Error) -> &'static str {
    match error {
        Error::BoardText { .. } | Error::BoardTooLarge { .. } => "BoardError",
        Error::PieceName { .. } => "PieceError",
        Error::Text { what, .. } => match *what {
            "piece" => "PieceError",
            "range" => "BoardError",
            "graph" | "vertex" => "GraphError",
            _ => "QuestionError",
        },
        Error::Edge { .. } => "GraphError",
        Error::FileText { .. } => "BoardError",
        Error::Queens { .. } | Error::ToursAsked { .. } => "QuestionError",
        Error::NotATour { .. }
        | Error::NotAWalk { .. }
        | Error::NotAPlacement { .. }
        | Error::Picture(_) => "SolutionError",
        Error::NoMethod { .. }
        | Error::MethodTooSmall { .. }
        | Error::NoClasses { .. }
        | Error::TieRuleBoard { .. }
        | Error::TooManySymmetries { .. } => "MethodError",
        Error::TooManyClasses { .. } | Error::OutOfMemory { .. } | Error::Short(_) => {
            "ResourceError"
        }
        Error::JournalPath { .. }
        | Error::JournalLocked { .. }
        | Error::JournalForeign { .. }
        | Error::JournalDamaged { .. }
        | Error::JournalConflict { .. } => "JournalError",
        Error::CheckpointForeign { .. } | Error::CheckpointDamaged { .. } => "CheckpointError",
        Error::Io { .. } | Error::NotOurs { .. } => "FileError",
        Error::Stopped { .. } => "Stopped",
        Error::Residues { .. } | Error::Contradiction { .. } | Error::UnitPanicked { .. } => {
            "InternalError"
        }
        _ => "CavalcadeError",
    }
}
