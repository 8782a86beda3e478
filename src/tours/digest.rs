//! A hash of several words, by which a checkpoint identifies its content.

/// FNV-1a, word by word.
pub fn digest(words: impl IntoIterator<Item = u64>) -> u64 {
    let add = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0100_0000_01B3);
    words.into_iter().fold(0xCBF2_9CE4_8422_2325, add)
}
