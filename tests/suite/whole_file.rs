//! Files that get their name when they are complete.

use std::fs;
use std::io::Write;
use std::path::Path;

use cavalcade::files::WholeFile;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_gets_its_name_when_complete() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("list");
    for (text, before) in [("one", None), ("two", Some("one"))] {
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
        file.keep().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(names(place.path()), ["list"]);
    }
    let mut dropped = WholeFile::create(&path).unwrap();
    dropped.write_all(b"three").unwrap();
    drop(dropped);
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    assert_eq!(names(place.path()), ["list"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_file_leaves_nothing() {
    let place = tempfile::tempdir_in("/tmp").unwrap();
    let mut file = WholeFile::create(&place.path().join("list")).unwrap();
    file.write_all(&[7; 1 << 20]).unwrap();
    // The folder looks as after a kill.
    assert!(names(place.path()).is_empty(), "{:?}", names(place.path()));
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_in_place() {
    let place = tempfile::tempdir().unwrap();
    let (path, link) = (place.path().join("list"), place.path().join("link"));
    fs::write(&path, "old").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let mut file = WholeFile::create(&link).unwrap();
    file.write_all(b"new").unwrap();
    file.keep().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let mut null = WholeFile::create(Path::new("/dev/null")).unwrap();
    null.write_all(b"new").unwrap();
    null.keep().unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert!(WholeFile::create(place.path()).is_err(), "it is a folder");
    assert!(WholeFile::create(&place.path().join("nowhere/list")).is_err());
    let nowhere = place.path().join("nowhere");
    std::os::unix::fs::symlink("none", &nowhere).unwrap();
    assert!(WholeFile::create(&nowhere).unwrap_err().to_string().contains("nowhere"));
}

#[test]
fn default_names_replace_only_their_own_kind() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("list");
    let write = |text: &str| {
        let mut file = WholeFile::create_like(&path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.keep()
    };
    write("square,tours\n1\n").unwrap();
    write("square,tours\n2\n").unwrap();
    assert!(write("square,moves\n3\n").is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "square,tours\n2\n");
    fs::write(&path, "mine").unwrap();
    assert!(write("square,tours\n3\n").is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}
