//! What is shown of a text that is too long to be echoed whole, or would not stay on its line.

/// The most characters that are.
const MOST: usize = 60;

/// The text, or what stands around a character of it, counted from 1.
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

/// The text, with what a terminal would act on written as Rust writes it.
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
