//! `OneOfEach`: picks one tour of each class among those that a search visits.
//!
//! A search that uses the symmetries visits at least one tour of each class, and each tour once. It
//! visits several tours of some classes, where it gave up a symmetry. Its units determine which
//! tours it visits. A tour is picked if it is the least of its visited images: nothing has to be
//! stored, and the first tours of a large board are found immediately, since nearly every visited
//! tour is picked. Data that do not depend on the tour are computed once, and images are compared
//! only as far as necessary.

use std::cmp::Ordering;

use crate::board::Permutation;
use crate::error::Error;
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::search::{Membership, Strategy, TourSearch};

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
    search: TourSearch,
    /// The tours that the search visits, if not all.
    visited: Option<Membership>,
    /// The symmetries except the identity, each with its inverse.
    symmetries: Vec<[Permutation; 2]>,
    kind: Kind,
}

impl OneOfEach {
    /// The classes of a question, visited by a search with this strategy.
    ///
    /// # Errors
    /// [`Error::TooManySymmetries`] if the symmetries are too many to list, or as
    /// [`TourSearch::by`].
    pub fn of(question: TourQuestion, strategy: Strategy) -> Result<OneOfEach, Error> {
        if !question.group().is_complete() {
            return Err(Error::TooManySymmetries { purpose: "tell classes apart" });
        }
        let mut search = TourSearch::by(question.clone(), strategy)?;
        if search.strategy() == Strategy::Extend {
            // With symmetry it visits open tours from both ends, and either may be the first of an
            // image.
            search = TourSearch::by(question.clone().without_symmetry(), Strategy::Extend)?;
        }
        let search = search.split(1);
        let with_inverse = |g: &Permutation| {
            let mut inverse = g.clone();
            g.iter().zip(0..).for_each(|(&image, v)| inverse[image as usize] = v);
            [g.clone(), inverse]
        };
        let symmetries = question.group().elements().iter().skip(1).map(with_inverse).collect();
        Ok(OneOfEach { visited: search.membership(), search, symmetries, kind: question.kind() })
    }

    /// The search that visits at least one tour of each class.
    pub fn search(&self) -> &TourSearch {
        &self.search
    }

    /// True for one of the visited tours of each class. `squares` is a visited tour, as
    /// [`Visited::squares_into`](crate::tours::Visited::squares_into) writes it.
    pub fn picks(&self, squares: &[u8]) -> bool {
        let mut places = [0; 256];
        for (place, &square) in squares.iter().enumerate() {
            places[usize::from(square)] = place as u8;
        }
        let tour = Placed { squares, places: &places, closed: self.kind == Kind::Closed };
        !self.symmetries.iter().any(|[g, inverse]| {
            tour.is_behind_its_image(g, inverse)
                && self.visited.as_ref().is_none_or(|visited| {
                    visited.holds(tour.image_ends(g), &|edge| tour.image_has(inverse, edge))
                })
        })
    }
}

/// A tour with the position of each square, so that images can be compared without being computed.
struct Placed<'t> {
    squares: &'t [u8],
    places: &'t [u8; 256],
    closed: bool,
}

impl Placed<'_> {
    /// True if the image of the tour is less, written like a visited tour: an open one from its
    /// smaller end, a closed one from square 0 towards the smaller neighbour. The first few squares
    /// nearly always decide.
    fn is_behind_its_image(&self, g: &Permutation, inverse: &Permutation) -> bool {
        let last = self.squares.len() - 1;
        let image = |place: usize| g[usize::from(self.squares[place])];
        let up = |place: usize| if place == last { 0 } else { place + 1 };
        let down = |place: usize| if place == 0 { last } else { place - 1 };
        let (first, upwards) = match self.closed {
            true => {
                let zero = usize::from(self.places[inverse[0] as usize]);
                (zero, image(up(zero)) < image(down(zero)))
            }
            false if image(last) < image(0) => (last, false),
            false => (0, true),
        };
        let mut place = first;
        for &square in self.squares {
            match image(place).cmp(&square.into()) {
                Ordering::Equal => place = if upwards { up(place) } else { down(place) },
                unlike => return unlike.is_lt(),
            }
        }
        false
    }

    /// The ends of the image of an open tour, the smaller first.
    fn image_ends(&self, g: &Permutation) -> Option<[u32; 2]> {
        let [a, b] = [self.squares.first()?, self.squares.last()?].map(|&v| g[usize::from(v)]);
        (!self.closed).then_some([a.min(b), a.max(b)])
    }

    /// True if the image has this edge.
    fn image_has(&self, inverse: &Permutation, edge: [u32; 2]) -> bool {
        let [a, b] = edge.map(|v| self.places[inverse[v as usize] as usize]);
        let apart = usize::from(a.abs_diff(b));
        apart == 1 || self.closed && apart == self.squares.len() - 1
    }
}
