//! `Question`: a question of any family with the method that is to answer it.

use std::num::ParseIntError;

use cavalcade::answer::{Answer, Label};
use cavalcade::board::{Board, Piece};
use cavalcade::engine::estimated_nodes;
use cavalcade::published::Published;
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::tours::{Kind, MAX_VERTICES, TourQuestion, TourSearch};

use super::args::Method;
use super::ground::Ground;
use super::session::Session;

/// A question of any family.
#[derive(Clone, Debug)]
pub enum Question {
    /// Knight's tours.
    Tours(Box<TourQuestion>, Method),
    /// Non-attacking queens.
    Queens(QueensQuestion, Method),
}

impl Question {
    /// The knight's tours of a board, refused before the graph is made where no method
    /// takes it.
    pub fn tours(board: &Board, kind: Kind, method: Method) -> Result<Question, cavalcade::Error> {
        let knight = Piece::knight(board.rank());
        Question::on(&Ground::Board(board.clone(), knight), kind, method)
    }

    /// The tours of any piece on any board or graph.
    pub fn on(ground: &Ground, kind: Kind, method: Method) -> Result<Question, cavalcade::Error> {
        if ground.len() > MAX_VERTICES {
            return Err(cavalcade::Error::MethodTooSmall {
                what: ground.name(),
                size: ground.len(),
                unit: "squares",
                method: "search",
                limit: MAX_VERTICES,
                remedy: "give a smaller board",
            });
        }
        Ok(Question::Tours(Box::new(ground.tours(kind)), method))
    }

    /// The placements of `side` queens.
    pub fn queens(side: usize, method: Method) -> Result<Question, cavalcade::Error> {
        Ok(Question::Queens(QueensQuestion::new(side)?, method))
    }

    /// The question that a published row answers; `None` if no method here takes it.
    pub fn published(row: &Published) -> Option<Question> {
        let sides: Result<Vec<usize>, ParseIntError> =
            row.board.split('x').map(str::parse).collect();
        let &[rows, columns] = &sides.ok()?[..] else { return None };
        // Transposed boards have the same counts: each is counted once, the upright one.
        let board = Board::rectangle(rows.min(columns), rows.max(columns)).ok()?;
        match row.kind {
            "open" => Question::tours(&board, Kind::Open, Method::Auto).ok(),
            "closed" => Question::tours(&board, Kind::Closed, Method::Auto).ok(),
            _ => Question::queens(rows, Method::Auto).ok(),
        }
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        match self {
            Question::Tours(question, _) => question.label(),
            Question::Queens(question, _) => question.label(),
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
            Question::Queens(question, Method::Auto | Method::Search) => {
                let search = QueensSearch::new(*question);
                session.count(&search, question.label(), |tally| question.counts(tally))
            }
        }
    }

    /// The nodes that the answer is expected to cost, from `probes` random descents.
    pub fn estimated_nodes(&self, probes: u32) -> Result<f64, cavalcade::Error> {
        Ok(match self {
            Question::Tours(question, _) => {
                estimated_nodes(&TourSearch::new((**question).clone())?, probes)
            }
            Question::Queens(question, _) => estimated_nodes(&QueensSearch::new(*question), probes),
        })
    }
}
