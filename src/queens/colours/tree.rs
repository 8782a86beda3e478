//! `Tree`: the boards of a class for several row sets, as one tree or a few.
//!
//! The first rows of a set, from the middle of the board outwards, are filled queen by queen; these
//! nodes are shared by row sets that begin in the same way. Below each last node, a leaf, every
//! remaining row set has its *rest* of up to four rows. Each way to fill the rest is an item: two
//! squares of the first two rows and two of the others. Items of one leaf and row set with the same
//! columns are adjacent and form a *run*; runs of equal length are adjacent, too, so that the
//! processor predicts the loop over runs well.
//!
//! A class that is nearly full has millions of leaves with one or two items. Its tree may then be
//! cut between the queens of the first row, and one part is built after the other.

use std::cell::OnceCell;
use std::ops::{ControlFlow, Range};

use super::class::{Board, Class, Row, Sets};
use super::slots::Check;

/// The most rows in the rest.
pub(super) const REST: usize = 4;

/// A queen on the way down.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub diagonals: u64,
    /// Its nodes on the next level, or its leaves.
    pub below: Range<u32>,
}

/// The end of a path.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The queens on the path.
    pub board: Board,
    /// The parts of the remaining row sets.
    pub parts: Range<u32>,
    /// The checks for rows that all of these have in their rest.
    pub checks: Range<u32>,
}

/// The part of a leaf for one row set.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The index of the row set in the tree.
    pub member: u32,
    /// The ways to fill its rest.
    pub items: Range<u32>,
    /// The runs of these items.
    pub runs: Range<u32>,
}

/// The boards of several row sets.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub levels: Vec<Vec<Node>>,
    pub leaves: Vec<Leaf>,
    pub parts: Vec<Part>,
    pub checks: Vec<Check>,
    /// An item's squares as byte offsets into two tables of 256 rows of 64 bytes; the offset for
    /// the first table is in the low half.
    pub items: Vec<u32>,
    /// The number of each item's columns.
    pub numbers: Vec<u16>,
    /// For each run, the number of its columns, and its length in the upper half.
    pub runs: Vec<u32>,
    /// The rest of each row set.
    pub rests: Vec<Vec<Row>>,
}

/// The input from which trees are built.
#[derive(Clone, Copy)]
pub(super) struct TreeInput<'a> {
    pub class: Class,
    /// Sets of rows to fill, all of the same size.
    pub members: &'a [Vec<Row>],
    /// The sets of columns of their boards, and which of these are taken.
    pub columns: &'a Sets,
    pub takes: &'a [bool],
}

/// A tree under construction.
struct Growing<'a> {
    input: TreeInput<'a>,
    tree: Tree,
    found: Vec<(u16, u32)>,
}

impl Tree {
    /// Builds a tree of the boards of `input` from a queen of the first row on: all of them, or
    /// about `bytes` bytes and the start of the next part.
    pub fn grow(input: TreeInput<'_>, from: usize, bytes: usize) -> (Tree, Option<usize>) {
        let depth = input.members.first().map_or(0, |rows| rows.len().saturating_sub(REST));
        let tree = Tree {
            levels: vec![Vec::new(); depth],
            rests: input.members.iter().map(|rows| rows[depth..].to_vec()).collect(),
            ..Tree::default()
        };
        let mut growing = Growing { input, tree, found: Vec::new() };
        let all: Vec<u32> = (0..input.members.len() as u32).collect();
        if depth == 0 {
            growing.leaf(&all, Board::default());
            return (growing.tree, None);
        }
        let groups = growing.groups(0, &all);
        let columns = input.class.columns;
        let roots = groups.iter().flat_map(|group| (0..columns).map(move |at| (group, at)));
        let last = groups.len() * columns as usize - 1;
        for (at, ((members, row), column)) in roots.enumerate().skip(from) {
            growing.node(0, members, Board::default(), row.queen(column));
            if growing.tree.bytes() >= bytes && at < last {
                return (growing.tree, Some(at + 1));
            }
        }
        (growing.tree, None)
    }

    /// The nodes of the first level, or the leaves.
    pub fn roots(&self) -> Range<u32> {
        0..self.levels.first().map_or(self.leaves.len(), Vec::len) as u32
    }

    fn bytes(&self) -> usize {
        let Tree { levels, leaves, parts, checks, items, numbers, runs, .. } = self;
        let nodes: usize = levels.iter().map(|nodes| size_of_val(&nodes[..])).sum();
        let below = size_of_val(&leaves[..]) + size_of_val(&parts[..]) + size_of_val(&checks[..]);
        let items = size_of_val(&items[..]) + size_of_val(&numbers[..]) + size_of_val(&runs[..]);
        nodes + below + items
    }
}

impl Growing<'_> {
    /// The row sets grouped by their next row.
    fn groups(&self, level: usize, members: &[u32]) -> Vec<(Vec<u32>, Row)> {
        let mut groups: Vec<(Vec<u32>, Row)> = Vec::new();
        for &member in members {
            let row = self.input.members[member as usize][level];
            match groups.iter_mut().find(|(_, other)| *other == row) {
                Some((together, _)) => together.push(member),
                None => groups.push((vec![member], row)),
            }
        }
        groups
    }

    /// Adds nodes for the next row of each row set that begins with these queens.
    fn nodes(&mut self, level: usize, members: &[u32], board: Board) {
        if level == self.tree.levels.len() {
            return self.leaf(members, board);
        }
        for (together, row) in self.groups(level, members) {
            let mut free = self.input.class.all() & !board.columns & row.free_of(board.diagonals);
            while free != 0 {
                self.node(level, &together, board, row.queen(free.trailing_zeros()));
                free &= free - 1;
            }
        }
    }

    /// Adds the node of another queen, unless nothing is below it.
    fn node(&mut self, level: usize, members: &[u32], board: Board, queen: Board) {
        let before = self.below(level);
        self.nodes(level + 1, members, board.with(queen));
        let below = before..self.below(level);
        if !below.is_empty() {
            self.tree.levels[level].push(Node { diagonals: queen.diagonals, below });
        }
    }

    /// The number of nodes, or leaves, on the next level.
    fn below(&self, level: usize) -> u32 {
        self.tree.levels.get(level + 1).map_or(self.tree.leaves.len(), Vec::len) as u32
    }

    fn leaf(&mut self, members: &[u32], board: Board) {
        let first = self.tree.parts.len() as u32;
        for &member in members {
            let mut found = std::mem::take(&mut self.found);
            found.clear();
            let rest = std::mem::take(&mut self.tree.rests[member as usize]);
            self.fill(&rest, board, 0, &mut found);
            self.tree.rests[member as usize] = rest;
            self.part(member, &mut found);
            self.found = found;
        }
        let parts = first..self.tree.parts.len() as u32;
        if !parts.is_empty() {
            let checks = self.checks(members, board);
            self.tree.leaves.push(Leaf { board, parts, checks });
        }
    }

    /// The squares of which a board must leave some free for any row set to be filled.
    fn checks(&mut self, members: &[u32], board: Board) -> Range<u32> {
        let Tree { rests, checks, .. } = &mut self.tree;
        let first = checks.len() as u32;
        for &row in &rests[members[0] as usize] {
            if members.iter().all(|&member| rests[member as usize].contains(&row)) {
                let free = self.input.class.all() & !board.columns & row.free_of(board.diagonals);
                checks.push(Check { row, free });
            }
        }
        first..checks.len() as u32
    }

    /// Every way to fill the remaining rows.
    fn fill(&self, rest: &[Row], board: Board, code: u32, found: &mut Vec<(u16, u32)>) {
        let Some((row, left)) = rest.split_first() else {
            if self.input.takes[board.columns as usize] {
                found.push((self.input.columns.number(board.columns), code));
            }
            return;
        };
        let mut free = self.input.class.all() & !board.columns & row.free_of(board.diagonals);
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            let shift = self.shift(left.len());
            self.fill(left, board.with(row.queen(column)), code | column << shift, found);
        }
    }

    /// The shift of the column of the row before the `left` last ones within an item.
    fn shift(&self, left: usize) -> u32 {
        let rest = self.input.members[0].len().min(REST);
        [10, 6, 26, 22][rest - 1 - left]
    }

    /// Adds the solutions found for a row set as items and runs.
    fn part(&mut self, member: u32, found: &mut [(u16, u32)]) {
        if found.is_empty() {
            return;
        }
        found.sort_unstable();
        let tree = &mut self.tree;
        let (items, runs) = (tree.items.len() as u32, tree.runs.len() as u32);
        let mut chunks: Vec<&[(u16, u32)]> = found.chunk_by(|one, next| one.0 == next.0).collect();
        chunks.sort_by_key(|chunk| chunk.len());
        for chunk in chunks {
            tree.runs.push(u32::from(chunk[0].0) | (chunk.len() as u32) << 16);
            tree.items.extend(chunk.iter().map(|&(_, code)| code));
            tree.numbers.extend(chunk.iter().map(|&(number, _)| number));
        }
        let items = items..tree.items.len() as u32;
        let runs = runs..tree.runs.len() as u32;
        tree.parts.push(Part { member, items, runs });
    }
}

/// The boards of some row sets.
pub(super) struct Trees {
    class: Class,
    members: Vec<Vec<Row>>,
    bytes: usize,
    /// The tree of all row sets, once it is built, if it is not cut.
    whole: OnceCell<Tree>,
}

impl Trees {
    /// The boards of a class with queens in the rows of one of `members`. Each tree takes about
    /// `bytes` bytes and at most the boards of one more queen of the first row.
    pub fn new(class: Class, members: Vec<Vec<Row>>, bytes: usize) -> Trees {
        Trees { class, members, bytes, whole: OnceCell::new() }
    }

    pub fn members(&self) -> usize {
        self.members.len()
    }

    /// Calls back with every tree; columns are numbered in the same way in all. A single tree is
    /// kept; several trees are built one at a time, on every call.
    pub fn each(
        &self,
        (columns, takes): (&Sets, &[bool]),
        mut show: impl FnMut(&Tree) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(tree) = self.whole.get() {
            return show(tree);
        }
        let input = TreeInput { class: self.class, members: &self.members, columns, takes };
        let mut from = 0;
        loop {
            match Tree::grow(input, from, self.bytes) {
                (tree, None) if from == 0 => return show(self.whole.get_or_init(|| tree)),
                (tree, None) => return show(&tree),
                (tree, Some(next)) => {
                    show(&tree)?;
                    from = next;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{Class, Row, Sets, Trees};
    use crate::queens::colours::class::Classes;

    /// The first queens and the items of all trees.
    fn all(class: Class, members: &[Vec<Row>], bytes: usize) -> (usize, Vec<u64>, Vec<u32>) {
        let columns = Sets::new(class.columns, members[0].len() as u32);
        let takes = vec![true; 1 << class.columns];
        let trees = Trees::new(class, members.to_vec(), bytes);
        let (mut shown, mut roots, mut items) = (0, Vec::new(), Vec::new());
        let flow = trees.each((&columns, &takes), |tree| {
            shown += 1;
            roots.extend(tree.levels.iter().take(1).flatten().map(|node| node.diagonals));
            items.extend(&tree.items);
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue() && trees.members() == members.len());
        (shown, roots, items)
    }

    /// Tests row sets with and without common first rows. If there are no rows before the rest,
    /// nothing is cut.
    #[test]
    fn cut_trees_agree_with_one_tree() {
        let class = Classes::of(16).white[0];
        for (sets, most) in [
            (&[0b0111_1110, 0b1110_1110, 0b0111_1101][..], 16),
            (&[0b1111_1111, 0b1111_1111], 8),
            (&[0b0011_1001], 1),
        ] {
            let members: Vec<_> = sets.iter().map(|&rows| class.rows_of(rows, 16)).collect();
            let whole = all(class, &members, usize::MAX);
            assert_eq!(whole.0, 1);
            let mut seen = Vec::new();
            for bytes in [0, 1 << 10, 1 << 12, 1 << 14] {
                let (trees, roots, items) = all(class, &members, bytes);
                assert!(roots == whole.1 && items == whole.2, "{sets:?} {bytes}");
                seen.push(trees);
            }
            assert!(seen[0] <= most && seen.is_sorted_by(|a, b| a >= b), "{sets:?} {seen:?}");
            assert!(seen[0] > most / 2, "{sets:?} {seen:?}");
        }
    }
}
