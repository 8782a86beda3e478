//! Pictures of the player, which shows solutions step by step.

use crate::draw::Pictures;
use crate::error::Error;
use crate::question::Question;

/// A solution in steps.
#[derive(Debug)]
pub(super) struct Figure {
    /// The title, in the list and below the picture.
    pub title: String,
    /// The SVG, in which the elements of each step are marked.
    pub svg: String,
    /// The last step, from 0.
    pub last: usize,
    /// The noun for a step: "square" or "queen".
    pub noun: &'static str,
    /// The piece that moves from square to square, or empty.
    pub piece: String,
    /// The name of the first square, to which a closed tour returns, or empty.
    pub back: String,
}

/// The solutions of a question in steps.
pub(super) fn figures(question: &Question, solutions: &[Vec<u32>]) -> Result<Vec<Figure>, Error> {
    let mut pictures = Pictures::of(question);
    let (label, mut figures) = (question.label(), Vec::new());
    for (place, squares) in solutions.iter().enumerate() {
        pictures.put(squares)?;
        let svg = pictures.steps(place).expect("it was put there");
        let (what, noun) = match question {
            Question::Tours(_) => ("tour", "square"),
            Question::Queens(_) => ("", "queen"),
            Question::Walks(_) => ("", "square"),
        };
        let closes = matches!(question, Question::Tours(t) if t.kind().word() == "closed");
        let closes = closes && squares.len() > 2;
        let number =
            if solutions.len() > 1 { format!(", no. {}", place + 1) } else { String::new() };
        let kind = [label.kind, what].join(" ");
        figures.push(Figure {
            title: format!("{} {}, {}{number}", label.board, label.piece, kind.trim()),
            svg,
            last: squares.len().saturating_sub(1) + usize::from(closes),
            noun,
            piece: question.instance().map_or(String::new(), |_| label.piece.clone()),
            back: match question.instance() {
                Some(instance) if closes => instance.square_name(squares[0] as usize),
                _ => String::new(),
            },
        });
    }
    Ok(figures)
}
