//! The state of a run as a file in the text format of Prometheus, for the textfile collector of
//! node_exporter.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use cavalcade::Error;
use cavalcade::convention::Label;
use cavalcade::files::{WholeFile, check_ours};

use super::status::{RunCounters, State, Status};
use crate::cli::session::advice::in_words;
use crate::cli::session::terminal;

/// The first line. Only files that begin with it may be replaced.
const OWN: &str = "# Written by cavalcade --metrics.\n";

/// The metrics file of a run, rewritten regularly.
#[derive(Debug)]
pub struct Metrics {
    path: PathBuf,
    /// True if a write failed and the failure was reported.
    failed: bool,
}

impl Metrics {
    /// Opens the file. The path must be unused or lead to an earlier metrics file, and be writable.
    pub fn at(path: &Path) -> Result<Metrics, Error> {
        begin(path)?;
        Ok(Metrics { path: path.into(), failed: false })
    }

    /// Writes the state. A failed write does not stop the count; it is reported once.
    pub fn write(&mut self, status: &Status) {
        if let Err(error) = replace(&self.path, text(status).as_bytes()) {
            if !self.failed {
                terminal::line(&in_words(&error.into()));
            }
            self.failed = true;
        }
    }
}

/// Begins a new file, which may replace a file of this kind only.
fn begin(path: &Path) -> Result<WholeFile, Error> {
    check_ours(path, "metrics file of cavalcade", |head| head.starts_with(OWN.as_bytes()))?;
    WholeFile::create(path)
}

/// Replaces the file atomically, so that readers see one state or the next.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = begin(path)?;
    file.write_all(bytes).map_err(|error| Error::io("write", path, error))?;
    file.keep_unsynced()
}

fn text(status: &Status) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let mut question = format!("question=\"{}\"", quoted(&status.what));
    if let Some(Label { family, board, piece, .. }) = &status.about {
        for (name, value) in [("family", *family), ("board", board), ("piece", piece)] {
            let _ = write!(question, ",{name}=\"{}\"", quoted(value));
        }
    }
    let mut text = String::from(OWN);
    let mut put = |name: &str, kind: &str, help: &str, values: &[(&str, Option<f64>)]| {
        let known: Vec<_> = values.iter().filter(|(_, value)| value.is_some()).collect();
        if known.is_empty() {
            return;
        }
        let _ = writeln!(text, "# HELP cavalcade_{name} {help}\n# TYPE cavalcade_{name} {kind}");
        for (labels, value) in known {
            let value = value.unwrap_or_default();
            let _ = writeln!(text, "cavalcade_{name}{{{question}{labels}}} {value}");
        }
    };
    let version = concat!(",version=\"", env!("CARGO_PKG_VERSION"), "\"");
    put("build_info", "gauge", "Version.", &[(version, Some(1.0))]);
    let is_running = matches!(status.state, State::Begun | State::Running);
    put("running", "gauge", "1 until the run ends.", &[("", Some(f64::from(is_running)))]);
    let is_done = f64::from(status.state == State::Done);
    put("done", "gauge", "1 if the run is complete.", &[("", Some(is_done))]);
    let now = status.clock.timestamp().as_second() as f64;
    put("updated_timestamp_seconds", "gauge", "When this was written.", &[("", Some(now))]);
    let seconds = status.elapsed.as_secs_f64();
    put("elapsed_seconds", "gauge", "Time since the run began.", &[("", Some(seconds))]);
    put("share", "gauge", "The part that is done, 0 to 1.", &[("", status.share())]);
    match status.seen {
        RunCounters::Units { now, of, .. } => {
            put("units_done", "gauge", "Units finished.", &[("", Some(now.units as f64))]);
            put("units", "gauge", "Units of the run.", &[("", of.map(|of| of as f64))]);
            put("nodes_total", "counter", "Nodes of this run.", &[("", Some(now.nodes as f64))]);
            let solutions = now.known_solutions().map(|solutions| solutions as f64);
            put("solutions_total", "counter", "Solutions so far.", &[("", solutions)]);
            let rate = now.nodes as f64 / seconds.max(1e-3);
            put("nodes_per_second", "gauge", "Nodes of this run by time.", &[("", Some(rate))]);
        }
        RunCounters::Steps { done, of, .. } => {
            put("steps_done", "gauge", "Steps done.", &[("", Some(done as f64))]);
            put("steps", "gauge", "Steps at most.", &[("", of.map(|of| of as f64))]);
        }
    }
    let left = status.left().filter(|_| is_running);
    let bounds = [
        (",bound=\"low\"", left.map(|left| left.low)),
        (",bound=\"high\"", left.map(|left| left.high)),
    ];
    put("eta_seconds", "gauge", "Time left, between two bounds.", &bounds);
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Metrics;
    use crate::cli::session::progress::status::tests::status;
    use crate::cli::session::progress::status::{State, Status};

    fn quoted(state: State) -> Status {
        Status { what: "a \"b\"\\".into(), ..status(0.25, state) }
    }

    #[test]
    fn every_line_is_one_that_prometheus_reads() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("run.prom");
        let mut metrics = Metrics::at(&path).unwrap();
        metrics.write(&quoted(State::Running));
        let text = fs::read_to_string(&path).unwrap();
        for line in [
            "cavalcade_units_done{question=\"a \\\"b\\\"\\\\\"} 3",
            "cavalcade_units{question=\"a \\\"b\\\"\\\\\"} 12",
            "cavalcade_nodes_per_second{question=\"a \\\"b\\\"\\\\\"} 840000",
            "cavalcade_running{question=\"a \\\"b\\\"\\\\\"} 1",
            "# TYPE cavalcade_nodes_total counter",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}\n{text}");
        }
        assert!(text.contains("version=\"") && text.contains("bound=\"low\"}"), "{text}");
        // HELP and TYPE of a name come once, before its values.
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split('{').next().unwrap();
            assert_eq!(text.matches(&format!("# TYPE {name} ")).count(), 1, "{line}");
            assert!(line.rsplit_once("} ").unwrap().1.parse::<f64>().is_ok(), "{line}");
        }
        let question: cavalcade::question::Question = "tours open king 3x4".parse().unwrap();
        let about = Some(question.label());
        metrics.write(&Status { about, ..quoted(State::Done) });
        let text = fs::read_to_string(&path).unwrap();
        let labels = ",family=\"tours\",board=\"3x4\",piece=\"king\"} 3";
        assert!(text.contains(labels), "{text}");
        assert!(!text.contains("eta_seconds") && text.contains("cavalcade_done{"), "{text}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing else is left");
    }
}
