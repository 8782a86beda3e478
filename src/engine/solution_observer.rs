//! `SolutionObserver`: is shown the solutions of a run, wherever they are found.

/// Is shown every solution that the method comes to, by all threads of a run at once; a closure
/// is one. A method that searches up to symmetry comes to one of each symmetry class, not to
/// each solution that is counted.
pub trait SolutionObserver<S: ?Sized>: Sync {
    /// False if it looks at nothing, so that methods need not come to each solution.
    const LOOKS: bool = true;

    /// One solution, as the method holds it at that moment.
    fn see(&self, solution: &S);
}

impl<S: ?Sized, F: Fn(&S) + Sync> SolutionObserver<S> for F {
    #[inline(always)]
    fn see(&self, solution: &S) {
        self(solution);
    }
}

/// Nobody looks: a run that only counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl<S: ?Sized> SolutionObserver<S> for Unobserved {
    const LOOKS: bool = false;

    #[inline(always)]
    fn see(&self, _: &S) {}
}
