//! `Question`: a question of any family with the method that is to answer it.

use cavalcade::answer::{Answer, Label};
use cavalcade::board::{Board, Piece};
use cavalcade::engine::estimated_nodes;
use cavalcade::published::Published;
use cavalcade::queens::{QueensQuestion, QueensSearch};
use cavalcade::tours::{Kind, MAX_VERTICES, TourQuestion, TourSearch};

use super::args::Method;
use super::exit::Usage;
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
        if !matches!(method, Method::Auto | Method::Search) {
            return Err(cavalcade::Error::Text {
                what: "method",
                text: format!("{method:?}").to_lowercase(),
                at: 1,
                problem: "it finds tours, and does not count queens".into(),
                remedy: "write auto or search",
            });
        }
        Ok(Question::Queens(QueensQuestion::new(side)?, method))
    }

    /// The question that a published row answers; `None` if no method here takes it.
    pub fn published(row: &Published) -> Option<Question> {
        if row.family == "walks" {
            return None;
        }
        // Tables know boards without squares; on the command line they are mistakes.
        let sides: Option<Vec<usize>> = row.board.split('x').map(|n| n.parse().ok()).collect();
        let board: Board = match sides.as_deref() {
            Some(&[rows, columns]) => Board::rectangle(rows, columns).ok()?,
            _ => row.board.parse().ok()?,
        };
        // Transposed boards have the same counts: each is counted once, the upright one.
        let board = match board.axes() {
            [rows, columns] if rows.length > columns.length && !board.has_holes() => {
                Board::new(vec![*columns, *rows]).ok()?
            }
            _ => board,
        };
        let piece = Piece::named(&row.piece, board.rank())?;
        let side = board.axes()[0].length;
        let tours = |kind| {
            let ground = Ground::Board(board.clone(), piece.clone());
            Question::on(&ground, kind, Method::Auto).ok()
        };
        match row.kind {
            "open" => tours(Kind::Open),
            "closed" => tours(Kind::Closed),
            _ => Question::queens(side, Method::Auto).ok(),
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
            Question::Tours(..) | Question::Queens(..) => {
                let problem = "this method finds one tour; write --method search to count";
                Err(Usage(problem.into()).into())
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
