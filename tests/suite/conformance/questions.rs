//! Small questions of every family, their brute-force answers, and every way to count each.

use cavalcade::Error;
use cavalcade::method::{Choice, Means, Method, Ready};
use cavalcade::queens::Turn;
use cavalcade::question::{Queens, Question};
use cavalcade::tours::{Ends, Kind};
use cavalcade::{queens, tours, walks};

use crate::oracle::{self, Rules};

/// Boards of every topology, holes, one row, two vertices, graphs with names, fixed ends.
pub const TOURS: &[&str] = &[
    "tours open knight 1x1",
    "tours closed knight 1x1",
    "tours open wazir 1x2",
    "tours closed wazir 1x2",
    "tours open wazir 1x5",
    "tours open graph:A_",
    "tours closed graph:A_",
    "tours open wazir 3x4",
    "tours closed wazir 4x4",
    "tours open knight 3x4",
    "tours open knight 4x3",
    "tours closed knight 3x4",
    "tours open knight 4x5",
    "tours open knight 3x4 from=a1",
    "tours open knight 3x4 from=a3 to=b2",
    "tours open knight 4x5 from=c2",
    "tours open wazir 3x3 from=b2",
    "tours open wazir 3x3 from=a1 to=c3",
    "tours closed knight 3x10",
    "tours open king 2x4",
    "tours closed king 3x3",
    "tours open rook 2x3",
    "tours open camel 3x4",
    "tours closed king torus:2x4",
    "tours open wazir torus:3x3",
    "tours open wazir torus:2x4",
    "tours closed knight torus:3x4",
    "tours open wazir cylinder:3x4",
    "tours closed wazir cylinder:2x5",
    "tours open wazir 2x2x2",
    "tours closed wazir 2x2x3",
    "tours open king ..#/.../#..",
    "tours open king .#/..",
    "tours closed wazir .../.#./...",
    "tours closed king #../.../..#",
    "tours closed rook torus:.../.../#..",
    "tours open knight keypad:abc/d.e/fgh",
    "tours open graph:DQc",
    "tours open graph:D~{",
    "tours closed graph:D~{",
    "tours open graph:D~{ names=no,one,has,a,number from=has",
    "tours open graph:D~{ names=no,one,has,a,number from=a to=no",
    "tours open graph:IheA@GUAo",
    "tours closed graph:IheA@GUAo",
];

/// Plane and torus, queens and amazons, fewer queens, given queens, holes.
pub const QUEENS: &[&str] = &[
    "queens queen 0x0",
    "queens queen 1x1",
    "queens queen 2x2",
    "queens queen 4x4",
    "queens queen 5x5",
    "queens queen 6x6",
    "queens queen 7x7",
    "queens queen 8x8",
    "queens amazon 1x1",
    "queens amazon 5x5",
    "queens amazon 10x10",
    "queens amazon 11x11",
    "queens queen torus:1x1",
    "queens queen torus:4x4",
    "queens queen torus:5x5",
    "queens queen torus:7x7",
    "queens amazon torus:7x7",
    "queens queen 5x5 k=0",
    "queens queen 5x5 k=3",
    "queens amazon 5x5 k=3",
    "queens queen torus:5x5 k=3",
    "queens amazon torus:5x5 k=2",
    "queens queen 6x6 first-rows=0",
    "queens queen 6x6 first-rows=4",
    "queens queen 6x6 first-rows=4 k=2",
    "queens amazon torus:5x5 first-rows=2",
    "queens queen 6x6 shifts",
    "queens queen 7x7 shifts",
    "queens queen 6x6 place=a2",
    "queens queen 6x6 place=b4,a2",
    "queens queen 6x6 holes=a3,d1",
    "queens queen torus:5x5 holes=c3",
    "queens queen torus:5x5 place=c3",
    "queens queen 5x5 k=4 place=a1 holes=e5,c2",
    "queens queen 0x0 turn=half",
    "queens queen 1x1 turn=quarter",
    "queens queen 4x4 turn=half",
    "queens queen 4x4 turn=quarter",
    "queens queen 5x5 turn=quarter",
    "queens queen 6x6 turn=half",
    "queens queen 6x6 turn=quarter",
    "queens queen 7x7 turn=half",
    "queens queen 8x8 turn=half",
    "queens queen 8x8 turn=quarter",
    "queens amazon 5x5 k=2 turn=half",
    "queens queen torus:5x5 turn=quarter",
    "queens queen 6x6 k=4 turn=half place=a2 holes=c6",
];

/// Any walks and self-avoiding ones, with limits, from one square, on every topology.
pub const WALKS: &[&str] = &[
    "walks any knight 1x1 length=1",
    "walks any knight 1x1 length=2",
    "walks any wazir 1x5 length=6",
    "walks any graph:A_ length=6",
    "walks self-avoiding graph:A_ length=2",
    "walks self-avoiding graph:A_ length=3",
    "walks any knight 3x4 length=4",
    "walks self-avoiding knight 3x4 length=5",
    "walks self-avoiding king 3x3 length=4 from=b2",
    "walks any king 3x3 length=4 limit=1:b2",
    "walks any king 3x3 length=4 limit=1:a1,c3 limit=0:b1",
    "walks self-avoiding king 3x3 length=4 limit=1:a1,c3",
    "walks any wazir torus:3x3 length=4",
    "walks any wazir cylinder:2x4 length=4 from=a1",
    "walks any wazir 2x2x2 length=5",
    "walks any king ..#/.../#.. length=4",
    "walks any knight letters18 length=3",
    "walks any knight letters18 length=4 limit=1:AEIO from=B",
    "walks any graph:DQc length=4",
    "walks any graph:DQc names=a,b,c,d,e length=4 limit=1:ab from=c",
    "walks self-avoiding graph:IheA@GUAo length=5",
];

/// A small question with its brute-force answer.
pub struct Asked {
    pub text: &'static str,
    pub question: Question,
    /// Tours in both directions, placements by squares, walks.
    pub all: Vec<Vec<u32>>,
    /// The weighted total of every method's tally.
    pub total: u64,
}

impl Asked {
    pub fn of(text: &'static str) -> Asked {
        let question: Question = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(question.to_string(), text, "the canonical text");
        let all = solutions(&question);
        let found = all.len() as u64;
        let closed = matches!(&question, Question::Tours(tours) if tours.kind() == Kind::Closed);
        Asked { text, question, all, total: if closed { found / 2 } else { found } }
    }

    /// Every method of the family with each of its options, as far as it can answer.
    pub fn ways(&self) -> Vec<Choice> {
        let means = Means { memory: MEMORY, ..Means::default() };
        let mut ways = Vec::new();
        for name in methods(&self.question) {
            let plain = Choice::of(name);
            if ready(&self.question, &plain, &means).is_err() {
                continue;
            }
            let options = OPTIONS.iter().map(|(key, value)| plain.clone().with(key, value));
            let has = |choice: &Choice| ready(&self.question, choice, &means).is_ok();
            ways.extend(options.filter(has));
            ways.push(plain);
        }
        ways
    }
}

/// Bytes that each method may use.
pub const MEMORY: u64 = 256 << 20;

/// Options other than `split`: each method is tried with each of them.
const OPTIONS: [(&str, &str); 3] =
    [("strategy", "link"), ("strategy", "extend"), ("symmetry", "off")];

/// All solutions, by brute force.
fn solutions(question: &Question) -> Vec<Vec<u32>> {
    match question {
        Question::Tours(tours) => {
            let mut all = oracle::tours(&tours.instance().graph(), tours.kind());
            all.retain(|tour| match tours.ends() {
                Ends::Free => true,
                Ends::From(from) => tour[0] == from,
                Ends::Between(from, to) => tour[0] == from && tour[tour.len() - 1] == to,
            });
            all
        }
        Question::Queens(queens) => rules(queens).placements(),
        Question::Walks(walks) => {
            let prepared = walks.prepared().unwrap();
            let limits = prepared.limits().iter().map(|limit| (limit.most, limit.squares.clone()));
            let (limits, graph): (Vec<_>, _) = (limits.collect(), walks.instance().graph());
            let mut all = oracle::walks(&graph, walks.length(), &limits, walks.is_self_avoiding());
            all.retain(|walk| walks.start().is_none_or(|start| walk[0] as usize == start));
            all
        }
        _ => panic!("{question}: the conformance suite has no questions of this family"),
    }
}

/// The rules for the oracle of a question about queens.
pub fn rules(queens: &Queens) -> Rules<'_> {
    let variant = queens.variant();
    Rules {
        side: variant.side(),
        rows: variant.rows(),
        queens: variant.queens(),
        torus: variant.is_torus(),
        shifts: variant.is_up_to_shifts(),
        amazons: variant.is_amazons(),
        placed: variant.placed(),
        holes: variant.holes(),
        turns: match variant.turn() {
            None => 0,
            Some(Turn::Half) => 2,
            Some(Turn::Quarter) => 1,
        },
    }
}

/// The names in the table of the question's family.
pub fn methods(question: &Question) -> Vec<&'static str> {
    fn names<Q>(table: &[Method<Q>]) -> Vec<&'static str> {
        table.iter().map(|method| method.name).collect()
    }
    match question {
        Question::Tours(_) => names(tours::METHODS),
        Question::Queens(_) => names(queens::METHODS),
        Question::Walks(_) => names(walks::METHODS),
        _ => panic!("{question}: the conformance suite has no questions of this family"),
    }
}

/// Prepares a method of the table, regardless of obstacles.
pub fn ready(question: &Question, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    fn of<Q>(
        table: &[Method<Q>],
        question: &Q,
        choice: &Choice,
        means: &Means,
    ) -> Result<Ready, Error> {
        let method = table.iter().find(|method| method.name == choice.name()).unwrap();
        (method.ready)(question, choice, means)
    }
    match question {
        Question::Tours(asked) => of(tours::METHODS, &asked.prepared(), choice, means),
        Question::Queens(asked) => of(queens::METHODS, asked.variant(), choice, means),
        Question::Walks(asked) => of(walks::METHODS, &asked.prepared()?, choice, means),
        _ => panic!("{question}: the conformance suite has no questions of this family"),
    }
}
