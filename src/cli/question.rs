//! `Question`: a question of any family with the method that is to answer it.

use std::num::ParseIntError;

use cavalcade::Count;
use cavalcade::answer::{Answer, Convention, Label};
use cavalcade::board::{Board, Piece};
use cavalcade::engine::{Enumeration, Tally, estimated_nodes};
use cavalcade::published::Published;
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::tours::{Kind, MAX_VERTICES, TourQuestion, TourSearch};
use clap::ValueEnum;

use super::args::Method;
use super::session::Session;

/// The counts by convention, from a whole tally.
pub type Counts<'a> = &'a dyn Fn(&Tally) -> Vec<(Convention, Count)>;

/// Something to be done with a method, whichever it is.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn perform<E: Enumeration>(
        self,
        enumeration: &E,
        counts: Counts<'_>,
    ) -> anyhow::Result<Self::Output>;
}

/// Counting, to the end.
struct Answering<'a> {
    session: &'a Session,
    question: &'a Question,
}

impl Task for Answering<'_> {
    type Output = Answer;

    fn perform<E: Enumeration>(self, method: &E, counts: Counts<'_>) -> anyhow::Result<Answer> {
        self.session.count(method, self.question, counts)
    }
}

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

    /// The words that ask it of the program, for boards that text can name.
    pub fn ask(&self) -> String {
        let (method, Label { family, board, kind, .. }) = match self {
            Question::Tours(question, method) => (method, question.label()),
            Question::Queens(question, method) => (method, question.label()),
        };
        let subject = match self {
            Question::Tours(..) => board,
            Question::Queens(question, _) => question.side().to_string(),
        };
        let closed = if kind == "closed" { " --closed" } else { "" };
        let value = method.to_possible_value();
        let method = match (method, &value) {
            (Method::Auto, _) | (_, None) => String::new(),
            (_, Some(value)) => format!(" --method {}", value.get_name()),
        };
        format!("{family} {subject}{closed}{method}")
    }

    /// Hands the method that answers it to a task.
    pub fn with<T: Task>(&self, task: T) -> anyhow::Result<T::Output> {
        match self {
            Question::Tours(question, Method::Auto | Method::Search) => {
                let search = TourSearch::new((**question).clone())?;
                task.perform(&search, &|tally| question.counts(tally))
            }
            Question::Queens(question, Method::Auto | Method::Search) => {
                let search = QueensSearch::new(*question);
                task.perform(&search, &|tally| question.counts(tally))
            }
        }
    }

    /// Counts; an error if the session is stopped first.
    pub fn answer(&self, session: &Session) -> anyhow::Result<Answer> {
        self.with(Answering { session, question: self })
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
