//! The program; commands follow.
fn main() {}
