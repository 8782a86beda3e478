//! Constructions of one tour: tie rules, divide and conquer, the network, estimates; as commands.

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{Random, Stop};
use cavalcade::tours::{
    Kind, TieRule, Tour, TourQuestion, TourSearch, divide, divide_watched, estimate, shuffled,
    warnsdorff, warnsdorff_watched,
};
use proptest::prelude::{any, prop_assert, proptest};

use crate::support::{cavalcade, tally};

fn knights(rows: usize, columns: usize) -> (Board, Graph) {
    let board = Board::rectangle(rows, columns).unwrap();
    let graph = Graph::of(&board, &Piece::knight(2));
    (board, graph)
}

/// Squirrel and Cull prove their rule from side 112 on; sides of every residue, and the size 1000.
#[test]
fn squirrels_rule_always_finds_a_tour() {
    for side in (112..=144).chain([200, 331, 500, 777, 1000]) {
        let (board, graph) = knights(side, side);
        let squares = warnsdorff(&graph, Some(&board), 0, TieRule::Squirrel);
        assert!(Tour::on_graph(&graph, Kind::Open, &squares).is_ok(), "side {side}");
    }
}

#[test]
fn every_tie_rule_finds_a_chessboard_tour() {
    let (board, graph) = knights(8, 8);
    for name in TieRule::NAMES {
        let tie = TieRule::named(name, 1).unwrap();
        let tours = |start: &usize| {
            let squares = warnsdorff(&graph, Some(&board), *start, tie);
            Tour::on_graph(&graph, Kind::Open, &squares).is_ok()
        };
        let starts = if tie == TieRule::Squirrel { 1 } else { 64 };
        let found = (0..starts).filter(tours).count();
        // Squirrel's orders are made for sides from 112 on, and fail on 8.
        assert!(found > starts / 2 || tie == TieRule::Squirrel, "{name}: {found} of {starts}");
    }
}

proptest! {
    #[test]
    fn warnsdorff_paths_are_simple_and_end_in_dead_ends(
        rows in 1usize..12, columns in 1usize..12, seed in any::<u64>(), rule in 0usize..5,
    ) {
        let (board, graph) = knights(rows, columns);
        let start = seed as usize % graph.len();
        let tie = TieRule::named(TieRule::NAMES[rule], seed).unwrap();
        let squares = warnsdorff(&graph, Some(&board), start, tie);
        prop_assert!(squares[0] as usize == start);
        prop_assert!(squares.windows(2).all(|p| graph.joins(p[0] as usize, p[1] as usize)));
        let mut sorted = squares.clone();
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert!(sorted.len() == squares.len());
        // It stops only in a dead end.
        let last = squares[squares.len() - 1] as usize;
        prop_assert!(graph.neighbours(last).iter().all(|next| squares.contains(next)));
    }
}

/// Divide and conquer finds a tour exactly if the search does.
#[test]
fn divide_agrees_with_the_search() {
    for rows in 1..=6 {
        for columns in rows..=36 / rows {
            for kind in [Kind::Open, Kind::Closed] {
                let board = Board::rectangle(rows, columns).unwrap();
                let question = TourQuestion::new(&board, &Piece::knight(2), kind);
                if question.graph().len() > 30 && kind == Kind::Open {
                    continue;
                }
                let counted = tally(&TourSearch::new(question).unwrap(), 2).visited();
                let found = divide(rows, columns, kind).is_some();
                assert_eq!(found, !counted.is_zero(), "{board} {kind:?}");
            }
        }
    }
}

/// Ten seeds, each within three standard errors of the published number.
#[test]
fn ten_estimates_are_near_the_published_number() {
    const OPEN: f64 = 19_591_828_170_979_904.0;
    let board = Board::rectangle(8, 8).unwrap();
    let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
    for seed in 1..=10 {
        let found = estimate(&question, 100_000, &mut Random::new(seed)).unwrap();
        let away = (found.mean - OPEN).abs() / found.error;
        assert!(away < 3.0, "seed {seed}: {away} errors away");
        assert!(found.error < 0.06 * OPEN, "seed {seed}: an error of {}", found.error);
    }
}

#[test]
fn estimates_of_any_board_and_piece_agree_with_the_search() {
    for (board, piece) in [("5x5", "king"), ("4x4", "rook"), ("torus:4x4", "wazir")] {
        let board: Board = board.parse().unwrap();
        let piece = Piece::named(piece, 2).unwrap();
        let question = TourQuestion::new(&board, &piece, Kind::Closed);
        let counted = tally(&TourSearch::new(question.clone()).unwrap(), 2).weighted();
        let counted: f64 = counted.to_string().parse().unwrap();
        let found = estimate(&question, 20_000, &mut Random::new(3)).unwrap();
        let away = (found.mean - counted).abs() / found.error;
        assert!(away < 4.0, "{board} {}: {away} errors away", piece.name());
    }
}

fn run(line: &str) -> (String, String, i32) {
    let directory = tempfile::tempdir().unwrap();
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), directory.path());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn construct_commands_print_tours_and_methods() {
    for (line, rows, how) in [
        ("tours 80x80 --method divide --closed", 80, "divide: 6,400 squares"),
        ("tours 80x80 --method warnsdorff --tie pohl", 80, "ties by pohl: 6,400 squares"),
        ("tours 8x8 --method warnsdorff --start e4", 8, "ties by roth: 64 squares"),
        ("tours 6x6 --closed --method neural --seed 3", 6, "neural: 36 squares"),
        ("tours 20x20 --piece wazir --closed --method rotation", 20, "seed 1: 400 squares"),
        ("tours 5x5x4 --method warnsdorff", 29, "100 squares"),
    ] {
        let (out, err, code) = run(line);
        assert_eq!((out.lines().count(), code), (rows, 0), "{line}: {err}");
        assert!(err.contains(how) && err.contains("checked"), "{line}: {err}");
    }
    let (_, err, _) = run("tours 6x6 --closed --method neural --trials 50");
    assert!(err.contains("50 trials") && err.contains("several circuits"), "{err}");
}

/// One tour by the search, blocks, rotations, a sweep; or none, by each kind of proof.
#[test]
fn first_finds_a_tour_or_proves_that_there_is_none() {
    // A flower snark, the generalised Petersen graph (99, 2), which has three closed tours, and a
    // graph without a known proof.
    let petersen = |n: usize, k: usize| {
        let edges = (0..n).map(|i| {
            let (rim, star) = ((i + 1) % n, n + (i + k) % n);
            format!("{i} {rim}\n{i} {}\n{} {star}\n", n + i, n + i)
        });
        edges.collect::<String>()
    };
    let snark = |n: usize| {
        let star = |i: usize| {
            let (at, next) = (4 * i, 4 * ((i + 1) % n));
            let [c, d] = if i + 1 < n { [2, 3] } else { [3, 2] };
            format!(
                "{at} {}\n{at} {}\n{at} {}\n{} {}\n{} {}\n{} {}\n",
                at + 1,
                at + 2,
                at + 3,
                at + 1,
                next + 1,
                at + 2,
                next + c,
                at + 3,
                next + d
            )
        };
        (0..n).map(star).collect::<String>()
    };
    let place = tempfile::tempdir().unwrap();
    for (name, text) in [("p", petersen(99, 2)), ("s", snark(21)), ("big", petersen(300, 9))] {
        std::fs::write(place.path().join(name), text).unwrap();
    }
    for (line, rows, how) in [
        ("tours 6x6 --closed --first 1", 1, "1 tour listed\n"),
        ("tours 30x30 --closed --first 1", 1, "1 tour listed, joined of blocks"),
        ("tours 7x7x7 --first 1", 1, "1 tour listed, found by rotations"),
        ("tours graph:big --closed --first 1", 1, "1 tour listed, found by rotations"),
        ("tours graph:p --closed --first 1", 1, "1 tour listed"),
        ("tours graph:s --closed --first 1", 0, "the sweep of all tours finds none"),
        ("tours graph:s --first 1", 1, "1 tour listed"),
        ("tours 19x19 --piece wazir --closed --first 1", 0, "181 squares of one"),
        ("tours 300x1 --piece rook --closed --first 1", 1, "1 tour listed, found by rotations"),
        ("tours 300x1 --piece wazir --closed --first 1", 0, "only one neighbour"),
        ("tours 3x90 --closed --random 5", 1, "all equally likely"),
        ("tours graph:big --closed --random 5", 1, "not all are equally likely"),
    ] {
        let words: Vec<_> = line.split(' ').chain(["--format", "lines"]).collect();
        let output = cavalcade(&words, place.path());
        let [out, err] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
        assert_eq!((out.lines().count(), output.status.code()), (rows, Some(0)), "{line}: {err}");
        assert!(err.contains(how), "{line}: {err}");
    }
}

#[test]
fn a_heuristic_that_finds_no_tour_reports_it() {
    for (line, problem) in [
        ("tours 500x500 --method warnsdorff --tie random", "dead end"),
        ("tours 3x5 --method divide", "there is no tour"),
        ("tours 3x5 --method rotation", "gave up"),
        ("tours 4x10 --closed --method divide", "Schwenk"),
    ] {
        let (out, err, code) = run(line);
        assert!(out.is_empty() && code == 1, "{line}: {code}");
        assert!(err.contains(problem) && err.lines().count() == 1, "{line}: {err}");
    }
}

#[test]
fn the_table_of_heuristics_is_csv() {
    let (out, _, code) = run("heuristics --sizes 5,8 --starts 64");
    assert_eq!(code, 0);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["side", "rule", "starts", "tours", "share", "mean_squares_left"]);
    assert_eq!(rows.len(), 1 + 2 * 7);
    let roth = rows.iter().find(|row| row[..2] == ["8", "roth"]).unwrap();
    assert!(roth[3].parse::<u32>().unwrap() > 50, "{roth:?}");
    let divide = rows.iter().find(|row| row[..2] == ["8", "divide"]).unwrap();
    assert_eq!(divide[2..], ["1", "1", "1.0000", "0.00"]);
}

#[test]
fn an_estimate_shows_the_published_number() {
    let (out, _, code) = run("estimate 6x6 --closed --samples 20000");
    assert_eq!(code, 0);
    assert!(out.contains("published: 9,862 (OEIS A001230)"), "{out}");
    assert!(out.contains("standard errors away") && out.contains("the search takes "), "{out}");
    let (out, _, _) = run("estimate 4x9 --closed");
    assert!(out.contains("none: ") && out.contains("Schwenk"), "{out}");
}

/// Progress reports during a construction do not change the tour.
#[test]
fn progress_reports_do_not_change_the_tour() {
    let side = 200;
    let (board, graph) = knights(side, side);
    let mut heard = Vec::new();
    let tie = TieRule::Pohl;
    let tour = warnsdorff_watched(&graph, Some(&board), 0, tie, &mut |done| heard.push(done));
    assert_eq!(tour, warnsdorff(&graph, Some(&board), 0, tie));
    assert_eq!(heard, [1 << 14, 2 << 14]);
    heard.clear();
    let tour = divide_watched(side, side, Kind::Closed, &mut |done| heard.push(done));
    assert_eq!(tour, divide(side, side, Kind::Closed));
    assert_eq!(heard, [1 << 14, 2 << 14]);
    let (tour, stop, mut random) = (tour.unwrap(), Stop::new(), Random::new(1));
    heard.clear();
    let mut progress = |done| heard.push(done);
    shuffled(&graph, Kind::Open, &tour, 200, &mut random, &stop, &mut progress).unwrap();
    assert_eq!(heard, [0, 64, 128, 192]);
}

/// Each checked tour is reported on a line, with the first wrong step.
#[test]
fn check_distinguishes_tours_from_other_sequences() {
    let place = tempfile::tempdir().unwrap();
    for (name, text, flags, code, message) in [
        ("a", "1 4 7 10\n12 9 2 5\n3 6 11 8\n", "", 0, "line 1: open knight tour of 3x4"),
        ("b", "[[1,2],[4,3]]\n", " --piece wazir", 0, "closed wazir tour of 2x2"),
        ("c", "[\n[0,1],\n[3,2]\n]\n", " --piece king", 0, "closed king tour of 2x2"),
        ("d", "1,2\n4,3\n", " --piece wazir", 0, "closed wazir tour of 2x2"),
        ("e", "1 2\n3 4\n", " --piece wazir", 1, "step 2, from b2 to a1: no move leads here"),
        ("f", "1 4 7 10\n12 9 2 5\n3 6 11 8\n", " --closed", 1, "no closed knight tour of 3x4"),
        ("g", "4 5 6\n3 2 7\n10 1 8\n", " --piece king", 2, "do not follow each other"),
        ("h", "..Q.\nQ...\n...Q\n.Q..\n", "", 0, "queens queen 4x4"),
        ("i", "_ _ Q _\nQ _ _ _\n_ Q _ _\n_ _ _ Q\n", "", 1, "attack each other"),
        ("j", "1 2 3\n8 # 4\n7 6 5\n", " --piece wazir", 0, "closed wazir tour of .../.#./..."),
        ("k", "1 3 2\n", " --board 1x3 --piece wazir", 1, "step 1, from a1 to c1"),
    ] {
        std::fs::write(place.path().join(name), text).unwrap();
        let line = format!("check {name}{flags}");
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}: {text}");
        assert!(text.contains(message), "{line}: {text}");
    }
}
