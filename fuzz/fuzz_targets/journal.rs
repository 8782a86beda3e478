//! Journals from bytes: no panic, and no record outside the plan. Lines also get a valid checksum, so
//! that the code after the check is reached.

#![no_main]

use std::path::Path;

use cavalcade::engine::Enumeration;
use cavalcade::journal::{Header, Merge, replay, sealed_line};
use cavalcade::queens::{QueensQuestion, QueensSearch};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("j");
    let _ = replay(bytes, path, None);
    let search = QueensSearch::new(QueensQuestion::new(6).expect("six are few"));
    let plan = search.plan();
    let header = Header::of("queens queen 6x6", "search", &search.fingerprint(), &plan);
    let _ = replay(bytes, path, Some(&header));
    let mut text = header.line();
    for line in String::from_utf8_lossy(bytes).lines() {
        text += &sealed_line(header.seed(), &line.split('\t').collect::<Vec<_>>());
    }
    let replay = replay(text.as_bytes(), path, Some(&header)).expect("the header is right");
    let mut merge = Merge::new(&plan);
    if merge.add(path, &replay).is_ok() {
        assert!(merge.records().all(|(record, _)| record.unit < plan.units.len()));
        merge.total().expect("residues follow their sums");
    }
});
