//! Listings of any format, and keypads: no panic, and the solutions read can be checked.

#![no_main]

use cavalcade::question::Checker;
use cavalcade::render::SolutionsRead;
use cavalcade::walks::Keypad;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let tours = |board: &str| format!("tours open knight {board}").parse();
    if let Ok(read) = SolutionsRead::from(bytes, "listing", None, &tours) {
        let checker = Checker::of(&read.question).expect("a question has rules");
        read.solutions.iter().for_each(|(_, squares)| drop(checker.check(squares)));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Keypad::from_text(text);
        let _ = Keypad::from_drawing(text, "@pad", "pad");
    }
});
