//! The program and the shell: completions, manual pages, variables, colours, pipes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{assert_golden, cavalcade, scratch, tool};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cavalcade");

/// A fast line of each command with output.
const LINES: [&str; 16] = [
    "tours 5x5",
    "tours 5x5 --all",
    "tours 5x5 --by-start",
    "queens 8",
    "queens 8 --all",
    "walks 4x4 --length 4",
    "walks 4x4 --length 4 --list",
    "table queens 0..6",
    "verify --budget 1s",
    "status j",
    "merge j",
    "recheck j --sample 100%",
    "classics",
    "heuristics --sizes 5",
    "estimate 5x5 --samples 1000",
    "completions bash",
];

/// A folder with a journal `j`.
fn place() -> tempfile::TempDir {
    let place = scratch();
    let output =
        cavalcade(&["queens", "9", "--method", "search", "--journal", "j", "-q"], place.path());
    assert!(output.status.success(), "{output:?}");
    place
}

fn command(line: &str, place: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(line.split_whitespace()).current_dir(place);
    command
}

fn run(line: &str, set: &[(&str, &str)]) -> Output {
    let place = scratch();
    command(line, place.path()).envs(set.iter().copied()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn shells_accept_their_completions() {
    let place = scratch();
    for (shell, flag, check) in
        [("bash", "--version", "-n"), ("zsh", "--version", "-n"), ("fish", "--version", "-n")]
    {
        let script = run(&format!("completions {shell}"), &[]);
        assert!(script.status.success() && script.stderr.is_empty(), "{shell}");
        let path = place.path().join(shell);
        fs::write(&path, &script.stdout).unwrap();
        for word in ["quadrants", "checkpoint", "completions"] {
            assert!(text(&script.stdout).contains(word), "{shell}: {word}");
        }
        if tool(shell, flag) {
            let read = Command::new(shell).arg(check).arg(&path).output().unwrap();
            assert!(read.status.success() && read.stderr.is_empty(), "{shell}: {read:?}");
        }
    }
    for shell in ["elvish", "powershell"] {
        assert!(run(&format!("completions {shell}"), &[]).stdout.len() > 10_000, "{shell}");
    }
}

#[test]
fn bash_completes_commands_flags_and_values() {
    if !tool("bash", "--version") {
        return;
    }
    let place = scratch();
    let script = place.path().join("cavalcade.bash");
    fs::write(&script, run("completions bash", &[]).stdout).unwrap();
    for (words, offered) in [
        ("cavalcade qu", "queens"),
        ("cavalcade tours --che", "--checkpoint"),
        ("cavalcade queens --method qua", "quadrants"),
        ("cavalcade tours --progress js", "jsonl"),
        ("cavalcade tours --piece kni", "knight"),
        ("cavalcade tours --tie sq", "squirrel"),
        ("cavalcade tours --order gk", "gkt"),
        ("cavalcade walks --keypad ph", "phone"),
        ("cavalcade table --convention fu", "fundamental"),
    ] {
        let last = words.split(' ').count() - 1;
        let ask = format!(
            "source {}; COMP_WORDS=({words}); COMP_CWORD={last}; _cavalcade cavalcade \
             \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[@]}}\"",
            script.display(),
            last - 1,
        );
        let reply = Command::new("bash").args(["-c", &ask]).output().unwrap();
        assert_eq!(text(&reply.stdout).trim(), offered, "{words}: {reply:?}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let place = scratch();
    let pages = place.path().join("pages");
    let made = cavalcade(&["man", "pages"], place.path());
    assert!(made.status.success(), "{made:?}");
    let names = || {
        let mut names: Vec<_> = fs::read_dir(&pages)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let listed = text(&cavalcade(&["--help"], place.path()).stdout);
    for name in names().iter().filter(|name| *name != "cavalcade.1") {
        let command = name.trim_start_matches("cavalcade-").trim_end_matches(".1");
        assert!(listed.contains(&format!("\n  {command} ")), "{command}");
    }
    assert!(names().len() >= 14, "{:?}", names());
    let page = fs::read_to_string(pages.join("cavalcade-status.1")).unwrap();
    let page = page.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    assert_golden("cavalcade-status.1", &page);
    let first = fs::read_to_string(pages.join("cavalcade.1")).unwrap();
    for section in [".SH EXAMPLES\n.EX\n", "\n.EE\n.SH \"EXIT STATUS\"\n"] {
        assert!(first.contains(section), "{first}");
    }
    // A second time it overwrites its own pages, but not a foreign file.
    assert!(cavalcade(&["man", "pages"], place.path()).status.success());
    fs::write(pages.join("cavalcade-man.1"), "mine").unwrap();
    fs::remove_file(pages.join("cavalcade.1")).unwrap();
    let refused = cavalcade(&["man", "pages"], place.path());
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("cavalcade-man.1 is there"), "{refused:?}");
    assert_eq!(fs::read_to_string(pages.join("cavalcade-man.1")).unwrap(), "mine");
    assert!(!pages.join("cavalcade.1").exists(), "nothing is written");
    fs::remove_file(pages.join("cavalcade-man.1")).unwrap();
    fs::create_dir(pages.join("cavalcade-man.1")).unwrap();
    assert_eq!(cavalcade(&["man", "pages"], place.path()).status.code(), Some(2));
    // The folder is made, but not its parents.
    assert_eq!(cavalcade(&["man", "slip/pages"], place.path()).status.code(), Some(5));
    assert!(!place.path().join("slip").exists());
    if tool("man", "--version") {
        let mut shown = Command::new("man");
        shown.args(["--warnings", "-l"]).arg(pages.join("cavalcade-tours.1"));
        let shown = shown.env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8").output().unwrap();
        let page = text(&shown.stdout);
        assert!(shown.status.success() && page.contains("knight's tours"), "{shown:?}");
    }
}

#[test]
fn variables_set_defaults_of_flags() {
    let csv = run("queens 6 -q", &[("CAVALCADE_FORMAT", "csv")]);
    assert!(text(&csv.stdout).starts_with("family,board"), "{csv:?}");
    let written = run("queens 6 -q --format text", &[("CAVALCADE_FORMAT", "csv")]);
    assert!(text(&written.stdout).starts_with("6x6 queens"), "{written:?}");
    // As a flag it is refused; as a variable it is ignored.
    assert_eq!(run("queens 6 -q --random 1 --journal j", &[]).status.code(), Some(2));
    let aside = run("queens 6 -q --random 1", &[("CAVALCADE_JOURNAL", "j")]);
    assert!(aside.status.success(), "{aside:?}");
    let vectors = run("queens 6 -q", &[("CAVALCADE_VECTORS", "none")]);
    assert!(vectors.status.success(), "{vectors:?}");
    for (name, value) in
        [("THREADS", "x"), ("MEMORY", "lots"), ("PIECE", "knigth"), ("QUIET", "perhaps")]
    {
        let name = format!("CAVALCADE_{name}");
        let refused = run("tours 3x4", &[(&name, value)]);
        let message = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && message.contains(&name), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let unknown = run("queens 6", &[("CAVALCADE_THREDS", "4")]);
    assert!(text(&unknown.stderr).contains("CAVALCADE_THREDS is set"), "{unknown:?}");
    assert!(unknown.status.success());
}

/// The command that resumes after a signal contains the flags from variables.
#[test]
fn the_resume_command_includes_variables() {
    let place = scratch();
    let mut child = command("queens 17 --method search --threads 1", place.path())
        .env("CAVALCADE_JOURNAL", "j")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !fs::read_to_string(place.path().join("j.part")).is_ok_and(|t| t.contains("\nunit")) {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    let message = text(&output.stderr);
    assert!(
        message.trim_end().ends_with("queens '--journal=j' 17 --method search --threads 1"),
        "{message}"
    );
}

#[test]
fn quiet_may_precede_or_follow_the_command() {
    for line in ["-q queens 6", "queens -q 6", "queens 6 -q", "--quiet queens 6"] {
        let output = run(line, &[]);
        assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
    }
    assert!(!run("queens 6", &[]).stderr.is_empty());
}

#[test]
fn versions_are_short_and_long() {
    let short = text(&run("-V", &[]).stdout);
    assert_eq!(short, concat!("cavalcade ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = text(&run("--version", &[]).stdout);
    assert!(long.starts_with(&short) && long.lines().count() == 4, "{long}");
    for part in ["commit: ", "features: ", "processor: ", " vectors"] {
        assert!(long.contains(part), "{long}");
    }
}

#[test]
fn pipes_get_no_escape_sequences() {
    let place = place();
    let lines = LINES.iter().copied().chain([
        "--help",
        "tours -h",
        "tours 6xx6",
        "",
        "--version",
        "queens 8 --progress plain",
        "queens 8 --progress jsonl",
    ]);
    for line in lines {
        for set in [("TERM", "xterm-256color"), ("CLICOLOR_FORCE", "1")] {
            let output = command(line, place.path()).env(set.0, set.1).output().unwrap();
            let both = [output.stdout, output.stderr].concat();
            assert!(!both.contains(&0x1b), "{line}");
        }
    }
    for line in
        ["--color always --help", "tours --help --color=always", "tours 6xx6 --color always"]
    {
        let output = command(line, place.path()).output().unwrap();
        assert!([output.stdout, output.stderr].concat().contains(&0x1b), "{line}");
    }
}

/// The output on a terminal.
fn on_a_terminal(line: &str, set: &[(&str, &str)]) -> Option<Vec<u8>> {
    if !tool("script", "--version") {
        return None;
    }
    let place = scratch();
    let mut script = Command::new("script");
    script.args(["-qec", &format!("{PROGRAM} {line}"), "/dev/null"]).env("TERM", "xterm");
    script.env_remove("NO_COLOR").envs(set.iter().copied()).current_dir(place.path());
    Some(script.stdin(Stdio::null()).output().unwrap().stdout)
}

#[test]
fn terminals_get_colours_unless_disabled() {
    for line in ["--help", "tours 6xx6"] {
        let Some(shown) = on_a_terminal(line, &[]) else { return };
        assert!(shown.contains(&0x1b), "{line}: {}", text(&shown));
        for set in [("NO_COLOR", "1"), ("TERM", "dumb"), ("CAVALCADE_COLOR", "never")] {
            let shown = on_a_terminal(line, &[set]).unwrap();
            assert!(!shown.is_empty() && !shown.contains(&0x1b), "{line} {set:?}");
        }
    }
    // Nor for progress lines that are redrawn.
    let long = "queens 16 --method search --threads 1";
    for set in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        assert!(!on_a_terminal(long, &[set]).unwrap().contains(&0x1b), "{set:?}");
    }
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let place = place();
    for line in LINES.iter().copied().chain(["--help", "tours --help", "-V", "man pages"]) {
        let mut child = command(line, place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Like head -1.
        let mut first = String::new();
        let mut reader = BufReader::with_capacity(64, child.stdout.take().unwrap());
        reader.read_line(&mut first).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        let message = text(&output.stderr);
        assert!(!first.is_empty(), "{line}");
        assert!(
            !message.contains("panicked") && !message.contains("cavalcade:"),
            "{line}: {message}"
        );
        assert!(matches!(output.status.code(), Some(0)), "{line}: {:?}", output.status);
    }
    // A reader that reads nothing must not cause an error either.
    for line in LINES.iter().copied().chain(["--help"]) {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut writer_is_dead = writer.try_clone().unwrap();
        assert!(writer_is_dead.write_all(b"x").is_err());
        let output = command(line, place.path()).stdout(writer).output().unwrap();
        let message = text(&output.stderr);
        assert!(
            !message.contains("panicked") && output.status.code() == Some(0),
            "{line}: {message}"
        );
    }
}
