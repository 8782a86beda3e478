//! `cavalcade status DIR`: what a folder of `--checkpoint` or `--scratch` holds.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cavalcade::Count;
use cavalcade::checkpoint::{Survey, SurveyedFile, survey};
use cavalcade::tours::KeptLayer;

use crate::cli::input::memory;
use crate::cli::session::terminal::plain;
use crate::cli::words::{counted, span};

/// Tells of the folders of checkpoints among the paths: true if none of them holds a sweep that
/// is not at its end. `None` if there is no such folder.
pub fn tell(paths: &[PathBuf], out: &mut impl Write) -> anyhow::Result<Option<bool>> {
    let mut ended = None;
    for path in paths.iter().filter(|path| path.is_dir()) {
        if let Some(found) = survey(path)? {
            ended = Some(tell_one(path, &found, out)? && ended.unwrap_or(true));
        }
    }
    Ok(ended)
}

/// True if no layer is kept: the sweep is at its end, or at its beginning.
fn tell_one(path: &Path, found: &Survey, out: &mut impl Write) -> anyhow::Result<bool> {
    let Survey { files, holder, .. } = found;
    let question = files.iter().find_map(|file| file.question.as_deref());
    let question = question.unwrap_or("no layer is kept");
    writeln!(out, "{}: {}", plain(&path.to_string_lossy()), plain(question))?;
    let layers: Vec<_> = files.iter().filter(|file| file.name == KeptLayer::FILE).collect();
    for file in &layers {
        let told = match (KeptLayer::read(&file.head), file.is_part) {
            (_, true) => "a layer is being written".into(),
            (None, _) => "a layer that is damaged".into(),
            (Some(layer), _) => format!(
                "layer {} of sweep {}: {} classes, {} transitions so far",
                layer.step,
                layer.sweep,
                Count::from(layer.states).grouped(),
                Count::from(layer.transitions).grouped(),
            ),
        };
        writeln!(out, "  {told}")?;
    }
    let done = files.iter().filter(|file| file.name.starts_with("sweep-")).count();
    if done > 0 {
        writeln!(out, "  {} at its end", counted(done as u64, "sweep"))?;
    }
    let bytes = files.iter().map(|file| file.bytes).sum();
    let newest = files.iter().filter_map(age).min_by(f64::total_cmp);
    let written =
        newest.map_or(String::new(), |age| format!(", the last written {} ago", span(age)));
    let number = counted(files.len() as u64, "file");
    writeln!(out, "  {number}, {}{written}", memory::text(bytes))?;
    if let Some(holder) = holder {
        writeln!(out, "  held by {}, or last held if it has ended", plain(holder))?;
    }
    Ok(layers.is_empty())
}

/// How many seconds ago a file was written.
fn age(file: &SurveyedFile) -> Option<f64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    // The clock may be behind that of the disk's machine.
    Some(now.saturating_sub(file.modified?).as_secs_f64())
}
