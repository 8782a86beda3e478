//! `SolutionObserver`: receives the solutions of a run on the threads that find them.

/// Receives every solution that the method visits, from all threads of a run concurrently. A
/// closure is one. A method that searches up to symmetry visits one solution of each symmetry
/// class, not each solution that is counted.
pub trait SolutionObserver<S: ?Sized>: Sync {
    /// False if solutions are ignored, so that methods need not visit each one.
    const LOOKS: bool = true;

    /// One solution, in the method's own representation at that moment.
    fn see(&self, solution: &S);
}

impl<S: ?Sized, F: Fn(&S) + Sync> SolutionObserver<S> for F {
    #[inline(always)]
    fn see(&self, solution: &S) {
        self(solution);
    }
}

/// Ignores solutions: for runs that only count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl<S: ?Sized> SolutionObserver<S> for Unobserved {
    const LOOKS: bool = false;

    #[inline(always)]
    fn see(&self, _: &S) {}
}
