//! Shares of a whole, in percent.

use crate::cli::session::exit::Usage;

/// `0.5%` as a share of 1; the sign may be left out if `bare`.
pub fn parse(text: &str, bare: bool, remedy: &str) -> Result<f64, Usage> {
    let digits = text.strip_suffix('%').or(bare.then_some(text));
    let percent = digits.and_then(|digits| digits.parse::<f64>().ok());
    let percent = percent.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    percent.map(|percent| percent / 100.0).ok_or_else(|| Usage(remedy.into()))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn shares_are_read_in_percent() {
        let percent = |text| parse(text, false, "");
        assert_eq!(percent("1%").unwrap(), 0.01);
        assert_eq!(percent("100%").unwrap(), 1.0);
        assert_eq!(parse("7", true, "").unwrap(), 0.07);
        for text in ["", "1", "0%", "-1%", "101%", "NaN%", "%", "one%"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}
