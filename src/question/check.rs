//! `Checker`: solutions from outside are checked before they are used.

use std::sync::OnceLock;

use super::{Queens, Question, Tours};
use crate::board::Graph;
use crate::error::{Error, PictureError};
use crate::queens::{NO_QUEEN, Square};
use crate::tours::Tour;
use crate::walks::WalkQuestion;

/// Tells solutions of a question from what is none.
///
/// ```
/// use cavalcade::question::{Checker, Question};
/// let question: Question = "queens queen 4x4".parse()?;
/// let checker = Checker::of(&question)?;
/// assert!(checker.check(&[1, 7, 8, 14]).is_ok());
/// let error = checker.check(&[0, 5, 11, 14]).unwrap_err();
/// assert_eq!(error.to_string(), "no placement: the queens on a4 and b3 attack each other; draw others");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct Checker<'q>(Rules<'q>);

#[derive(Debug)]
enum Rules<'q> {
    /// The moves are worked out for the first solution that is long enough.
    Tours(&'q Tours, OnceLock<Graph>),
    Queens(&'q Queens),
    Walks(Box<WalkQuestion>),
}

impl Checker<'_> {
    /// The rules of a question.
    ///
    /// # Errors
    /// If it has none that can be worked out: a graph too large for walks.
    pub fn of(question: &Question) -> Result<Checker<'_>, Error> {
        Ok(Checker(match question {
            Question::Tours(tours) => Rules::Tours(tours, OnceLock::new()),
            Question::Queens(queens) => Rules::Queens(queens),
            Question::Walks(walks) => Rules::Walks(Box::new(walks.prepared()?)),
        }))
    }

    /// Checks squares: of a tour every square once and each step a move; of placements as many
    /// queens as asked that do not attack each other; of a walk each step a move, and its limits.
    ///
    /// # Errors
    /// [`Error::NotATour`], [`Error::NotAWalk`] or [`Error::Picture`] with what is wrong.
    pub fn check(&self, squares: &[u32]) -> Result<(), Error> {
        match &self.0 {
            Rules::Tours(tours, _) if squares.len() < tours.instance().len() => {
                Err(Error::NotATour { problem: "squares are missing", at: squares.len() })
            }
            Rules::Tours(tours, graph) => {
                let graph = graph.get_or_init(|| tours.instance().graph());
                Tour::on_graph(graph, tours.kind(), squares).map(drop)
            }
            Rules::Queens(queens) => placement(queens, squares),
            Rules::Walks(walks) => walks.check(squares),
        }
    }
}

fn placement(queens: &Queens, squares: &[u32]) -> Result<(), Error> {
    let (variant, rows, width) = (queens.variant(), queens.height(), queens.width());
    let wrong = |what: String| {
        let problem = format!("no placement: {what}");
        Err(PictureError { problem, remedy: "draw others" }.into())
    };
    let name = |square: Square| crate::queens::name(square, rows);
    if squares.iter().any(|&square| square as usize >= rows * width) {
        return wrong("a queen is outside the board".into());
    }
    let at: Vec<Square> =
        squares.iter().map(|&s| (s as usize / width, s as usize % width)).collect();
    for (i, &one) in at.iter().enumerate() {
        let attacked = variant.attacks(one);
        let other = at[i + 1..].iter().find(|&&(row, column)| attacked[row] >> column & 1 == 1);
        if let Some(&other) = other {
            let piece = queens.piece();
            let problem =
                format!("the {piece}s on {} and {} attack each other", name(one), name(other));
            return wrong(problem);
        }
        if variant.holes().contains(&one) {
            return wrong(format!("{} is a square where none may stand", name(one)));
        }
    }
    if let Some(&missing) = variant.placed().iter().find(|square| !at.contains(square)) {
        return wrong(format!("the queen that stands on {} is missing", name(missing)));
    }
    if squares.len() != variant.queens() {
        return wrong(format!("{} queens instead of {}", squares.len(), variant.queens()));
    }
    let mut columns = vec![NO_QUEEN; rows];
    at.iter().for_each(|&(row, column)| columns[row] = column as u8);
    match variant.turn().filter(|turn| rows > 0 && !turn.keeps(&columns)) {
        Some(turn) => wrong(format!("a {turn} turn does not leave it as it is")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::Checker;
    use crate::question::Question;

    fn problem(question: &str, squares: &[u32]) -> String {
        let question: Question = question.parse().unwrap();
        let checked = Checker::of(&question).unwrap().check(squares);
        checked.map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn the_broken_rule_is_named() {
        assert_eq!(problem("tours closed knight .../.#./...", &[0, 4, 5, 1, 7, 3, 2, 6]), "");
        let tour = problem("tours closed knight .../.#./...", &[0, 4, 5, 1, 7, 3, 2, 2]);
        assert!(tour.contains("square 8 of it: a square is visited again"), "{tour}");
        assert_eq!(problem("queens queen 4x4", &[1, 7, 8, 14]), "");
        assert!(problem("queens queen 4x4", &[1, 7, 8]).contains("3 queens instead of 4"));
        assert!(problem("queens queen 4x4", &[1, 7, 8, 16]).contains("outside the board"));
        assert!(problem("queens queen torus:4x4", &[1, 7, 8, 14]).contains("attack"));
        assert!(problem("queens amazon 4x4", &[1, 7, 8, 14]).contains("amazons on b4 and d3"));
        assert!(problem("queens queen 4x4 k=1 place=a1", &[0]).contains("a1 is missing"));
        assert!(problem("queens queen 4x4 k=1 holes=a4", &[0]).contains("none may stand"));
        let turned = [0, 8, 11, 19, 22];
        assert_eq!(problem("queens queen 5x5", &turned), "");
        assert!(problem("queens queen 5x5 turn=half", &turned).contains("half turn"));
        assert_eq!(problem("queens queen 4x4 turn=quarter", &[1, 7, 8, 14]), "");
        assert!(problem("walks any knight 3x3 length=3", &[0, 5, 6]).is_empty());
        assert!(problem("walks any knight 3x3 length=3", &[0, 5, 7]).contains("square 3"));
    }
}
