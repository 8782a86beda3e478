//! Listings that a command reads, with their question.

use std::io::{IsTerminal, stdin};
use std::path::Path;

use cavalcade::Error;
use cavalcade::board::{Board, Piece};
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::SolutionsRead;
use cavalcade::tours::Kind;

use super::{file, instance};
use crate::cli::args::ListedArgs;
use crate::cli::session::exit::Usage;

/// Reads a listing for a command. Returns its file name and contents.
pub fn read(command: &str, args: &ListedArgs) -> anyhow::Result<(String, SolutionsRead)> {
    let is_stdin = args.file == Path::new("-");
    if is_stdin && stdin().is_terminal() {
        let problem = "a listing is missing; write cavalcade";
        let remedy = format!("{problem} {command} FILE, or send one through a pipe");
        return Err(Usage(remedy).into());
    }
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let question = match (&args.question, &args.board) {
        (Some(text), _) => Some(text.parse::<Question>()?),
        (None, Some(board)) => {
            Some(Question::Tours(Tours::new(instance::read(board, &args.piece)?, kind)))
        }
        (None, None) => None,
    };
    let bytes = file::bytes(&args.file, file::LARGE)?;
    let shown = if is_stdin { "stdin".into() } else { args.file.display().to_string() };
    // A board inferred from a drawing has two axes.
    let piece = match question {
        None => instance::piece(&args.piece, 2)?,
        Some(_) => Piece::knight(2),
    };
    let seen = |board: &str| -> Result<Question, Error> {
        let board = board.parse::<Board>()?;
        Ok(Question::Tours(Tours::new(Instance::Board(board, piece.clone()), kind)))
    };
    let read = SolutionsRead::from(&bytes, &shown, question, &seen)?;
    let is_closed = matches!(&read.question, Question::Tours(tours) if tours.kind() == kind);
    if args.closed && !is_closed {
        let problem = format!("--closed: {shown} holds solutions of {}", read.question);
        return Err(Usage(problem).into());
    }
    Ok((shown, read))
}
