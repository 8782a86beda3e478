//! Tables of results and output of verify: no panic, and every valid file makes a page.

#![no_main]

use cavalcade::render::{Results, verified};
use cavalcade::report::{Made, Report};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("cavalcade-fuzz-{}.csv", std::process::id()));
    std::fs::write(&path, bytes).expect("there is room");
    let results = Results::read_file(&path).map(|results| results.rows().to_vec());
    let run = std::str::from_utf8(bytes).ok().and_then(verified);
    for rows in results.ok().into_iter().chain(run) {
        let mut report = Report::new("table");
        report.results(&rows);
        let made = Made { when: String::new(), machine: String::new() };
        assert!(!report.html(&made).is_empty());
    }
});
