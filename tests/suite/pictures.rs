//! Pictures written and read back: `--format svg` and `draw`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{assert_golden, cavalcade};

/// Runs the program with this text on stdin.
fn with_input(arguments: &[&str], input: &[u8], directory: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cavalcade"));
    command.args(arguments).current_dir(directory);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The stdout of a successful run.
fn written(line: &str, directory: &Path) -> Vec<u8> {
    let output = cavalcade(&words(line), directory);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {message}");
    output.stdout
}

#[test]
fn pictures_are_the_same_bytes_every_time() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(
        directory.path().join("prism.txt"),
        "0 1\n1 2\n0 2\n3 4\n4 5\n3 5\n0 3\n1 4\n2 5\n",
    )
    .unwrap();
    for (name, line) in [
        ("open", "tours 5x5 --first 1"),
        ("holes", "tours .../.#./... --closed --first 1"),
        ("torus", "tours torus:4x5 --closed --first 1"),
        ("solid", "tours 2x3x4 --closed --first 1"),
        ("line", "tours 5 --piece king --first 1"),
        ("graph", "tours graph:prism.txt --closed --first 1"),
        ("classes", "tours 3x4 --all --unique"),
        ("classic", "tours 5x5 --first 1 --order kt"),
        ("symmetric", "tours 6x6 --closed --symmetric quarter-turn --all"),
        ("starts", "tours 5x5 --by-start"),
        ("queens", "queens 6 --all"),
        ("amazons", "queens 10 --piece amazon --place c10 --first 1"),
        ("torus-queens", "queens 5 --torus --holes a1 --first 1"),
        ("none", "queens 3 --all"),
        ("walk", "walks --keypad phone --length 8 --list --first 1"),
        ("walks", "walks 3x3 --length 4 --list --first 5 --code"),
    ] {
        let picture = written(&format!("{line} --format svg -q"), directory.path());
        let picture = String::from_utf8(picture).unwrap();
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{name}");
        assert_golden(&format!("pictures/{name}.svg"), &picture);
    }
}

/// The picture of a listing does not depend on the format of the listing.
#[test]
fn listings_of_every_format_are_drawn_alike() {
    let directory = tempfile::tempdir().unwrap();
    for (listing, message) in [
        ("tours 5x6 --first 3", ""),
        ("tours 3x4 --all", "--numbers always"),
        ("tours cylinder:4x5 --closed --first 2", "--board cylinder:4x5 --closed"),
        ("tours 2x2x2 --piece king --first 2", "--board 2x2x2 --piece king"),
        ("queens 6 --all", "--by-symmetry"),
        ("queens 8 --first 1", ""),
    ] {
        let of = |format: &str| {
            let text = written(&format!("{listing} --format {format} -q"), directory.path());
            let drawn = with_input(&words(&format!("draw {message}")), &text, directory.path());
            let problem = String::from_utf8_lossy(&drawn.stderr).into_owned();
            assert!(drawn.status.success(), "{listing} {format}: {problem}");
            String::from_utf8(drawn.stdout).unwrap()
        };
        let lines = of("lines");
        for format in ["text", "csv", "json", "jsonl"] {
            assert!(of(format) == lines, "{listing} {format}");
        }
        if message.is_empty() {
            assert_eq!(of("binary"), lines, "{listing}");
            let itself = written(&format!("{listing} --format svg -q"), directory.path());
            assert_eq!(String::from_utf8(itself).unwrap(), lines, "{listing}");
        }
    }
    let walks = written("walks 3x3 --length 3 --list", directory.path());
    let question = "walks any knight 3x3 length=3";
    let drawn = with_input(&["draw", "--question", question], &walks, directory.path());
    assert!(drawn.status.success());
}

#[test]
fn invalid_solutions_are_not_drawn() {
    let directory = tempfile::tempdir().unwrap();
    for (line, input, expected) in [
        ("draw", "a1 b1 a2 b2\n", "stdin, line 1: not a tour: square 2 of it: no move leads here"),
        ("draw --closed", "1 4 7 10\n12 9 2 5\n3 6 11 8\n", "no move leads from the last square"),
        ("draw", "2 4 1 3\n1 2 3 4\n", "stdin, line 2: no placement: the queens on a4 and b3"),
        ("draw --board 3x4 --piece king", "1 4 7 10\n12 9 2 5\n3 6 11 8\n", "(open king 3x4)"),
        ("draw --question x", "", "there is no family \"x\""),
        ("draw", "", "stdin, line 1, character 1: there is no solution"),
        ("draw missing.txt", "", "cannot read missing.txt"),
        ("draw --board 5x5 --question y", "", "does not go with --question"),
        ("draw --closed", "2 4 1 3\n", "--closed: stdin holds solutions of queens"),
    ] {
        let output = with_input(&words(line), input.as_bytes(), directory.path());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(output.stdout.is_empty() && message.lines().count() == 1, "{line}: {message}");
        assert!(message.contains(expected), "{line}: {message}");
    }
}

#[test]
fn a_sheet_has_a_limit() {
    let directory = tempfile::tempdir().unwrap();
    let line = "tours 6x6 --closed --all --format svg --output sheet.svg";
    let output = cavalcade(&words(line), directory.path());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("a sheet holds 2000 pictures, and there are more closed tours"),
        "{message}"
    );
    assert!(message.contains("ask for fewer with --first"), "{message}");
    assert!(!directory.path().join("sheet.svg").exists());
    let few = written("queens 8 --unique --format svg -q --output sheet.svg", directory.path());
    assert!(few.is_empty());
    let sheet = std::fs::read_to_string(directory.path().join("sheet.svg")).unwrap();
    assert_eq!(sheet.matches("<use ").count(), 12);
}

#[test]
fn pictures_escape_their_texts() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("g.txt"), "<a> b&\nb& c\n<a> c\n").unwrap();
    let picture = written("tours graph:g.txt --closed --first 1 --format svg -q", directory.path());
    let picture = String::from_utf8(picture).unwrap();
    assert!(picture.contains("&lt;a&gt;") && !picture.contains("<a>"), "{picture}");
}

#[cfg(not(feature = "png"))]
#[test]
fn png_is_refused_where_it_was_not_built() {
    let directory = tempfile::tempdir().unwrap();
    let output = cavalcade(&words("queens 6 --first 1 --format png"), directory.path());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = "cavalcade: --format png: this program was built without it; cargo install \
                    --path . --features png adds it; or take --format svg\n";
    assert_eq!(message, expected);
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_size_of_the_picture_and_its_numbers() {
    let directory = tempfile::tempdir().unwrap();
    let png = |line: &str| {
        written(&format!("tours 5x5 --first 1 {line} --format png -q"), directory.path())
    };
    let of = |bytes: &[u8], at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let picture = png("");
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    // Twice the 226 by 230 of the SVG.
    assert_eq!((of(&picture, 16), of(&picture, 20)), (452, 460));
    let lines = written("tours 5x5 --first 1 --format lines -q", directory.path());
    let plain = ["draw", "--format", "png", "--numbers", "never"];
    let plain = with_input(&plain, &lines, directory.path()).stdout;
    assert!(plain != picture, "numbers make a difference");
}
