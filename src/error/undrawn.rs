//! `Undrawn`: why there is no picture.

/// What keeps something from being drawn.
#[derive(Debug, thiserror::Error)]
#[error("{problem}; {remedy}")]
pub struct Undrawn {
    /// What is wrong with what is to be drawn.
    pub problem: String,
    /// What to do instead.
    pub remedy: &'static str,
}
