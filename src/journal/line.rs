//! Lines: fields separated by tabs, closed by a CRC-32C of the preceding bytes.

use crc32c::crc32c_append;

/// Builds a line: the fields, their checksum with the initial value `seed`, a line feed.
pub fn seal(seed: u32, fields: &[&str]) -> String {
    let mut line: String = fields.iter().map(|field| escaped(field) + "\t").collect();
    let sum = crc32c_append(seed, line.as_bytes());
    line += &format!("{sum:08x}\n");
    line
}

/// Splits a line (without its line feed) into fields; `None` if the checksum differs. A line that
/// passes is byte for byte what [`seal`] writes.
pub fn open(seed: u32, line: &[u8]) -> Option<Vec<String>> {
    let line = std::str::from_utf8(line).ok()?;
    let (fields, sum) = line.split_at_checked(line.rfind('\t')? + 1)?;
    if sum != format!("{:08x}", crc32c_append(seed, fields.as_bytes())) {
        return None;
    }
    fields.strip_suffix('\t')?.split('\t').map(plain).collect()
}

/// The text without line feeds and tabs.
fn escaped(text: &str) -> String {
    let mut field = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => field += "\\\\",
            '\t' => field += "\\t",
            '\n' => field += "\\n",
            '\r' => field += "\\r",
            c => field.push(c),
        }
    }
    field
}

fn plain(field: &str) -> Option<String> {
    let mut text = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(text)
}

/// A natural number in exactly the digits that this program prints.
pub fn number<N: std::str::FromStr + ToString>(digits: &str) -> Option<N> {
    let number: N = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{number, open, seal};

    proptest! {
        #[test]
        fn sealed_lines_open_to_their_fields(seed in any::<u32>(), fields: Vec<String>) {
            let mut words = vec!["unit"];
            words.extend(fields.iter().map(String::as_str));
            let line = seal(seed, &words);
            let body = line.strip_suffix('\n').unwrap();
            prop_assert_eq!(body.matches(['\n', '\r']).count(), 0);
            let opened = open(seed, body.as_bytes());
            prop_assert_eq!(opened, Some(words.iter().map(|word| word.to_string()).collect()));
            prop_assert_eq!(open(seed ^ 1, body.as_bytes()), None);
        }
    }

    #[test]
    fn separators_in_fields_are_escaped() {
        let odd = "a\tb\nc\rd\\te";
        let line = seal(7, &["unit", odd]);
        assert!(line.starts_with("unit\ta\\tb\\nc\\rd\\\\te\t"), "{line:?}");
        assert_eq!(open(7, line.trim_end().as_bytes()), Some(vec!["unit".into(), odd.into()]));
        for wrong in ["\\x", "\\"] {
            let line = format!("unit\t{wrong}\t");
            let line = format!("{line}{:08x}", crc32c::crc32c_append(7, line.as_bytes()));
            assert_eq!(open(7, line.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_have_one_form() {
        assert_eq!(number::<u64>("0"), Some(0));
        for text in ["", "00", "+1", "-1", " 1", "1 ", "0x1", "18446744073709551616"] {
            assert_eq!(number::<u64>(text), None, "{text:?}");
        }
    }
}
