//! Threads inside one unit, for methods whose units cannot be small.
//!
//! [`super::Run`] spreads units over threads. A method with one large unit spreads its own work
//! with [`in_parallel`] instead, and runs in a [`super::Run`] of one thread.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// Gives each part to a thread and returns when all are done. The first part goes to `first` on the
/// caller's thread, which may call a visitor; the others go to `others` on threads of their own. If
/// the system grants too few threads, the caller's thread does the remaining parts after its own.
///
/// # Panics
/// If there is no part; and with the panic of any thread.
pub fn in_parallel<T: Send>(
    parts: &mut [T],
    first: impl FnOnce(&mut T),
    others: impl Fn(&mut T) + Sync,
) {
    in_parallel_where(parts, first, others, &mut Some);
}

/// Like [`in_parallel`], but starts only the threads that `allow` permits.
fn in_parallel_where<T: Send>(
    parts: &mut [T],
    first: impl FnOnce(&mut T),
    others: impl Fn(&mut T) + Sync,
    allow: Allow<'_>,
) {
    let (head, tail) = parts.split_first_mut().expect("somebody has to do the work");
    let threads = tail.len();
    let tail = Mutex::new(tail.iter_mut());
    let do_one = || {
        let part = tail.lock().unwrap_or_else(PoisonError::into_inner).next();
        part.into_iter().for_each(&others);
    };
    let mut first = Some(first);
    let mut do_first = || first.take().into_iter().for_each(|first| first(head));
    on_threads(threads, &mut do_first, &do_one, allow);
}

type Allow<'a> = &'a mut dyn FnMut(Builder) -> Option<Builder>;

/// Runs `one` on `threads` threads while the caller's thread runs `first`. Not generic, because the
/// code that starts a thread is long.
fn on_threads(threads: usize, first: &mut dyn FnMut(), one: &(dyn Fn() + Sync), allow: Allow<'_>) {
    thread::scope(|scope| {
        let mut spawn = || allow(Builder::new())?.spawn_scoped(scope, one).ok();
        let made = (0..threads).take_while(|_| spawn().is_some()).count();
        first();
        (made..threads).for_each(|_| one());
    });
}

#[cfg(test)]
mod tests {
    use super::{in_parallel, in_parallel_where};

    #[test]
    fn every_part_is_done_once() {
        let mut parts = [1, 2, 3, 4];
        in_parallel(&mut parts, |first| *first += 10, |other| *other += 100);
        assert_eq!(parts, [11, 102, 103, 104]);
        in_parallel(&mut parts[..1], |first| *first = 0, |_| unreachable!("there is no other"));
        assert_eq!(parts[0], 0);
    }

    #[test]
    fn parts_without_a_thread_are_done_all_the_same() {
        for most in 0..4 {
            let (mut parts, mut made) = ([1, 2, 3, 4], 0);
            let mut allow = |builder| {
                made += 1;
                (made <= most).then_some(builder)
            };
            in_parallel_where(&mut parts, |first| *first += 10, |other| *other += 100, &mut allow);
            assert_eq!(parts, [11, 102, 103, 104], "{most} threads");
        }
    }
}
