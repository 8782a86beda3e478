//! Listings: every format contains the same solutions, and the compact one is read back or refused.

use std::ops::ControlFlow;
use std::process::{Command, Stdio};

use cavalcade::convention::Convention;
use cavalcade::question::Question;
use cavalcade::render::{Format, Listing, PackedSolutions, Sheet};
use serde_json::Value;

fn question(text: &str) -> Question {
    text.parse().unwrap()
}

/// The first solutions as a listing in this format.
fn listed(question: &Question, format: Format, most: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut listing = Listing::new(format, Sheet::of(question), &mut out);
    listing.begin().unwrap();
    for solution in question.solutions().first(most).unwrap() {
        listing.put(solution.squares()).unwrap();
    }
    listing.end().unwrap();
    out
}

/// The solutions of a compact listing, or the error with the solutions before it.
fn read(file: &[u8]) -> (Vec<Vec<u32>>, Result<(), String>) {
    let mut all = Vec::new();
    let mut opened = match PackedSolutions::open(file) {
        Ok(opened) => opened,
        Err(error) => return (all, Err(error.to_string())),
    };
    loop {
        match opened.next() {
            Ok(Some(squares)) => all.push(squares.to_vec()),
            Ok(None) => return (all, Ok(())),
            Err(error) => return (all, Err(error.to_string())),
        }
    }
}

const QUESTIONS: [&str; 10] = [
    "tours closed knight 6x8",
    "tours open knight 5x6",
    "tours open king 3x3",
    "tours open knight 1x1",
    "tours open knight 4x4",
    "tours closed graph:Dhc",
    "queens queen 9x9",
    "queens queen 5x5 k=3",
    "walks any knight letters18 length=4",
    "walks any king 20x20 length=2",
];

#[test]
fn the_compact_form_reads_back() {
    for text in QUESTIONS {
        let question = question(text);
        let solutions = question.solutions().first(20_000).unwrap();
        let expected: Vec<Vec<u32>> =
            solutions.iter().map(|solution| solution.squares().to_vec()).collect();
        let file = listed(&question, Format::Binary, 20_000);
        let (found, ended) = read(&file);
        assert_eq!(ended, Ok(()), "{text}");
        assert!(found == expected, "{text}: {} of {}", found.len(), expected.len());
        assert_eq!(PackedSolutions::open(&file[..]).unwrap().question(), &question);
    }
    // It is compact.
    let size = |format| listed(&question(QUESTIONS[0]), format, 1000).len();
    assert!(7 * size(Format::Binary) < size(Format::Lines));
}

#[test]
fn any_change_in_a_compact_listing_is_detected() {
    let question = question("tours closed knight 5x6");
    let file = listed(&question, Format::Binary, 8);
    let (whole, ended) = read(&file);
    assert_eq!((whole.len(), ended), (8, Ok(())));
    let refused = |changed: &[u8], what: &str| {
        let (found, ended) = read(changed);
        let problem = ended.expect_err(what);
        assert!(whole.starts_with(&found), "{what}: a wrong solution was read");
        assert!(!problem.contains('\n') && problem.len() > 20, "{what}: {problem}");
        problem
    };
    for bit in 0..8 * file.len() {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        refused(&changed, &format!("bit {bit}"));
    }
    for len in 0..file.len() {
        refused(&file[..len], &format!("{len} bytes"));
    }
    assert!(refused(&file[..file.len() - 1], "cut").contains("cut off"));
    assert!(refused(&[&file[..], b"x"].concat(), "more").contains("follow its end"));
    assert!(refused(b"a1 b3 c5\n", "lines").contains("no binary listing"));
    // Blocks of another listing of the same question do not match its head.
    let other = listed(&question, Format::Binary, 7);
    let head = file.len() - 16 - 8 - 8 * 13;
    assert_eq!(file[..head], other[..head]);
    assert_ne!(file[head..], other[head..]);
}

#[test]
fn blocks_follow_each_other_in_their_order() {
    // 19 bytes a tour: more than one block of 64 KB.
    let question = question("tours closed knight 6x8");
    let file = listed(&question, Format::Binary, 10_000);
    let (found, ended) = read(&file);
    assert_eq!((found.len(), ended), (10_000, Ok(())));
    let in_a_block = 65536 / 19;
    let head = file.iter().position(|&byte| byte == b'\n').unwrap() + 1 + 8;
    let head = head + question.to_string().len();
    let block = 8 + in_a_block * 19;
    let mut swapped = file.clone();
    swapped[head..head + 2 * block].rotate_left(block);
    assert!(read(&swapped).1.unwrap_err().contains("damaged"));
}

#[test]
fn every_format_lists_the_same_solutions() {
    for text in QUESTIONS {
        let question = question(text);
        let json = listed(&question, Format::Json, 300);
        let json: Vec<Value> = serde_json::from_slice(&json).unwrap();
        let by_lines = String::from_utf8(listed(&question, Format::Jsonl, 300)).unwrap();
        let by_lines: Vec<Value> =
            by_lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(json, by_lines, "{text}");
        let csv = String::from_utf8(listed(&question, Format::Csv, 300)).unwrap();
        let plain = |value: &Value| value.as_str().map_or(value.to_string(), String::from);
        let row = |solution: &Value| {
            let cells: Vec<_> = solution.as_array().unwrap().iter().map(plain).collect();
            cells.join(",")
        };
        assert!(csv.lines().skip(1).eq(json.iter().map(row)), "{text}");
    }
}

#[test]
fn long_names_are_written_in_full() {
    // Longer than the buffer for short names, alone and in pairs.
    let names = ["a-vertex-with-a-very-long-name", "b", "c-of-some-bytes"];
    let text = format!("tours open graph:Bw names={}", names.join(","));
    let question = question(&text);
    let lines = String::from_utf8(listed(&question, Format::Lines, 9)).unwrap();
    let solutions = question.solutions().first(9).unwrap();
    let expected = solutions.iter().map(|solution| {
        let names: Vec<_> = solution.squares().iter().map(|&v| names[v as usize]).collect();
        names.join(" ")
    });
    assert!(lines.lines().eq(expected), "{lines}");
    assert_eq!(lines.lines().count(), 3);
}

#[test]
fn tours_are_listed_as_they_are_visited() {
    // Open, closed, from an end and between two; each square once, each step a move.
    for text in [
        "tours open knight 5x5",
        "tours closed knight 6x6",
        "tours open knight 5x5 from=c3",
        "tours open knight 5x6 from=a1 to=b3",
        "tours open king 3x4",
        "tours closed king 3x4",
        "tours open rook 2x3",
    ] {
        let question = question(text);
        let Question::Tours(tours) = &question else { unreachable!() };
        let (graph, closed) = (tours.instance().graph(), text.contains("closed"));
        let mut seen = std::collections::BTreeSet::new();
        let counted = question.solutions().for_each(|squares| {
            let mut sorted = squares.to_vec();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..graph.len() as u32), "{text} {squares:?}");
            let is_move = |pair: &[u32]| graph.neighbours(pair[0] as usize).contains(&pair[1]);
            assert!(squares.windows(2).all(is_move), "{text} {squares:?}");
            let (first, last) = (squares[0], squares[squares.len() - 1]);
            if closed {
                assert!(is_move(&[last, first]) && first == 0 && squares[1] < last, "{squares:?}");
            } else if !text.contains("from") {
                assert!(first < last, "{squares:?}");
            }
            assert!(seen.insert(squares.to_vec()), "{text}: twice {squares:?}");
            ControlFlow::Continue(())
        });
        let answer = question.solve().run().unwrap();
        let undirected =
            answer.count(Convention::Undirected).or(answer.count(Convention::Directed));
        assert_eq!(counted.unwrap().to_string(), undirected.unwrap().to_string(), "{text}");
    }
}

#[test]
fn compact_listings_are_written_unchanged_to_pipes_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("five.cav");
    let flags = ["tours", "5x5", "--all", "--format", "binary", "-q"];
    let program = || Command::new(env!("CARGO_BIN_EXE_cavalcade"));
    let piped = program().args(flags).stderr(Stdio::null()).output().unwrap();
    let written = program().args(flags).arg("--output").arg(&file).status().unwrap();
    assert!(piped.status.success() && written.success());
    assert_eq!(piped.stdout, std::fs::read(&file).unwrap());
    let (found, ended) = read(&piped.stdout);
    assert_eq!((found.len(), ended), (864, Ok(())));
}

#[test]
fn listings_do_not_depend_on_threads() {
    for line in
        ["tours 5x6 --all", "tours 6x6 --closed --unique --all", "queens 9 --k 8 --first 5000"]
    {
        for format in ["text", "lines", "json", "binary"] {
            let written = |threads: &str| {
                let words = line.split(' ').chain(["--format", format, "--threads", threads, "-q"]);
                let out =
                    Command::new(env!("CARGO_BIN_EXE_cavalcade")).args(words).output().unwrap();
                assert!(out.status.success() && !out.stdout.is_empty(), "{line}: {out:?}");
                out.stdout
            };
            assert!(written("1") == written("3"), "{line} {format}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_reader_ends_the_listing() {
    for threads in ["1", "2"] {
        let words = ["tours", "6x8", "--closed", "--all", "--format", "lines", "-q", "--threads"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_cavalcade"));
        let child = child.args(words).arg(threads).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = child.spawn().unwrap();
        let mut some = [0; 100];
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut some).unwrap();
        drop(child.stdout.take());
        // Eight gigabytes would take far longer than this, and the pipe would block.
        child.wait().unwrap();
        assert!(some.starts_with(b"a6 "));
    }
}
