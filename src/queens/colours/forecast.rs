//! What a board costs: as it was seen where the constants say so, a forecast beyond.

/// The smallest board that the method takes.
pub(super) const MIN_SIDE: usize = 6;
/// The largest board: its diagonals fit a word.
pub(super) const MAX_SIDE: usize = 32;

/// Seconds of one core with AVX-512 for 6 queens and more: run to the end up to 21 queens, from
/// units at random up to 24 and at 27; the others by growth, not seen.
const SECONDS: [f64; 27] = [
    0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.007, 0.015, 0.05, 0.12, 0.6, 0.9, 6.0, 15.0,
    125.0, 360.0, 4e3, 9e3, 1.3e5, 3e5, 3.9e6, 9e6, 7e7, 3.5e8, 3e9, 1.5e10,
];

/// Boards in sifts and tests in a second.
pub(super) const NODES_A_SECOND: f64 = 3e8;

/// The nodes that a board takes.
pub(super) fn nodes(side: usize) -> f64 {
    SECONDS[side - MIN_SIDE] * NODES_A_SECOND
}

/// Bytes that a thread is expected to take: more than was seen in all units of 23 and 24 queens and
/// in some of 25, 27 and 28 (221, 533 and 690 MB at most: trees of classes that are nearly full);
/// the other large boards by growth.
pub(super) fn bytes(side: usize) -> u64 {
    let megabytes: u64 = match side {
        ..=18 => 16,
        19..=22 => 48,
        23..=24 => 96,
        25..=26 => 256,
        27..=28 => 800,
        29..=30 => 1500,
        _ => 7000,
    };
    megabytes << 20
}
