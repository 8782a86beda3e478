//! The selection of published counts to verify.

use crate::board::Board;
use crate::error::Error;
use crate::published::{Published, Table};
use crate::question::{BoardRange, Question, Tours};
use crate::tours::Kind;

/// The selection; the default is everything.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    family: Option<&'static str>,
    range: Option<BoardRange>,
    closed: bool,
    piece: Option<String>,
    torus: bool,
    cylinder: bool,
    holes: bool,
}

/// The families of published counts.
const FAMILIES: [&str; 3] = ["tours", "queens", "walks"];

impl Wanted {
    /// Only this family: `tours`, `queens` or `walks`.
    ///
    /// # Errors
    /// [`Error::Text`] if there is no such family.
    pub fn of_family(mut self, name: &str) -> Result<Wanted, Error> {
        let known = FAMILIES.into_iter().find(|family| *family == name);
        self.family = Some(known.ok_or_else(|| Error::Text {
            what: "family",
            text: name.into(),
            at: 1,
            problem: "there is no such family".into(),
            remedy: "write tours, queens or walks",
        })?);
        Ok(self)
    }

    /// Only boards of these sizes and of this topology.
    pub fn of_boards(mut self, range: BoardRange) -> Wanted {
        self.torus |= range.prefix == "torus:";
        self.cylinder |= range.prefix == "cylinder:";
        self.range = Some(range);
        self
    }

    /// Only closed tours, if set.
    pub fn closed(self, closed: bool) -> Wanted {
        Wanted { closed, ..self }
    }

    /// Only this piece.
    pub fn of_piece(self, piece: Option<String>) -> Wanted {
        Wanted { piece, ..self }
    }

    /// Only boards all of whose axes wrap, if set.
    pub fn on_torus(mut self, torus: bool) -> Wanted {
        self.torus |= torus;
        self
    }

    /// Only boards whose last axis alone wraps, if set.
    pub fn on_cylinder(mut self, cylinder: bool) -> Wanted {
        self.cylinder |= cylinder;
        self
    }

    /// Only boards with missing squares, if set.
    pub fn with_holes(self, holes: bool) -> Wanted {
        Wanted { holes, ..self }
    }

    /// True if everything is selected.
    pub fn is_all(&self) -> bool {
        let chooses = self.closed || self.torus || self.cylinder || self.holes;
        !chooses && self.family.is_none() && self.range.is_none() && self.piece.is_none()
    }

    /// The selected counts, in the order of their table.
    pub fn rows(&self) -> Vec<&'static Published> {
        Table::embedded().rows().iter().filter(|row| self.has(row)).collect()
    }

    /// True if this count is selected.
    pub fn has(&self, row: &Published) -> bool {
        let question = &row.question;
        let label = question.label();
        let is_closed = |tours: &Tours| tours.kind() == Kind::Closed;
        let closed = !self.closed || matches!(question, Question::Tours(t) if is_closed(t));
        let piece = self.piece.as_ref().is_none_or(|piece| label.piece == *piece);
        let family = self.family.is_none_or(|family| label.family == family);
        family && closed && piece && self.has_board(question)
    }

    fn has_board(&self, question: &Question) -> bool {
        let any = !self.torus && !self.cylinder && !self.holes && self.range.is_none();
        let (axes, holes): (Vec<(usize, bool)>, bool) = match question {
            _ if any => return true,
            Question::Queens(queens) => {
                let variant = queens.variant();
                (vec![(queens.side(), variant.is_torus())], !variant.holes().is_empty())
            }
            _ => {
                let board = question.instance().and_then(|instance| instance.board());
                let Some(board) = board else { return false };
                (axes(board), board.has_holes())
            }
        };
        let last = axes.len() - 1;
        let is_torus = axes.iter().all(|(_, wraps)| *wraps);
        let is_cylinder = last > 0 && axes.iter().enumerate().all(|(i, a)| a.1 == (i == last));
        let sides: Vec<usize> = axes.iter().map(|(length, _)| *length).collect();
        let turned: Vec<usize> = sides.iter().rev().copied().collect();
        // Sides without further words select plane boards without holes.
        let plain = !holes && axes.iter().all(|(_, wraps)| !wraps);
        let varied = self.torus || self.cylinder || self.holes;
        (!self.torus || is_torus)
            && (!self.cylinder || is_cylinder)
            && (!self.holes || holes)
            && (varied || plain)
            && self.range.as_ref().is_none_or(|range| {
                // The table contains only one of a board and its transpose.
                let upright = sides.len() == 2 && !is_cylinder;
                range.has(&sides) || upright && range.has(&turned)
            })
    }
}

fn axes(board: &Board) -> Vec<(usize, bool)> {
    board.axes().iter().map(|axis| (axis.length, axis.wraps)).collect()
}

#[cfg(test)]
mod tests {
    use super::Wanted;
    use crate::published::Table;

    fn questions(wanted: &Wanted) -> Vec<String> {
        wanted.rows().iter().map(|row| row.question.to_string()).collect()
    }

    #[test]
    fn published_counts_are_selected_by_board_and_piece() {
        let all = || Wanted::default();
        let of = |family: &str| all().of_family(family).unwrap();
        let boards = |range: &str| range.parse().unwrap();
        let rows = Table::embedded().rows().len();
        assert!(all().is_all() && questions(&all()).len() == rows);
        for (wanted, part) in [
            (of("queens"), "queens "),
            (of("tours"), "tours "),
            (of("walks"), "walks "),
            (all().closed(true), "tours closed"),
            (of("tours").of_piece(Some("king".into())), " king "),
            (all().on_torus(true), "torus:"),
            (of("queens").on_torus(true), "queen torus:"),
            (of("tours").of_boards(boards("6x6")), " 6x6"),
            (of("tours").of_boards(boards("torus:3..5x4")), "torus:"),
            (of("tours").of_boards(boards("5..6x6")).closed(true), "tours closed"),
        ] {
            let found = questions(&wanted);
            assert!(!wanted.is_all() && !found.is_empty() && found.len() < rows, "{wanted:?}");
            assert!(found.iter().all(|text| text.contains(part)), "{part}: {found:?}");
        }
        let tours = |range: &str| questions(&of("tours").of_boards(boards(range)));
        assert_eq!(tours("8x6"), tours("6x8"));
        let queens = questions(&of("queens").of_boards(boards("8..9")));
        assert!(queens.iter().all(|text| text.contains("8x8") || text.contains("9x9")));
        assert!(all().of_family("rooks").is_err());
    }
}
