//! `cavalcade status DIR`: the contents of a folder of `--checkpoint` or `--scratch`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cavalcade::Count;
use cavalcade::checkpoint::{CheckpointFile, FolderContents, inspect};
use cavalcade::render::Grid;
use cavalcade::tours::KeptLayer;
use serde_json::{Value, json};

use crate::cli::input::memory;
use crate::cli::session::terminal::plain;
use crate::cli::words::{counted, span};

/// A folder of checkpoints.
pub struct Kept {
    path: PathBuf,
    found: FolderContents,
}

impl Kept {
    /// The folders of checkpoints among the paths.
    pub fn among(paths: &[PathBuf]) -> Result<Vec<Kept>, cavalcade::Error> {
        let folders = paths.iter().filter(|path| path.is_dir());
        let kept = folders.filter_map(|path| match inspect(path) {
            Ok(found) => found.map(|found| Ok(Kept { path: path.clone(), found })),
            Err(error) => Some(Err(error)),
        });
        kept.collect()
    }

    /// True if no layer is kept: the sweep has ended, or has not begun.
    pub fn has_ended(&self) -> bool {
        self.layers().next().is_none()
    }

    fn layers(&self) -> impl Iterator<Item = &CheckpointFile> {
        self.found.files.iter().filter(|file| file.name == KeptLayer::FILE)
    }

    /// The layer from which the sweep resumes, if it is intact.
    fn layer(&self) -> Option<KeptLayer> {
        self.layers().filter(|file| !file.is_part).find_map(|file| KeptLayer::read(&file.head))
    }

    fn question(&self) -> Option<&str> {
        self.found.files.iter().find_map(|file| file.question.as_deref())
    }

    /// The finished sweeps of a series.
    fn sweeps(&self) -> usize {
        self.found.files.iter().filter(|file| file.name.starts_with("sweep-")).count()
    }

    fn bytes(&self) -> u64 {
        self.found.files.iter().map(|file| file.bytes).sum()
    }

    /// Seconds since the newest file was written.
    fn age(&self) -> Option<f64> {
        self.found.files.iter().filter_map(age).min_by(f64::total_cmp)
    }

    /// Describes the folder for people.
    pub fn text(&self, out: &mut impl Write) -> std::io::Result<()> {
        let question = self.question().unwrap_or("no layer is kept");
        writeln!(out, "{}: {}", shown(&self.path), plain(question))?;
        for file in self.layers() {
            let text = match (KeptLayer::read(&file.head), file.is_part) {
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
            writeln!(out, "  {text}")?;
        }
        if self.sweeps() > 0 {
            writeln!(out, "  {} at its end", counted(self.sweeps() as u64, "sweep"))?;
        }
        let written =
            self.age().map_or(String::new(), |age| format!(", the last written {} ago", span(age)));
        let number = counted(self.found.files.len() as u64, "file");
        writeln!(out, "  {number}, {}{written}", memory::text(self.bytes()))?;
        if let Some(holder) = &self.found.holder {
            writeln!(out, "  held by {}, or last held if it has ended", plain(holder))?;
        }
        Ok(())
    }

    /// Describes the folder for programs.
    pub fn json(&self) -> Value {
        let layer = self.layer().map(|layer| {
            json!({
                "step": layer.step,
                "sweep": layer.sweep,
                "states": layer.states,
                "transitions": layer.transitions,
            })
        });
        json!({
            "path": self.path.to_string_lossy(),
            "question": self.question(),
            "ended": self.has_ended(),
            "layer": layer,
            "sweeps_ended": self.sweeps(),
            "files": self.found.files.len(),
            "bytes": self.bytes(),
            "seconds_since_written": self.age(),
            "holder": self.found.holder,
        })
    }
}

/// A table of folders, from their [`Kept::json`].
pub fn table(kept: &[Value]) -> Grid {
    let columns = [
        "checkpoints@/path",
        "question",
        "ended",
        "sweep@/layer/sweep",
        "step@/layer/step",
        "states@/layer/states",
        "transitions@/layer/transitions",
        "files",
        "bytes",
    ];
    Grid::of(&columns, &[0, 1, 2], kept)
}

/// A path as text on one line.
pub fn shown(path: &Path) -> String {
    plain(&path.to_string_lossy()).into_owned()
}

/// Seconds since a file was written.
fn age(file: &CheckpointFile) -> Option<f64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    // The file server's clock may be ahead of this one.
    Some(now.saturating_sub(file.modified?).as_secs_f64())
}
