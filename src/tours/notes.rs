//! `Notes`: a result that a method caches with its question.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// One cached result. It belongs to the unchanged question: a modified question has its own notes,
/// while clones share them.
#[derive(Clone, Default)]
pub struct Notes(Arc<OnceLock<Arc<dyn Any + Send + Sync>>>);

impl Notes {
    /// The cached result of this type, or the result of `make`.
    pub fn get_or<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let noted = self.0.get_or_init(|| Arc::new(make())).clone();
        // A result of another type stays cached, and this one is computed each time.
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
    fn clones_share_notes() {
        let notes = Notes::default();
        assert_eq!(*notes.get_or(|| 1u8), 1);
        assert_eq!((*notes.clone().get_or(|| 2u8), *notes.get_or(|| 'x')), (1, 'x'));
        assert_eq!(*Notes::default().get_or(|| 2u8), 2);
    }
}
