//! Every command in README, docs and help runs, and prints the output shown.
//!
//! Each line of a block ```` ```sh ```` is run, in one folder for the page. In ```` ```console ````
//! the text after a command is its expected output. Long runs are marked ```` ```sh hours ````:
//! they are started and stopped, like every command in a sentence or a table. Blocks that need
//! other programs, ```` ```sh elsewhere ````, are not run.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::support::{folder, scratch};

/// A fenced block: its info string, its lines, and the position of the first one.
struct Block {
    info: String,
    lines: Vec<String>,
    begin: usize,
}

fn pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(folder("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = docs.filter(|path| path.extension() == Some("md".as_ref())).collect();
    pages.extend(["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(folder));
    pages.sort();
    pages
}

/// The fenced blocks of a page, and the lines outside them.
fn parts(text: &str) -> (Vec<Block>, Vec<&str>) {
    let (mut blocks, mut prose, mut inside) = (Vec::<Block>::new(), Vec::new(), false);
    for (number, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                blocks.push(Block { info: info.into(), lines: Vec::new(), begin: number + 1 });
            }
            None if inside => blocks.last_mut().unwrap().lines.push(line.into()),
            None => prose.push(line),
        }
    }
    (blocks, prose)
}

/// The most commands in sentences and tables of a page that are started.
const MOST_BEGUN: usize = 40;

/// A folder with samples of `examples`.
fn place(samples: &[&str]) -> tempfile::TempDir {
    let place = scratch();
    for sample in samples {
        let from = folder("examples").join(sample).join(".");
        let copied = Command::new("cp").arg("-r").arg(from).arg(place.path()).status().unwrap();
        assert!(copied.success());
    }
    std::os::unix::fs::symlink(folder("examples"), place.path().join("examples")).unwrap();
    place
}

/// Runs a shell command in the page's folder, with the program and the sample files available.
fn bash(command: &str, place: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_cavalcade")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    // The index of an array task, as a scheduler would set it.
    bash.env("HQ_TASK_ID", "1")
        .args(["-c", command])
        .current_dir(place)
        .env("PATH", path)
        .env("COLUMNS", "100");
    bash.output().unwrap()
}

/// Runs a command and stops it by Ctrl-C if it does not end.
fn begun(command: &str, place: &Path) -> Option<String> {
    let output = bash(&format!("timeout --preserve-status -s INT -k 20 0.1 {command}"), place);
    let code = output.status.code();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    // 3: units are missing, as expected after stopped commands.
    (!matches!(code, Some(0 | 3 | 130))).then(|| format!("{command}: {code:?}: {message}"))
}

fn is_of_ours(line: &str) -> bool {
    line.starts_with("cavalcade ") || line.starts_with("$ cavalcade ")
}

/// The commands in sentences and tables.
fn quoted<'a>(prose: &[&'a str]) -> Vec<&'a str> {
    let code = prose.iter().flat_map(|line| line.split('`').skip(1).step_by(2));
    let ours = code.filter(|code| is_of_ours(code) && !code.contains(['…', '<']));
    // A word in capitals is a placeholder.
    let whole =
        |code: &&str| code.split(' ').all(|word| word.chars().any(|letter| !letter.is_uppercase()));
    ours.filter(whole).collect()
}

/// Runs a page; returns the page with the actual output, and the failures.
fn run(page: &Path) -> (String, Vec<String>) {
    let text = std::fs::read_to_string(page).unwrap();
    let (blocks, prose) = parts(&text);
    let place = place(&["files"]);
    let mut faults = Vec::new();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let mut moved = 0_isize;
    for block in blocks {
        match block.info.as_str() {
            "sh" => {
                for command in block.lines.iter().filter(|line| !line.is_empty()) {
                    let output = bash(command, place.path());
                    if !output.status.success() {
                        let message = String::from_utf8_lossy(&output.stderr);
                        faults.push(format!("{command}: {:?}: {message}", output.status.code()));
                    }
                }
            }
            "sh hours" => {
                let commands = block.lines.iter().filter(|line| is_of_ours(line));
                faults.extend(commands.filter_map(|command| begun(command, place.path())));
            }
            "console" => {
                let mut printed = Vec::new();
                for line in block.lines.iter().filter(|line| line.starts_with("$ ")) {
                    let output = bash(&format!("{{ {}\n}} 2>&1", &line[2..]), place.path());
                    let text = String::from_utf8_lossy(&output.stdout).into_owned();
                    if !matches!(output.status.code(), Some(0 | 2)) {
                        faults.push(format!("{line}: {:?}: {text}", output.status.code()));
                    }
                    printed.push(line.clone());
                    printed.extend(text.lines().map(|line| line.trim_end().to_owned()));
                }
                let begin = block.begin.checked_add_signed(moved).unwrap();
                let (was, is) = (block.lines.len(), printed.len());
                lines.splice(begin..begin + was, printed);
                moved += isize::try_from(is).unwrap() - isize::try_from(was).unwrap();
            }
            "sh elsewhere" => {}
            info => {
                let hidden = block.lines.iter().filter(|line| is_of_ours(line));
                faults.extend(hidden.map(|line| format!("```{info}: not run: {line}")));
            }
        }
    }
    let quoted = quoted(&prose);
    // The tables of the atlas have hundreds of similar commands.
    let some = quoted.iter().step_by(quoted.len().div_ceil(MOST_BEGUN).max(1));
    faults.extend(some.filter_map(|command| begun(command, place.path())));
    faults.extend(pictures(place.path()));
    (lines.join("\n") + "\n", faults)
}

/// A file made under the name of a picture of the gallery must equal that picture.
fn pictures(place: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for entry in std::fs::read_dir(folder("examples/pictures")).unwrap() {
        let kept = entry.unwrap().path();
        let made = place.join(kept.file_name().unwrap());
        let Ok(made) = std::fs::read(&made) else { continue };
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&kept, &made).unwrap();
        }
        if std::fs::read(&kept).unwrap() != made {
            faults.push(format!("{} is another picture", kept.display()));
        }
    }
    faults
}

#[test]
fn commands_of_readme_and_docs_run_and_print_the_shown_output() {
    let pages = pages();
    let failures: Vec<String> = pages
        .par_iter()
        .map(|page| {
            let (text, mut faults) = run(page);
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(page, &text).unwrap();
            }
            let now = std::fs::read_to_string(page).unwrap();
            for (was, is) in now.lines().zip(text.lines()).filter(|(was, is)| was != is) {
                faults.push(format!("shown: {was}\nprinted: {is}"));
            }
            if now.lines().count() != text.lines().count() {
                faults.push("other lines are printed than shown".into());
            }
            faults.iter().fold(String::new(), |mut message, fault| {
                writeln!(message, "{}: {fault}", page.display()).unwrap();
                message
            })
        })
        .collect();
    assert!(failures.concat().is_empty(), "BLESS=1 writes the output\n{}", failures.concat());
}

/// `cargo test --release --test suite every_command_of_the_atlas -- --ignored`: a minute.
#[test]
#[ignore = "a minute: cargo test --release --test suite every_command_of_the_atlas -- --ignored"]
fn every_command_of_the_atlas_starts() {
    let text = std::fs::read_to_string(folder("docs/atlas.md")).unwrap();
    let place = place(&["files"]);
    let commands = quoted(&parts(&text).1);
    assert!(commands.len() > MOST_BEGUN);
    let faults: Vec<_> = commands.iter().filter_map(|line| begun(line, place.path())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The examples of each command's help, with the files that they name.
#[test]
fn every_example_of_the_help_runs() {
    let help = |command: &str| {
        let output = bash(&format!("cavalcade {command} --help"), &folder("."));
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = help("");
    let commands = listed.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let commands: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 8, "{listed}");
    let faults: Vec<String> = commands
        .par_iter()
        .flat_map_iter(|name| {
            let reads = ["status", "merge", "recheck", "report"].contains(name);
            let place = place(if reads { &["files", "journals"] } else { &["files"] });
            let text = help(name);
            let examples = text.lines().skip_while(|line| *line != "Examples:");
            let examples = examples.map(str::trim).filter(|line| is_of_ours(line));
            let commands = examples.map(|line| line.split("  ").next().unwrap().to_owned());
            commands.filter_map(|line| begun(&line, place.path())).collect::<Vec<_>>()
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The list of dependencies matches Cargo.toml.
#[test]
fn every_dependency_has_its_reason() {
    let mut named = BTreeSet::new();
    for manifest in ["Cargo.toml", "python/Cargo.toml"] {
        let mut section = String::new();
        for line in std::fs::read_to_string(folder(manifest)).unwrap().lines() {
            if line.starts_with('[') {
                section = line.into();
            } else if section.contains("dependencies]") && !line.starts_with('#') {
                named.extend(line.split_once([' ', '.']).map(|(name, _)| name.to_owned()));
            }
        }
    }
    named.remove("cavalcade");
    let listed = std::fs::read_to_string(folder("docs/dependencies.md")).unwrap();
    let rows = listed.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| crate"));
    let listed: BTreeSet<_> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap().split(','))
        .map(|name| name.trim().to_owned())
        .collect();
    assert_eq!(listed, named);
}

/// The book contains every page, and every link between pages leads to one.
#[test]
fn the_book_has_every_page_and_links_are_valid() {
    let summary = std::fs::read_to_string(folder("docs/SUMMARY.md")).unwrap();
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        let listed = name == "SUMMARY.md" || summary.contains(&format!("({name})"));
        assert!(listed || page.parent() != Some(&folder("docs")), "{name} is in no chapter");
        let text = std::fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, part) = target.split_once('#').unwrap_or((target, ""));
            if path.contains(':') {
                continue;
            }
            let path = if path.is_empty() { page.clone() } else { page.with_file_name(path) };
            assert!(path.exists(), "{name}: {target}");
            if !part.is_empty() {
                let heads = std::fs::read_to_string(&path).unwrap();
                let mut heads = heads.lines().filter_map(|line| line.strip_prefix('#'));
                let anchor = |head: &str| {
                    let head = head.trim_start_matches('#').trim().to_lowercase();
                    let kept = head.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
                    kept.collect::<String>().replace(' ', "-")
                };
                assert!(heads.any(|head| anchor(head) == part), "{name}: {target}");
            }
        }
    }
}
