//! The symmetries of boards, against every isometry of the lattice tried one by one.

use std::collections::BTreeSet;

use cavalcade::Count;
use cavalcade::board::{Axis, Board, Graph, Piece, Symmetries};
use cavalcade::engine::{Random, Stop};
use cavalcade::tours::{Kind, TourQuestion, TourSearch, classes};

use crate::oracle;
use crate::support::{board, tally};

/// Which axes wrap, of boards of two and of three axes.
const TOPOLOGIES: [&[bool]; 6] = [
    &[false, false],
    &[false, true],
    &[true, false],
    &[true, true],
    &[false, false, false],
    &[true, false, true],
];

const PIECES: [&str; 9] = [
    "knight",
    "wazir",
    "ferz",
    "king",
    "rook",
    "dabbaba",
    "leaper(1,1)+leaper(0,2)",
    "bishop",
    "camel",
];

/// Random boards and pieces.
struct Dice(Random);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// A board of up to `cells` cells, in half of the cases with holes.
    fn board(&mut self, wraps: &[bool], longest: usize, cells: usize) -> Board {
        loop {
            let axis = |&wraps: &bool| Axis { length: 1 + self.below(longest), wraps };
            let box_ = Board::new(wraps.iter().map(axis).collect()).unwrap();
            let share = self.below(2) * (1 + self.below(3));
            let holes: BTreeSet<usize> =
                (0..box_.len()).filter(|_| self.below(6) < share).collect();
            let board = box_.without(|at| holes.contains(&box_.cell(at).unwrap()));
            if (1..=cells).contains(&board.len()) {
                return board;
            }
        }
    }

    /// A piece of the field, or one or two single moves, which need not be symmetric.
    fn piece(&mut self, rank: usize) -> Piece {
        if self.below(2) == 0 {
            return Piece::parse(PIECES[self.below(PIECES.len())], rank).unwrap();
        }
        let delta = |dice: &mut Dice| -> Vec<String> {
            (0..rank).map(|_| (dice.below(4) as i32 - 1).to_string()).collect()
        };
        let moves: Vec<_> = (0..1 + self.below(2)).map(|_| delta(self)).collect();
        let still = |delta: &Vec<String>| delta.iter().all(|step| step == "0");
        if moves.iter().any(still) {
            return self.piece(rank);
        }
        let moves: Vec<_> = moves.iter().map(|delta| format!("({})", delta.join(","))).collect();
        Piece::parse(&moves.join("+"), rank).unwrap()
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let with = |p: &Vec<usize>, at: usize| {
        let mut p = p.clone();
        p.insert(at, n - 1);
        p
    };
    (0..n).flat_map(|at| shorter.iter().map(move |p| with(p, at)).collect::<Vec<_>>()).collect()
}

/// Every map that takes the coordinate x of one axis to s·x + t of another, whose permutation
/// of the cells keeps the moves. An edge has no other side to wrap to; circles of one length
/// may be exchanged, and edges of any.
fn by_definition(board: &Board, graph: &Graph) -> BTreeSet<Vec<u32>> {
    let axes = board.axes();
    let cells: Vec<_> = (0..board.len()).map(|cell| board.coordinates(cell)).collect();
    let mut found = BTreeSet::new();
    for to in permutations(axes.len()) {
        let like = |i: usize| {
            let (one, other) = (axes[i], axes[to[i]]);
            one.wraps == other.wraps && (!one.wraps || one.length == other.length)
        };
        if !(0..axes.len()).all(like) {
            continue;
        }
        for signs in 0..1 << axes.len() {
            // The image of the first cell tells the translation.
            for first in &cells {
                let sign = |i: usize| if signs >> i & 1 == 0 { 1 } else { -1 };
                let image = |at: &Vec<usize>| {
                    let mut there = vec![0; axes.len()];
                    for i in 0..axes.len() {
                        let away = at[i] as i64 - cells[0][i] as i64;
                        let moved = first[to[i]] as i64 + sign(i) * away;
                        there[to[i]] = match axes[to[i]].wraps {
                            true => moved.rem_euclid(axes[to[i]].length as i64) as usize,
                            false => usize::try_from(moved).ok()?,
                        };
                    }
                    board.cell(&there).map(|cell| cell as u32)
                };
                let Some(p) = cells.iter().map(image).collect::<Option<Vec<u32>>>() else {
                    continue;
                };
                let kept = |(a, b): (usize, usize)| graph.joins(p[a] as usize, p[b] as usize);
                if graph.edges().all(kept) {
                    found.insert(p);
                }
            }
        }
    }
    found
}

#[test]
fn the_whole_group_of_a_thousand_boards_of_each_topology() {
    for (number, wraps) in TOPOLOGIES.into_iter().enumerate() {
        let mut dice = Dice(Random::new(number as u64));
        let mut larger = 0;
        for _ in 0..1000 {
            let board = dice.board(wraps, if wraps.len() > 2 { 4 } else { 6 }, 30);
            let piece = dice.piece(board.rank());
            let graph = Graph::of(&board, &piece);
            let group = Symmetries::of(&board, &graph);
            let elements: BTreeSet<Vec<u32>> =
                group.elements().iter().map(|p| p.to_vec()).collect();
            assert!(group.is_complete());
            assert_eq!(elements.len(), group.order(), "{board} {}: none twice", piece.name());
            assert_eq!(elements, by_definition(&board, &graph), "{board} {}", piece.name());
            let closed = |p: &Vec<u32>| {
                let after = |q: &Vec<u32>| p.iter().map(|&v| q[v as usize]).collect::<Vec<_>>();
                elements.iter().take(20).all(|q| elements.contains(&after(q)))
            };
            assert!(elements.iter().take(20).all(closed), "{board} {}", piece.name());
            larger += usize::from(group.order() > 1);
        }
        assert!(larger > 300, "{larger} boards of {wraps:?} have a symmetry");
    }
}

/// The undirected tours up to symmetry, by sorting all.
fn by_sorting(question: &TourQuestion, group: &BTreeSet<Vec<u32>>) -> (usize, usize) {
    let closed = question.kind() == Kind::Closed;
    let edges = |tour: &[u32]| -> Vec<[u32; 2]> {
        let ends = closed.then(|| [tour[tour.len() - 1], tour[0]]);
        let steps = tour.windows(2).map(|step| [step[0], step[1]]).chain(ends);
        let mut edges: Vec<_> = steps.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges
    };
    let tours: BTreeSet<_> =
        oracle::tours(question.graph(), question.kind()).iter().map(|tour| edges(tour)).collect();
    let least = |tour: &Vec<[u32; 2]>| {
        let image = |g: &Vec<u32>| {
            let turned = tour.iter().map(|&[a, b]| [g[a as usize], g[b as usize]]);
            let mut image: Vec<_> = turned.map(|[a, b]| [a.min(b), a.max(b)]).collect();
            image.sort_unstable();
            image
        };
        group.iter().map(image).min().unwrap()
    };
    let classes: BTreeSet<_> = tours.iter().map(least).collect();
    (tours.len(), classes.len())
}

fn assert_classes(board: &Board, piece: &Piece, kind: Kind) -> usize {
    let question = TourQuestion::new(board, piece, kind);
    let (tours, expected) = by_sorting(&question, &by_definition(board, question.graph()));
    let search = TourSearch::new(question.clone()).unwrap();
    let counts = question.counts(&tally(&search, 1));
    let undirected = counts.iter().find(|(c, _)| c.word() == "undirected").unwrap();
    let label = format!("{board} {} {}", piece.name(), kind.word());
    assert_eq!(undirected.1, Count::from(tours as u64), "{label}");
    let found = classes(&question, &undirected.1, &Stop::new()).unwrap().unwrap();
    assert_eq!(found.fundamental, Count::from(expected as u64), "{label}");
    expected
}

/// Boards whose symmetries are none of single axes: half-turns, antidiagonals, reflections
/// with a shift.
#[test]
fn classes_under_symmetries_that_are_composed() {
    let cases = [
        (".#/..", "king", Kind::Open, 2),
        ("#..../...../...../....#", "knight", Kind::Open, 357),
        ("....#/...../...../...../.....", "knight", Kind::Open, 2146),
        ("2x3", "wazir+(1,-1)", Kind::Open, 10),
        ("torus:#../.../...", "rook", Kind::Closed, 3),
    ];
    for (text, piece, kind, expected) in cases {
        let board = board(text);
        let piece = Piece::parse(piece, board.rank()).unwrap();
        assert_eq!(assert_classes(&board, &piece, kind), expected, "{text} {}", piece.name());
    }
}

#[test]
fn classes_of_random_boards_with_holes() {
    for (number, wraps) in TOPOLOGIES.into_iter().enumerate() {
        let mut dice = Dice(Random::new(100 + number as u64));
        let mut some = 0;
        for _ in 0..250 {
            let board = dice.board(wraps, 5, 9);
            let piece = dice.piece(board.rank());
            let kind = [Kind::Open, Kind::Closed][dice.below(2)];
            some += usize::from(assert_classes(&board, &piece, kind) > 0);
        }
        assert!(some > 25, "{some} boards of {wraps:?} have tours");
    }
}

/// Many axes: those of length 1 cost nothing, and the group is not tried out.
#[test]
fn boards_of_many_axes() {
    let flat = board(&vec!["1"; 62].join("x"));
    let group =
        |board: &Board| Symmetries::of(board, &Graph::of(board, &Piece::knight(board.rank())));
    assert_eq!(group(&flat).order(), 1);
    let long = board(&format!("{}x3x4", vec!["1"; 40].join("x")));
    let count = |board: &Board| {
        tally(
            &TourSearch::new(TourQuestion::new(board, &Piece::knight(board.rank()), Kind::Open))
                .unwrap(),
            1,
        )
        .weighted()
    };
    assert_eq!(count(&long), count(&board("3x4")));
    assert_eq!(group(&long).order(), 4);
    let cube = board(&vec!["2"; 10].join("x"));
    assert!(!group(&cube).is_complete(), "2^10 · 10! elements");
    // A move along the first axis alone leaves the others to each other: 2 · 2^6 · 6!.
    let cube = board(&vec!["2"; 7].join("x"));
    let rows = Piece::parse("(1,0,0,0,0,0,0)", 7).unwrap();
    assert!(!Symmetries::of(&cube, &Graph::of(&cube, &rows)).is_complete());
    let many = "1x".repeat(64) + "1";
    assert!(many.parse::<Board>().unwrap_err().to_string().contains("more than 64 axes"));
    assert!(Piece::from_name("king", 20).unwrap_err().to_string().contains("1048576 moves"));
}
