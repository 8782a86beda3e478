//! Regressions found by an external review, in the order of its report: command lines that gave a
//! wrong answer, lost data or ignored a word, with the expected results. Findings that need more
//! than a line refer to the test of their subject.

use crate::support::{cavalcade, scratch};

/// A command line, its exit code, and texts that its output must contain.
type Case = (&'static str, i32, &'static [&'static str]);

/// Wrong answers. 7, times after a resume: `journal::resume_outputs`, `machine::clock`.
const ANSWERS: &[Case] = &[
    // 1: the whole group of a board's geometry; `symmetries` tries all isometries.
    ("tours .#/.. --piece king --unique", 0, &["fundamental 2 "]),
    ("tours ....#/...../...../...../..... --unique", 0, &["fundamental 2,146 "]),
    ("tours #..../...../...../....# --unique", 0, &["fundamental 357 "]),
    ("tours 2x3 --moves mixed.txt --unique", 0, &["fundamental 10 "]),
    ("tours torus:#../.../... --piece rook --closed --unique", 0, &["fundamental 3 "]),
    // 2: the search without symmetry counts the same classes.
    ("tours 5x5 --unique --no-symmetry", 0, &["fundamental 112 ", "agrees"]),
    // 3: two joined vertices.
    ("tours 1x2 --piece wazir --unique", 0, &["fundamental 1 "]),
    ("tours graph:two.txt --unique", 0, &["fundamental 1 "]),
    // 4: vertices have the names that their file gives.
    ("tours graph:path.txt --from 1", 0, &["directed 1 "]),
    ("tours graph:path.txt --from 0", 2, &["\"0\""]),
    // 5: every flag has its effect or is refused; `flags` tries every pair.
    ("tours 6x6 --closed --random 1 --from a1", 2, &["--from"]),
    ("tours 6x6 --closed --index 1 --unique", 2, &["--unique"]),
    ("tours 6x6 --closed --rank path.txt --by-start", 2, &["--by-start"]),
    ("tours 8x8 --method warnsdorff --from a1", 2, &["--from", "--start"]),
    ("tours 8x8 --method divide --unique", 2, &["--unique"]),
    ("tours 5x5 --order kt --method search", 2, &["--method search"]),
    ("tours 5x5 --order ktourw-j --start a1", 2, &["--start"]),
    ("tours 5x5 --start a1", 2, &["--start", "--from"]),
    ("tours 5x5 --tie roth", 2, &["--tie"]),
    ("tours 5x5 --trials 4", 2, &["--trials"]),
    ("tours 5x5 --seed 4", 2, &["--seed"]),
    // 6: a queen on a hole; merged moves.
    ("queens 5 --place a1 --holes a1", 2, &["a1"]),
    ("tours torus:2x5", 0, &["20 pairs of squares are joined by several moves"]),
    // 8: keys do not depend on how an answer was found; `messages` compares them.
    ("tours 3x3 --unique --format json", 0, &["\"fundamental\":\"0\"", "\"obstacle\":\"no move"]),
    ("tours 3x3 --by-start --format csv", 0, &["start,directed\na3,0\n"]),
    ("walks 3x3 --length 2 --list --first 1 --format json", 0, &["[0,5]"]),
];

/// Data loss. 10: `checkpoint`; 13 and 15: `journal::sealing`; 14: `system_limits`.
const DATA: &[Case] = &[
    // 9: foreign files stay; `checkpoint` tests more cases.
    ("tours 5x5 --method halves --checkpoint mine", 0, &["1,728"]),
    ("tours 5x5 --method halves --scratch no/such/folder", 5, &["no/such/folder"]),
    // 12: the least memory is reported in advance.
    (
        "tours 7x8 --closed --method halves --memory 20M --scratch small",
        2,
        &["needs", "at least", "--memory"],
    ),
    // 15: a shard without units leaves a journal.
    ("tours 3x3 --shard 0/2 --journal parts", 0, &[]),
    ("tours 3x3 --shard 1/2 --journal parts", 0, &[]),
    ("merge parts", 0, &["directed 0"]),
    // 11: a folder of shards holds one question.
    ("tours 5x6 --shard 0/2 --journal parts", 4, &["tours open knight 3x3", "5x6"]),
];

/// Hostile input. 16: `system_limits`; 17: `journal::resealed`; 19: `terminal`.
const HOSTILE: &[Case] = &[
    // 18: inputs have a size limit, and devices are not read.
    ("tours @/dev/zero", 2, &["a device"]),
    ("tours graph:/dev/zero", 2, &["a device"]),
    // 20: many axes.
    ("tours 1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", 0, &["directed 1 "]),
    ("tours 1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1 --piece king", 2, &["1048576 moves"]),
    // 21: messages.
    ("tours 5x5 --leaper -1,2", 2, &["\"-1,2\""]),
    ("tours 5x5 --format xml", 2, &["(possible values: text"]),
    ("queens 5 --place a1,a1", 2, &["two queens"]),
    ("tours 16x17 --closed --first 2", 2, &["--method divide"]),
    ("tours 4x4 --piece Wazir", 0, &["directed 552"]),
    ("tours 4x4 --piece knigth", 2, &["did you mean knight"]),
];

fn say(cases: &[Case]) {
    let folder = scratch();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("path.txt", "1 2\n2 3\n3 4\n");
    write("two.txt", "1 2\n");
    write("mixed.txt", "wazir\n1 -1\n");
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    write("mine/run-2024.csv", "mine");
    write("mine/layer-1-1", "mine");
    for &(line, code, said) in cases {
        let words: Vec<&str> = line.split(' ').collect();
        let output = cavalcade(&words, folder.path());
        let [out, error] = [output.stdout, output.stderr].map(|t| String::from_utf8(t).unwrap());
        assert_eq!(output.status.code(), Some(code), "{line}: {out}{error}");
        let message = if code == 0 { &out } else { &error };
        let message = [message.clone(), message.replace('\n', " ")];
        for part in said {
            let is_said = message.iter().any(|message| message.contains(part));
            assert!(is_said, "{line}: \"{part}\" is missing: {out}{error}");
        }
        assert!(code != 2 || error.lines().count() == 1 && out.is_empty(), "{line}: {out}{error}");
    }
    for mine in ["mine/run-2024.csv", "mine/layer-1-1"] {
        assert_eq!(std::fs::read_to_string(folder.path().join(mine)).unwrap(), "mine", "{mine}");
    }
}

#[test]
fn answers_are_right() {
    say(ANSWERS);
}

#[test]
fn data_are_neither_lost_nor_mixed() {
    say(DATA);
}

#[test]
fn hostile_input_gives_one_line() {
    say(HOSTILE);
}
