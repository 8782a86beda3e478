//! Threads inside one unit, for methods whose units cannot be small.
//!
//! [`super::Run`] spreads units over threads; a method with one large unit spreads its own
//! work with [`abreast`] instead, and is run by a [`super::Run`] of one thread.

use std::thread;

/// Gives each part to a thread: the first to `first` on the caller's, so that it can talk
/// to a visitor, the others to `others` on threads of their own; returns when all are done.
///
/// # Panics
/// If there is no part, and with what a thread panics with.
pub fn abreast<T: Send>(
    parts: &mut [T],
    first: impl FnOnce(&mut T),
    others: impl Fn(&mut T) + Sync,
) {
    let (head, tail) = parts.split_first_mut().expect("somebody has to do the work");
    thread::scope(|scope| {
        for part in tail {
            scope.spawn(|| others(part));
        }
        first(head);
    });
}

#[cfg(test)]
mod tests {
    use super::abreast;

    #[test]
    fn every_part_is_done_once() {
        let mut parts = [1, 2, 3, 4];
        abreast(&mut parts, |first| *first += 10, |other| *other += 100);
        assert_eq!(parts, [11, 102, 103, 104]);
        abreast(&mut parts[..1], |first| *first = 0, |_| unreachable!("there is no other"));
        assert_eq!(parts[0], 0);
    }
}
