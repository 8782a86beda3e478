//! What a board costs: as it was seen where the constants say so, a forecast beyond.

/// The smallest board that the method takes.
pub(super) const MIN_SIDE: usize = 6;
/// The largest board: its diagonals fit a word.
pub(super) const MAX_SIDE: usize = 32;

/// Seconds of one core with AVX-512 for 6 queens and more: run to the end up to 21 queens, from
/// units at random up to 28; the others by growth, not seen.
const SECONDS: [f64; 27] = [
    0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.007, 0.015, 0.05, 0.12, 0.6, 0.9, 6.0, 15.0,
    125.0, 360.0, 4e3, 9e3, 7.6e4, 3e5, 3.9e6, 1.9e7, 2e8, 1e9, 1e10, 6e10,
];

/// Boards in sifts and tests in a second.
pub(super) const NODES_A_SECOND: f64 = 3e8;

/// The nodes that a board takes.
pub(super) fn nodes(side: usize) -> f64 {
    SECONDS[side - MIN_SIDE] * NODES_A_SECOND
}

/// Bytes that a thread is expected to take: more than was seen up to 28 queens in the units that
/// take the most, those with few white queens in even rows (in MiB 4 of 19, 5 of 20, 17 of 21, 38
/// of 22, 33 of 23, 134 of 24, 109 of 25, 204 of 26, 533 of 27, 363 of 28); the other large boards
/// by growth.
pub(super) fn bytes(side: usize) -> u64 {
    let megabytes: u64 = match side {
        ..=18 => 4,
        19 | 20 => 8,
        21 => 24,
        22 | 23 => 48,
        24 => 137,
        25 => 192,
        26 => 256,
        27 => 600,
        28 => 480,
        29..=30 => 2000,
        _ => 9000,
    };
    megabytes << 20
}
