//! `Classes`: whether a placement is the first of its class, and the size of the class.

use std::cmp::Ordering;

use super::maps::{KINDS, MAX_SIDE, Map, Pairs, Square, Torus};

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
