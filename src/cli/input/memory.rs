//! Amounts of memory: how they are written, and how much is taken if nothing is said.

pub use cavalcade::error::amount as text;
use cavalcade::machine::available_memory;
use cavalcade::method::DEFAULT_MEMORY;

use crate::cli::session::exit::Usage;

/// Reads `16G`, `500M`, `1.5g` or `4096k`, the value of a flag, as bytes.
pub fn parse(flag: &str, text: &str) -> Result<u64, Usage> {
    let wrong = || Usage(format!("{flag} \"{text}\": write an amount such as 16G or 500M"));
    let unit = text.chars().last().ok_or_else(wrong)?;
    let shift = match unit.to_ascii_uppercase() {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return Err(wrong()),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let bytes = number * f64::from(shift).exp2();
    if !bytes.is_finite() || bytes < 1.0 {
        return Err(wrong());
    }
    Ok(bytes as u64)
}

/// Three quarters of the memory that this process may still take, where the system reports it.
pub fn default() -> u64 {
    available_memory().map_or(DEFAULT_MEMORY, |bytes| bytes / 4 * 3)
}

#[cfg(test)]
mod tests {
    use super::{default, parse};

    #[test]
    fn amounts_mean_what_they_say() {
        assert_eq!(parse("--memory", "16G").unwrap(), 16 << 30);
        assert_eq!(parse("--memory", "1.5g").unwrap(), 3 << 29);
        assert_eq!(parse("--memory", "500M").unwrap(), 500 << 20);
        assert!(default() > 1 << 20);
        for text in ["", "G", "16", "-1G", "0M", "1e400G", "16 GB", "é"] {
            assert!(parse("--memory", text).is_err(), "{text:?}");
        }
    }
}
