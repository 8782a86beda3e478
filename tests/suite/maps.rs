//! Maps of boards on the command line: what they mark means what the flags say, and what no method
//! reaches says what to ask instead.

use std::fs;
use std::path::Path;

use crate::support::{cavalcade, scratch};

/// What a command writes to stdout, with its exit code; to stderr, if it is refused.
fn run(line: &str, place: &Path) -> (Option<i32>, String) {
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place);
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn marks_mean_what_the_flags_say() {
    let place = scratch();
    for (map, drawn, board, flags) in [
        ("penny", "  000\n  0 00\n 0000\n10  0\n", "##...#/##.#../#....#/..##.#", "--from a1"),
        ("ends", "S....\n.....\n....E\n", "3x5", "--from a3 --to e1"),
        ("hidato", "0 0 7\n0 0 0\n1 0 0\n", "3x3 --piece wazir", "--at 1=a1 --at 7=c3"),
        ("last", "...\n..E\n", "2x3 --piece king", "--at 6=c1"),
    ] {
        fs::write(place.path().join(map), drawn).unwrap();
        let piece = board.split_once(' ').map_or("", |(_, piece)| piece);
        let from_map = format!("tours @{map} {piece} --all -q").replace("  ", " ");
        let expected = run(&format!("tours {board} {flags} --all -q"), place.path());
        assert_eq!(run(&from_map, place.path()), expected, "{map}");
        assert_eq!(expected.0, Some(0), "{map}: {}", expected.1);
    }
}

#[test]
fn marks_go_where_their_flags_go() {
    let place = scratch();
    fs::write(place.path().join("start"), "S..\n...\n").unwrap();
    fs::write(place.path().join("numbers"), "0 0 3\n0 0 1\n").unwrap();
    fs::write(place.path().join("two"), "..X\n...\n").unwrap();
    for (line, problem) in [
        ("tours @start --from a1", "@start marks that square; leave out --from"),
        ("tours @start --random 1", "a map that stands for --from has no effect"),
        ("tours @numbers --by-move", "a map that stands for --at has no effect"),
        ("walks @start --length 3", "@start marks squares, which only tours takes"),
        ("tours @two", ". is a square and X a hole, or X a square and . a hole"),
    ] {
        let (code, text) = run(line, place.path());
        assert_eq!(code, Some(2), "{line}: {text}");
        assert!(text.contains(problem) && text.lines().count() == 1, "{line}: {text}");
    }
}

#[test]
fn grids_in_brackets_are_ranked_and_drawn() {
    let place = scratch();
    let grid = "[[1, 4, 7, 10],\n [12, 9, 2, 5],\n [3, 6, 11, 8]]\n";
    fs::write(place.path().join("grid"), grid).unwrap();
    let (code, rank) = run("tours 3x4 --rank grid -q", place.path());
    assert_eq!(code, Some(0), "{rank}");
    // The same tour in either direction is listed under that number.
    let (_, tour) = run(&format!("tours 3x4 --index {} -q", rank.trim()), place.path());
    let numbers = |text: &str| -> Vec<u32> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let reversed: Vec<u32> = numbers(&tour).iter().map(|number| 13 - number).collect();
    assert!([numbers(&tour), reversed].contains(&numbers(grid)), "{tour}");
    let (code, drawn) = run("draw grid", place.path());
    assert!(code == Some(0) && drawn.starts_with("<svg"), "{drawn}");
    fs::write(place.path().join("wrong"), grid.replace("12", "13")).unwrap();
    assert_eq!(run("tours 3x4 --rank wrong -q", place.path()).0, Some(2));
}

#[test]
fn a_count_out_of_reach_says_what_can_be_asked() {
    let place = scratch();
    for (line, what) in [
        ("tours 20x20", "the tours of 20x20 cannot be counted: 41 cells"),
        ("tours 20x20 --closed", "the closed tours of 20x20 cannot be counted"),
        ("tours 100x100 --unique", "the tours of 100x100 cannot be counted: 10000 squares"),
        ("tours 20x20 --index 0", "the tours of 20x20 cannot be numbered"),
    ] {
        let (code, text) = run(line, place.path());
        assert_eq!(code, Some(2), "{line}: {text}");
        assert!(text.contains(what) && text.contains("--first 1 shows one"), "{line}: {text}");
    }
    let (_, text) = run("tours 20x20 --piece king --alternating ferz", place.path());
    assert!(text.contains("cannot be counted") && text.contains("a narrower board"), "{text}");
    for line in ["tours 20x20 --first 1 -q", "tours 20x20 --closed --random 1 -q"] {
        let (code, text) = run(line, place.path());
        assert_eq!((code, text.lines().count()), (Some(0), 20), "{line}: {text}");
    }
}
