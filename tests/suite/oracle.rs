//! The naive rung of every ladder: plain backtracking on the definition, no bit sets, no
//! pruning, no symmetry. Slow, and easy to believe.

use cavalcade::board::Graph;
use cavalcade::tours::Kind;

/// Every tour as a sequence: open ones from every start, so each undirected one twice;
/// closed ones from vertex 0, so each undirected one twice as well.
pub fn tours(graph: &Graph, kind: Kind) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let starts = match kind {
        Kind::Open => 0..graph.len(),
        Kind::Closed => 0..graph.len().min(1),
    };
    for start in starts {
        let mut visited = vec![false; graph.len()];
        visited[start] = true;
        extend(graph, kind, &mut vec![start as u32], &mut visited, &mut found);
    }
    found
}

fn extend(
    graph: &Graph,
    kind: Kind,
    path: &mut Vec<u32>,
    visited: &mut [bool],
    found: &mut Vec<Vec<u32>>,
) {
    let (first, last) = (path[0] as usize, path[path.len() - 1] as usize);
    if path.len() == graph.len() {
        if kind == Kind::Open || path.len() > 2 && graph.joins(last, first) {
            found.push(path.clone());
        }
        return;
    }
    for &next in graph.neighbours(last) {
        if !visited[next as usize] {
            visited[next as usize] = true;
            path.push(next);
            extend(graph, kind, path, visited, found);
            path.pop();
            visited[next as usize] = false;
        }
    }
}

/// Every placement of non-attacking queens, as columns by row.
pub fn queens(side: usize) -> Vec<Vec<u8>> {
    fn place(side: usize, columns: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        let row = columns.len();
        if row == side {
            found.push(columns.clone());
            return;
        }
        for column in 0..side as u8 {
            let attacks = |(above, &other): (usize, &u8)| {
                other == column || usize::from(other.abs_diff(column)) == row - above
            };
            if !columns.iter().enumerate().any(attacks) {
                columns.push(column);
                place(side, columns, found);
                columns.pop();
            }
        }
    }
    let mut found = Vec::new();
    place(side, &mut Vec::new(), &mut found);
    found
}

/// Every walk over `length` vertices in lexicographic order, with at most `most` visits to
/// the vertices of each limit.
pub fn walks(
    graph: &Graph,
    length: usize,
    limits: &[(u32, Vec<usize>)],
    self_avoiding: bool,
) -> Vec<Vec<u32>> {
    let mut walks: Vec<Vec<u32>> = (0..graph.len() as u32).map(|v| vec![v]).collect();
    for _ in 1..length {
        let longer = |walk: &Vec<u32>| {
            let near = graph.neighbours(walk[walk.len() - 1] as usize).iter();
            near.map(|&next| [&walk[..], &[next]].concat()).collect::<Vec<_>>()
        };
        walks = walks.iter().flat_map(longer).collect();
    }
    walks.retain(|walk| {
        let fresh = |i: usize| !walk[..i].contains(&walk[i]);
        let used = |set: &Vec<usize>| walk.iter().filter(|&&v| set.contains(&(v as usize))).count();
        (!self_avoiding || (0..walk.len()).all(fresh))
            && limits.iter().all(|(most, set)| used(set) <= *most as usize)
    });
    walks
}

/// What may stand where: rows and columns from 0 on a square board.
pub struct Rules<'a> {
    pub side: usize,
    pub queens: usize,
    pub torus: bool,
    pub amazons: bool,
    pub placed: &'a [(usize, usize)],
    pub holes: &'a [(usize, usize)],
}

impl Rules<'_> {
    /// True if pieces on two different squares attack each other, by the definition of a
    /// queen's and a knight's move; holes do not stand in the way.
    pub fn attack(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let side = self.side as i64;
        let away = |a: usize, b: usize| a as i64 - b as i64;
        let (down, right) = (away(other.0, one.0), away(other.1, one.1));
        // On a torus a move may go around either way.
        let turns: &[i64] = if self.torus { &[-1, 0, 1] } else { &[0] };
        turns.iter().any(|around| {
            turns.iter().any(|sideways| {
                let (down, right) = (down + around * side, right + sideways * side);
                let knight = down.abs().min(right.abs()) == 1 && down.abs().max(right.abs()) == 2;
                // As far as they are apart, several times around: the diagonals of a torus.
                down == 0 || right == 0 || down.abs() == right.abs() || self.amazons && knight
            })
        }) || self.torus && {
            let side = self.side as i64;
            (down - right).rem_euclid(side) == 0 || (down + right).rem_euclid(side) == 0
        }
    }

    /// Every set of squares that holds so many pieces, those that stand already among them,
    /// none on a hole and none attacking another; by number, rows first.
    pub fn placements(&self) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        self.place(0, &mut Vec::new(), &mut found);
        found
    }

    fn place(&self, square: usize, taken: &mut Vec<(usize, usize)>, found: &mut Vec<Vec<u32>>) {
        if taken.len() == self.queens && self.placed.iter().all(|at| taken.contains(at)) {
            found.push(taken.iter().map(|&(row, column)| self.number(row, column)).collect());
        }
        for square in square..self.side * self.side {
            let at = (square / self.side, square % self.side);
            let attacked = taken.iter().any(|&other| self.attack(at, other));
            if taken.len() < self.queens && !attacked && !self.holes.contains(&at) {
                taken.push(at);
                self.place(square + 1, taken, found);
                taken.pop();
            }
        }
    }

    fn number(&self, row: usize, column: usize) -> u32 {
        (row * self.side + column) as u32
    }

    /// Where the rotations and reflections take each square, and on a torus the shifts.
    pub fn symmetries(&self) -> Vec<Vec<u32>> {
        let side = self.side;
        let shifts = if self.torus { side.max(1) } else { 1 };
        let mut images = Vec::new();
        for turn in 0..8 {
            for (down, right) in (0..shifts * shifts).map(|i| (i / shifts, i % shifts)) {
                let image = |square: usize| {
                    let (mut row, mut column) = (square / side, square % side);
                    if turn & 1 > 0 {
                        row = side - 1 - row;
                    }
                    if turn & 2 > 0 {
                        column = side - 1 - column;
                    }
                    if turn & 4 > 0 {
                        (row, column) = (column, row);
                    }
                    self.number((row + down) % side, (column + right) % side)
                };
                images.push((0..side * side).map(image).collect());
            }
        }
        images
    }
}

/// The classes of sets of squares under a group.
pub fn classes(sets: &[Vec<u32>], group: &[Vec<u32>]) -> usize {
    let first = |set: &&Vec<u32>| {
        let image = |symmetry: &Vec<u32>| {
            let mut image: Vec<u32> = set.iter().map(|&at| symmetry[at as usize]).collect();
            image.sort_unstable();
            image
        };
        group.iter().map(image).min().as_ref() == Some(*set)
    };
    sets.iter().filter(first).count()
}
