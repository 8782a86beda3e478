//! Tours with alternating moves, compared with a filter over all tours.

use std::collections::BTreeSet;

use cavalcade::board::{Graph, Piece};
use cavalcade::convention::Convention;
use cavalcade::tours::Kind;

use crate::selected_tours::{All, count, listed, question};

#[test]
fn alternating_tours_agree_for_every_method() {
    for (base, part, ends) in [
        ("tours closed king 4x4", "ferz", ""),
        ("tours closed king 3x4", "wazir", ""),
        ("tours closed king 3x3", "ferz", ""),
        ("tours closed king 2x4", "(1,1)+(1,0)", ""),
        ("tours closed camel+knight 4x4", "camel", ""),
        ("tours closed king ..../...#/#.../....", "ferz", ""),
        ("tours closed wazir torus:4x4", "(1,0)", ""),
        ("tours open king 3x4", "ferz", ""),
        ("tours open king 3x3", "wazir", ""),
        ("tours open king 1x2", "ferz", ""),
        ("tours open king 1x1", "ferz", ""),
        ("tours open knight 3x4", "(1,2)+(1,-2)", ""),
        ("tours open king 3x3", "ferz", " from=b2"),
        ("tours open king 3x4", "ferz", " from=a1 to=c3"),
        ("tours closed king 4x4", "ferz", " through=a1-b2"),
        ("tours open king 3x4", "ferz", " through=a1-b1"),
    ] {
        let all = All::of(base);
        let board = all.board();
        let piece = Piece::parse(part, board.rank()).unwrap();
        let own = Graph::of(board, &piece);
        let takes_turns = |tour: &Vec<u32>| {
            let close = (all.kind == Kind::Closed).then(|| [tour[tour.len() - 1], tour[0]]);
            let steps = tour.windows(2).map(|step| [step[0], step[1]]).chain(close);
            let kinds: Vec<bool> = steps.map(|[a, b]| own.joins(a as usize, b as usize)).collect();
            let around = all.kind == Kind::Open || kinds.first() != kinds.last();
            around && kinds.windows(2).all(|pair| pair[0] != pair[1])
        };
        let square = |name: &str| all.instance.square(name).unwrap() as u32;
        let asked = |tour: &Vec<u32>| match ends.split_once('=') {
            None => true,
            Some((" through", edge)) => all.edges(tour).contains(&all.instance.edge(edge).unwrap()),
            Some((_, ends)) => {
                let mut ends = ends.split(" to=").map(square);
                tour.first().copied() == ends.next()
                    && ends.next().is_none_or(|last| tour.last() == Some(&last))
            }
        };
        let mut expected = all.tours.clone();
        expected.retain(|tour| takes_turns(tour) && asked(tour));
        let given = ends.contains("from");
        let convention = if given { Convention::Directed } else { Convention::Undirected };
        let halves = if given || board.len() == 1 { 1 } else { 2 };
        let text = format!("{base}{ends} alternating={part}");
        for method in ["search", "frontier", "halves", "union"] {
            let able = question(&text).methods().unwrap();
            if able.iter().any(|m| m.name == method && m.cost.is_ok()) {
                let found = count(&text, method, convention);
                assert_eq!(found, (expected.len() / halves).to_string(), "{text} by {method}");
            }
        }
        let found = listed(&text, "search");
        assert!(found.iter().all(|tour| expected.contains(tour)), "{text}");
        let distinct: BTreeSet<_> = found.iter().collect();
        assert_eq!((found.len(), distinct.len() * halves), (distinct.len(), expected.len()));
    }
}
