//! Which of the published counts are to be verified.

use cavalcade::board::Board;
use cavalcade::published::Published;
use cavalcade::question::{Question, Tours};
use cavalcade::tours::Kind;

use crate::cli::args::{VerifiedFamily, VerifyArgs};
use crate::cli::input::ranges::{self, Pattern};
use crate::cli::session::exit::Usage;

/// The flags that choose.
pub struct Wanted {
    family: Option<VerifiedFamily>,
    pattern: Option<Pattern>,
    closed: bool,
    piece: Option<String>,
    torus: bool,
    cylinder: bool,
    holes: bool,
}

impl Wanted {
    /// Reads the flags.
    pub fn of(args: &VerifyArgs) -> Result<Wanted, Usage> {
        let mut wanted = Wanted {
            family: args.family,
            pattern: args.range.as_deref().map(ranges::sides).transpose()?,
            closed: args.closed,
            piece: args.piece.clone(),
            torus: args.torus,
            cylinder: args.cylinder,
            holes: args.holes,
        };
        if let Some(pattern) = &wanted.pattern {
            wanted.torus |= pattern.prefix == "torus:";
            wanted.cylinder |= pattern.prefix == "cylinder:";
        }
        Ok(wanted)
    }

    /// True if nothing is left out.
    pub fn is_all(&self) -> bool {
        let chooses = self.closed || self.torus || self.cylinder || self.holes;
        !chooses && self.family.is_none() && self.pattern.is_none() && self.piece.is_none()
    }

    /// True if this count is wanted.
    pub fn has(&self, row: &Published) -> bool {
        let question = &row.question;
        let of_family = matches!(
            (self.family, question),
            (None, _)
                | (Some(VerifiedFamily::Tours), Question::Tours(_))
                | (Some(VerifiedFamily::Queens), Question::Queens(_))
                | (Some(VerifiedFamily::Walks), Question::Walks(_))
        );
        let is_closed = |tours: &Tours| tours.kind() == Kind::Closed;
        let closed = !self.closed || matches!(question, Question::Tours(t) if is_closed(t));
        let piece = self.piece.as_ref().is_none_or(|piece| question.label().piece == *piece);
        of_family && closed && piece && self.has_board(question)
    }

    fn has_board(&self, question: &Question) -> bool {
        let any = !self.torus && !self.cylinder && !self.holes && self.pattern.is_none();
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
        // Sides alone are those of a whole, plane board.
        let plain = !holes && axes.iter().all(|(_, wraps)| !wraps);
        let varied = self.torus || self.cylinder || self.holes;
        (!self.torus || is_torus)
            && (!self.cylinder || is_cylinder)
            && (!self.holes || holes)
            && (varied || plain)
            && self.pattern.as_ref().is_none_or(|pattern| {
                // A table has one of a board and its transpose.
                let upright = sides.len() == 2 && !is_cylinder;
                pattern.has(&sides) || upright && pattern.has(&turned)
            })
    }
}

fn axes(board: &Board) -> Vec<(usize, bool)> {
    board.axes().iter().map(|axis| (axis.length, axis.wraps)).collect()
}

#[cfg(test)]
mod tests {
    use cavalcade::published::Table;
    use clap::Parser;

    use super::Wanted;
    use crate::cli::args::{Args, Command};

    /// The questions that a line is about.
    fn questions(line: &str) -> Vec<String> {
        let words = ["cavalcade", "verify"].into_iter().chain(line.split_whitespace());
        let Some(Command::Verify(args)) = Args::try_parse_from(words).unwrap().command else {
            unreachable!()
        };
        let wanted = Wanted::of(&args).unwrap();
        assert_eq!(wanted.is_all(), line.is_empty());
        let rows = Table::embedded().rows().iter().filter(|row| wanted.has(row));
        rows.map(|row| row.question.to_string()).collect()
    }

    #[test]
    fn families_are_chosen_by_board_and_piece() {
        let all = questions("").len();
        assert_eq!(all, Table::embedded().rows().len());
        for (line, part) in [
            ("queens", "queens "),
            ("tours", "tours "),
            ("walks", "walks "),
            ("--closed", "tours closed"),
            ("tours --piece king", " king "),
            ("--torus", "torus:"),
            ("queens --torus", "queen torus:"),
            ("tours 6x6", " 6x6"),
            ("tours 5..6x6 --closed", "tours closed"),
        ] {
            let found = questions(line);
            assert!(!found.is_empty() && found.len() < all, "{line}");
            assert!(found.iter().all(|text| text.contains(part)), "{line}: {found:?}");
        }
        assert_eq!(questions("tours 8x6"), questions("tours 6x8"));
        assert!(
            questions("queens 8..9")
                .iter()
                .all(|text| text.contains("8x8") || text.contains("9x9"))
        );
    }
}
