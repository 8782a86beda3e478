//! `Layers`: progress of a sweep, as part of the progress line and, with `--verbose`, as a line for
//! each layer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cavalcade::Count;
use cavalcade::method::{FurtherSweeps, LayerObserver, LayerReport, SweepEstimate};

use super::progress::RunCounters;
use super::terminal::note;
use crate::cli::input::memory;

/// Layers with fewer states finish before anybody could read about them.
const WORTH_A_LINE: u64 = 10_000;

/// Observes the layers of a sweep; clones share their state.
#[derive(Clone, Debug)]
pub struct Layers {
    verbose: bool,
    progress: Arc<Mutex<LayerProgress>>,
}

#[derive(Debug, Default)]
struct LayerProgress {
    /// The current layer and its start.
    now: Option<(LayerReport, Instant)>,
    text: String,
    /// The kind of numbers that was printed last.
    numbers: &'static str,
    /// The sweeps that follow the units, and their start.
    further: Option<(FurtherSweeps, Instant)>,
}

impl Layers {
    pub fn new(verbose: bool) -> Layers {
        Layers { verbose, progress: Arc::default() }
    }

    /// The current layer for the progress line; empty outside a sweep.
    pub fn text(&self) -> String {
        self.lock().text.clone()
    }

    /// The current sweeps after the units, if any.
    pub fn further(&self) -> Option<RunCounters> {
        let (FurtherSweeps { noun, done, of }, since) = self.lock().further?;
        Some(RunCounters::Steps { done, of: Some(of), noun, since: Some(since) })
    }

    fn lock(&self) -> MutexGuard<'_, LayerProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LayerObserver for Layers {
    fn wants_estimate(&self) -> bool {
        self.verbose
    }

    fn expect(&self, estimate: &SweepEstimate) {
        let SweepEstimate { width, states, largest, bytes } = *estimate;
        let memory = memory::text(bytes as u64);
        note(&format!(
            "a frontier of {width} cells, about {states:.1e} classes, {largest:.1e} in the largest \
             layer, and {memory}"
        ));
    }

    fn go_further(&self, sweeps: &FurtherSweeps) {
        let mut progress = self.lock();
        let since = progress.further.map_or_else(Instant::now, |(_, since)| since);
        progress.further = (sweeps.done < sweeps.of).then_some((*sweeps, since));
    }

    fn observe(&self, report: &LayerReport) {
        let mut progress = self.lock();
        progress.text = text(report);
        if report.done == 0.0 {
            let before = progress.now.replace((*report, Instant::now()));
            let Some((layer, since)) = before.filter(|(layer, _)| layer.states >= WORTH_A_LINE)
            else {
                return;
            };
            if self.verbose && layer.numbers != progress.numbers {
                progress.numbers = layer.numbers;
                note(&format!("numbers are {}", layer.numbers));
            }
            if self.verbose {
                let seconds = since.elapsed().as_secs_f64();
                let rate = match report.transitions.saturating_sub(layer.transitions) {
                    // Not every method counts its transitions.
                    0 => String::new(),
                    made => {
                        format!(" · {:.1} million transitions/s", made as f64 / 1e6 / seconds)
                    }
                };
                note(&format!("{} · {seconds:.2} s{rate}", text(&layer)));
            }
        }
    }
}

/// `layer 24 of 56: 21,640,486 classes of 14 bytes · 633 MiB`; empty before the first layer.
fn text(report: &LayerReport) -> String {
    let LayerReport { layer, layers, states, bytes_each, bytes, .. } = *report;
    if layers == 0 {
        return String::new();
    }
    let classes = Count::from(states).grouped();
    let memory = memory::text(bytes);
    format!("layer {layer} of {layers}: {classes} classes of {bytes_each} bytes · {memory}")
}

#[cfg(test)]
mod tests {
    use cavalcade::method::{FurtherSweeps, LayerObserver, LayerReport};

    use super::{Layers, RunCounters};

    #[test]
    fn the_line_shows_the_layer_of_the_sweep() {
        let layers = Layers::new(false);
        assert_eq!(layers.text(), "");
        let report = LayerReport {
            layer: 3,
            layers: 9,
            states: 12_345,
            bytes_each: 14,
            bytes: 4_000_000,
            ..LayerReport::default()
        };
        layers.clone().observe(&report);
        assert_eq!(layers.text(), "layer 3 of 9: 12,345 classes of 14 bytes · 4 MiB");
        layers.observe(&LayerReport::default());
        assert_eq!(layers.text(), "");
    }

    #[test]
    fn sweeps_after_the_units_are_shown_until_they_are_done() {
        let layers = Layers::new(false);
        assert_eq!(layers.further(), None);
        let go = |done| layers.clone().go_further(&FurtherSweeps { noun: "sweep", done, of: 3 });
        let shown = || match layers.further() {
            Some(RunCounters::Steps { done, of: Some(3), noun: "sweep", since: Some(since) }) => {
                Some((done, since))
            }
            _ => None,
        };
        go(0);
        let since = shown().unwrap().1;
        go(2);
        assert_eq!(shown(), Some((2, since)));
        go(3);
        assert_eq!(layers.further(), None);
    }
}
