//! Tours by crossings and angles: each method compared with a listing of all tours.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use cavalcade::engine::Random;
use cavalcade::method::{Choice, Means};
use cavalcade::question::{Instance, Question};
use cavalcade::solve::{Journals, find_journals};
use cavalcade::tours::{Sorted, Statistic};

use crate::support::scratch;

type Point = (i64, i64);

/// The statistic by its definition, in exact fractions, for two axes.
fn value(statistic: Statistic, tour: &[Point], closed: bool) -> u32 {
    let steps = tour.len() - usize::from(!closed);
    let line = |at: usize| (tour[at], tour[(at + 1) % tour.len()]);
    let way = |((a, b), (c, d)): (Point, Point)| (c - a, d - b);
    let cross = |(a, b): Point, (c, d): Point| a * d - b * c;
    let alone = |(right, up): (i64, i64)| match statistic {
        Statistic::Rising => right * up > 0,
        Statistic::Steep => up * up > right * right,
        Statistic::SteepRising => right * up > 0 && up * up > right * right,
        Statistic::FlatRising => right * up > 0 && up * up < right * right,
        _ => false,
    };
    let slopes = !matches!(
        statistic,
        Statistic::Crossings | Statistic::RightAngles | Statistic::StraightAngles
    );
    if slopes {
        // Rows are numbered from the top.
        let moves = (0..steps).map(line).map(way);
        return moves.filter(|(down, right)| alone((*right, -down))).count() as u32;
    }
    let pairs = (0..steps).flat_map(|i| (0..i).map(move |j| (j, i)));
    let is_turn = |i: usize, j: usize| j == i + 1 || (closed && i == 0 && j == steps - 1);
    let counts = |&(i, j): &(usize, usize)| {
        let (one, other) = (way(line(i)), way(line(j)));
        match statistic {
            // A quarter turn makes one vector a multiple of the other.
            Statistic::RightAngles => {
                is_turn(i, j) && tour.len() > 2 && cross((-one.1, one.0), other) == 0
            }
            Statistic::StraightAngles => {
                let along = one.0 * other.0 + one.1 * other.1;
                is_turn(i, j) && tour.len() > 2 && cross(one, other) == 0 && along > 0
            }
            _ => {
                let ((a, b), (c, d)) = (line(i), line(j));
                let (between, area) = (way((a, c)), cross(one, other));
                let inside =
                    |n: i64, of: i64| if of < 0 { n <= 0 && n >= of } else { n >= 0 && n <= of };
                if area != 0 {
                    let meets =
                        inside(cross(between, other), area) && inside(cross(between, one), area);
                    return meets && a != c && a != d && b != c && b != d;
                }
                let along = |p: Point| {
                    let (x, y) = way((a, p));
                    x * one.0 + y * one.1
                };
                let (least, most) = (along(c).min(along(d)), along(c).max(along(d)));
                let (from, to) = (least.max(0), most.min(along(b)));
                cross(between, one) == 0 && from < to
            }
        }
    };
    pairs.filter(counts).count() as u32
}

/// The answer by brute force; directed if the tours are open.
fn listed(question: &Question, statistic: Statistic) -> BTreeMap<u32, u64> {
    let Question::Tours(asked) = question else { panic!("tours") };
    let Instance::Board(board, _) = asked.instance() else { panic!("a board") };
    let closed = question.label().kind == "closed";
    let given = question.to_string().contains("from=");
    let mut values = BTreeMap::new();
    let take = |squares: &[u32]| {
        let tour: Vec<Point> = squares
            .iter()
            .map(|&square| board.coordinates(square as usize))
            .map(|at| (at[0] as i64, at[1] as i64))
            .collect();
        let once = if closed || given || tour.len() == 1 { 1 } else { 2 };
        *values.entry(value(statistic, &tour, closed)).or_default() += once;
        ControlFlow::Continue(())
    };
    question.solutions().for_each(take).unwrap();
    values
}

fn sorted(question: &Question, statistic: Statistic, method: &str) -> Sorted {
    let solve = question.solve().method(method.parse().unwrap()).count_anyway();
    solve.threads(2).sorted_by(statistic).run().unwrap().histogram.unwrap()
}

fn compare(question: &Question, methods: &[&str]) {
    for (statistic, name) in Statistic::NAMED {
        let expected = listed(question, statistic);
        for method in methods {
            let Sorted { tours, .. } = sorted(question, statistic, method);
            let counts = tours.counts().iter();
            let counts: BTreeMap<u32, u64> =
                counts.map(|(value, n)| (*value, n.to_string().parse().unwrap())).collect();
            assert_eq!(counts, expected, "{question}, {name} by {method}");
            let told = [tours.least(), tours.most()].map(|e| e.map(|e| e.value));
            let ends = [expected.keys().next(), expected.keys().last()].map(|v| v.copied());
            assert_eq!(told, ends, "{question}, {name} by {method}");
        }
    }
}

const METHODS: [&str; 5] =
    ["search", "search strategy=extend", "search symmetry=off", "union", "union split=5"];

#[test]
fn each_method_sorts_the_tours_that_are_listed() {
    for text in [
        "tours closed knight 6x6",
        "tours open knight 5x5",
        "tours closed knight 5x6",
        "tours open knight 3x7",
        "tours closed knight 3x10",
        "tours open knight 5x5 from=c3",
        "tours open knight 5x5 from=a1 to=e5",
        "tours closed knight 4x4",
        "tours open knight 3x4",
        "tours closed king 3x4",
        "tours closed queen 3x3",
        "tours open rook 2x4",
        "tours open wazir 1x5",
        "tours closed wazir 4x6",
        "tours open knight .#..../....../....../....../....#.",
    ] {
        compare(&text.parse().unwrap(), &METHODS);
    }
}

#[test]
fn tours_too_short_to_turn_are_sorted() {
    for text in ["tours open wazir 1x2", "tours open wazir 1x3", "tours open knight 1x1"] {
        compare(&text.parse().unwrap(), &["search"]);
    }
}

#[test]
fn random_boards_are_sorted_alike() {
    let mut random = Random::new(2026);
    let mut tours = 0;
    for _ in 0..40 {
        let [rows, columns] = [3 + random.below(2), 3 + random.below(3)];
        let row = |random: &mut Random| -> String {
            (0..columns).map(|_| if random.below(8) == 0 { '#' } else { '.' }).collect()
        };
        let board: Vec<String> = (0..rows).map(|_| row(&mut random)).collect();
        let kind = ["open", "closed"][random.below(2)];
        let piece = ["knight", "king", "leaper:1,2:0,1", "wazir"][random.below(4)];
        let text = format!("tours {kind} {piece} {}", board.join("/"));
        let Ok(question) = text.parse::<Question>() else { continue };
        if question.solve().run().is_ok_and(|a| a.counts[0].1 < 20_000u64.into()) {
            let two_squares = question.instance().unwrap().len() < 3;
            compare(&question, if two_squares { &METHODS[..1] } else { &METHODS });
            tours += usize::from(!listed(&question, Statistic::Crossings).is_empty());
        }
    }
    assert!(tours > 5, "{tours}");
}

#[test]
fn statistics_without_directions_are_refused() {
    for text in [
        "tours closed knight torus:4x4",
        "tours open graph:DQc",
        "tours open knight 5x5 through=a1-b3",
        "tours open knight 8x8 magic",
        "tours open knight 6x6 symmetric=half-turn",
    ] {
        let question: Question = text.parse().unwrap();
        for (statistic, _) in Statistic::NAMED {
            for method in ["auto", "search", "union"] {
                let solve = question.solve().method(Choice::of(method)).sorted_by(statistic);
                assert!(solve.prepare().is_err(), "{text} by {method}");
            }
        }
    }
    let question: Question = "tours closed knight 6x6".parse().unwrap();
    for method in ["frontier", "halves", "search histogram=x"] {
        let choice: Choice = method.parse().unwrap();
        let choice = match choice.option("histogram") {
            Some(_) => choice,
            None => choice.with("histogram", "crossings"),
        };
        assert!(question.solve().method(choice).prepare().is_err(), "{method}");
    }
}

#[test]
fn a_journal_records_histograms() {
    let place = scratch();
    let question: Question = "tours closed knight 6x6".parse().unwrap();
    for (method, statistic) in
        [("search", Statistic::Crossings), ("union split=9", Statistic::RightAngles)]
    {
        let path = place.path().join(method);
        let solve = || {
            let solve = question.solve().method(method.parse().unwrap());
            solve.sorted_by(statistic).journal(&path).run().unwrap().histogram
        };
        let first = solve();
        assert!(first.is_some());
        assert_eq!(solve(), first, "read from the journal");
        let journals = Journals::of(find_journals(&[path]).unwrap(), &Means::default()).unwrap();
        assert_eq!(journals.answer(&journals.merge(false).unwrap()).unwrap().histogram, first);
        let recheck = journals.recheck(1.0, 1, None).unwrap();
        assert!(recheck.differing.is_empty() && recheck.units > 3);
    }
}

/// Counting pairs of a tour and a move of some slope, by tours and by moves, gives the same number.
#[test]
fn slopes_by_tour_and_by_move_agree() {
    for text in ["tours closed knight 6x6", "tours closed knight 5x6", "tours open knight 5x5"] {
        let question: Question = text.parse().unwrap();
        let counts = question.by_move(&Means::default()).unwrap();
        let directions = if text.contains("open") { 2 } else { 1 };
        let Some(Instance::Board(board, _)) = question.instance().cloned() else { panic!() };
        let number = |count: &cavalcade::Count| count.to_string().parse::<u64>().unwrap();
        for (statistic, name) in &Statistic::NAMED[3..] {
            let has = |squares: &[usize; 2]| {
                let points = squares.map(|square| board.coordinates(square));
                let points = points.map(|at| (at[0] as i64, at[1] as i64));
                value(*statistic, &points, false) == 1
            };
            let by_move = counts.moves.iter().filter(|(squares, _)| has(squares));
            let by_move: u64 = by_move.map(|(_, tours)| number(tours)).sum();
            for method in ["search", "union"] {
                let tours = sorted(&question, *statistic, method).tours;
                let by_tour = tours.counts().iter().map(|(n, all)| u64::from(*n) * number(all));
                assert_eq!(by_tour.sum::<u64>(), by_move * directions, "{text}, {name}, {method}");
            }
        }
    }
}
