//! Compares the symmetries of the torus with an exhaustive list of placements.

use std::collections::BTreeSet;

use super::board::{Board, Classes};
use super::maps::{Map, Pairs, Square, Torus, maps};

/// Every placement with a queen on (0, 0), row by row.
fn placements(side: usize) -> Vec<Vec<u8>> {
    fn extend(torus: Torus, columns: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
        let row = columns.len();
        if row == torus.0 {
            all.push(columns.clone());
            return;
        }
        for column in 0..torus.0 {
            let lines = torus.lines((row, column));
            let attacks = |(above, &other): (usize, &u8)| {
                torus.lines((above, usize::from(other))).iter().zip(lines).any(|(&a, b)| a == b)
            };
            if !columns.iter().enumerate().any(attacks) {
                columns.push(column as u8);
                extend(torus, columns, all);
                columns.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(Torus(side), &mut vec![0], &mut all);
    all
}

fn squares(columns: &[u8]) -> impl Iterator<Item = Square> + '_ {
    columns.iter().enumerate().map(|(row, &column)| (row, usize::from(column)))
}

/// The image of a placement, shifted so that one of its queens is on (0, 0).
fn image(torus: Torus, map: Map, columns: &[u8], first: Square) -> Vec<u8> {
    let mut image = vec![0; torus.0];
    for (row, column) in squares(columns) {
        let shifted = (torus.less(row, first.0), torus.less(column, first.1));
        let (row, column) = map.of(torus, shifted);
        image[row] = column as u8;
    }
    image
}

#[test]
fn maps_preserve_lines() {
    for (side, multiples) in [(5, 4), (7, 6), (11, 10), (13, 12), (25, 20)] {
        let torus = Torus(side);
        let maps = maps(torus);
        assert_eq!(maps.len(), 8 * multiples, "{side}");
        assert_eq!(maps.iter().filter(|map| map.is_of_plane(torus)).count(), 8, "{side}");
        let is_attack = |square| torus.lines(square).contains(&0);
        for map in maps {
            let images: BTreeSet<Square> = (0..side * side)
                .map(|at| {
                    let (square, image) =
                        ((at / side, at % side), map.of(torus, (at / side, at % side)));
                    assert_eq!(is_attack(square), is_attack(image), "{side}: {map:?}, {square:?}");
                    let (kind, step) = map.rows(torus);
                    assert_eq!(torus.lines(square)[kind], image.0 * step % side, "{side}: {map:?}");
                    image
                })
                .collect();
            assert_eq!(images.len(), side * side, "{side}: {map:?}");
        }
    }
}

/// The property for which classes of pairs exist: as many placements have queens on (0, 0) and (1,
/// c) as on (0, 0) and (1, d), if these pairs are of one class.
#[test]
fn pairs_of_a_class_occur_equally_often() {
    for (side, sizes) in [(11, &[8][..]), (13, &[2, 8]), (17, &[2, 4, 8])] {
        let torus = Torus(side);
        let mut with = vec![0; side];
        placements(side).iter().for_each(|columns| with[usize::from(columns[1])] += 1);
        let classes = Pairs::all(torus);
        let mut seen = Vec::new();
        for class in &classes {
            let columns: Vec<usize> =
                (0..side).filter(|&column| class.contains(torus, (1, column))).collect();
            assert!(columns.iter().all(|&column| with[column] == with[columns[0]]), "{side}");
            assert_eq!(class.column, columns[0], "{side}");
            seen.push(columns.len());
        }
        assert_eq!(seen, sizes, "{side}");
        assert_eq!(seen.iter().sum::<usize>(), side - 3, "{side}: every pair is of one class");
    }
}

/// Of all images with a pair of the class in place exactly one gets a weight, and the weights of
/// all classes sum to all placements.
#[test]
fn one_of_each_class_gets_a_weight() {
    for side in [5, 7, 11, 13] {
        let torus = Torus(side);
        let (maps, boards) = (maps(torus), Board::all(torus));
        let all = placements(side);
        let mut seen = BTreeSet::new();
        let mut sum = 0;
        for columns in &all {
            if seen.contains(columns) {
                continue;
            }
            let images: BTreeSet<Vec<u8>> = squares(columns)
                .flat_map(|queen| maps.iter().map(move |&map| image(torus, map, columns, queen)))
                .collect();
            let weighed: Vec<(u64, u64)> = boards
                .iter()
                .find_map(|board| {
                    let pair = board.pairs.column;
                    let classes = Classes::new(torus, maps.len(), &board.pairs);
                    let ours = images.iter().filter(|image| usize::from(image[1]) == pair);
                    let ours: Vec<_> = ours.collect();
                    let weights = ours.iter().filter_map(|image| classes.weigh(image)).collect();
                    (!ours.is_empty()).then_some(weights)
                })
                .expect("some rows are neighbours");
            assert_eq!(weighed.len(), 1, "{columns:?}");
            // Each queen of each image can be shifted to as many places as there are squares.
            let (size, number) = weighed[0];
            assert_eq!(size * number, (images.len() * side) as u64, "{columns:?}");
            sum += images.len();
            seen.extend(images);
        }
        assert_eq!(sum, all.len(), "{side}");
    }
}
