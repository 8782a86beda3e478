//! Boards from drawn files: no panic, for any axes that wrap.

#![no_main]

use cavalcade::board::Board;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (bool, &str)| {
    let (wraps, text) = input;
    if let Ok(board) = Board::from_map(text, "map.txt", |_, _| wraps) {
        assert!(board.len() <= text.chars().count());
    }
});
