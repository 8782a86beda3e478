//! `OneOfEach`: of the tours that a search visits, one of each class.
//!
//! A search that uses the symmetries visits at least one tour of each class, and each tour
//! once; here and there it visits several of a class, where it gave a symmetry up. Which
//! tours it visits can be read off its units. So a tour is picked if it is the least of those
//! images of it that are visited: nothing has to be remembered, and the first tours of a
//! large board come at once, as nearly every tour that is visited is picked.

use crate::board::Permutation;
use crate::engine::{Enumeration, Unit};
use crate::error::Error;
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::search::{Strategy, TourSearch};

/// Picks one tour of each class.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::tours::{Kind, OneOfEach, Strategy, TourQuestion};
/// let question = TourQuestion::new(&Board::rectangle(3, 4)?, &Piece::knight(2), Kind::Open);
/// let classes = OneOfEach::of(question, Strategy::Extend)?;
/// // A tour and its image under a reflection are of one class.
/// assert!(classes.picks(&[0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4]));
/// assert!(!classes.picks(&[3, 5, 11, 2, 4, 10, 1, 8, 6, 0, 9, 7]));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct OneOfEach {
    question: TourQuestion,
    search: TourSearch,
    units: Vec<Unit>,
}

impl OneOfEach {
    /// The classes of a question, visited by such a search.
    ///
    /// # Errors
    /// [`Error::TooManySymmetries`] if they are too many to be known, or as
    /// [`TourSearch::by`].
    pub fn of(question: TourQuestion, strategy: Strategy) -> Result<OneOfEach, Error> {
        if !question.group().is_complete() {
            return Err(Error::TooManySymmetries { purpose: "tell classes apart" });
        }
        let mut search = TourSearch::by(question.clone(), strategy)?;
        if search.strategy() == Strategy::Extend {
            // It shows open tours from both ends, each of which may be an image's first.
            search = TourSearch::by(question.clone().without_symmetry(), Strategy::Extend)?;
        }
        let search = search.split(1);
        let units = search.plan().units;
        Ok(OneOfEach { question, search, units })
    }

    /// The search that visits at least one tour of each class.
    pub fn search(&self) -> &TourSearch {
        &self.search
    }

    /// True for one of the visited tours of each class. `squares` is a visited tour, as
    /// [`Visited::squares_into`](crate::tours::Visited::squares_into) writes it.
    pub fn picks(&self, squares: &[u8]) -> bool {
        let kind = self.question.kind();
        !self.question.group().elements().iter().any(|g| {
            let image = standard(squares, g, kind);
            image.as_slice() < squares && self.is_visited(&image)
        })
    }

    fn is_visited(&self, squares: &[u8]) -> bool {
        self.units.iter().any(|unit| self.search.visits(unit, squares))
    }
}

/// The image of a tour as it would be written: an open one from its smaller end, a closed one
/// from square 0 towards the smaller neighbour.
fn standard(squares: &[u8], g: &Permutation, kind: Kind) -> Vec<u8> {
    let mut image: Vec<u8> = squares.iter().map(|&square| g[usize::from(square)] as u8).collect();
    let last = image.len() - 1;
    match kind {
        Kind::Open if image[last] < image[0] => image.reverse(),
        Kind::Open => {}
        Kind::Closed => {
            let zero = image.iter().position(|&square| square == 0).unwrap_or(0);
            image.rotate_left(zero);
            if image[last] < image[1] {
                image[1..].reverse();
            }
        }
    }
    image
}
