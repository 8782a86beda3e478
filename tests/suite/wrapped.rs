//! Tori, cylinders and boards of three and four dimensions: the count without visiting must equal
//! that of the search, which shares only the graph with it.

use cavalcade::board::Piece;
use cavalcade::tours::{FrontierCount, Kind, TourQuestion, TourSearch};

use crate::support::{board, tally};

/// Boards on which the search is fast, with their pieces.
const SMALL: [(&str, &str); 9] = [
    (
        "torus:2x4 torus:2x5 torus:2x6 torus:2x7 torus:3x3 torus:3x4 torus:3x5 torus:4x3 torus:4x4 \
         cylinder:2x8 cylinder:3x4 cylinder:3x5 cylinder:3x6 cylinder:4x3 cylinder:4x4 cylinder:5x3 \
         cylinder:6x3 cylinder:4x5 3~x5 4~x4 2x2x3 2x2x4 2x3x3 2x3x4 2x2x6 2x2x2x3 2x2x2x2 \
         torus:2x2x4 cylinder:2x3x3 cylinder:2x2x5",
        "knight",
    ),
    (
        "torus:3x3 torus:3x4 torus:3x5 torus:4x4 torus:2x6 torus:2x8 cylinder:3x4 cylinder:3x6 \
         cylinder:4x5 cylinder:5x4 2x2x2 2x2x3 2x2x4 2x2x5 2x3x3 2x3x4 2x2x2x2 2x2x2x3 torus:2x2x4 \
         torus:2x3x3 cylinder:2x3x3",
        "wazir",
    ),
    ("torus:3x3 torus:3x4 cylinder:2x6 cylinder:3x4 2x2x2", "king"),
    ("torus:3x4 torus:3x5 torus:4x4 cylinder:3x6 cylinder:4x5", "camel"),
    ("torus:3x5 torus:4x4 cylinder:4x5", "zebra"),
    ("torus:4x4 torus:3x6 cylinder:4x6", "giraffe"),
    ("torus:3x3 torus:4x4 cylinder:4x5", "ferz"),
    ("torus:3x3 2x2x3 2x2x2x2", "rook"),
    ("torus:3x3 cylinder:3x3", "bishop"),
];

/// Boards for which it takes two minutes in all.
const LARGE: [(&str, &str); 3] = [
    (
        "torus:3x6 torus:2x9 cylinder:3x7 cylinder:5x4 cylinder:4x6 torus:2x3x3 3x3x3 2x3x5",
        "knight",
    ),
    ("torus:4x5 torus:3x6 cylinder:5x5 cylinder:4x6 3x3x3 torus:2x3x4 2x2x6", "wazir"),
    ("torus:2x6 cylinder:2x8", "king"),
];

/// The number of boards compared.
fn compare(boards: &[(&str, &str)]) -> usize {
    let mut compared = 0;
    for (name, piece) in
        boards.iter().flat_map(|(names, piece)| names.split(' ').map(move |n| (n, piece)))
    {
        let board = board(name);
        let piece = Piece::named(piece, board.rank()).unwrap();
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourQuestion::new(&board, &piece, kind);
            let swept = FrontierCount::new(question.clone()).unwrap().threads(1);
            let search = TourSearch::new(question.clone()).unwrap();
            let (swept, searched) = (tally(&swept, 1), tally(&search, 2));
            assert_eq!(
                swept.weighted(),
                searched.weighted(),
                "{name} {} {}",
                piece.name(),
                kind.word()
            );
        }
        compared += 1;
    }
    compared
}

#[test]
fn sweeps_agree_with_the_search_on_wrapped_and_higher_boards() {
    assert!(compare(&SMALL) >= 60);
}

/// `cargo test --release --test suite -- --ignored larger_boards_that_wrap`: two minutes.
#[test]
#[ignore = "two minutes"]
fn larger_boards_that_wrap() {
    assert!(compare(&LARGE) >= 15);
}

/// Published, or derived by other means.
#[test]
fn known_counts_of_wrapped_boards() {
    for (name, closed) in
        [("torus:4x4", "1344"), ("torus:4x5", "5199764"), ("2x3x4", "12132"), ("2x3x5", "30144")]
    {
        let board = board(name);
        let piece = Piece::knight(board.rank());
        let question = TourQuestion::new(&board, &piece, Kind::Closed);
        let count = FrontierCount::new(question).unwrap();
        assert_eq!(tally(&count, 1).weighted().to_string(), closed, "{name}");
    }
}
