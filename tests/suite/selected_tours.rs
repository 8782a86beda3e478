//! Selected tours, compared with a filter over all tours.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cavalcade::board::{Board, Graph};
use cavalcade::convention::Convention;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question};
use cavalcade::tours::{Kind, TourQuestion};

use crate::oracle;

pub fn question(text: &str) -> Question {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The count by one convention, with the cheapest or a named method.
pub fn count(text: &str, method: &str, convention: Convention) -> String {
    let solve = question(text).solve().method(Choice::of(method));
    let answer = solve.run().unwrap_or_else(|error| panic!("{text} by {method}: {error}"));
    answer.count(convention).unwrap_or_else(|| panic!("{text}: {:?}", answer.counts)).to_string()
}

pub fn listed(text: &str, method: &str) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let question = question(text);
    let solutions = question.solutions().method(Choice::of(method));
    let told = solutions.for_each(|squares| {
        all.push(squares.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(told.unwrap_or_else(|error| panic!("{text}: {error}")), all.len() as u64);
    all
}

/// A board with all its directed open tours, or all its closed ones in both directions.
pub struct All {
    pub instance: Instance,
    graph: Graph,
    pub kind: Kind,
    pub tours: Vec<Vec<u32>>,
}

impl All {
    pub fn of(text: &str) -> All {
        let Question::Tours(asked) = question(text) else { unreachable!() };
        let (instance, kind) = (asked.instance().clone(), asked.kind());
        let graph = instance.graph();
        let tours = oracle::tours(&graph, kind);
        All { instance, graph, kind, tours }
    }

    pub fn board(&self) -> &Board {
        self.instance.board().unwrap()
    }

    pub fn edges(&self, tour: &[u32]) -> BTreeSet<[u32; 2]> {
        let close = (self.kind == Kind::Closed).then(|| [tour[tour.len() - 1], tour[0]]);
        let steps = tour.windows(2).map(|step| [step[0], step[1]]).chain(close);
        steps.map(|[a, b]| [a.min(b), a.max(b)]).collect()
    }

    /// The undirected tours that pass the filter, as sets of moves.
    fn sets(&self, keeps: impl Fn(&BTreeSet<[u32; 2]>) -> bool) -> BTreeSet<BTreeSet<[u32; 2]>> {
        self.tours.iter().map(|tour| self.edges(tour)).filter(|set| keeps(set)).collect()
    }

    /// The numbered boards: one for each first square and direction.
    fn numbered(&self) -> Vec<Vec<u32>> {
        let all = oracle::tours(&self.graph, Kind::Open);
        let closes = |tour: &Vec<u32>| {
            let ends = [tour[0], tour[tour.len() - 1]].map(|square| square as usize);
            self.kind == Kind::Open || tour.len() > 2 && self.graph.joins(ends[0], ends[1])
        };
        all.into_iter().filter(closes).collect()
    }
}

fn sets_of(all: &All, tours: &[Vec<u32>]) -> BTreeSet<BTreeSet<[u32; 2]>> {
    let sets: BTreeSet<_> = tours.iter().map(|tour| all.edges(tour)).collect();
    assert_eq!(sets.len(), tours.len(), "each once");
    sets
}

#[test]
fn tours_through_given_moves_by_every_method() {
    for (base, moves) in [
        ("tours closed wazir 4x5", "a1-b1"),
        ("tours closed wazir 4x5", "a1-b1,c3-d3"),
        ("tours closed wazir 4x4", "b2-b3,c2-c3"),
        // Three moves at one square: no tour uses them.
        ("tours closed king 3x3", "b2-a1,b2-a2,b2-a3"),
        ("tours open knight 3x4", "a1-b3"),
        ("tours open knight 4x5", "a1-b3,c2-d4"),
        ("tours open king 3x3", "a1-b2"),
        ("tours closed king 3x4", "a1-b2,b2-c2"),
        ("tours open wazir 2x3x2", "1-1-1-1-1-2"),
        ("tours closed knight torus:4x4", "a1-b3"),
        ("tours open graph:DQc", "0-2"),
    ] {
        let all = All::of(base);
        let wanted: Vec<_> = moves.split(',').map(|m| all.instance.edge(m).unwrap()).collect();
        let expected = all.sets(|set| wanted.iter().all(|edge| set.contains(edge)));
        let text = format!("{base} through={moves}");
        let prepared = {
            let Question::Tours(asked) = question(&text) else { unreachable!() };
            asked.prepared()
        };
        assert_eq!(prepared.label().kind, all.kind.word());
        for method in ["search", "frontier", "halves", "union"] {
            let able = question(&text).methods().unwrap();
            let able = able.iter().any(|m| m.name == method && m.cost.is_ok());
            if able {
                let found = count(&text, method, Convention::Undirected);
                assert_eq!(found, expected.len().to_string(), "{text} by {method}");
            }
        }
        let found = listed(&text, "search");
        assert_eq!(sets_of(&all, &found), expected, "{text}");
        for tour in &found {
            let ends = [tour[0], tour[tour.len() - 1]];
            assert!(
                if all.kind == Kind::Open { ends[0] < ends[1] } else { tour[0] == 0 },
                "{tour:?}"
            );
        }
    }
}

#[test]
fn tours_of_given_ends_through_given_moves() {
    let all = All::of("tours open knight 5x5");
    let [c3, a1] = ["c3", "a1"].map(|name| all.instance.square(name).unwrap() as u32);
    let edge = all.instance.edge("b1-d2").unwrap();
    let with = |ends: &dyn Fn(&[u32]) -> bool| -> BTreeSet<Vec<u32>> {
        let kept = all.tours.iter().filter(|tour| ends(tour) && all.edges(tour).contains(&edge));
        kept.cloned().collect()
    };
    for (text, expected) in [
        ("from=c3", with(&|tour| tour[0] == c3)),
        ("from=c3 to=a1", with(&|tour| tour[0] == c3 && tour[24] == a1)),
    ] {
        let text = format!("tours open knight 5x5 {text} through=b1-d2");
        for method in ["auto", "search", "frontier"] {
            assert_eq!(count(&text, method, Convention::Directed), expected.len().to_string());
        }
        let found: BTreeSet<Vec<u32>> = listed(&text, "search").into_iter().collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn numbers_on_squares() {
    for (base, at) in [
        ("tours open knight 3x4", "1:a3"),
        ("tours open knight 5x5", "1:a1 at=25:c3"),
        ("tours open knight 5x5", "13:c3"),
        ("tours open knight 4x5", "1,4,9:a1,c2,b3"),
        ("tours open king 3x3", "1,9:b2,a1"),
        ("tours closed wazir 4x4", "1:a1"),
        ("tours closed wazir 4x4", "1:a1 at=16:a2"),
        ("tours closed king 3x3", "2,3,5,7:a1,b2,c3,a2"),
    ] {
        let all = All::of(base);
        let Question::Tours(asked) = question(&format!("{base} at={at}")) else { unreachable!() };
        let expected: BTreeSet<Vec<u32>> = all
            .numbered()
            .into_iter()
            .filter(|tour| {
                asked.selection().figures.iter().all(|figure| {
                    figure.numbers.iter().all(|&n| figure.squares.contains(&tour[n as usize - 1]))
                })
            })
            .collect();
        let text = format!("{base} at={at}");
        assert_eq!(
            count(&text, "auto", Convention::Numbered),
            expected.len().to_string(),
            "{text}"
        );
        assert_eq!(listed(&text, "auto").into_iter().collect::<BTreeSet<_>>(), expected, "{text}");
    }
}

/// True if all rows have one sum and all columns have one sum, and for magic boards the diagonals
/// have the sum of the rows.
fn has_sums(board: &Board, tour: &[u32], magic: bool) -> bool {
    let [rows, columns] = [0, 1].map(|axis| board.axes()[axis].length);
    let mut numbers = vec![vec![0usize; columns]; rows];
    for (&square, number) in tour.iter().zip(1..) {
        let at = board.coordinates(square as usize);
        numbers[at[0]][at[1]] = number;
    }
    let of_rows: BTreeSet<usize> = numbers.iter().map(|row| row.iter().sum()).collect();
    let of_columns: BTreeSet<usize> =
        (0..columns).map(|c| numbers.iter().map(|row| row[c]).sum()).collect();
    let diagonals: BTreeSet<usize> = match magic {
        false => of_rows.clone(),
        true => [
            (0..rows).map(|i| numbers[i][i]).sum(),
            (0..rows).map(|i| numbers[i][columns - 1 - i]).sum(),
        ]
        .into(),
    };
    of_rows.len() == 1 && of_columns.len() == 1 && of_rows == diagonals
}

#[test]
fn magic_and_semi_magic_tours() {
    let mut some = [0; 2];
    for base in [
        "tours open knight 3x4",
        "tours open knight 4x5",
        "tours closed wazir 4x4",
        "tours open king 3x3",
        "tours open king 2x4",
        "tours closed king 2x4",
        "tours open king 3x4",
        "tours open wazir 4x4",
        "tours open queen 3x3",
        "tours closed queen 3x3",
        "tours open wazir torus:3x3",
        "tours open king torus:3x3",
    ] {
        let all = All::of(base);
        let numbered = all.numbered();
        let [rows, columns] = [0, 1].map(|axis| all.board().axes()[axis].length);
        for (i, word) in ["semi-magic", "magic"].into_iter().enumerate() {
            let text = format!("{base} {word}");
            if word == "magic" && rows != columns {
                assert!(question(&text).solve().run().is_err(), "{text}");
                continue;
            }
            let keeps = |tour: &&Vec<u32>| has_sums(all.board(), tour, word == "magic");
            let expected: BTreeSet<Vec<u32>> = numbered.iter().filter(keeps).cloned().collect();
            some[i] += expected.len();
            let found = count(&text, "auto", Convention::Numbered);
            assert_eq!(found, expected.len().to_string(), "{text}");
            assert_eq!(listed(&text, "auto").into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
    assert!(some.iter().all(|some| *some > 0), "{some:?}: nothing was compared");
}

#[test]
fn there_is_no_magic_knights_tour_of_small_boards() {
    for side in 3..=5 {
        for kind in ["open", "closed"] {
            for word in ["semi-magic", "magic"] {
                let text = format!("tours {kind} knight {side}x{side} {word}");
                assert_eq!(count(&text, "auto", Convention::Numbered), "0", "{text}");
            }
        }
    }
}

/// A published semi-magic tour is found again from half of its numbers.
#[test]
fn a_published_semi_magic_tour_is_found_from_half_of_its_numbers() {
    // William Beverley 1848.
    const BEVERLEY: [[u32; 8]; 8] = [
        [1, 30, 47, 52, 5, 28, 43, 54],
        [48, 51, 2, 29, 44, 53, 6, 27],
        [31, 46, 49, 4, 25, 8, 55, 42],
        [50, 3, 32, 45, 56, 41, 26, 7],
        [33, 62, 15, 20, 9, 24, 39, 58],
        [16, 19, 34, 61, 40, 57, 10, 23],
        [63, 14, 17, 36, 21, 12, 59, 38],
        [18, 35, 64, 13, 60, 37, 22, 11],
    ];
    let numbers = BEVERLEY.as_flattened();
    let board = Instance::knight(8, 8).unwrap();
    let given = (0..64).filter(|square| numbers[*square] <= 40);
    let at: String = given
        .map(|square| format!(" at={}:{}", numbers[square], board.square_name(square)))
        .collect();
    let found = listed(&format!("tours open knight 8x8{at} semi-magic"), "auto");
    let mut tour = vec![0; 64];
    for (square, &number) in numbers.iter().enumerate() {
        tour[number as usize - 1] = square as u32;
    }
    assert!(found.contains(&tour), "{} found", found.len());
    assert!(found.iter().all(|tour| has_sums(board.board().unwrap(), tour, false)));
}

#[test]
fn symmetric_tours_are_found_without_the_others() {
    let mut some = 0;
    for base in [
        "tours closed wazir 4x4",
        "tours closed wazir 4x6",
        "tours open knight 5x5",
        "tours open knight 3x4",
        "tours open king 3x3",
        "tours closed king 3x3",
        "tours closed king 3x4",
        "tours open wazir 3x3",
    ] {
        let all = All::of(base);
        let Question::Tours(asked) = question(base) else { unreachable!() };
        let tours: TourQuestion = asked.prepared();
        for (word, name) in [
            ("half-turn", Some("half-turn")),
            ("quarter-turn", Some("quarter-turn")),
            ("reflection", Some("reflection")),
            ("diagonal", Some("diagonal reflection")),
            ("any", None),
        ] {
            let elements: Vec<_> = tours
                .group()
                .elements()
                .iter()
                .skip(1)
                .filter(|g| name.is_none_or(|name| tours.symmetry_name(g) == Some(name)))
                .collect();
            let kept = |set: &BTreeSet<[u32; 2]>| {
                elements.iter().any(|g| {
                    let turned = set.iter().map(|edge| edge.map(|v| g[v as usize]));
                    turned.map(|[a, b]| [a.min(b), a.max(b)]).collect::<BTreeSet<_>>() == *set
                })
            };
            let expected = all.sets(kept);
            some += expected.len();
            let text = format!("{base} symmetric={word}");
            let found = count(&text, "auto", Convention::Undirected);
            assert_eq!(found, expected.len().to_string(), "{text}");
            assert_eq!(sets_of(&all, &listed(&text, "auto")), expected, "{text}");
            let Some(edge) = all.graph.edges().next().map(|(a, b)| [a as u32, b as u32]) else {
                continue;
            };
            let names = edge.map(|v| all.instance.square_name(v as usize));
            let through = format!("{base} through={}-{} symmetric={word}", names[0], names[1]);
            let fewer = expected.iter().filter(|set| set.contains(&edge)).count();
            assert_eq!(count(&through, "auto", Convention::Undirected), fewer.to_string());
        }
    }
    assert!(some > 100, "{some}");
}

#[test]
fn symmetric_tours_of_published_numbers() {
    // Kraitchik: 5 classes of 6x6 have a quarter turn; 8x8 has none.
    let undirected = |text: &str| count(text, "auto", Convention::Undirected);
    assert_eq!(undirected("tours closed knight 6x6 symmetric=quarter-turn"), "10");
    assert_eq!(undirected("tours closed knight 6x6 symmetric=half-turn"), "78");
    assert_eq!(undirected("tours closed knight 8x8 symmetric=quarter-turn"), "0");
}
