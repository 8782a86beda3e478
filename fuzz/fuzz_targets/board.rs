//! Boards from text: no panic, and a board's text parses to the same board.

#![no_main]

use cavalcade::board::Board;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<Board>() {
        let again: Board = board.to_string().parse().expect("a board reads what it prints");
        assert_eq!(again, board);
    }
});
