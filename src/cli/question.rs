//! `Question`: a question of any family with the method that is to answer it.

use std::num::ParseIntError;

use cavalcade::answer::{Answer, Label};
use cavalcade::board::{Board, Piece};
use cavalcade::engine::estimated_nodes;
use cavalcade::published::Published;
use cavalcade::queens::{KinQuestion, QueensQuestion, Vectors};
use cavalcade::tours::{Kind, MAX_VERTICES, TourQuestion, TourSearch};

use super::args::{Method, QueensMethod};
use super::ask::Ask;
use super::session::Session;

/// A question of any family.
#[derive(Clone, Debug)]
pub enum Question {
    /// Knight's tours.
    Tours(Box<TourQuestion>, Method),
    /// Non-attacking queens.
    Queens(Box<Ask>),
}

impl Question {
    /// The knight's tours of a board, refused before the graph is made where no method
    /// takes it.
    pub fn tours(board: &Board, kind: Kind, method: Method) -> Result<Question, cavalcade::Error> {
        if board.len() > MAX_VERTICES {
            return Err(cavalcade::Error::MethodTooSmall {
                what: board.to_string(),
                size: board.len(),
                unit: "squares",
                method: "search",
                limit: MAX_VERTICES,
                remedy: "give a smaller board",
            });
        }
        let question = TourQuestion::new(board, &Piece::knight(board.rank()), kind);
        Ok(Question::Tours(Box::new(question), method))
    }

    /// The placements of `side` queens.
    pub fn queens(side: usize, method: QueensMethod) -> Result<Question, cavalcade::Error> {
        Ok(Question::Queens(Box::new(Ask::queens(side, method)?)))
    }

    /// The question that a published row answers; `None` if no method here takes it.
    pub fn published(row: &Published) -> Option<Question> {
        if row.family == "queens" {
            return published_queens(row).ok().map(|ask| Question::Queens(Box::new(ask)));
        }
        let sides: Result<Vec<usize>, ParseIntError> =
            row.board.split('x').map(str::parse).collect();
        let &[rows, columns] = &sides.ok()?[..] else { return None };
        // Transposed boards have the same counts: each is counted once, the upright one.
        let board = Board::rectangle(rows.min(columns), rows.max(columns)).ok()?;
        match row.kind {
            "open" => Question::tours(&board, Kind::Open, Method::Auto).ok(),
            _ => Question::tours(&board, Kind::Closed, Method::Auto).ok(),
        }
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        match self {
            Question::Tours(question, _) => question.label(),
            Question::Queens(ask) => ask.label(),
        }
    }

    /// Counts; an error if the session is stopped first.
    pub fn answer(&self, session: &Session) -> anyhow::Result<Answer> {
        match self {
            Question::Tours(question, Method::Auto | Method::Search) => {
                let search = TourSearch::new((**question).clone())?;
                let counts = |tally: &_| question.counts(tally);
                session.count(&search, question.label(), counts)
            }
            Question::Queens(ask) => ask.answer(session),
        }
    }

    /// The nodes that the answer is expected to cost, from `probes` random descents.
    pub fn estimated_nodes(&self, probes: u32) -> Result<f64, cavalcade::Error> {
        Ok(match self {
            Question::Tours(question, _) => {
                estimated_nodes(&TourSearch::new((**question).clone())?, probes)
            }
            Question::Queens(ask) => ask.estimated_nodes(probes)?,
        })
    }
}

/// The question about queens of a published row, by the cheapest method.
fn published_queens(row: &Published) -> Result<Ask, cavalcade::Error> {
    let torus = row.board.strip_prefix("torus:");
    let board: Board = torus.unwrap_or(&row.board).parse()?;
    let side = board.axes()[0].length;
    if torus.is_some() {
        return Ok(Ask::Kin(KinQuestion::new(side)?.on_torus()));
    }
    let question = QueensQuestion::new(side)?;
    let question = if row.piece == "amazon" { question.with_amazons() } else { question };
    Ask::plain(question, QueensMethod::Auto, Vectors::Native)
}
