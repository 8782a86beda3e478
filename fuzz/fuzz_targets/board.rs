//! Boards from text: never a panic, and what is read prints to what reads the same.

#![no_main]

use cavalcade::board::Board;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<Board>() {
        let again: Board = board.to_string().parse().expect("a board reads what it prints");
        assert_eq!(again, board);
    }
});
