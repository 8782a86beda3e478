//! Naive reference implementations: plain backtracking on the definitions, without bit sets,
//! pruning or symmetry. Slow, and easy to verify.

use std::collections::BTreeSet;

use cavalcade::board::{Board, Graph};
use cavalcade::tours::Kind;

/// Every tour as a sequence: open ones from every start, so each undirected one twice; closed ones
/// from vertex 0, so each undirected one twice as well.
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

/// The rules of a placement on a square board: rows and columns from 0.
pub struct Rules<'a> {
    pub side: usize,
    /// The first rows, to which the pieces are restricted.
    pub rows: usize,
    pub queens: usize,
    pub torus: bool,
    /// True if classes include shifts, on any board.
    pub shifts: bool,
    pub amazons: bool,
    pub placed: &'a [(usize, usize)],
    pub holes: &'a [(usize, usize)],
    /// The number of quarter turns that must keep the pieces.
    pub turns: usize,
}

impl Rules<'_> {
    /// True if pieces on two different squares attack each other, by the definition of a queen's
    /// and a knight's move; holes do not block.
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
                // The distance may include several rounds: the diagonals of a torus.
                down == 0 || right == 0 || down.abs() == right.abs() || self.amazons && knight
            })
        }) || self.torus && {
            let side = self.side as i64;
            (down - right).rem_euclid(side) == 0 || (down + right).rem_euclid(side) == 0
        }
    }

    /// Every set of squares of the required size that contains the given pieces, avoids holes, and
    /// has no attack; by number, rows first.
    pub fn placements(&self) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        self.place(0, &mut Vec::new(), &mut found);
        let turned = |&square: &u32| {
            let side = self.side as u32;
            let quarter = |at: u32, _| (at % side) * side + (side - 1 - at / side);
            (0..self.turns).fold(square, quarter)
        };
        found.retain(|set| set.iter().map(turned).all(|image| set.contains(&image)));
        found
    }

    fn place(&self, square: usize, taken: &mut Vec<(usize, usize)>, found: &mut Vec<Vec<u32>>) {
        if taken.len() == self.queens && self.placed.iter().all(|at| taken.contains(at)) {
            found.push(taken.iter().map(|&(row, column)| self.number(row, column)).collect());
        }
        for square in square..self.side * self.rows {
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

    /// The images of each square under rotations and reflections, and on a torus under shifts.
    pub fn symmetries(&self) -> Vec<Vec<u32>> {
        let side = self.side;
        let shifts = if self.torus || self.shifts { side.max(1) } else { 1 };
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

/// The number of classes of sets of squares under a group, whose orbits may contain sets that are
/// not in `sets`.
pub fn classes(sets: &[Vec<u32>], group: &[Vec<u32>]) -> usize {
    let first = |set: &&Vec<u32>| {
        let image = |symmetry: &Vec<u32>| {
            let mut image: Vec<u32> = set.iter().map(|&at| symmetry[at as usize]).collect();
            image.sort_unstable();
            image
        };
        group.iter().map(image).filter(|image| sets.contains(image)).min().as_ref() == Some(*set)
    };
    sets.iter().filter(first).count()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let with = |p: &Vec<usize>, at: usize| {
        let mut p = p.clone();
        p.insert(at, n - 1);
        p
    };
    (0..n).flat_map(|at| shorter.iter().map(move |p| with(p, at)).collect::<Vec<_>>()).collect()
}

/// Every map that takes the coordinate x of one axis to s·x + t of another and whose permutation of
/// the cells keeps the moves. Bounded axes have no shifts. Circles of equal length may be
/// exchanged, and so may bounded axes of any length.
pub fn isometries(board: &Board, graph: &Graph) -> BTreeSet<Vec<u32>> {
    let axes = board.axes();
    let cells: Vec<_> = (0..board.len()).map(|cell| board.coordinates(cell)).collect();
    let mut found = BTreeSet::new();
    for to in permutations(axes.len()) {
        let like = |i: usize| {
            let (one, other) = (axes[i], axes[to[i]]);
            one.wraps == other.wraps && (!one.wraps || one.length == other.length)
        };
        if !(0..axes.len()).all(like) {
            continue;
        }
        for signs in 0..1 << axes.len() {
            // The image of the first cell determines the translation.
            for first in &cells {
                let sign = |i: usize| if signs >> i & 1 == 0 { 1 } else { -1 };
                let image = |at: &Vec<usize>| {
                    let mut there = vec![0; axes.len()];
                    for i in 0..axes.len() {
                        let away = at[i] as i64 - cells[0][i] as i64;
                        let moved = first[to[i]] as i64 + sign(i) * away;
                        there[to[i]] = match axes[to[i]].wraps {
                            true => moved.rem_euclid(axes[to[i]].length as i64) as usize,
                            false => usize::try_from(moved).ok()?,
                        };
                    }
                    board.cell(&there).map(|cell| cell as u32)
                };
                let Some(p) = cells.iter().map(image).collect::<Option<Vec<u32>>>() else {
                    continue;
                };
                let kept = |(a, b): (usize, usize)| graph.joins(p[a] as usize, p[b] as usize);
                if graph.edges().all(kept) {
                    found.insert(p);
                }
            }
        }
    }
    found
}

/// Every automorphism of a graph: a permutation of the vertices that keeps its edges.
pub fn automorphisms(graph: &Graph) -> BTreeSet<Vec<u32>> {
    fn extend(graph: &Graph, images: &mut Vec<u32>, found: &mut BTreeSet<Vec<u32>>) {
        let v = images.len();
        if v == graph.len() {
            found.insert(images.clone());
            return;
        }
        for image in 0..graph.len() {
            let fits = |w: usize| graph.joins(v, w) == graph.joins(image, images[w] as usize);
            if !images.contains(&(image as u32)) && (0..v).all(fits) {
                images.push(image as u32);
                extend(graph, images, found);
                images.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    extend(graph, &mut Vec::new(), &mut found);
    found
}

/// The number of undirected tours, and the number up to symmetry, by sorting all.
pub fn tour_classes(tours: &[Vec<u32>], kind: Kind, group: &BTreeSet<Vec<u32>>) -> (usize, usize) {
    let closed = kind == Kind::Closed;
    let edges = |tour: &[u32]| -> Vec<[u32; 2]> {
        let ends = closed.then(|| [tour[tour.len() - 1], tour[0]]);
        let steps = tour.windows(2).map(|step| [step[0], step[1]]).chain(ends);
        let mut edges: Vec<_> = steps.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges
    };
    let tours: BTreeSet<_> = tours.iter().map(|tour| edges(tour)).collect();
    let least = |tour: &Vec<[u32; 2]>| {
        let image = |g: &Vec<u32>| {
            let turned = tour.iter().map(|&[a, b]| [g[a as usize], g[b as usize]]);
            let mut image: Vec<_> = turned.map(|[a, b]| [a.min(b), a.max(b)]).collect();
            image.sort_unstable();
            image
        };
        group.iter().map(image).min().unwrap()
    };
    let classes: BTreeSet<_> = tours.iter().map(least).collect();
    (tours.len(), classes.len())
}
