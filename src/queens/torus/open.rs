//! `Open`: the squares where a queen is still possible, line by line.

use super::maps::{COLUMN, DIFFERENCE, KINDS, MAX_SIDE, ROW, SUM, Square, Torus};

/// A word for each kind of lines.
type Words = [u32; KINDS];

/// Words of the lines of all kinds, interleaved so that one instruction processes four.
pub(super) type Lines = [Words; MAX_SIDE + 1];

/// The open squares of a torus, stored four times.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// By row: a bit for each column, for each column less row, for each column plus row; by
    /// column: a bit for each row.
    squares: Lines,
    /// The lines with a queen.
    taken: Words,
    /// The column of each row's queen.
    pub columns: [u8; MAX_SIDE + 1],
    pub queens: usize,
}

/// The lines with at least one open square, at least two, at least three.
#[derive(Clone, Copy)]
pub(super) struct Counts([Words; 3]);

/// The consequence of the open squares.
pub(super) enum Demand {
    /// A line without a queen has no open square.
    Nothing,
    /// A line has only one open square.
    Queen(Square),
    /// A line with the fewest open squares: its kind, its number, its squares.
    Choice(usize, usize, u32),
}

/// For each square, the squares that a queen there leaves open, from the differences that it
/// attacks.
pub(super) fn left_open(torus: Torus, attacked: &[Square]) -> Vec<Lines> {
    let of = |at: usize| {
        let mut open = Open::all(torus);
        for (row, column) in attacked {
            let there = (torus.plus(at / torus.0, *row), torus.plus(at % torus.0, *column));
            open.close(torus, there);
        }
        open.squares
    };
    (0..torus.0 * torus.0).map(of).collect()
}

impl Open {
    /// All squares open, without a queen.
    pub fn all(torus: Torus) -> Open {
        let mut squares = [[0; KINDS]; MAX_SIDE + 1];
        squares[..torus.0].fill([(1 << torus.0) - 1; KINDS]);
        Open { squares, taken: [0; KINDS], columns: [0; MAX_SIDE + 1], queens: 0 }
    }

    pub fn contains(&self, (row, column): Square) -> bool {
        self.squares[row][COLUMN] >> column & 1 != 0
    }

    pub fn close(&mut self, torus: Torus, square: Square) {
        for (kind, line) in torus.lines(square).into_iter().enumerate() {
            let at = if kind == ROW { square.1 } else { square.0 };
            self.squares[at][kind] &= !(1 << line);
        }
    }

    /// Becomes a copy of `other` with one more queen, which leaves the squares `left` open; counts
    /// the remaining ones.
    #[inline(always)]
    pub fn become_with(
        &mut self,
        before: &Open,
        torus: Torus,
        square: Square,
        left: &Lines,
    ) -> Counts {
        let counts = self.sift(torus, left, |_, at| before.squares[at]);
        (self.taken, self.columns, self.queens) = (before.taken, before.columns, before.queens);
        self.stand(torus, square);
        counts
    }

    /// Places a queen that leaves the squares `left` open, and counts the remaining ones.
    #[inline(always)]
    pub fn place(&mut self, torus: Torus, square: Square, left: &Lines) -> Counts {
        let counts = self.sift(torus, left, |squares, at| squares[at]);
        self.stand(torus, square);
        counts
    }

    #[inline(always)]
    fn sift(
        &mut self,
        torus: Torus,
        left: &Lines,
        before: impl Fn(&Lines, usize) -> Words,
    ) -> Counts {
        let (mut one, mut two, mut three) = ([0; KINDS], [0; KINDS], [0; KINDS]);
        for (at, left) in left[..torus.0].iter().enumerate() {
            let mut squares = before(&self.squares, at);
            for kind in 0..KINDS {
                squares[kind] &= left[kind];
                three[kind] |= two[kind] & squares[kind];
                two[kind] |= one[kind] & squares[kind];
                one[kind] |= squares[kind];
            }
            self.squares[at] = squares;
        }
        Counts([one, two, three])
    }

    #[inline(always)]
    fn stand(&mut self, torus: Torus, square: Square) {
        let lines = torus.lines(square);
        self.taken = std::array::from_fn(|kind| self.taken[kind] | 1 << lines[kind]);
        self.columns[square.0] = square.1 as u8;
        self.queens += 1;
    }

    /// The consequence for the lines without a queen.
    #[inline(always)]
    pub fn demand(&self, torus: Torus, Counts([one, two, three]): Counts) -> Demand {
        let all = (1 << torus.0) - 1;
        if std::array::from_fn(|kind| all & !(one[kind] | self.taken[kind])) != [0; KINDS] {
            return Demand::Nothing;
        }
        let single = std::array::from_fn(|kind| one[kind] & !two[kind]);
        if single != [0; KINDS] {
            let (kind, line) = first(single);
            let squares = self.of_line(torus, kind, line);
            return Demand::Queen(torus.square(kind, line, squares.trailing_zeros() as usize));
        }
        let double = std::array::from_fn(|kind| two[kind] & !three[kind]);
        let (kind, line) = if double == [0; KINDS] { self.shortest(torus) } else { first(double) };
        Demand::Choice(kind, line, self.of_line(torus, kind, line))
    }

    /// The row or column without a queen that has the fewest open squares.
    fn shortest(&self, torus: Torus) -> (usize, usize) {
        let lines = (0..torus.0).flat_map(|line| [(ROW, line), (COLUMN, line)]);
        let free = lines.filter(|&(kind, line)| self.taken[kind] >> line & 1 == 0);
        free.min_by_key(|&(kind, line)| self.of_line(torus, kind, line).count_ones())
            .expect("a line has no queen")
    }

    /// The open squares of a line, as [`Torus::square`] numbers them.
    #[inline(always)]
    fn of_line(&self, torus: Torus, kind: usize, line: usize) -> u32 {
        match kind {
            ROW => self.squares[line][COLUMN],
            COLUMN => self.squares[line][ROW],
            _ => (0..torus.0).fold(0, |all, at| all | (self.squares[at][kind] >> line & 1) << at),
        }
    }
}

/// A line of a set, preferring rows and columns, whose squares are found fastest.
#[inline(always)]
fn first(lines: Words) -> (usize, usize) {
    let kinds = [ROW, COLUMN, DIFFERENCE, SUM];
    let kind = kinds.into_iter().find(|&kind| lines[kind] != 0).unwrap_or(ROW);
    (kind, lines[kind].trailing_zeros() as usize)
}
