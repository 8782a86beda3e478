//! Files named on the command line, read up to a size limit.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use cavalcade::Error;

use crate::cli::session::exit::Usage;

/// The size limit for a board, a graph or tours, in bytes: 32 MiB.
pub const LARGE: u64 = 32 << 20;

/// The size limit for moves or a keypad: 1 MiB.
pub const SMALL: u64 = 1 << 20;

/// Paths of pipes that a shell has opened, as for `<(command)`, and of stdin.
const OPENED: [&str; 3] = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];

/// Reads text from a regular file, from a pipe that the shell has opened, or from stdin (`-`).
/// Other pipes block until somebody writes, and devices have no end: both are refused.
pub fn text(path: &Path, most: u64) -> anyhow::Result<String> {
    let text = String::from_utf8(bytes(path, most)?);
    Ok(text.map_err(|_| Usage(format!("{} is no text in UTF-8", path.display())))?)
}

/// Reads bytes that may not be text, by the same rules, without a byte order mark.
pub fn bytes(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let refused = |error| Error::io("read", path, error);
    opened(path)?.take(most + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > most {
        let (shown, most) = (path.display(), most >> 20);
        return Err(Usage(format!("{shown} is longer than {most} MiB, and no more is read")).into());
    }
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..3);
    }
    Ok(bytes)
}

fn opened(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    static STDIN_READ: AtomicBool = AtomicBool::new(false);
    let refused = |error| Error::io("read", path, error);
    let shown = path.display();
    if path == Path::new("-") {
        if STDIN_READ.swap(true, Ordering::Relaxed) {
            let problem = "-: stdin can be read once; give a file for the other";
            return Err(Usage(problem.into()).into());
        }
        return Ok(Box::new(stdin().lock()));
    }
    let is_regular = std::fs::metadata(path).map_err(refused)?.is_file();
    if !is_regular && path.is_dir() {
        return Err(Usage(format!("{shown} is a folder; give the path of a file")).into());
    }
    if !is_regular && !OPENED.iter().any(|opened| path.starts_with(opened)) {
        let remedy = "give the path of a regular file";
        return Err(Usage(format!("{shown} is a pipe or a device; {remedy}")).into());
    }
    Ok(Box::new(File::open(path).map_err(refused)?))
}
