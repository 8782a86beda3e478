//! Excerpts of texts that are too long for a message, or that contain control characters.

use std::borrow::Cow;

/// The most characters of an excerpt.
const MOST: usize = 60;

/// The most characters of a word in a message, and of a whole message.
const WORD: usize = 240;
const MESSAGE: usize = 2000;

/// Shortens a message with long quotations: keeps the beginning and the end of each long word, and
/// of a message of many words.
pub fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= WORD {
        return message.into();
    }
    let words: Vec<_> = message.split(' ').map(|word| ends(word, WORD)).collect();
    ends(&words.join(" "), MESSAGE).into_owned().into()
}

/// The text, or its beginning and its end.
fn ends(text: &str, most: usize) -> Cow<'_, str> {
    let length = if text.len() <= most { 0 } else { text.chars().count() };
    if length <= most {
        return text.into();
    }
    let (head, tail) = (most / 3 * 2, most / 3);
    let part = |from, count| text.chars().skip(from).take(count).collect::<String>();
    format!("{}…{}", part(0, head), part(length - tail, tail)).into()
}

/// The text, or an excerpt around a character, counted from 1.
pub(super) fn excerpt(text: &str, at: usize) -> String {
    let length = text.chars().count();
    if length <= MOST {
        return visible(text);
    }
    let from = at.saturating_sub(MOST / 2).min(length - MOST);
    let shown: String = text.chars().skip(from).take(MOST).collect();
    let before = if from > 0 { "…" } else { "" };
    let behind = if from + MOST < length { "…" } else { "" };
    format!("{before}{}{behind}", visible(&shown))
}

/// The text with control characters escaped as in Rust.
fn visible(text: &str) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().collect::<String>(),
        false => c.into(),
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn long_texts_are_shown_around_the_place_that_matters() {
        assert_eq!(excerpt("6x6", 1), "6x6");
        assert_eq!(excerpt("6\n\x1bé", 1), "6\\n\\u{1b}é");
        let long: String = (0..100).map(|i| char::from(b'a' + i % 26)).collect();
        for (at, place) in [(1, 0), (50, 30), (100, 60)] {
            let shown = excerpt(&long, at);
            assert!(shown.contains(&long[place..place + 30]), "{at}: {shown}");
            assert!(shown.contains('…') && shown.chars().count() <= 62, "{at}: {shown}");
        }
    }
}
