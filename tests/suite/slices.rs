//! Slices of the count by two halves: any split sums to the whole; each slice can also be counted
//! modulo several numbers; journals, shards and kills lose none.

use cavalcade::board::{Board, Graph, Piece};
use cavalcade::engine::{Enumeration, Run};
use cavalcade::method::{Choice, Job, Pass};
use cavalcade::question::Question;
use cavalcade::tours::{Ends, HalvesCount, Kind, TourQuestion};
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};

use crate::support::{board, cavalcade, scratch};

fn question(board: &Board, piece: &str, kind: Kind) -> TourQuestion {
    TourQuestion::new(board, &Piece::named(piece, board.rank()).unwrap(), kind)
}

/// The count in about this number of slices, and their actual number.
fn sliced(question: &TourQuestion, slices: usize) -> (String, usize) {
    let count = HalvesCount::new(question.clone()).unwrap().threads(1).split(slices);
    let outcome = Run::new(&count).threads(1).execute().unwrap();
    let units = count.plan().units;
    let shares: f64 = units.iter().map(|unit| unit.share).sum();
    let all = outcome.tally.weighted();
    // Without a meeting there is one slice, which counts nothing.
    assert!((shares - 1.0).abs() < 1e-9 || all.to_string() == "0", "{shares}");
    (all.to_string(), units.len())
}

fn assert_sums_are_whole(question: &TourQuestion, splits: &[usize]) -> usize {
    let whole = sliced(question, 1).0;
    let mut most = 1;
    for &slices in splits {
        for question in [question.clone(), question.clone().without_symmetry()] {
            let (sum, units) = sliced(&question, slices);
            assert_eq!(sum, whole, "{:?} in {slices} slices", question.label());
            most = most.max(units);
        }
    }
    most
}

#[test]
fn slices_sum_to_the_whole_on_every_kind_of_board() {
    for (text, piece, kind, splits, least) in [
        // A flip and a mirror, even and odd columns; with an odd number of rows.
        ("6x6", "knight", Kind::Closed, &[2, 5, 40][..], 20),
        ("6x7", "knight", Kind::Closed, &[3, 30], 10),
        ("6x5", "knight", Kind::Open, &[2, 30], 10),
        ("5x6", "knight", Kind::Open, &[9], 4),
        ("5x5", "knight", Kind::Open, &[2, 20], 2),
        ("5x8", "knight", Kind::Closed, &[4, 50], 10),
        ("4x6", "king", Kind::Closed, &[7], 4),
        ("4x5", "rook", Kind::Closed, &[5], 1),
        ("torus:4x4", "knight", Kind::Closed, &[2, 11], 1),
        ("cylinder:4x6", "knight", Kind::Closed, &[6], 1),
        ("3x3x4", "wazir", Kind::Closed, &[3, 20], 2),
        ("....#/...../...../#....", "knight", Kind::Open, &[5], 1),
        ("6x6", "wazir", Kind::Open, &[6], 2),
    ] {
        let most = assert_sums_are_whole(&question(&board(text), piece, kind), splits);
        assert!(most >= least, "{text} {piece}: {most} slices");
    }
    let ends = question(&board("4x5"), "knight", Kind::Open);
    let one = ends.clone().with_ends(Ends::From(0)).unwrap();
    let two = ends.with_ends(Ends::Between(0, 13)).unwrap();
    assert_sums_are_whole(&one, &[4]);
    assert_sums_are_whole(&two, &[4]);
}

/// Graphs of up to ten vertices, sparse and dense.
fn graphs() -> impl Strategy<Value = Graph> {
    (4usize..11, any::<u64>(), any::<u64>()).prop_map(|(size, some, more)| {
        let pairs = (0..size).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges = pairs.enumerate().filter(|(i, _)| (some | more & (some >> 7)) >> i & 1 != 0);
        Graph::from_edges(size, &edges.map(|(_, pair)| pair).collect::<Vec<_>>()).unwrap()
    })
}

proptest! {
    #[test]
    fn slices_of_random_graphs_sum_to_the_whole(graph in graphs(), slices in 2usize..30) {
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourQuestion::of_graph(graph.clone(), "random", kind);
            prop_assert_eq!(sliced(&question, slices).0, sliced(&question, 1).0);
        }
    }

    #[test]
    fn slices_of_random_boards_sum_to_the_whole(
        rows in 3usize..6, columns in 3usize..6, hole in 0usize..64, slices in 2usize..60
    ) {
        let board = board(&format!("{rows}x{columns}")).without(|at| at[0] * 8 + at[1] == hole);
        for kind in [Kind::Open, Kind::Closed] {
            let question = question(&board, "knight", kind);
            prop_assert_eq!(sliced(&question, slices).0, sliced(&question, 1).0, "{}", board);
        }
    }
}

/// More slices are more work, but none needs as much memory as the whole.
#[test]
fn a_slice_has_fewer_states_than_the_whole() {
    let question = question(&board("6x8"), "knight", Kind::Closed);
    let states = |slices| {
        let count = HalvesCount::new(question.clone()).unwrap().threads(1).split(slices);
        let job = Run::new(&count).threads(1).execute().unwrap();
        (count.plan().units.len(), job.tally.nodes())
    };
    let (whole, few, many) = (states(1), states(8), states(100));
    assert_eq!((whole.0, whole.1), (1, 243_576));
    assert!(whole.1 < few.1 && few.1 < many.1, "{few:?} {many:?}");
    assert!(few.1 < whole.1 * few.0 as u64 / 2, "{few:?}");
}

/// With less memory the numbers are narrower and there are more sweeps, with the same result.
#[test]
fn less_memory_takes_more_work() {
    let question = question(&board("6x16"), "knight", Kind::Closed);
    let counted = |megabytes: u64| {
        let count = HalvesCount::new(question.clone()).unwrap().threads(1);
        Run::new(&count.memory(megabytes << 20)).threads(1).execute().map(|done| done.tally)
    };
    let whole = counted(1000).unwrap();
    let less: Vec<_> = [20, 12, 8].into_iter().filter_map(|some| counted(some).ok()).collect();
    assert!(less.iter().all(|tally| tally.found() == whole.found()));
    assert!(less.iter().any(|tally| tally.nodes() > whole.nodes()));
}

#[test]
fn other_moduli_count_the_same() {
    for (text, split) in [("tours closed knight 6x6", 1), ("tours closed knight 5x20", 7)] {
        let asked: Question = text.parse().unwrap();
        let choice = Choice::of("halves").with("split", split);
        let prepared = asked.solve().method(choice).threads(1).prepare().unwrap();
        let Question::Tours(tours) = &asked else { unreachable!() };
        let count = HalvesCount::new(tours.prepared()).unwrap().threads(1).split(split);
        assert_eq!(Enumeration::other_way(&count), Some("other moduli"));
        let usual = Run::new(&count).threads(1).execute().unwrap().tally;
        let job = Job { threads: 1, pass: Pass::Recount, ..Job::of(prepared.plan()) };
        let other = cavalcade::method::AnyEnumeration::execute(&count, job).unwrap().tally;
        assert_eq!(usual.found(), other.found(), "{text}");
        assert_ne!(usual.nodes(), 0);
    }
}

const SLICED: &str = "tours 6x7 --closed --method halves --split 12 --threads 1 -q";

/// The stdout of a run.
fn run(line: &str, folder: &std::path::Path) -> String {
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn shards_of_slices_merge_to_the_whole_and_are_rechecked() {
    let folder = scratch();
    for shard in 0..3 {
        let line = format!("{SLICED} --shard {shard}/3 --journal parts");
        run(&line, folder.path());
        if shard == 1 {
            let line = format!("{SLICED} --shard missing/3 --journal parts");
            let left = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
            assert_eq!(String::from_utf8_lossy(&left.stdout).trim(), "2");
        }
    }
    let merged = run("merge parts --format json -q", folder.path());
    assert!(merged.contains(r#""undirected":"1067638""#), "{merged}");
    let checked = run("recheck parts --sample 100% -q", folder.path());
    assert!(checked.contains("other moduli"), "{checked}");
    // Another number of slices gives other units.
    let other = SLICED.replace("12", "13") + " --shard 0/3 --journal parts";
    let refused = cavalcade(&other.split(' ').collect::<Vec<_>>(), folder.path());
    assert_eq!(refused.status.code(), Some(4));
}

/// A count that does not fit in memory but takes less than an hour is split within its unit: the
/// journal is the same.
#[test]
fn short_counts_keep_one_unit_for_any_memory() {
    let folder = scratch();
    let line = "tours 7x8 --closed --method halves --threads 2 -q --format json";
    let count = r#""undirected":"34524432316""#;
    let text = run(&format!("{line} --memory 64M --journal j"), folder.path());
    assert!(text.contains(count), "{text}");
    let journal = std::fs::read_to_string(folder.path().join("j")).unwrap();
    assert!(!journal.contains("split"), "{journal}");
    let whole = run(&format!("{line} --memory 1G --journal k"), folder.path());
    assert!(whole.contains(count));
    let journal = std::fs::read_to_string(folder.path().join("k")).unwrap();
    assert!(!journal.contains("split"), "{journal}");
}

/// Units by slice and prime, some of them from one layer on disk; there is no count before all
/// units are done.
#[test]
fn units_of_primes_merge_to_the_whole() {
    let folder = scratch();
    let asked = "tours 6x8 --closed --method halves --split 4 --threads 1 -q";
    let line = format!("{asked} --moduli 15 --scratch big --disk 1G");
    for shard in 0..3 {
        run(&format!("{line} --shard {shard}/3 --journal parts"), folder.path());
        if shard == 1 {
            let message = cavalcade(&["status", "parts"], folder.path());
            let message = String::from_utf8_lossy(&message.stdout).into_owned();
            assert!(message.contains(" 0 solutions"), "{message}");
            let left = cavalcade(&["merge", "parts", "-q"], folder.path());
            assert_eq!(left.status.code(), Some(3));
        }
    }
    let count = r#""undirected":"55488142""#;
    let merged = run("merge parts --format json -q", folder.path());
    assert!(merged.contains(count), "{merged}");
    for flags in ["", " --scratch again --disk 1G"] {
        let checked = run(&format!("recheck parts --sample 20%{flags} -q"), folder.path());
        assert!(checked.starts_with("all agree: ") && checked.contains("the mirror image"));
    }
    run("tours 5x6 --method search --journal other -q", folder.path());
    let refused = cavalcade(&["recheck", "other", "--scratch", "again"], folder.path());
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    // The ways to meet, 171,887,538, and 24 bits take four primes of 15 bits or two of 31.
    for (moduli, written) in [("15", "4x15"), ("31", "2x31"), ("9x7", "9x7")] {
        let whole = format!("{asked} --moduli {moduli} --journal {moduli} --format json");
        assert!(run(&whole, folder.path()).contains(count));
        let journal = std::fs::read_to_string(folder.path().join(moduli)).unwrap();
        assert!(journal.contains(&format!("halves moduli={written} split=4\t")), "{journal}");
    }
    for (flags, words) in [
        ("--split 4 --moduli 16", "primes of 7, 15 or 31 bits"),
        ("--split 4 --moduli 0x15", "primes of 7, 15 or 31 bits"),
        ("--split 4 --moduli 3x15", "which takes 4x15"),
        ("--moduli 15", "--split"),
        ("--disk 1G", "--scratch"),
        ("--scratch d --disk 1", "write an amount"),
    ] {
        let line = format!("tours 6x8 --closed --method halves {flags} -q");
        let refused = cavalcade(&line.split(' ').collect::<Vec<_>>(), folder.path());
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains(words), "{line}: {message}");
    }
}
