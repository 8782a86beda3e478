//! Bad boards, pieces, maps, graphs, moves and keypads give one clear line with the place, and exit
//! code 2.

use std::fmt::Write;

use crate::support::{assert_golden, cavalcade};

/// Invalid files, each with a different defect.
const FILES: [(&str, &str); 24] = [
    ("empty.txt", ""),
    ("holes.txt", "###\n###\n"),
    ("letter.txt", "...\n.x.\n"),
    ("short.txt", "....\n..\n"),
    ("long.txt", "..\n....\n"),
    ("planes.txt", "..\n..\n\n..\n\n..\n..\n"),
    ("missing.txt", "..\n..\n\n..\n"),
    ("edges-word.txt", "0 1\n1 b=2\n"),
    ("edges-one.txt", "0 1\n1\n"),
    ("edges-three.txt", "0 1\n1 2 3\n"),
    ("edges-loop.txt", "0 1\n2 2\n"),
    ("edges-far.txt", "0 -1\n"),
    ("edges-beyond.txt", "3\n0 1\n1 2\n2 7\n"),
    ("short.g6", "DQ\n"),
    ("long.g6", "DQcc\n"),
    ("foreign.g6", "D!c\n"),
    ("cut.g6", "~A\n"),
    ("two.g6", "DQc\nDQc\n"),
    ("moves-none.txt", "# nothing\n"),
    ("moves-name.txt", "wazir\nunicorn\n"),
    ("moves-leaper.txt", "leaper 1,x\n"),
    ("moves-rank.txt", "1 2 3\n"),
    ("moves-stay.txt", "0 0\n"),
    ("pad-twice.txt", "AB\nBC\n"),
];

const LINES: [&str; 67] = [
    // boards
    "tours 0x5",
    "tours 6xx6",
    "tours 6x6x",
    "tours 6*6",
    "tours 6~~x6",
    "tours sphere:6x6",
    "tours torus:",
    "tours torus:4y4",
    "tours cylinder:4x0",
    "tours strip:3",
    "tours strip:3,",
    "tours strip:0,7",
    "tours strip:3,7x",
    "tours ../..x",
    "tours ../...",
    "tours ##/##",
    "tours torus:../.",
    "tours 17x17",
    "tours 17x17 --method halves",
    "tours 17x17 --method union",
    "tours 32x33 --method halves",
    "tours 5000000000x2",
    // maps
    "tours @empty.txt",
    "tours @holes.txt",
    "tours @letter.txt",
    "tours @short.txt",
    "tours torus:@long.txt",
    "tours @planes.txt",
    "tours @missing.txt",
    "tours sphere:@short.txt",
    // graphs
    "tours graph:empty.txt",
    "tours graph:edges-word.txt",
    "tours graph:edges-one.txt",
    "tours graph:edges-three.txt",
    "tours graph:edges-loop.txt",
    "tours graph:edges-far.txt",
    "tours graph:edges-beyond.txt",
    "tours graph:short.g6",
    "tours graph:long.g6",
    "tours graph:foreign.g6",
    "tours graph:cut.g6",
    "tours graph:two.g6",
    "tours graph:short.g6 --piece king",
    // pieces
    "tours 6x6 --piece unicorn",
    "tours 6x6 --leaper 1,-2",
    "tours 6x6 --leaper 1,2,2",
    "tours 6x6 --leaper 0,0",
    "tours 6x6 --leaper 1,,2",
    "tours 6x6 --leaper 1,2 --piece king",
    "tours 6x6 --moves moves-none.txt",
    "tours 6x6 --moves moves-name.txt",
    "tours 6x6 --moves moves-leaper.txt",
    "tours 6x6 --moves moves-rank.txt",
    "tours 6x6 --moves moves-stay.txt",
    // listings and methods
    "tours 8x8 --order fast",
    "tours 3x4 --order ktour-j",
    "tours 8x8 --order kt-aw --piece king",
    "tours 8x8 --method warnsdorff --start j9",
    "tours 8x9 --method warnsdorff --tie squirrel",
    "tours 8x8 --method divide --piece king",
    "tours 8x8 --method neural",
    // walks
    "walks --keypad letters19 --length 3",
    "walks --keypad @pad-twice.txt --length 3",
    "walks --keypad letters18 --length 3 --at-most 2:AZ",
    "walks --keypad letters18 --length 3 --from Z",
    "walks --keypad letters18 --length 3 --code ABC",
    "walks 8x8 --length 0",
];

#[test]
fn every_bad_input_gives_one_error_line() {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let mut shown = String::new();
    for line in LINES {
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), directory.path());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {text}");
        assert_eq!(text.lines().count(), 1, "{line}: {text}");
        assert!(output.stdout.is_empty(), "{line}");
        writeln!(shown, "$ cavalcade {line}\n{text}").unwrap();
    }
    assert_golden("bad-input.txt", &shown);
}
