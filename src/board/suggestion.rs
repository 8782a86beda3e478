//! Suggestions for misspelt names.

/// The name that a misspelt word was probably meant to be: one or two letters are wrong, missing,
/// doubled or swapped.
///
/// ```
/// use cavalcade::board::meant;
/// assert_eq!(meant("knigth", &["king", "knight"]), Some("knight"));
/// assert_eq!(meant("unicorn", &["king", "knight"]), None);
/// ```
pub fn meant<'n>(word: &str, names: &[&'n str]) -> Option<&'n str> {
    let letters = |word: &str| word.to_lowercase().chars().take(20).collect::<Vec<char>>();
    let word = letters(word);
    let apart = |name: &&str| edits(&word, &letters(name));
    let name = names.iter().copied().min_by_key(apart)?;
    (edits(&word, &letters(name)) * 2 < name.len().min(5)).then_some(name)
}

/// The edit distance: letters inserted, deleted, changed or swapped with the next one.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let other = usize::from(from[i - 1] != to[j - 1]);
                let least = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let least = least.min(rows[i - 1][j - 1] + other);
                let swapped =
                    i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                if swapped { least.min(rows[i - 2][j - 2] + 1) } else { least }
            };
        }
    }
    rows[from.len()][to.len()]
}
