//! Amounts and times in words.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cavalcade::Count;
use indicatif::HumanDuration;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// Seconds since 1970 as a date. A date after the calendar's last year means a wrong clock or a
/// damaged byte.
pub fn date(since: u64) -> String {
    let since = UNIX_EPOCH + Duration::from_secs(since.min(253_402_300_799));
    humantime::format_rfc3339_seconds(since).to_string()
}

/// Wall-clock time, within the calendar's range.
pub fn at(time: SystemTime) -> Zoned {
    Timestamp::try_from(time).unwrap_or(Timestamp::MAX).to_zoned(TimeZone::system())
}

pub fn time(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    match seconds / YEAR {
        years if !years.is_finite() => return "more than 1e300 years".into(),
        years if years > 1e4 => return format!("{years:.1e} years"),
        _ => {}
    }
    HumanDuration(Duration::from_secs_f64(seconds)).to_string()
}

pub fn about(seconds: f64) -> String {
    if seconds < 1.0 { "less than a second".into() } else { format!("about {}", time(seconds)) }
}

/// A short form of a time: `45 s`, `12 min`, `3 h 20 min`, `5 d 3 h`, `4 years`.
pub fn span(seconds: f64) -> String {
    const DAY: f64 = 86_400.0;
    let whole = |seconds: f64| seconds.min(1e18) as u64;
    let and =
        |more: u64, unit: &str| if more == 0 { String::new() } else { format!(" {more} {unit}") };
    match seconds.max(0.0) {
        s if s < 60.0 => format!("{} s", whole(s)),
        s if s < 3600.0 => format!("{} min", whole(s / 60.0)),
        s if s < DAY => format!("{} h{}", whole(s / 3600.0), and(whole(s / 60.0) % 60, "min")),
        s if s < 100.0 * DAY => format!("{} d{}", whole(s / DAY), and(whole(s / 3600.0) % 24, "h")),
        s => time(s),
    }
}

/// Longer predicted runs, in seconds, get a warning.
pub const LONG: f64 = 14.0 * 86_400.0;

/// "1 tour", "2 tours".
pub fn counted(number: u64, word: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {word}{plural}")
}

pub fn number(value: f64) -> String {
    if value < 1e6 { Count::from(value.round() as u64).grouped() } else { format!("{value:.3e}") }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{at, date, span};

    #[test]
    fn clocks_beyond_the_calendar_are_clamped() {
        assert!(date(1 << 40).starts_with("9999-12-31"));
        assert!(at(UNIX_EPOCH + Duration::from_secs(1 << 40)).year() >= 9999);
    }

    #[test]
    fn spans_have_one_unit_or_two() {
        for (seconds, text) in [
            (0.4, "0 s"),
            (59.9, "59 s"),
            (61.0, "1 min"),
            (3600.0, "1 h"),
            (12_000.0, "3 h 20 min"),
            (442_800.0, "5 d 3 h"),
            (1e9, "32 years"),
            (1e100, "3.2e92 years"),
            (f64::INFINITY, "more than 1e300 years"),
            (-1.0, "0 s"),
        ] {
            assert_eq!(span(seconds), text);
        }
    }
}
