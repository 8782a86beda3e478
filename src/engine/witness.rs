//! `Witness`: sees every solution of a run, wherever it is found.

/// Is shown each solution, by all threads of a run at once; a closure is one.
pub trait Witness<S: ?Sized>: Sync {
    /// False if it looks at nothing, so that methods need not come to each solution.
    const LOOKS: bool = true;

    /// One solution, as the method holds it at that moment.
    fn see(&self, solution: &S);
}

impl<S: ?Sized, F: Fn(&S) + Sync> Witness<S> for F {
    #[inline(always)]
    fn see(&self, solution: &S) {
        self(solution);
    }
}

/// Nobody looks: a run that only counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl<S: ?Sized> Witness<S> for Nobody {
    const LOOKS: bool = false;

    #[inline(always)]
    fn see(&self, _: &S) {}
}
