//! Whether squares are a placement that a question asks for.

use super::question::{Square, VariantQuestion};
use super::search::NO_QUEEN;
use crate::board::Bits;
use crate::error::Error;

impl VariantQuestion {
    /// Checks that queens on these squares, row by row, are a placement of this question.
    ///
    /// ```
    /// use cavalcade::queens::VariantQuestion;
    /// let four = VariantQuestion::new(4)?;
    /// assert!(four.check(&[(0, 1), (1, 3), (2, 0), (3, 2)]).is_ok());
    /// assert!(four.check(&[(0, 1), (1, 2), (2, 0), (3, 3)]).is_err());
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotAPlacement`] with the first row whose queen breaks a rule, or the last row
    /// where a queen is missing or the whole is not as it should be.
    pub fn check(&self, squares: &[Square]) -> Result<(), Error> {
        let wrong = |problem, row| Err(Error::NotAPlacement { problem, row });
        let side = self.side();
        let mut columns = vec![NO_QUEEN; side];
        for (i, &(row, column)) in squares.iter().enumerate() {
            if row >= side || column >= side {
                return wrong("the queen stands beside the board", row);
            }
            if self.holes().contains(&(row, column)) {
                return wrong("the queen stands on a hole", row);
            }
            let attacks = |other: &&Square| self.attacks((row, column))[other.0].contains(other.1);
            if squares[..i].iter().any(|other| attacks(&other)) {
                return wrong("a queen before it attacks it", row);
            }
            columns[row] = column as u8;
        }
        let last = side.saturating_sub(1);
        match () {
            () if squares.len() != self.queens() => {
                wrong("there are other than the asked queens", last)
            }
            () if self.placed().iter().any(|placed| !squares.contains(placed)) => {
                wrong("a queen that stands already is missing", last)
            }
            () if self.turn().is_some_and(|turn| side > 0 && !turn.keeps(&columns)) => {
                wrong("the turn does not leave it as it is", last)
            }
            () => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::queens::{Turn, VariantQuestion};

    fn problem(question: &VariantQuestion, squares: &[(usize, usize)]) -> String {
        question.check(squares).unwrap_err().to_string()
    }

    #[test]
    fn each_rule_refuses_what_breaks_it() {
        let four = || VariantQuestion::new(4).unwrap();
        let placement = [(0, 1), (1, 3), (2, 0), (3, 2)];
        assert!(four().check(&placement).is_ok());
        assert!(problem(&four(), &[(0, 4)]).contains("beside the board in row 0"));
        assert!(problem(&four(), &[(0, 1), (1, 2)]).contains("attacks it in row 1"));
        assert!(problem(&four(), &[(0, 1), (0, 1)]).contains("attacks it in row 0"));
        assert!(problem(&four(), &placement[..3]).contains("other than the asked"));
        let holed = four().with_holes(&[(1, 3)]).unwrap();
        assert!(problem(&holed, &placement).contains("hole in row 1"));
        let placed = four().with_placed(&[(0, 2)]).unwrap();
        assert!(problem(&placed, &placement).contains("stands already"));
        assert!(problem(&four().on_torus(), &placement).contains("attacks"));
        assert!(problem(&four().with_amazons(), &placement).contains("attacks"));
        assert!(four().kept_by(Turn::Quarter).check(&placement).is_ok());
        let five = VariantQuestion::new(5).unwrap().kept_by(Turn::Half);
        let others = [(0, 0), (1, 3), (2, 1), (3, 4), (4, 2)];
        assert!(five.clone().without_turn().check(&others).is_ok());
        assert!(problem(&five, &others).contains("turn"));
        assert!(VariantQuestion::new(0).unwrap().kept_by(Turn::Half).check(&[]).is_ok());
    }

    #[test]
    fn every_placement_that_is_listed_passes() {
        for text in [
            "queens queen 7x7",
            "queens queen torus:7x7",
            "queens amazon 6x6 k=3",
            "queens queen 6x6 k=4 place=a1 holes=c4",
            "queens queen 8x8 turn=half",
        ] {
            let question: crate::question::Question = text.parse().unwrap();
            let crate::question::Question::Queens(asked) = &question else { unreachable!() };
            let side = asked.side() as u32;
            let take = |squares: &[u32]| {
                let at = |&square: &u32| ((square / side) as usize, (square % side) as usize);
                let squares: Vec<_> = squares.iter().map(at).collect();
                assert!(asked.variant().check(&squares).is_ok(), "{text}: {squares:?}");
                ControlFlow::Continue(())
            };
            assert!(question.solutions().for_each(take).unwrap() > 0, "{text}");
        }
    }
}
