//! Amounts and shares, as they are written.

/// Reads `16G`, `500M`, `1.5g` or `4096k` as bytes.
pub fn bytes(text: &str) -> Result<u64, &'static str> {
    let wrong = "write an amount such as 16G or 500M";
    let shift = match text.chars().last().map(|unit| unit.to_ascii_uppercase()) {
        Some('K') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        _ => return Err(wrong),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| wrong)?;
    let bytes = number * f64::from(shift).exp2();
    if bytes.is_finite() && bytes >= 1.0 { Ok(bytes as u64) } else { Err(wrong) }
}

/// Reads `0.5%` as a share of 1.
pub fn percent(text: &str) -> Result<f64, &'static str> {
    let percent = text.strip_suffix('%').and_then(|digits| digits.parse::<f64>().ok());
    let percent = percent.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    percent.map(|percent| percent / 100.0).ok_or("write a percentage up to 100, such as 1%")
}

/// The same where the sign may be left out.
pub fn bare_percent(text: &str) -> Result<f64, &'static str> {
    percent(&format!("{}%", text.trim_end_matches('%')))
}

#[cfg(test)]
mod tests {
    use super::{bare_percent, bytes, percent};

    #[test]
    fn amounts_mean_what_they_say() {
        assert_eq!(bytes("16G"), Ok(16 << 30));
        assert_eq!(bytes("1.5g"), Ok(3 << 29));
        assert_eq!(bytes("500M"), Ok(500 << 20));
        for text in ["", "G", "16", "-1G", "0M", "1e400G", "16 GB", "é"] {
            assert!(bytes(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn shares_are_read_in_percent() {
        assert_eq!((percent("1%"), percent("100%")), (Ok(0.01), Ok(1.0)));
        assert_eq!((bare_percent("7"), bare_percent("7%")), (Ok(0.07), Ok(0.07)));
        for text in ["", "1", "0%", "-1%", "101%", "NaN%", "%", "one%"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}
