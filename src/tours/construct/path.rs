//! `Path`: a sequence of squares, any final or initial part of which is reversed in about the
//! square root of its length.
//!
//! The sequence is stored as runs of a list, and reversing reorders runs only. When there are more
//! runs than the square root of the length, the list is rewritten.

pub struct Path {
    squares: Vec<u32>,
    /// The position of each square in the list.
    places: Vec<u32>,
    /// The runs of the path in order.
    runs: Vec<Run>,
}

/// A part of the list, read backwards if `turned`.
#[derive(Clone, Copy)]
struct Run {
    from: usize,
    to: usize,
    turned: bool,
}

impl Run {
    fn first(self) -> usize {
        if self.turned { self.to - 1 } else { self.from }
    }

    fn last(self) -> usize {
        if self.turned { self.from } else { self.to - 1 }
    }

    /// The first `cut` squares of the run, and the rest.
    fn cut(self, cut: usize) -> [Run; 2] {
        let middle = if self.turned { self.to - cut } else { self.from + cut };
        let (low, high) = (Run { to: middle, ..self }, Run { from: middle, ..self });
        if self.turned { [high, low] } else { [low, high] }
    }
}

impl Path {
    /// A path of the squares from 0, each once, in this order.
    pub fn of(squares: Vec<u32>) -> Path {
        let mut path = Path { places: vec![0; squares.len()], squares, runs: Vec::new() };
        path.number();
        path
    }

    /// Makes the list a single run.
    fn number(&mut self) {
        for (place, &square) in self.squares.iter().enumerate() {
            self.places[square as usize] = place as u32;
        }
        self.runs.clear();
        self.runs.push(Run { from: 0, to: self.squares.len(), turned: false });
    }

    /// The squares in order.
    pub fn squares(&self) -> Vec<u32> {
        let mut squares = Vec::with_capacity(self.squares.len());
        for run in &self.runs {
            let part = &self.squares[run.from..run.to];
            match run.turned {
                true => squares.extend(part.iter().rev()),
                false => squares.extend(part),
            }
        }
        squares
    }

    /// The first square and the last.
    pub fn ends(&self) -> [u32; 2] {
        let last = self.runs.len() - 1;
        [self.runs[0].first(), self.runs[last].last()].map(|place| self.squares[place])
    }

    fn run_of(&self, square: u32) -> usize {
        let place = self.places[square as usize] as usize;
        let found = self.runs.iter().position(|run| (run.from..run.to).contains(&place));
        found.expect("every square is in a run")
    }

    /// The neighbour of this square, towards the front or the back.
    pub fn beside(&self, square: u32, to_front: bool) -> Option<u32> {
        let (place, i) = (self.places[square as usize] as usize, self.run_of(square));
        let run = self.runs[i];
        let place = if place != if to_front { run.first() } else { run.last() } {
            if to_front == run.turned { place + 1 } else { place - 1 }
        } else if to_front {
            self.runs[i.checked_sub(1)?].last()
        } else {
            self.runs.get(i + 1)?.first()
        };
        Some(self.squares[place])
    }

    /// Cuts a run so that the square begins one; returns the index of that run.
    fn cut_before(&mut self, square: u32) -> usize {
        let i = self.run_of(square);
        let run = self.runs[i];
        let before = (self.places[square as usize] as usize).abs_diff(run.first());
        if before == 0 {
            return i;
        }
        self.runs.splice(i..=i, run.cut(before));
        i + 1
    }

    /// Reverses everything before the square, or everything after it: the end there becomes a
    /// neighbour of the square.
    pub fn turn(&mut self, at_front: bool, square: u32) {
        let between = if at_front {
            let cut = self.cut_before(square);
            &mut self.runs[..cut]
        } else {
            let Some(next) = self.beside(square, false) else { return };
            let cut = self.cut_before(next);
            &mut self.runs[cut..]
        };
        between.reverse();
        for run in between {
            run.turned = !run.turned;
        }
        self.tidy();
    }

    /// Rotates the path so that the square is first.
    pub fn begin_at(&mut self, square: u32) {
        let cut = self.cut_before(square);
        self.runs.rotate_left(cut);
        self.tidy();
    }

    fn tidy(&mut self) {
        if self.runs.len().pow(2) > self.squares.len() {
            self.squares = self.squares();
            self.number();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Path;
    use crate::engine::Random;

    /// Compares with the same reversals of a list of squares.
    #[test]
    fn reversals_agree_with_those_of_a_list() {
        let mut list: Vec<u32> = (0..100).collect();
        let mut path = Path::of(list.clone());
        let mut random = Random::new(3);
        for step in 0..5000 {
            let (place, at_front) = (random.below(100), random.below(2) == 0);
            match random.below(3) {
                0 => {
                    path.begin_at(list[place]);
                    list.rotate_left(place);
                }
                _ if at_front => {
                    path.turn(true, list[place]);
                    list[..place].reverse();
                }
                _ => {
                    path.turn(false, list[place]);
                    list[place + 1..].reverse();
                }
            }
            assert_eq!(path.squares(), list, "after {step}");
            assert_eq!(path.ends(), [list[0], list[99]]);
            let place = random.below(100);
            let before = place.checked_sub(1).map(|before| list[before]);
            assert_eq!(path.beside(list[place], true), before, "after {step}");
            assert_eq!(path.beside(list[place], false), list.get(place + 1).copied());
        }
    }
}
