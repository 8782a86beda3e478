//! Pieces by name, by components and from files of moves: no panic.

#![no_main]

use cavalcade::board::Piece;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (rank, text) = (1 + usize::from(input.0 % 4), input.1);
    let _ = Piece::from_name(text, rank);
    let _ = Piece::leaper_from_text(text, rank);
    if let Ok(piece) = Piece::parse(text, rank) {
        assert_eq!(Piece::parse(piece.name(), rank).expect("a name is read back"), piece);
    }
    if let Ok(piece) = Piece::from_moves(text, "moves.txt", rank) {
        assert!(piece.steps().iter().all(|step| !format!("{step:?}").is_empty()));
    }
});
