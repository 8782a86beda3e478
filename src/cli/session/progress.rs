//! The progress bar: on stderr, for runs over a second, silent where there is no terminal.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use cavalcade::Count;
use cavalcade::engine::{Progress, Snapshot};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::layers::Layers;
use super::terminal::plain;

/// The bar's length: its position is the share of the tree in these parts.
const PARTS: u64 = 10_000;

const FIRST: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(200);

/// Below this share the units say less of the whole than a guess of its nodes.
const FIRST_SHARE: f64 = 1e-4;

/// Shows `progress` until the other end of `over` is dropped. `guess` tells the nodes of the
/// whole run, and is asked once a run has lasted long enough to be shown.
pub fn show(
    what: &str,
    progress: &Progress,
    layers: &Layers,
    over: &Receiver<()>,
    guess: impl FnOnce() -> f64,
) {
    let began = Instant::now();
    let mut wait = FIRST;
    let (mut bar, mut expected) = (None, 0.0);
    let mut guess = Some(guess);
    while over.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        wait = EVERY;
        expected = guess.take().map_or(expected, |guess| guess());
        let bar = bar.get_or_insert_with(|| new_bar(what));
        update(bar, &progress.snapshot(), expected, began.elapsed(), &layers.text());
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn new_bar(what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(PARTS), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{prefix} {bar:24} {msg}");
    bar.set_style(style.expect("the template is fixed"));
    bar.set_prefix(plain(what).into_owned());
    bar
}

fn update(bar: &ProgressBar, now: &Snapshot, expected: f64, elapsed: Duration, layer: &str) {
    bar.set_position((now.share * PARTS as f64) as u64);
    let message = message(now, expected, elapsed);
    bar.set_message(if layer.is_empty() { message } else { format!("{message} · {layer}") });
}

/// `12.3 % · 1,234,567 solutions · 84.0 million nodes/s · 2 minutes left`
fn message(now: &Snapshot, expected: f64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-3);
    let time =
        |seconds| HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let rate = now.nodes as f64 / seconds;
    let left = match now.share {
        // What earlier runs did says nothing of this one's speed.
        share if share - now.earlier > FIRST_SHARE => {
            format!("{} left", time(seconds * (1.0 - share) / (share - now.earlier)))
        }
        share if rate > 0.0 && expected > 0.0 => {
            let left = (expected * (1.0 - share) / rate).max(0.0);
            format!("perhaps {} left", time(left))
        }
        _ => "time left unknown".into(),
    };
    format!(
        "{:.1} % · {} solutions · {:.1} million nodes/s · {left}",
        100.0 * now.share,
        Count::from(now.solutions).grouped(),
        rate / 1e6,
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cavalcade::engine::Snapshot;
    use indicatif::{InMemoryTerm, ProgressDrawTarget};

    use super::{message, new_bar, update};

    #[test]
    fn the_bar_tells_share_solutions_rate_and_time_left() {
        let now = Snapshot {
            nodes: 84_000_000,
            solutions: 1_234_567,
            units: 3,
            share: 0.25,
            earlier: 0.0,
        };
        let text = message(&now, 0.0, Duration::from_secs(2));
        assert_eq!(text, "25.0 % · 1,234,567 solutions · 42.0 million nodes/s · 6 seconds left");
        let resumed = Snapshot { earlier: 0.2, ..now };
        let text = message(&resumed, 0.0, Duration::from_secs(2));
        assert!(text.ends_with("30 seconds left"), "{text}");
        let early = Snapshot { share: 1e-6, ..now };
        let text = message(&early, 4.2e9, Duration::from_secs(2));
        assert!(text.starts_with("0.0 %") && text.ends_with("perhaps 2 minutes left"), "{text}");
        let unknown = message(&Snapshot::default(), 0.0, Duration::from_secs(2));
        assert!(unknown.ends_with("time left unknown"), "{unknown}");
    }

    #[test]
    fn the_bar_draws_on_a_terminal() {
        let terminal = InMemoryTerm::new(4, 120);
        let bar = new_bar("6x6");
        bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(terminal.clone())));
        let now = Snapshot { share: 0.5, ..Snapshot::default() };
        update(&bar, &now, 0.0, Duration::from_secs(1), "");
        bar.force_draw();
        let text = terminal.contents();
        assert!(text.starts_with("6x6 █") && text.contains("50.0 %"), "{text}");
    }
}
