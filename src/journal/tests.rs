//! Journals written, cut, damaged, opened again and merged, without a run around them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bounds::Bounds;
use super::header::HeaderError;
use super::line::seal;
use super::record::Entry;
use super::{Author, FORMAT, Header, Journal, Merge, Opened, Record, Terms, open_shard, replay};
use crate::engine::{Event, Observer, Plan, Shard, Tally, Unit};
use crate::error::Error;

fn plan() -> Plan {
    let unit = |id: usize| Unit { id, path: vec![id as u32], weight: 2, share: 0.25 };
    let mut trunk = Tally::default();
    trunk.enter(0, 1);
    trunk.find(1, 100u64);
    Plan { units: (0..4).map(unit).collect(), trunk }
}

fn tally(id: usize) -> Tally {
    let mut tally = Tally::default();
    tally.enter(3, 10 + id as u64);
    tally.find(2, 5 + id as u64);
    tally
}

fn header() -> Header {
    Header {
        question: "a question".into(),
        method: "search".into(),
        fingerprint: "search, split 4".into(),
        units: 4,
        plan: 0xABCD,
        bounds: super::Bounds::default(),
    }
}

fn author(process: u32, shard: Shard) -> Author {
    let (host, version) = ("a.host".into(), "1".into());
    Author { host, process, threads: 2, since: 3, version, shard }
}

fn terms(salvage: bool) -> Terms {
    Terms { salvage, ..Terms::default() }
}

fn open(path: &Path, salvage: bool) -> Result<Opened, Error> {
    let whole = Shard::new(0, 1).unwrap();
    Journal::open(path, &header(), &plan(), "search", &author(17, whole), terms(salvage))
}

fn write(journal: &mut Journal, units: &[usize]) {
    for &id in units {
        let (unit, tally) = (&plan().units[id], &tally(id));
        journal
            .observe(&Event::UnitFinished { unit, tally, took: Duration::from_secs(1) })
            .unwrap();
    }
    journal.settle().unwrap();
}

fn seal_up(mut journal: Journal) {
    journal.observe(&Event::RunFinished { complete: true }).unwrap();
}

/// A folder with an unfinished journal of these units.
fn unfinished(units: &[usize]) -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (path, part) = (folder.path().join("j"), folder.path().join("j.part"));
    let mut journal = open(&path, false).unwrap().journal.unwrap();
    if !units.is_empty() {
        write(&mut journal, units);
    }
    (folder, path, part)
}

fn ids(opened: &Opened) -> Vec<usize> {
    let mut ids: Vec<usize> = opened.done.keys().copied().collect();
    ids.sort_unstable();
    assert!(ids.iter().all(|id| opened.done[id] == tally(*id)));
    ids
}

#[test]
fn nothing_is_written_before_it_is_settled_nor_after_the_end() {
    let (_folder, path, part) = unfinished(&[]);
    let before = fs::read(&part).unwrap();
    let mut journal = open(&path, false).unwrap().journal.unwrap();
    let run = fs::read(&part).unwrap().len();
    assert!(run > before.len(), "each run says who it is");
    let (unit, tally) = (&plan().units[1], &tally(1));
    journal.observe(&Event::UnitFinished { unit, tally, took: Duration::ZERO }).unwrap();
    assert_eq!(fs::read(&part).unwrap().len(), run);
    journal.observe(&Event::RunFinished { complete: false }).unwrap();
    assert!(part.exists() && !path.exists(), "it is not complete");
    journal.observe(&Event::RunFinished { complete: true }).unwrap();
    let sealed = fs::read(&path).unwrap();
    assert!(sealed.len() > run);
    journal.observe(&Event::RunFinished { complete: true }).unwrap();
    assert_eq!(fs::read(&path).unwrap(), sealed, "it is sealed once");
}

#[test]
fn damage_is_named_and_salvaged_only_if_asked() {
    let (_folder, path, part) = unfinished(&[0, 1, 2]);
    let mut bytes = fs::read(&part).unwrap();
    let line = bytes.windows(7).position(|bytes| bytes == b"unit\t1\t").unwrap();
    bytes[line + 9] ^= 1;
    fs::write(&part, &bytes).unwrap();
    let error = open(&path, false).unwrap_err();
    assert!(
        matches!(&error, Error::JournalDamaged { line: 4, what, more: 0, .. }
        if what.contains("unit 1")),
        "{error}"
    );
    assert_eq!(fs::read(&part).unwrap(), bytes, "it is left as it is");
    let opened = open(&path, true).unwrap();
    assert_eq!((ids(&opened), opened.salvaged.len()), (vec![0, 2], 1));
    write(&mut opened.journal.unwrap(), &[1]);
    let opened = open(&path, false).unwrap();
    assert_eq!((ids(&opened), opened.salvaged.len()), (vec![0, 1, 2], 0));
    // A damaged journal that was sealed is unfinished again.
    seal_up(opened.journal.unwrap());
    let sealed = fs::read(&path).unwrap();
    let mut bytes = sealed.clone();
    let line = bytes.windows(7).position(|bytes| bytes == b"unit\t2\t").unwrap();
    bytes[line + 9] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(open(&path, false).is_err());
    assert_eq!(ids(&open(&path, true).unwrap()), [0, 1]);
    assert!(part.exists() && !path.exists());
    fs::write(&path, sealed).unwrap();
    assert!(open(&path, true).is_ok(), "the sealed one is whole");
    fs::write(&path, bytes).unwrap();
    assert!(matches!(open(&path, true), Err(Error::JournalPath { .. })), "there are two");
}

#[test]
fn journals_of_other_questions_are_refused() {
    let (_folder, path, part) = unfinished(&[0]);
    for (question, units, replayed) in
        [("another", 4, "the question there is \"a question\""), ("a question", 5, "\"4 units")]
    {
        let other = Header { question: question.into(), units, ..header() };
        let whole = author(1, Shard::new(0, 1).unwrap());
        let refused =
            Journal::open(&path, &other, &plan(), "search", &whole, terms(true)).unwrap_err();
        assert!(refused.to_string().contains(replayed), "{refused}");
        assert_ne!(other.seed(), header().seed());
    }
    assert_eq!(Header { method: "otherwise".into(), ..header() }.seed(), header().seed());
    // One unit each, with headers that differ in fingerprint and plan in a way that bytes would
    // cancel.
    let [one, two] = [1u64, 2].map(|n| {
        let unit = Unit { id: 0, path: vec![12, 3], weight: n, share: 1.0 };
        let plan = Plan { units: vec![unit], ..Plan::default() };
        Header::of("one", "search", &format!("by link, {n} symmetries, split 1024"), &plan)
    });
    assert_ne!(one.seed(), two.seed());
    let bytes = fs::read(&part).unwrap();
    let foreign = |text: &str| replay(text.as_bytes(), &part, None).unwrap_err().to_string();
    assert!(foreign("something\nelse\n").contains("not a journal"));
    assert!(replay(&bytes, &part, None).is_ok());
}

#[test]
fn headers_are_read_or_refused_with_a_reason() {
    let read = |line: &str| Header::parse(line.strip_suffix('\n').unwrap().as_bytes());
    assert_eq!(read(&header().line()), Ok(header()));
    let (this, next) = (FORMAT.to_string(), (FORMAT + 1).to_string());
    let print = "search, split 4";
    let fields = ["cavalcade-journal", &this, "a question", "search", print, "4", "0000abcd"];
    assert_eq!(seal(0, &fields), header().line());
    let with = |place: usize, text: &str| {
        let mut fields = fields.map(String::from);
        fields[place] = text.into();
        read(&seal(0, &fields.each_ref().map(String::as_str)))
    };
    assert_eq!(with(1, &next), Err(HeaderError::Format));
    assert_eq!(with(0, "something"), Err(HeaderError::Foreign));
    assert_eq!(with(5, "four"), Err(HeaderError::Damaged));
    assert_eq!(with(6, "plan"), Err(HeaderError::Damaged));
    assert_eq!(read(&seal(0, &fields[..5])), Err(HeaderError::Damaged));
    let old = [fields[0], "1", "count", print, "4", "0000abcd"];
    assert_eq!(read(&seal(0, &old)), Err(HeaderError::Format));
    assert_eq!(read(&seal(0, &[fields[0], &next])), Err(HeaderError::Format));
    assert_eq!(read("cavalcade-journal\t2\tcut\n"), Err(HeaderError::Damaged));
    assert_eq!(read("a text\n"), Err(HeaderError::Foreign));
}

#[test]
fn an_end_that_counts_other_units_is_damage() {
    let (_folder, _, part) = unfinished(&[0, 1]);
    let bytes = fs::read(&part).unwrap();
    let with = |end: &str| {
        let bytes = [&bytes, end.as_bytes()].concat();
        replay(&bytes, &part, None).unwrap()
    };
    let seed = header().seed();
    let right = with(&Entry::end(seed, 2));
    assert!(right.sealed && right.damage.is_empty() && right.torn == 0);
    let wrong = with(&Entry::end(seed, 3));
    assert!(!wrong.sealed);
    assert_eq!((wrong.damage[0].line, wrong.damage[0].what.as_str()), (5, "the end"));
    let twice = with(&(Entry::end(seed, 2) + &Entry::end(seed, 2)));
    assert_eq!((twice.damage[0].line, twice.sealed), (5, true));
    for (line, what) in [
        ("unit\t7\tdamaged", "unit 7, it seems"),
        ("unit\tseven\tdamaged", "not readable"),
        ("run\tdamaged", "the beginning of a run"),
        ("else", "not readable"),
    ] {
        let damaged = with(&format!("{line}\n{}", Entry::end(seed, 2)));
        assert_eq!((damaged.damage[0].line, damaged.damage[0].what.as_str()), (5, what));
    }
    let torn = with("unit\t7");
    assert_eq!((torn.torn, torn.damage.len(), torn.sealed), (6, 0, false));
}

#[test]
fn profiles_do_not_list_empty_levels() {
    let (unit, took) = (&plan().units[0], Duration::ZERO);
    let line = Record::of(unit, &tally(0), "search", took).line(0);
    assert!(line.contains("\t3:10\t"), "{line}");
}

/// Runs may differ in nodes where the bounds say so, never in solutions.
#[test]
fn records_may_differ_in_nodes_only_where_it_is_allowed() {
    let plan = plan();
    let journal = |change: fn(&mut Record)| {
        let (_folder, _, part) = unfinished(&[1]);
        let mut replay = replay(&fs::read(&part).unwrap(), &part, None).unwrap();
        replay.records.iter_mut().for_each(|replayed| change(&mut replayed.record));
        replay
    };
    let [same, nodes, solutions]: [fn(&mut Record); 3] =
        [|_| (), |record| record.tally.enter(0, 1), |record| record.tally.find(1, 1u64)];
    for any_nodes in [false, true] {
        let mut merge = Merge::new(&plan).within(Bounds { any_nodes, ..Bounds::default() });
        merge.add(Path::new("first"), &journal(same)).unwrap();
        assert_eq!(merge.add(Path::new("second"), &journal(nodes)).is_ok(), any_nodes);
        assert!(merge.add(Path::new("third"), &journal(solutions)).is_err());
    }
}

#[test]
fn attempts_at_a_shard_know_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let open = |process: u32, shard: Shard, salvage: bool| {
        let author = author(process, shard);
        open_shard(folder.path(), &header(), &plan(), "search", &author, salvage)
    };
    let names = |shard| {
        let paths = super::attempts(folder.path(), shard).unwrap();
        let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
        paths.iter().map(name).collect::<Vec<_>>()
    };
    let (even, odd) = (Shard::new(0, 2).unwrap(), Shard::new(1, 2).unwrap());
    let first = open(1, even, false).unwrap();
    assert!(first.done.is_empty());
    let mut first = first.journal.unwrap();
    write(&mut first, &[0]);
    let second = open(1, even, false).unwrap();
    assert_eq!(ids(&second), [0]);
    let mut other = open(5, odd, false).unwrap().journal.unwrap();
    write(&mut other, &[3]);
    fs::write(folder.path().join("shard-0-of-2.notes"), "no journal").unwrap();
    // An attempt that has just begun has no complete line yet.
    fs::write(folder.path().join("shard-0-of-2.x-1-1.journal.part"), "caval").unwrap();
    let part = |name: &str| format!("shard-{name}.journal.part");
    let evens = [part("0-of-2.a_host-1-1"), part("0-of-2.a_host-1-2"), part("0-of-2.x-1-1")];
    assert_eq!(names(Some(even)), evens);
    assert_eq!(names(None), [&evens[..], &[part("1-of-2.a_host-5-1")]].concat());
    let mut second = second.journal.unwrap();
    write(&mut second, &[2]);
    seal_up(second);
    assert!(names(Some(even)).contains(&"shard-0-of-2.a_host-1-2.journal".into()));
    let third = open(2, even, false).unwrap();
    assert!(third.journal.is_none(), "every unit of the shard is there");
    assert_eq!(ids(&third), [0, 2]);
    // Damage in one attempt stops the next attempt, except when salvaging.
    let path = folder.path().join("shard-0-of-2.a_host-1-2.journal");
    let mut bytes = fs::read(&path).unwrap();
    let line = bytes.windows(7).position(|bytes| bytes == b"unit\t2\t").unwrap();
    bytes[line + 9] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(open(3, even, false), Err(Error::JournalDamaged { .. })));
    let salvaged = open(3, even, true).unwrap();
    // The unit, and the end line that counts it.
    assert_eq!((ids(&salvaged), salvaged.salvaged.len()), (vec![0], 2));
    assert!(salvaged.journal.is_some());
    assert_eq!(fs::read(&path).unwrap(), bytes, "another's journal is left as it is");
}
