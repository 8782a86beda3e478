//! One placement: by the pattern, at random, around given queens.

use std::collections::BTreeSet;

use cavalcade::engine::Stop;
use cavalcade::queens::{MOST_ROWS, VariantQuestion, at_random, complete, pattern};

use crate::oracle::{self, Rules};
use crate::support::{cavalcade, scratch};

/// True if no two queens share a column or a diagonal.
fn stand_well(columns: &[u32]) -> bool {
    let side = columns.len();
    let lines = |line: &dyn Fn(usize, usize) -> usize| {
        let mut seen = vec![false; 2 * side + 1];
        columns.iter().enumerate().all(|(row, &column)| {
            let line = line(row, column as usize);
            !std::mem::replace(&mut seen[line], true)
        })
    };
    columns.iter().all(|&column| (column as usize) < side)
        && lines(&|_, column| column)
        && lines(&|row, column| row + column)
        && lines(&|row, column| side + row - column)
}

#[test]
fn the_pattern_exists_for_every_solvable_board() {
    for side in (0..=700).chain([4096, 65_537, 99_998, MOST_ROWS - 1, MOST_ROWS]) {
        match pattern(side).unwrap() {
            None => assert!(side == 2 || side == 3, "{side}"),
            Some(columns) => {
                assert!(columns.len() == side && stand_well(&columns), "{side}");
            }
        }
    }
    let error = pattern(MOST_ROWS + 1).unwrap_err().to_string();
    assert!(error.contains("1000001") && error.contains("at most 1000000"), "{error}");
}

#[test]
fn random_placements_are_valid_and_reproducible() {
    let any = |side, seed| at_random(side, seed, &Stop::new()).unwrap();
    for side in (0..=120).chain([500, 3000, 20_000]) {
        let Some(columns) = any(side, 5) else {
            assert!(side == 2 || side == 3, "{side}");
            continue;
        };
        assert!(columns.len() == side && stand_well(&columns), "{side}");
        assert_eq!(any(side, 5), Some(columns), "{side}");
    }
    assert_ne!(any(40, 1), any(40, 2));
    assert!(at_random(MOST_ROWS + 1, 1, &Stop::new()).is_err());
    let stop = Stop::new();
    stop.request();
    assert!(at_random(5000, 1, &stop).is_err(), "stopped");
}

#[test]
fn every_placement_can_be_drawn() {
    for side in [4, 5, 6, 8] {
        let all: BTreeSet<Vec<u32>> = oracle::queens(side)
            .into_iter()
            .map(|columns| columns.into_iter().map(u32::from).collect())
            .collect();
        let found: BTreeSet<_> =
            (0..1500).filter_map(|seed| at_random(side, seed, &Stop::new()).unwrap()).collect();
        assert!(found == all, "{side}: {} of {}", found.len(), all.len());
    }
}

/// A completion is found exactly if the oracle has one.
#[test]
fn completions_agree_with_the_oracle() {
    let (mut found, mut none) = (0, 0);
    for (side, torus, amazons) in [(5, false, false), (6, false, false), (5, true, false)]
        .into_iter()
        .chain([(7, true, false), (7, false, false), (6, false, true)])
    {
        let squares: Vec<_> = (0..side * side).map(|at| (at / side, at % side)).collect();
        for (i, &one) in squares.iter().enumerate().step_by(3) {
            for &other in squares[i + 1..].iter().step_by(2) {
                let question = VariantQuestion::new(side).unwrap();
                let question = if torus { question.on_torus().unwrap() } else { question };
                let question = if amazons { question.with_amazons() } else { question };
                let holes = [squares[(i + side) % squares.len()]];
                let Ok(question) = question.with_placed(&[one, other]) else { continue };
                let Ok(question) = question.with_holes(&holes) else { continue };
                let rules = Rules {
                    side,
                    rows: side,
                    queens: side,
                    torus,
                    shifts: false,
                    amazons,
                    placed: question.placed(),
                    holes: question.holes(),
                    turns: 0,
                };
                let all = rules.placements();
                let completion = complete(&question, &Stop::new()).unwrap();
                let squares = completion.columns.map(|columns| {
                    let at = |(row, column)| (row * side) as u32 + u32::from(column);
                    columns.into_iter().enumerate().map(at).collect::<Vec<u32>>()
                });
                match squares {
                    Some(squares) => assert!(all.contains(&squares), "{question}"),
                    None => assert!(all.is_empty(), "{question}"),
                }
                found += u32::from(!all.is_empty());
                none += u32::from(all.is_empty());
            }
        }
    }
    assert!(found > 50 && none > 50, "{found} {none}");
}

#[test]
fn large_boards_are_completed_or_refuted() {
    let around = |side: usize, squares: &[(usize, usize)]| {
        let question = VariantQuestion::new(side).unwrap().with_placed(squares).unwrap();
        complete(&question, &Stop::new()).unwrap()
    };
    for side in [17, 29, 48, 64] {
        let columns = around(side, &[(0, 0), (1, 2), (2, 4)]).columns.unwrap();
        let columns: Vec<u32> = columns.into_iter().map(u32::from).collect();
        assert!(stand_well(&columns) && columns[..3] == [0, 2, 4], "{side}");
    }
    // The queens next to the edge leave the corner's row no square.
    let squares = [(1, 0), (0, 2)];
    let holes: Vec<_> = (0..30).map(|column| (29, column)).filter(|at| at.1 != 2).collect();
    let question = VariantQuestion::new(30).unwrap().with_placed(&squares).unwrap();
    let question = question.with_holes(&holes).unwrap();
    let completion = complete(&question, &Stop::new()).unwrap();
    assert_eq!((completion.columns, completion.nodes), (None, 0));
    let few = VariantQuestion::new(8).unwrap().with_queens(7).unwrap();
    assert!(complete(&few, &Stop::new()).is_err());
    let stop = Stop::new();
    stop.request();
    let hard = VariantQuestion::new(12).unwrap().on_torus().unwrap();
    assert!(complete(&hard, &stop).is_err(), "stopped");
}

#[test]
fn the_command_line_makes_one_placement() {
    let folder = scratch();
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let output = cavalcade(&words, folder.path());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let columns = |text: &str| -> Vec<u32> {
        text.split_whitespace().map(|word| word.parse::<u32>().unwrap() - 1).collect()
    };
    let (code, out, err) = run("queens 100000 --first 1");
    assert!(code == Some(0) && stand_well(&columns(&out)) && err.contains("Pauls"), "{err}");
    let (code, out, err) = run("queens 70 --random 3 --format csv");
    let row = out.lines().nth(1).unwrap().replace(',', " ");
    assert!(code == Some(0) && stand_well(&columns(&row)), "{err}");
    assert!(out.starts_with("row1,row2,") && err.contains("not all are equally likely"), "{err}");
    let (_, out, err) = run("queens 9 --random 3 --ascii");
    assert!(out.lines().count() == 9 && out.matches('Q').count() == 9, "{out}{err}");
    let (_, out, _) = run("queens 40 --place a40,c39 --first 1 --format lines");
    assert!(stand_well(&columns(&out)) && columns(&out)[..2] == [0, 2], "{out}");
    let (code, out, err) = run("queens 18 --torus --first 1 --place a18,c17");
    assert!(code == Some(0) && out.is_empty() && err.contains("there is none"), "{err}");
    let (code, out, _) = run("queens 3 --random 1");
    assert!(code == Some(0) && out.is_empty());
    // Lexicographic order if requested, or if it is fast.
    let (_, out, err) = run("queens 28 --first 1 --format lines");
    assert!(out.starts_with("1 3 5 2 4 9") && !err.contains("Pauls"), "{out}{err}");
    for line in ["queens 70 --first 1 --ascii", "queens 1000001 --random 1", "queens 70 --first 2"]
    {
        assert_eq!(run(line).0, Some(2), "{line}");
    }
}
