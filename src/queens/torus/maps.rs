//! The lines of a torus, the linear maps that keep them, and the classes of pairs under these.

use std::collections::BTreeSet;

/// The largest torus: a bit of a word for each of its rows.
pub(super) const MAX_SIDE: usize = 31;

/// Row and column.
pub(super) type Square = (usize, usize);

/// The kinds of lines: those with the same column, column less row, column plus row, row.
pub(super) const KINDS: usize = 4;
pub(super) const COLUMN: usize = 0;
pub(super) const DIFFERENCE: usize = 1;
pub(super) const SUM: usize = 2;
pub(super) const ROW: usize = 3;

/// A torus of so many rows, an odd number that 3 does not divide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Torus(pub usize);

impl Torus {
    /// The line of each kind that a square is on.
    #[inline(always)]
    pub fn lines(self, (row, column): Square) -> [usize; KINDS] {
        [column, self.less(column, row), self.plus(column, row), row]
    }

    /// The square of a line in a row; of a row, in a column.
    #[inline(always)]
    pub fn square(self, kind: usize, line: usize, at: usize) -> Square {
        match kind {
            COLUMN => (at, line),
            DIFFERENCE => (at, self.plus(line, at)),
            ROW => (line, at),
            _ => (at, self.less(line, at)),
        }
    }

    #[inline(always)]
    pub fn plus(self, one: usize, other: usize) -> usize {
        let sum = one + other;
        if sum >= self.0 { sum - self.0 } else { sum }
    }

    #[inline(always)]
    pub fn less(self, one: usize, other: usize) -> usize {
        if one >= other { one - other } else { one + self.0 - other }
    }

    /// The row that is half of row 1.
    pub fn middle(self) -> usize {
        self.0.div_ceil(2)
    }

    fn inverse(self, number: usize) -> Option<usize> {
        (1..self.0).find(|other| number * other % self.0 == 1)
    }
}

/// A linear map: the row and the column of an image, each a·row + b·column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Map([[usize; 2]; 2]);

impl Map {
    pub fn of(self, torus: Torus, (row, column): Square) -> Square {
        let [image_row, image_column] = self.0.map(|[a, b]| (a * row + b * column) % torus.0);
        (image_row, image_column)
    }

    fn after(self, torus: Torus, first: Map) -> Map {
        let [[a, b], [c, d]] = first.0;
        let (one, other) = (self.of(torus, (a, c)), self.of(torus, (b, d)));
        Map([[one.0, other.0], [one.1, other.1]])
    }

    /// True for the rotations and reflections that the plane board has, too.
    pub fn is_of_plane(self, torus: Torus) -> bool {
        let [[a, b], [c, d]] = self.0;
        let is_one = |number: usize| number == 1 || number + 1 == torus.0;
        (b, c) == (0, 0) && is_one(a) && is_one(d) || (a, d) == (0, 0) && is_one(b) && is_one(c)
    }

    /// Whose rows are the image's rows: the kind of the lines that become rows, and by which
    /// number the image's row is multiplied to give the line.
    pub fn rows(self, torus: Torus) -> (usize, usize) {
        let [a, b] = self.0[0];
        let (kind, factor) = match (a, b) {
            (0, b) => (COLUMN, b),
            (a, 0) => (ROW, a),
            (a, b) if a == b => (SUM, b),
            (_, b) => (DIFFERENCE, b),
        };
        (kind, torus.inverse(factor).expect("the maps have an inverse"))
    }

    /// How the image's column comes of row and column.
    pub fn column(self) -> [usize; 2] {
        self.0[1]
    }
}

/// Linear maps that take lines into lines: multiples by numbers that have an inverse, the
/// reflections of rows and in a diagonal, (r, c) to (r + c, r − c), and what these make together.
/// The last one takes rows and columns into diagonals, and twice it is the multiple by 2.
pub(super) fn maps(torus: Torus) -> BTreeSet<Map> {
    let last = torus.0 - 1;
    let multiples = (1..torus.0).filter(|&by| torus.inverse(by).is_some());
    let mut generators: Vec<Map> = multiples.map(|by| Map([[by, 0], [0, by]])).collect();
    generators.extend([[[last, 0], [0, 1]], [[0, 1], [1, 0]], [[1, 1], [1, last]]].map(Map));
    let mut all = BTreeSet::from([Map([[1, 0], [0, 1]])]);
    let mut new: Vec<Map> = all.iter().copied().collect();
    while let Some(map) = new.pop() {
        for generator in &generators {
            let next = generator.after(torus, map);
            if all.insert(next) {
                new.push(next);
            }
        }
    }
    all
}

/// A class of pairs of queens: their differences that the maps turn into each other.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The least c such that (1, c) is one of the differences.
    pub column: usize,
    /// For each difference, row · n + column: the maps that take it to (1, `column`); none if it
    /// is of another class.
    pub onto: Vec<Vec<Map>>,
}

impl Pairs {
    /// True if a pair with this difference is of the class.
    pub fn contains(&self, torus: Torus, (row, column): Square) -> bool {
        !self.onto[row * torus.0 + column].is_empty()
    }

    /// The classes that queens in neighbouring rows may have, those first that have the fewest
    /// differences.
    pub fn all(torus: Torus) -> Vec<Pairs> {
        let maps = maps(torus);
        let mut classes: Vec<Pairs> = Vec::new();
        for column in 2..torus.0 - 1 {
            if classes.iter().any(|class| class.contains(torus, (1, column))) {
                continue;
            }
            let onto = |at: usize| -> Vec<Map> {
                let difference = (at / torus.0, at % torus.0);
                let takes = |map: &&Map| map.of(torus, difference) == (1, column);
                maps.iter().filter(takes).copied().collect()
            };
            let onto = (0..torus.0 * torus.0).map(onto).collect();
            classes.push(Pairs { column, onto });
        }
        let size = |class: &Pairs| class.onto.iter().filter(|maps| !maps.is_empty()).count();
        classes.sort_by_key(|class| (size(class), class.column));
        classes
    }
}
