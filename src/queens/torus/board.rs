//! `Board`: a torus with a class of pairs, one of which is on (0, 0) and (1, c).

use std::cmp::Ordering;

use super::maps::{KINDS, MAX_SIDE, Map, Pairs, Square, Torus, maps};
use super::open::{Counts, Lines, Open, left_open};

/// The constants of the search for placements with a pair of this class and none of the classes
/// before it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub torus: Torus,
    pub pairs: Pairs,
    pub classes: Classes,
    /// The differences of pairs of earlier classes.
    pub forbidden: Vec<Square>,
    /// For each square, the squares that a queen there leaves open.
    left_open: Vec<Lines>,
}

impl Board {
    /// The boards of all classes of pairs.
    pub fn all(torus: Torus) -> Vec<Board> {
        let maps = maps(torus).len();
        let all = Pairs::all(torus);
        let squares = || (0..torus.0 * torus.0).map(|at| (at / torus.0, at % torus.0));
        let board = |number: usize| {
            let (before, pairs) = (&all[..number], all[number].clone());
            let is_before =
                |&difference: &Square| before.iter().any(|pairs| pairs.contains(torus, difference));
            let forbidden: Vec<Square> = squares().filter(is_before).collect();
            let is_line = |square: &Square| torus.lines(*square).contains(&0);
            let attacked: Vec<Square> =
                squares().filter(is_line).chain(forbidden.iter().copied()).collect();
            let left_open = left_open(torus, &attacked);
            let classes = Classes::new(torus, maps, &pairs);
            Board { torus, pairs, classes, forbidden, left_open }
        };
        (0..all.len()).map(board).collect()
    }

    /// The squares that a queen leaves open.
    #[inline(always)]
    pub fn left_by(&self, square: Square) -> &Lines {
        &self.left_open[square.0 * self.torus.0 + square.1]
    }

    fn place(&self, open: &mut Open, square: Square) -> Counts {
        open.place(self.torus, square, self.left_by(square))
    }

    /// The pair and a queen in a column of the middle row, if that queen is allowed. Maps that keep
    /// the pair, or swap it, give images of a placement: a square is closed if one of them maps a
    /// queen there to an earlier column of the middle row.
    pub fn start(&self, column: usize) -> Option<(Open, Counts)> {
        let torus = self.torus;
        let pair = [(0, 0), (1, self.pairs.column)];
        let mut open = Open::all(torus);
        for queen in pair {
            self.place(&mut open, queen);
        }
        for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let difference = (torus.less(to.0, from.0), torus.less(to.1, from.1));
            for map in &self.pairs.onto[difference.0 * torus.0 + difference.1] {
                for at in 0..torus.0 * torus.0 {
                    let square = (at / torus.0, at % torus.0);
                    let from = (torus.less(square.0, from.0), torus.less(square.1, from.1));
                    let image = map.of(torus, from);
                    if image.0 == torus.middle() && image.1 < column {
                        open.close(torus, square);
                    }
                }
            }
        }
        let queen = (torus.middle(), column);
        open.contains(queen).then(|| {
            let counts = self.place(&mut open, queen);
            (open, counts)
        })
    }
}

/// The classes of the placements that have a pair of a class.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    torus: Torus,
    /// The number of all linear maps.
    maps: u64,
    /// The images of a placement in which a pair with this difference is moved to (0, 0), (1, c).
    images: Vec<Vec<Image>>,
    /// The order in which rows of placements are compared: the middle row, then the others.
    rows: Vec<usize>,
}

/// How to find the queen in a row of an image.
#[derive(Clone, Debug)]
struct Image {
    /// The kind of the lines that become rows, and the distance of these lines from one row to the
    /// next.
    kind: usize,
    step: usize,
    /// The image's column, by row and column of the difference.
    column: [usize; 2],
    is_of_plane: bool,
}

impl Image {
    fn of(torus: Torus, map: Map) -> Image {
        let (kind, step) = map.rows(torus);
        Image { kind, step, column: map.column(), is_of_plane: map.is_of_plane(torus) }
    }
}

impl Classes {
    pub fn new(torus: Torus, maps: usize, pairs: &Pairs) -> Classes {
        let of = |maps: &Vec<Map>| maps.iter().map(|&map| Image::of(torus, map)).collect();
        let images = pairs.onto.iter().map(of).collect();
        let rows = std::iter::once(torus.middle()).chain(0..torus.0).collect();
        Classes { torus, maps: maps as u64, images, rows }
    }

    /// The weight of a placement, if none of its images precedes it: the size of its class under
    /// shifts, rotations and reflections, and the number of these classes that the other maps
    /// exchange, all of the same size.
    ///
    /// The maps that keep the placement take some pair to the one on (0, 0), (1, c), so all of them
    /// are found. Shifts, rotations and reflections form a normal subgroup: the number of classes
    /// is the number of cosets of the group that they generate with the placement's own maps.
    pub fn weigh(&self, columns: &[u8]) -> Option<(u64, u64)> {
        let torus = self.torus;
        let mut queens = [[(0, 0); MAX_SIDE + 1]; KINDS];
        for (row, &column) in columns.iter().enumerate() {
            let queen = (row, usize::from(column));
            for (queens, line) in queens.iter_mut().zip(torus.lines(queen)) {
                queens[line] = queen;
            }
        }
        let (mut equal, mut of_plane) = (0, 0);
        for first in queens[0][..torus.0].iter().copied() {
            for second in queens[0][..torus.0].iter().copied() {
                let (row, column) = difference(torus, second, first);
                for image in &self.images[row * torus.0 + column] {
                    match self.compare(image, first, &queens, columns) {
                        Ordering::Less => return None,
                        Ordering::Greater => {}
                        Ordering::Equal => {
                            equal += 1;
                            of_plane += u64::from(image.is_of_plane);
                        }
                    }
                }
            }
        }
        let plane = 8 * (torus.0 * torus.0) as u64;
        Some((plane / of_plane, self.maps * of_plane / (8 * equal)))
    }

    /// Compares an image, in which a queen is moved to (0, 0), with the placement.
    fn compare(
        &self,
        image: &Image,
        first: Square,
        queens: &[[Square; MAX_SIDE + 1]; KINDS],
        columns: &[u8],
    ) -> Ordering {
        let torus = self.torus;
        let line = torus.lines(first)[image.kind];
        let column = |row: usize| {
            let queen = queens[image.kind][(line + row * image.step) % torus.0];
            let (down, right) = difference(torus, queen, first);
            (image.column[0] * down + image.column[1] * right) % torus.0
        };
        let rows = self.rows.iter();
        rows.map(|&row| column(row).cmp(&usize::from(columns[row])))
            .find(|&order| order != Ordering::Equal)
            .unwrap_or(Ordering::Equal)
    }
}

fn difference(torus: Torus, to: Square, from: Square) -> Square {
    (torus.less(to.0, from.0), torus.less(to.1, from.1))
}
