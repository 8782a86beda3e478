//! Files on disk: concurrent commands do not lose each other's results, and foreign files stay.

use std::any::TypeId;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{cavalcade, scratch, tool};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");

fn start(line: &str, folder: &Path) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(line.split(' ')).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The exit code and stderr of a command that must end soon; a command that hangs is killed.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while child.try_wait().unwrap().is_none() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    message(&child.wait_with_output().unwrap())
}

fn message(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn run(line: &str, folder: &Path) -> (Option<i32>, String) {
    ended(start(line, folder))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A column of a results file, without its header.
fn column(path: &Path, index: usize) -> Vec<String> {
    let text = read(path);
    text.lines().skip(1).map(|line| line.split(',').nth(index).unwrap().to_string()).collect()
}

#[test]
fn commands_with_one_results_folder_keep_the_rows_of_each_other() {
    let place = scratch();
    let mut lines: Vec<String> = (4..12).map(|n| format!("queens {n} --output c/ -q")).collect();
    lines.push("table queens 1..3 --output c/ -q".into());
    let running: Vec<Child> = lines.iter().map(|line| start(line, place.path())).collect();
    for child in running {
        let (code, words) = ended(child);
        assert_eq!(code, Some(0), "{words}");
    }
    let mut boards = column(&place.path().join("c/queens.csv"), 1);
    boards.dedup();
    assert_eq!(boards, (1..12).map(|n| format!("{n}x{n}")).collect::<Vec<_>>());
    assert_eq!(names(&place.path().join("c")), ["queens.csv"]);
}

#[test]
fn a_row_belongs_to_its_question() {
    let place = scratch();
    let path = place.path().join("c/tours.csv");
    for line in
        ["tours 5x5", "tours 5x5 --unique --method search", "tours 5x5 --from a1", "tours 5x5"]
    {
        assert_eq!(run(&format!("{line} --output c/ -q"), place.path()).0, Some(0), "{line}");
    }
    let mut questions = column(&path, 14);
    questions.sort();
    let counted: Vec<_> = questions.iter().filter(|one| *one == "tours open knight 5x5").collect();
    assert_eq!(counted.len(), 2, "directed and undirected: {questions:?}");
    questions.dedup();
    let all = ["", " classes", " from=a1"].map(|end| format!("tours open knight 5x5{end}"));
    assert_eq!(questions, all);
}

#[test]
fn damaged_results_are_refused() {
    let place = scratch();
    let path = place.path().join("c/queens.csv");
    fs::create_dir(place.path().join("c")).unwrap();
    let old = "family,board,piece,kind,convention,count,method,nodes,seconds,threads,published,source,\
               agrees,version\nqueens,8x8,queen,placement,all,92,search,1,0.1,2,,,,0.1.0\n";
    // Version 0.1.0 wrote no column for the question.
    fs::write(&path, old).unwrap();
    let (code, words) = run("queens 6 --output c/ -q", place.path());
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("c/queens.csv: line 1 is not a row of results"), "{words}");
    let row = old.replace("version\n", "version,question\n");
    fs::write(&path, row.replace("0.1.0\n", "0.1.0,queens queen 8x8\n")).unwrap();
    assert_eq!(run("queens 6 --output c/ -q", place.path()).0, Some(0));
    assert_eq!(column(&path, 14).first().unwrap(), "queens queen 6x6");
    assert_eq!(column(&path, 14).last().unwrap(), "queens queen 8x8");
    let whole = read(&path);
    for damaged in [
        whole.replace(",92,", ",9x,"),
        whole.replace("queens queen 8x8", "a,b"),
        format!("{whole}x"),
    ] {
        fs::write(&path, &damaged).unwrap();
        let lines = damaged.lines().count();
        for line in ["queens 7 --output c/ -q", "report c/queens.csv"] {
            let (code, words) = run(line, place.path());
            assert_eq!(code, Some(2), "{words}");
            let place = format!("c/queens.csv: line {lines} is not a row of results");
            assert!(words.contains(&place), "{words}");
        }
        assert_eq!(read(&path), damaged);
    }
}

/// If the disk fails at any call, the existing rows stay, and no other file is left.
#[test]
fn disk_errors_lose_no_existing_row() {
    if !tool("strace", "-V") {
        return;
    }
    let place = scratch();
    let at = place.path().canonicalize().unwrap();
    assert_eq!(run("queens 8 --output c/ -q", &at).0, Some(0));
    let before = read(&at.join("c/queens.csv"));
    let mut failed = 0;
    for (calls, fault) in [("fsync", "EIO"), ("linkat", "ENOSPC"), ("?rename,?renameat2", "EIO")] {
        for k in 1.. {
            let mut command = Command::new("strace");
            command.args(["-f", "-qqq", "-o", "/dev/null", "-e"]);
            command.args([&format!("inject={calls}:error={fault}:when={k}"), PROGRAM]);
            command.args("queens 6 --output c/ -q".split(' ')).current_dir(&at);
            let output = command.output().unwrap();
            assert_eq!(names(&at.join("c")), ["queens.csv"], "{calls} {k}");
            if output.status.success() {
                break;
            }
            let (code, words) = message(&output);
            assert!(code == Some(5) && words.contains("cannot "), "{calls} {k}: {words}");
            assert!(String::from_utf8_lossy(&output.stdout).contains("all 4"), "it was counted");
            let rows = read(&at.join("c/queens.csv"));
            assert!(before.lines().all(|line| rows.contains(line)), "{calls} {k}: {rows}");
            failed += 1;
        }
        fs::write(at.join("c/queens.csv"), &before).unwrap();
    }
    assert!(failed >= 3, "{failed}");
}

#[test]
fn a_file_and_its_name_are_on_disk() {
    if !tool("strace", "-V") {
        return;
    }
    let place = scratch();
    let at = place.path().canonicalize().unwrap();
    assert_eq!(run("queens 8 --output c/ -q", &at).0, Some(0));
    for line in
        ["queens 6 --output six.txt -q", "report c --output page.html", "queens 6 --output c/ -q"]
    {
        let mut command = Command::new("strace");
        command.args(["-f", "-y", "-qqq", "-o", "calls", "-e", "trace=fsync", PROGRAM]);
        command.args(line.split(' ')).current_dir(&at).stdout(Stdio::null());
        assert!(command.status().unwrap().success(), "{line}");
        let calls = read(&at.join("calls"));
        let folder = if line.ends_with("c/ -q") { at.join("c") } else { at.clone() };
        let synced = |end: &str| calls.lines().any(|line| line.contains(end));
        assert!(synced(&format!("<{}>)", folder.display())), "{line}: {calls}");
    }
}

#[test]
fn links_and_foreign_files_stay() {
    let place = scratch();
    let at = |name: &str| place.path().join(name);
    let mine = || fs::write(at("mine"), "mine\n").unwrap();
    mine();
    // A journal with a damaged line is rewritten.
    let line = "queens 8 --method search --split 30 --journal q -q";
    assert_eq!(run(line, place.path()).0, Some(0));
    let mut lines: Vec<_> = read(&at("q")).lines().map(String::from).collect();
    lines[4].insert(9, '7');
    fs::write(at("q.part"), lines.join("\n") + "\n").unwrap();
    fs::remove_file(at("q")).unwrap();
    symlink("mine", at("q.part.new")).unwrap();
    let (code, words) = run(&format!("{line} --salvage"), place.path());
    assert!(code == Some(0) && read(&at("q")).ends_with('\n'), "{words}");
    assert!(at("q.part.new").is_symlink() && read(&at("mine")) == "mine\n");
    // Links are not followed for a journal's .part or a lock, either.
    fs::write(at("empty"), "").unwrap();
    symlink("empty", at("p.part")).unwrap();
    assert_eq!(run("queens 8 --method search --journal p -q", place.path()).0, Some(5));
    fs::create_dir(at("locked")).unwrap();
    symlink("../none", at("locked/cavalcade-checkpoints.lock")).unwrap();
    let sweep = "tours 5x6 --method halves --checkpoint";
    assert_eq!(run(&format!("{sweep} locked -q"), place.path()).0, Some(5));
    assert!(read(&at("empty")).is_empty() && !at("none").exists());
    // Layers are written under new names.
    fs::create_dir(at("kept")).unwrap();
    for name in ["layer.checkpoint.part", "sweep-0.checkpoint.part"] {
        symlink("../none", at("kept").join(format!("cavalcade-{name}"))).unwrap();
    }
    assert_eq!(run(&format!("{sweep} kept -q"), place.path()).0, Some(0));
    assert!(!at("none").exists());
    symlink("../mine", at("kept/cavalcade-layer.checkpoint")).unwrap();
    assert_ne!(run(&format!("{sweep} kept -q"), place.path()).0, Some(101));
    assert!(at("kept/cavalcade-layer.checkpoint").is_symlink() && read(&at("mine")) == "mine\n");
    // Default names are those of the command's own files.
    fs::create_dir(at("c")).unwrap();
    for (name, line) in [
        ("c/starts-5x5.csv", "tours 5x5 --by-start --output c/ -q"),
        ("c/2.txt", "walks --keypad phone --length 3 --output c/ -q"),
    ] {
        fs::write(at(name), "mine\n").unwrap();
        let (code, words) = run(line, place.path());
        assert!(code == Some(2) && words.contains("is there and is no table or list"), "{words}");
        assert_eq!(read(&at(name)), "mine\n");
        fs::remove_file(at(name)).unwrap();
        for _ in 0..2 {
            assert_eq!(run(line, place.path()).0, Some(0), "{line}");
        }
    }
}

#[test]
fn a_link_is_followed_or_refused_and_never_replaced() {
    let place = scratch();
    let at = |name: &str| place.path().join(name);
    symlink("run.prom", at("metrics")).unwrap();
    symlink("out.txt", at("out")).unwrap();
    for line in ["queens 8 --metrics metrics -q", "queens 8 --output out -q"] {
        let (code, words) = run(line, place.path());
        assert!(code == Some(2) && words.contains("it is a link to nothing"), "{line}: {words}");
    }
    assert_eq!(run("queens 8 --metrics run.prom --output out.txt -q", place.path()).0, Some(0));
    assert_eq!(run("queens 6 --metrics metrics --output out -q", place.path()).0, Some(0));
    assert!(at("metrics").is_symlink() && read(&at("run.prom")).contains("6x6"));
    assert!(at("out").is_symlink() && read(&at("out.txt")).contains("all 4"));
}

#[test]
fn pipes_are_refused_and_not_waited_for() {
    let place = scratch();
    let at = |name: &str| place.path().join(name);
    assert_eq!(run("queens 6 --output c/ -q", place.path()).0, Some(0));
    for folder in ["layers", "marked", "d"] {
        fs::create_dir(at(folder)).unwrap();
    }
    for name in ["p", "layers/cavalcade-layer.checkpoint", "marked/cavalcade-checkpoints.lock"] {
        fifo(&at(name));
    }
    fifo(&at("d/queens.csv"));
    for line in [
        "queens 6 --metrics p -q",
        "queens 6 --output p -q",
        "queens 6 --all --output p -q",
        "queens 6 --output d/ -q",
        "report c --output p",
        "report d/queens.csv",
        "tours 5x6 --method halves --checkpoint layers -q",
        "tours 5x6 --method halves --checkpoint marked -q",
        "status marked",
    ] {
        let (code, words) = run(line, place.path());
        assert!(matches!(code, Some(2..=5)), "{line}: {code:?} {words}");
        assert!(words.starts_with("cavalcade: "), "{line}: {words}");
    }
    // A pipe that the shell opened has a reader.
    let script = r#""$0" queens 6 --output >(cat > copied) -q && wait $!"#;
    let mut command = Command::new("bash");
    command.args(["-c", script, PROGRAM]).current_dir(place.path());
    assert!(command.status().unwrap().success());
    let deadline = Instant::now() + Duration::from_secs(20);
    while !fs::read_to_string(at("copied")).is_ok_and(|text| text.contains("all 4")) {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn equal_paths_are_refused_by_both_flags() {
    let place = scratch();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("d")).unwrap();
    for name in ["there", "d/a.journal", "map"] {
        fs::write(at(name), "").unwrap();
    }
    symlink("there", at("link")).unwrap();
    symlink("d", at("folder")).unwrap();
    fs::hard_link(at("there"), at("hard")).unwrap();
    fs::hard_link(at("d/a.journal"), at("out")).unwrap();
    let before = names(place.path());
    for (line, one, other) in [
        ("queens 8 --journal j --metrics j", "--journal j", "--metrics j"),
        ("queens 8 --journal j --output j", "--output j", "--journal j"),
        ("queens 8 --journal j --output j.part", "--output j.part", "--journal j"),
        ("queens 8 --journal j --metrics d/../j.part", "--journal j", "--metrics d/../j.part"),
        ("queens 8 --journal link --metrics hard", "--journal link", "--metrics hard"),
        ("queens 8 --journal d --output folder/x.journal.part", "--output folder/x", "--journal d"),
        ("queens 8 --journal d --output out", "--output out", "--journal d"),
        ("queens 8 --output d/ --metrics folder/queens.csv", "--output d/", "--metrics folder/q"),
        ("tours 6x6 --scratch n --output n/cavalcade-a.checkpoint", "--scratch n", "--output n/c"),
        ("tours @map --output map", "@map", "--output map"),
        ("tours torus:@map --output map", "torus:@map", "--output map"),
        ("tours graph:map --journal map", "graph:map", "--journal map"),
        ("walks --keypad @map --length 3 --output map", "--keypad @map", "--output map"),
        ("tours 6x6 --moves map --metrics map", "--moves map", "--metrics map"),
        ("tours 6x6 --rank map --output map", "--rank map", "--output map"),
        ("merge j --output j.part", "j and", "--output j.part"),
        ("status d --output out", "d and", "--output out"),
        ("draw map --output d/../map", "map and", "--output d/../map"),
        ("report d --listing map --output map", "--listing map", "--output map"),
    ] {
        let (code, words) = run(line, place.path());
        let message = words.contains("lead to the same file");
        assert!(code == Some(2) && message, "{line}: {words}");
        assert!(words.contains(one) && words.contains(other), "{line}: {words}");
        assert_eq!(names(place.path()), before, "{line}");
    }
    for line in [
        "queens 6 --journal k --metrics m --output l -q",
        "queens 6 --journal d/q --output d/ -q",
        "tours 5x6 --method halves --scratch d --output d/x.csv --metrics d/run.prom -q",
        "queens 6 --output /dev/null --journal d/six -q",
        "merge d/q --output d/sum -q",
    ] {
        assert_eq!(run(line, place.path()), (Some(0), String::new()), "{line}");
    }
}

/// New path arguments of the parser must be compared, too.
#[test]
fn every_path_of_the_parser_is_compared() {
    let known = read(&crate::support::folder("src/cli/input/meeting.rs"));
    for command in crate::flags::parser().get_subcommands() {
        for arg in command.get_arguments() {
            let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            // The manual pages have a folder of their own.
            let is_known =
                known.contains(&format!("\"{}\"", arg.get_id())) || arg.get_id() == "folder";
            assert!(!is_path || is_known, "{arg}");
        }
    }
}

#[test]
fn a_closed_stdout_is_an_error_for_writing_commands() {
    let place = scratch();
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", &format!(r#""$0" {script}"#), PROGRAM]).current_dir(place.path());
        message(&command.stdout(Stdio::null()).output().unwrap())
    };
    for script in [
        "queens 6 -q >&-",
        "queens 6 --all -q >&-",
        "queens 6 --all --format binary -q >&-",
        "queens 6 -q 1</dev/null",
        "classics >&-",
        "completions bash >&-",
        "--help >&-",
        "--version >&-",
    ] {
        let (code, words) = shell(script);
        assert!(code == Some(5) && words.contains("stdout is closed"), "{script}: {words}");
    }
    assert_eq!(shell("queens 6 -q --output six.txt >&-").0, Some(0));
    assert!(read(&place.path().join("six.txt")).contains("all 4"));
    assert_eq!(shell("queens 6 -q >/dev/null 2>&- <&-").0, Some(0));
    assert_eq!(shell("queens 6 -q | true").0, Some(0));
}

#[test]
fn a_watch_waits_for_the_first_journal() {
    let place = scratch();
    fs::create_dir(place.path().join("parts")).unwrap();
    fs::write(place.path().join("q.part"), "").unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(["status", "parts", "q", "--watch", "1"]).current_dir(place.path());
    let watch = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let line = "queens 6 --method search --journal parts/six.journal -q";
    assert_eq!(run(line, place.path()).0, Some(0));
    let output = watch.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("no journal is there yet"), "{text}");
    assert!(text.contains("all 4"), "{text}");
}

#[test]
fn shards_that_have_not_begun_are_missing() {
    let place = scratch();
    fs::create_dir(place.path().join("e")).unwrap();
    fs::write(place.path().join("e/shard-0-of-20.host-1-1.journal.part"), "").unwrap();
    fs::write(place.path().join("z.part"), "").unwrap();
    for (line, code, text) in [
        ("merge e --missing --of 20", 3, "0-19\n"),
        ("merge z --missing --of 20", 3, "0-19\n"),
        ("merge e --missing --of 20 --format csv", 3, "question,missing shards\n,0-19\n"),
        ("merge e --missing", 2, ""),
        ("merge e", 2, ""),
    ] {
        let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), place.path());
        assert_eq!(output.status.code(), Some(code), "{line}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), text, "{line}");
    }
    let words = ["merge", "e", "--missing", "--of", "20", "--format", "json"];
    let value = serde_json::from_slice(&cavalcade(&words, place.path()).stdout).unwrap();
    assert_eq!(crate::schema::schema().problem(&value), None, "{value}");
}

#[test]
fn a_file_system_without_locks_is_reported_or_accepted() {
    if !tool("strace", "-V") {
        return;
    }
    let place = scratch();
    let lockless = |line: &str| {
        let mut command = Command::new("strace");
        command.args(["-f", "-qqq", "-o", "/dev/null", "-e", "inject=flock:error=ENOLCK", PROGRAM]);
        message(&command.args(line.split(' ')).current_dir(place.path()).output().unwrap())
    };
    for line in [
        "queens 8 --method search --journal j",
        "tours 5x6 --method halves --checkpoint kept",
        "queens 8 --output c/",
    ] {
        let (code, words) = lockless(line);
        assert!(code == Some(5) && words.contains("--no-lock"), "{line}: {words}");
        let (code, words) = lockless(&format!("{line} --no-lock"));
        assert!(code == Some(0) && words.contains("a second run"), "{line}: {words}");
    }
    // A damaged .part is rewritten, which needs a lock, too.
    let lines: Vec<_> = read(&place.path().join("j")).lines().map(String::from).collect();
    fs::remove_file(place.path().join("j")).unwrap();
    let damaged = [lines[..2].join("\n"), "unit".into(), lines[2..4].join("\n")].join("\n") + "\n";
    fs::write(place.path().join("j.part"), damaged).unwrap();
    let line = "queens 8 --method search --journal j --salvage";
    assert_eq!(lockless(line).0, Some(5));
    assert_eq!(lockless(&format!("{line} --no-lock")).0, Some(0));
    // A lock held by another process is not a missing lock.
    let held = fs::File::create(place.path().join("k.part")).unwrap();
    held.lock().unwrap();
    let line = "queens 8 --method search --journal k --no-lock";
    assert_eq!(run(line, place.path()).0, Some(75));
    for line in ["queens 8 --no-lock", "queens 8 --no-lock --journal d --shard 0/2"] {
        assert_eq!(run(line, place.path()).0, Some(2), "{line}");
    }
}
