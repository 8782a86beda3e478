//! The cost of a board: measured where the constants say so, extrapolated beyond.

/// The smallest board of the method.
pub(super) const MIN_SIDE: usize = 6;
/// The largest board whose diagonals fit in a word.
pub(super) const MAX_SIDE: usize = 32;

/// Seconds on one core with AVX-512 for 6 queens and more: complete runs up to 21 queens, random
/// units up to 28, beyond extrapolated.
const SECONDS: [f64; 27] = [
    0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.003, 0.007, 0.015, 0.05, 0.12, 0.6, 0.9, 6.0, 15.0,
    125.0, 360.0, 4e3, 9e3, 7.6e4, 3e5, 3.9e6, 1.9e7, 2e8, 1e9, 1e10, 6e10,
];

/// Sifted boards and tests per second.
pub(super) const NODES_A_SECOND: f64 = 3e8;

/// The nodes of a board.
pub(super) fn nodes(side: usize) -> f64 {
    SECONDS[side - MIN_SIDE] * NODES_A_SECOND
}

/// The predicted memory of a thread in bytes. It exceeds the measured memory of the largest units
/// up to 28 queens, those with few white queens in even rows (in MiB 4 for 19, 5 for 20, 17 for 21,
/// 38 for 22, 33 for 23, 134 for 24, 109 for 25, 204 for 26, 533 for 27, 363 for 28); beyond it is
/// extrapolated.
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
