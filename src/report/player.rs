//! Pictures in steps, for the player.

use crate::draw::Pictures;
use crate::error::Error;
use crate::question::Question;

/// One solution in steps.
#[derive(Debug)]
pub(super) struct Figure {
    /// What stands in the list and below the picture.
    pub title: String,
    /// The drawing; what belongs to a step is marked.
    pub svg: String,
    /// The last step, from 0.
    pub last: usize,
    /// What a step is: "square", or "queen".
    pub noun: &'static str,
    /// What moves from square to square; else empty.
    pub piece: String,
    /// The name of the first square, where a closed tour comes back to; else empty.
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
