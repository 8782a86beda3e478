//! The page of `report`: its bytes, its sources, and how it follows a run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use cavalcade::board::Board;
use cavalcade::method::Means;
use cavalcade::question::Question;
use cavalcade::render::Results;
use cavalcade::report::{Batch, Made, Report};
use cavalcade::solve::{Journals, find_journals};

use crate::support::{assert_golden, cavalcade, folder};

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The stderr of a run.
fn message(line: &str, code: i32, directory: &Path) -> String {
    let output = cavalcade(&words(line), directory);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{line}: {message}");
    message
}

const HEADER: &str = "family,board,piece,kind,convention,count,method,nodes,seconds,threads,\
                      published,source,agrees,version,question\n";

/// The page shows the counts of a verify run, including counts by two methods.
#[test]
fn a_run_of_verify_is_shown() {
    let directory = tempfile::tempdir().unwrap();
    message("verify queens 6 --confirm --format jsonl --output run.jsonl", 0, directory.path());
    message("report run.jsonl --output page.html", 0, directory.path());
    let page = std::fs::read_to_string(directory.path().join("page.html")).unwrap();
    assert!(page.contains("OEIS A000170") && page.contains("Queens, placements"), "{page}");
    assert!(page.contains(", variants") || page.contains("variants, "), "{page}");
    std::fs::write(directory.path().join("other.json"), "{\"type\":\"answer\"}").unwrap();
    let refused = message("report other.json --output other.html", 2, directory.path());
    assert!(refused.contains("holds no run of cavalcade verify"), "{refused}");
}

/// A page with every kind of content, from fixed files.
#[test]
fn the_page_is_the_same_bytes_every_time() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("tours.csv");
    let row = |board: &str, count: &str, method: &str| {
        format!(
            "tours,{board},knight,closed,undirected,{count},{method},1234,0.5,2,,,,0.2.0,tours closed \
             knight {board}\n"
        )
    };
    let rows = [
        row("3x10", "16", "search"),
        row("3x12", "176", "search"),
        row("3x14", "1536", "search"),
        row("6x6", "9862", "search"),
        row("6x6", "9862", "frontier"),
        row("6x7", "1067639", "search"),
        row("5x<b>", &"12".repeat(30), "search"),
        "queens,4x4,queen,placement,all,2,search,1,0.1,2,,,,0.2.0,queens queen 4x4\n".into(),
        "queens,4x4,queen,placement,all,2,quadrants,1,0.1,2,,,,0.2.0,queens queen 4x4\n".into(),
    ];
    std::fs::write(&table, HEADER.to_owned() + &rows.concat()).unwrap();
    let mut report = Report::new("Tours & <others>");
    report.source("results");
    report.results(Results::read_file(&table).unwrap().rows());
    let board: Board = "3x4".parse().unwrap();
    let counts = "start,directed\n".to_owned()
        + &(0..12).map(|cell| format!("{},{cell}\n", board.square_name(cell))).collect::<String>();
    assert!(report.starts(&board, &counts));
    let journals = folder("tests/golden/journals");
    for name in ["tours-unfinished.journal.part", "queens-search.journal"] {
        let found = find_journals(&[journals.join(name)]).unwrap();
        let found = found.into_iter().map(|mut found| {
            found.path = name.into();
            found
        });
        let journals = Journals::of(found.collect(), &Means::default()).unwrap();
        report.batch(Batch::of(&journals, &|since| format!("second {since}")).unwrap());
    }
    let ring: Question = "tours closed knight .../.#./...".parse().unwrap();
    report.solutions(&ring, &[vec![0, 4, 5, 1, 7, 3, 2, 6]]).unwrap();
    let queens: Question = "queens queen 4x4".parse().unwrap();
    report.solutions(&queens, &[vec![1, 7, 8, 14], vec![2, 4, 11, 13]]).unwrap();
    report.reload(30);
    let made = Made { when: "2026-01-01T00:00:00Z".into(), machine: "example".into() };
    let page = report.html(&made);
    for unsafe_text in ["<others>", "5x<b>", "http://", "https://"] {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(unsafe_text), "{unsafe_text}");
    }
    assert_golden("report.html", &page.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn results_and_journals_of_folders_are_on_the_page() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    std::fs::create_dir(place.join("kept")).unwrap();
    let of = |name: &str| folder("tests/golden/journals").join(name);
    std::fs::copy(of("queens-search.journal"), place.join("kept/q.journal")).unwrap();
    std::fs::write(place.join("kept/other.csv"), "side,rule\n5,first\n").unwrap();
    let row = "queens,8x8,queen,placement,all,93,search,1,0.1,2,,,,0.2.0,queens queen 8x8\n";
    std::fs::write(place.join("kept/queens.csv"), HEADER.to_owned() + row).unwrap();
    message("report kept --title Eight", 0, place);
    let page = std::fs::read_to_string(place.join("report.html")).unwrap();
    assert!(page.contains("<h1>Eight</h1>"));
    assert!(page.contains("✗ differs") && page.contains("92 ("), "93 is not what is published");
    assert!(!page.contains("Coverage by family"), "one family is all");
    assert!(page.contains("Who computed what") && !page.contains("data-reload"));
    assert!(page.contains("8x8 queen, placement</option>"), "an example for the player");
    assert_eq!(page.matches("<option").count(), 1, "one for all counts of a board");
    // It may overwrite its own page, but no other file.
    message("report kept", 0, place);
    std::fs::write(place.join("mine.html"), "<p>mine").unwrap();
    let refused = message("report kept --output mine.html", 2, place);
    assert!(refused.contains("mine.html is there and is no report of cavalcade"), "{refused}");
    assert_eq!(std::fs::read_to_string(place.join("mine.html")).unwrap(), "<p>mine");
    let shown = cavalcade(&words("report kept/queens.csv --output -"), place);
    assert!(String::from_utf8(shown.stdout).unwrap().ends_with("</html>\n"));
}

/// A listing without a header does not name the kind of its tours.
#[test]
fn closed_tours_of_a_bare_listing_are_called_closed() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    message("tours 6x6 --closed --first 2 --format lines --output closed.txt", 0, place);
    message("tours 5x5 --first 2 --format lines --output open.txt", 0, place);
    std::fs::write(place.join("queens.csv"), HEADER).unwrap();
    for (listing, title) in
        [("closed", "6x6 knight, closed tour"), ("open", "5x5 knight, open tour")]
    {
        message(&format!("report queens.csv --listing {listing}.txt"), 0, place);
        let page = std::fs::read_to_string(place.join("report.html")).unwrap();
        assert!(page.contains(&format!("<figcaption>{title}, no. 1</figcaption>")), "{title}");
    }
}

#[test]
fn foreign_files_are_refused_as_report_input() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    std::fs::create_dir(place.join("empty")).unwrap();
    std::fs::write(place.join("table.csv"), "a,b\n1,2\n").unwrap();
    std::fs::write(place.join("queens.csv"), HEADER).unwrap();
    std::fs::write(place.join("wrong.txt"), "a1 b1 a2 b2\n").unwrap();
    let row = "queens,8x8,queen,placement,all,92,search,1,0.1,2,,,,0.2.0,queens queen 8x8\n";
    std::fs::write(place.join("eight.csv"), HEADER.to_owned() + row).unwrap();
    for (line, code, expected) in [
        ("report empty", 2, "neither results nor journals are in empty"),
        ("report missing", 2, "cannot read missing"),
        ("report table.csv", 2, "table.csv: line 1 is not a row of results"),
        ("report queens.csv", 2, "neither results nor journals are in queens.csv"),
        ("report eight.csv --watch 30s", 2, "no journal is among these"),
        ("report eight.csv --watch soon", 2, "write a time of 1s to 24h"),
        ("report eight.csv --watch 1s --output -", 2, "stdout is none"),
        ("report eight.csv --listing wrong.txt", 2, "wrong.txt, line 1: not a tour"),
        ("report eight.csv --listing none.txt", 2, "cannot read none.txt"),
    ] {
        let problem = message(line, code, place);
        assert!(problem.contains(expected) && problem.lines().count() == 1, "{line}: {problem}");
        assert!(!place.join("report.html").exists(), "{line}");
    }
}

/// With --watch the page follows the journals, and ends with them.
#[test]
fn the_page_follows_a_batch_to_its_end() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let shard = |number: usize| {
        message(
            &format!("tours 5x5 -q --method search --split 40 --shard {number}/2 --journal parts"),
            0,
            place,
        );
    };
    shard(0);
    let mut watch = Command::new(env!("CARGO_BIN_EXE_cavalcade"))
        .args(["report", "parts", "--watch", "1s"])
        .current_dir(place)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let page = || std::fs::read_to_string(place.join("report.html")).unwrap_or_default();
    let wait = |holds: &dyn Fn(&str) -> bool| {
        for _ in 0..600 {
            if holds(&page()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("the page does not follow: {}", page());
    };
    wait(&|page| page.contains("data-reload=\"1\""));
    shard(1);
    wait(&|page| page.contains("<dd>none</dd>") && !page.contains("data-reload"));
    assert!(watch.wait().unwrap().success());
    assert!(page().contains("1,728, agrees with"), "the whole count, compared");
}
