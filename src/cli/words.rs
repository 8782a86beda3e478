//! Amounts in words that suit their size.

use std::time::Duration;

use cavalcade::Count;
use indicatif::HumanDuration;

/// A time.
pub fn time(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    if seconds > 1e4 * YEAR {
        return format!("{:.1e} years", seconds / YEAR);
    }
    HumanDuration(Duration::from_secs_f64(seconds)).to_string()
}

/// Whoever waits longer, in seconds, wants to know before.
pub const LONG: f64 = 30.0 * 86_400.0;

/// "1 tour", "2 tours".
pub fn counted(number: u64, word: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {word}{plural}")
}

/// A count.
pub fn number(value: f64) -> String {
    if value < 1e6 { Count::from(value.round() as u64).grouped() } else { format!("{value:.3e}") }
}
