//! `Classes`: whether a placement is the first of its class, and how large the class is.

use std::cmp::Ordering;

use super::maps::{KINDS, MAX_SIDE, Map, Pairs, Square, Torus};

/// The classes of the placements that have a pair of a class.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    torus: Torus,
    /// All linear maps.
    maps: u64,
    /// The images of a placement in which a pair with this difference stands on (0, 0), (1, c).
    images: Vec<Vec<Image>>,
    /// The middle row and the others, as placements are compared.
    rows: Vec<usize>,
}

/// How the queen in a row of an image is found.
#[derive(Clone, Debug)]
struct Image {
    /// The kind of the lines that become rows, and how far these are from one row to the next.
    kind: usize,
    step: usize,
    /// The column, by row and column of the difference.
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

    /// What a placement stands for, if none of its images is before it: the size of its class
    /// under shifts, rotations and reflections, and the number of these classes that the other
    /// maps turn into each other, all of the same size.
    ///
    /// The maps that leave it as it is take some pair to the one that stands on (0, 0), (1, c),
    /// so all of them are met. Shifts, rotations and reflections are a normal subgroup: the
    /// classes under it are as many as cosets of what it makes with the placement's own maps.
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

    /// An image, in which a queen comes to (0, 0), against the placement.
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
