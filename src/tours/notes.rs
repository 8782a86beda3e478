//! `Notes`: what a method has worked out about a question, kept with the question.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// One thing that a method worked out. It belongs to the question as it is: a question that is
/// changed has notes of its own, and clones of one share theirs.
#[derive(Clone, Default)]
pub struct Notes(Arc<OnceLock<Arc<dyn Any + Send + Sync>>>);

impl Notes {
    /// What was noted, or what is made now if nothing of the kind was.
    pub fn get_or<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let noted = self.0.get_or_init(|| Arc::new(make())).clone();
        // Another method's note stays, and this one is made whenever it is wanted.
        noted.downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notes")
    }
}

#[cfg(test)]
mod tests {
    use super::Notes;

    #[test]
    fn clones_share_what_was_noted() {
        let notes = Notes::default();
        assert_eq!(*notes.get_or(|| 1u8), 1);
        assert_eq!((*notes.clone().get_or(|| 2u8), *notes.get_or(|| 'x')), (1, 'x'));
        assert_eq!(*Notes::default().get_or(|| 2u8), 2);
    }
}
