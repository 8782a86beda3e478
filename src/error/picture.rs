//! `PictureError`: why a picture cannot be drawn.

/// The reason why a picture cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[error("{problem}; {remedy}")]
pub struct PictureError {
    /// The problem with the input.
    pub problem: String,
    /// What to do instead.
    pub remedy: &'static str,
}
