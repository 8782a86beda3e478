//! Squirrel and Cull's tie rule for Warnsdorff's rule on square boards.
//!
//! Of equals take the first in a fixed order of the eight moves, and change to the next order when
//! a certain square is reached. Orders and squares depend on the side modulo 8 (5 modulo 16). D.
//! Squirrel and P. Cull, "A Warnsdorff-rule algorithm for knight's tours on square chessboards"
//! (1996), prove it for every side from 112 on, starting in the first corner.

/// The eight moves, row and column, numbered from 1 in the paper.
const MOVES: [(i64, i64); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// An order of the moves, followed until a square is reached (row and column from 1).
type Phase = (&'static str, Option<(i64, i64)>);

/// The phases of a square board of side `m`.
fn phases(m: i64) -> Vec<Phase> {
    let corner = [("34261578", Some((m - 1, m - 2))), ("87642135", Some((2, 2)))];
    let edge = [("34261578", Some((6, 1))), ("87642135", Some((3, 1)))];
    let odd = [
        ("34625718", Some((m - 1, m - 2))),
        ("42681357", Some((m - 6, m))),
        ("86512347", Some((2, 5))),
    ];
    let (head, tail): (&[Phase], Vec<Phase>) = match m % 8 {
        0 => (
            &corner,
            vec![
                ("51867342", Some((m - 8, 1))),
                ("51342678", Some((7, m - 3))),
                ("21435678", None),
            ],
        ),
        1 => (&corner, vec![("51324678", Some((m - 6, (m + 9) / 2))), ("32481765", None)]),
        2 => (
            &edge,
            vec![
                ("54132678", Some((m - 15, 4))),
                ("52431678", Some((10, m - 2))),
                ("85647123", Some((5, (m - 6) / 2))),
                ("15746823", None),
            ],
        ),
        3 => (
            &odd,
            vec![
                ("51867342", Some((m - 10, 3))),
                ("61825437", Some(((m + 1) / 2, m - 2))),
                ("71642538", None),
            ],
        ),
        4 => (
            &corner,
            vec![
                ("51867342", Some((m - 8, 1))),
                ("51342678", Some((10, m - 5))),
                ("86753421", Some((13, (m + 2) / 2))),
                ("78563421", None),
            ],
        ),
        5 => {
            let back = if m % 16 == 5 { 5 } else { 13 };
            (&corner, vec![("51324678", Some((m - 2, (m - back) / 2))), ("15234678", None)])
        }
        6 => (
            &edge,
            vec![
                ("54132678", Some((m - 10, 1))),
                ("52431678", Some((10, m - 2))),
                ("85647123", Some((3, (m + 8) / 2))),
                ("12453678", None),
            ],
        ),
        _ => (
            &odd,
            vec![
                ("51867342", Some((m - 6, 3))),
                ("61825437", Some(((m + 1) / 2, m - 2))),
                ("61357284", None),
            ],
        ),
    };
    head.iter().copied().chain(tail).collect()
}

/// The state of the rule on a board.
#[derive(Clone, Debug)]
pub(super) struct Squirrel {
    side: i64,
    phases: Vec<Phase>,
    phase: usize,
}

impl Squirrel {
    pub(super) fn new(side: usize) -> Squirrel {
        let side = side as i64;
        Squirrel { side, phases: phases(side), phase: 0 }
    }

    /// Records that the tour has reached `square`.
    pub(super) fn enter(&mut self, square: usize) {
        let (row, column) = (square as i64 / self.side + 1, square as i64 % self.side + 1);
        if self.phases[self.phase].1 == Some((row, column)) {
            self.phase += 1;
        }
    }

    /// The position of the move between two squares in the current order, from 0.
    pub(super) fn place(&self, from: usize, to: usize) -> usize {
        let (from, to) = (from as i64, to as i64);
        let step = (to / self.side - from / self.side, to % self.side - from % self.side);
        let number = MOVES.iter().position(|&move_| move_ == step);
        let digit = number.map(|i| char::from(b'1' + i as u8));
        let order = self.phases[self.phase].0;
        digit.and_then(|digit| order.find(digit)).expect("a knight's move is one of eight")
    }
}

#[cfg(test)]
mod tests {
    use super::phases;

    #[test]
    fn every_order_is_a_permutation_of_the_moves() {
        for side in 112..128 {
            let phases = phases(side);
            for (i, (order, switch)) in phases.iter().enumerate() {
                let mut digits: Vec<char> = order.chars().collect();
                digits.sort_unstable();
                assert!(digits.iter().eq("12345678".chars().collect::<Vec<_>>().iter()));
                assert_eq!(switch.is_none(), i + 1 == phases.len());
            }
        }
    }
}
