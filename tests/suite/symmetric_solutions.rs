//! Symmetric solutions: counts kept by a symmetry, and the classes of each group, compared with
//! sorting all tours; and the same on boards drawn with a margin.

use std::collections::{BTreeMap, BTreeSet};

use cavalcade::Count;
use cavalcade::board::{Board, Piece};
use cavalcade::convention::Convention;
use cavalcade::question::Question;
use cavalcade::solve::Answer;
use cavalcade::tours::{Kind, TourQuestion};

use crate::oracle;

type Place = [usize; 2];
type Turn = fn(Place, Place) -> Place;

/// The turns and reflections of a box, by the coordinates of a cell and of the last one. The last
/// four apply to squares only.
const TURNS: [(&str, Turn); 8] = [
    ("identity", |at, _| at),
    ("half", |[r, c], [rows, columns]| [rows - r, columns - c]),
    ("upright", |[r, c], [rows, _]| [rows - r, c]),
    ("level", |[r, c], [_, columns]| [r, columns - c]),
    ("quarter", |[r, c], [_, columns]| [c, columns - r]),
    ("quarter back", |[r, c], [rows, _]| [rows - c, r]),
    ("falling", |[r, c], _| [c, r]),
    ("rising", |[r, c], [rows, columns]| [rows - c, columns - r]),
];

/// The undirected tours of each group, named by its elements.
fn by_group(board: &Board, piece: &Piece, kind: Kind) -> (usize, BTreeMap<Vec<&'static str>, u64>) {
    let question = TourQuestion::new(board, piece, kind);
    let places: Vec<Place> =
        (0..board.len()).map(|cell| board.coordinates(cell).try_into().unwrap()).collect();
    let [top, left] = [0, 1].map(|axis| places.iter().map(|at| at[axis]).min().unwrap());
    let places: Vec<Place> = places.iter().map(|[r, c]| [r - top, c - left]).collect();
    let last = [0, 1].map(|axis| places.iter().map(|at| at[axis]).max().unwrap());
    let count = if last[0] == last[1] { 8 } else { 4 };
    let image = |turn: Turn| -> Option<Vec<u32>> {
        let place = |&at: &Place| places.iter().position(|&other| other == turn(at, last));
        places.iter().map(place).map(|cell| cell.map(|cell| cell as u32)).collect()
    };
    let symmetries: Vec<(&str, Vec<u32>)> =
        TURNS[..count].iter().filter_map(|(name, turn)| Some((*name, image(*turn)?))).collect();
    let edge = |a: u32, b: u32| [a.min(b), a.max(b)];
    let edges = |tour: &Vec<u32>| -> BTreeSet<[u32; 2]> {
        let closing = (kind == Kind::Closed).then(|| edge(tour[0], tour[tour.len() - 1]));
        tour.windows(2).map(|pair| edge(pair[0], pair[1])).chain(closing).collect()
    };
    let tours: BTreeSet<_> = oracle::tours(question.graph(), kind).iter().map(edges).collect();
    let mut groups = BTreeMap::new();
    for tour in &tours {
        let keeps = |map: &[u32]| {
            let image = tour.iter().map(|&[a, b]| edge(map[a as usize], map[b as usize]));
            image.collect::<BTreeSet<_>>() == *tour
        };
        let kept = symmetries.iter().filter(|(_, map)| keeps(map)).map(|(name, _)| *name);
        *groups.entry(kept.collect::<Vec<_>>()).or_insert(0) += 1;
    }
    (symmetries.len(), groups)
}

fn answer(text: &str) -> Answer {
    text.parse::<Question>().unwrap().solve().run().unwrap()
}

fn groups_of(answer: &Answer) -> Vec<(Convention, Count)> {
    let is_group = |(convention, _): &&(Convention, Count)| convention.word().starts_with("group_");
    answer.counts.iter().filter(is_group).cloned().collect()
}

#[test]
fn kept_counts_are_inclusive_and_group_counts_are_exact() {
    for (board, piece) in [
        ("4x2", "king"),
        ("3x3", "king"),
        ("2x3", "king"),
        ("4x4", "wazir"),
        ("5x4", "wazir"),
        ("4x5", "knight"),
        ("5x5", "knight"),
        ("3x4", "knight"),
        ("#../.../..#", "king"),
        ("####/#..#/#..#/#..#", "king"),
    ] {
        for (kind, word) in [(Kind::Open, "open"), (Kind::Closed, "closed")] {
            let what = format!("{board} {piece} {word}");
            let shape: Board = board.parse().unwrap();
            let (order, tours) = by_group(&shape, &Piece::named(piece, 2).unwrap(), kind);
            let answer = answer(&format!("tours {word} {piece} {board} classes"));
            let count =
                |convention| -> u64 { answer.count(convention).unwrap().try_into().unwrap() };
            let kept = |names: &[&str]| -> u64 {
                let by = |group: &&Vec<&str>| group.iter().any(|name| names.contains(name));
                tours.iter().filter(|(group, _)| by(group)).map(|(_, tours)| tours).sum()
            };
            assert_eq!(count(Convention::KeptByHalfTurn), kept(&["half"]), "{what}");
            assert_eq!(count(Convention::KeptByQuarterTurn), kept(&["quarter"]), "{what}");
            let reflected = kept(&["upright", "level"]);
            assert_eq!(count(Convention::KeptByReflection), reflected, "{what}");
            let classes = |is: &dyn Fn(&[&str]) -> bool| -> u64 {
                let of = tours.iter().filter(|(group, _)| is(group));
                of.map(|(group, tours)| tours * group.len() as u64).sum::<u64>() / order as u64
            };
            let group = |names: &'static [&str]| move |group: &[&str]| group[1..] == *names;
            let none = classes(&group(&[]));
            let half = classes(&group(&["half"]));
            let quarter = classes(&group(&["half", "quarter", "quarter back"]));
            let reflection =
                classes(&|group| [["upright"], ["level"]].iter().any(|a| group[1..] == *a));
            let other = classes(&|_| true) - none - half - quarter - reflection;
            let found = groups_of(&answer);
            let expected = [none, half, quarter, reflection, other].map(Count::from);
            assert_eq!(
                found.iter().map(|(_, n)| n.clone()).collect::<Vec<_>>(),
                expected,
                "{what}"
            );
            assert_eq!(count(Convention::Fundamental), classes(&|_| true), "{what}");
            if kind == Kind::Closed {
                let turned = count(Convention::KeptEulerian) + count(Convention::KeptBergholtian);
                assert_eq!(turned, count(Convention::KeptByHalfTurn), "{what}");
            }
        }
    }
}

#[test]
fn classes_of_all_groups_sum_to_the_fundamental_count() {
    for text in [
        "tours closed knight 6x6 classes",
        "tours closed king 4x4 classes",
        "tours closed knight torus:4x4 classes",
        "tours closed graph:DQc classes",
        "tours open knight 2x3x3 classes",
        "queens queen 1x1",
        "queens queen 5x5",
        "queens queen 12x12",
    ] {
        let answer = answer(text);
        let sum: Count = groups_of(&answer).into_iter().map(|(_, classes)| classes).sum();
        assert_eq!(answer.count(Convention::Fundamental), Some(&sum), "{text}");
        if let Some(classes) = &answer.classes {
            let symmetric: Count = classes.symmetric.iter().map(|kind| kind.tours.clone()).sum();
            let undirected = answer.count(Convention::Undirected).unwrap();
            let rest = undirected.less(&symmetric).unwrap();
            let order = rest.divided_exactly_by(u64::try_from(&classes.asymmetric).unwrap().max(1));
            assert!(order.is_some(), "{text}: {rest} tours in {} classes", classes.asymmetric);
        }
    }
}

/// A margin of holes changes no answer and no name of a symmetry; squares keep their names.
#[test]
fn a_margin_changes_no_symmetry() {
    for (plain, drawn, corner) in [
        ("#../.../..#", "###/#../.../..#/###", "b4"),
        ("4x4", "#####/#..../#..../#..../#....", "b4"),
        ("3x4", "....#/....#/....#/#####", "a4"),
    ] {
        for ask in ["closed king", "open wazir"] {
            let [plain, drawn] =
                [plain, drawn].map(|board| answer(&format!("tours {ask} {board} classes")));
            assert_eq!(plain.counts, drawn.counts, "{ask}");
            assert_eq!(plain.classes.unwrap().symmetric, drawn.classes.unwrap().symmetric, "{ask}");
        }
        let question: Question = format!("tours open king {drawn}").parse().unwrap();
        assert_eq!(question.instance().unwrap().square_name(0), corner);
    }
}
