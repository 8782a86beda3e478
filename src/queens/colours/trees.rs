//! `Trees`: the trees of some row sets, one after the other.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::class::{Class, Row};
use super::sets::Sets;
use super::tree::{Tree, TreeInput};

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

    /// The number of row sets.
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

    #[test]
    fn a_visitor_can_end_the_trees() {
        let class = Classes::of(12).white[0];
        let columns = Sets::new(class.columns, 6);
        let takes = vec![true; 1 << class.columns];
        let members = vec![class.rows_of(class.all_rows(), 12)];
        let trees = Trees::new(class, members, 0);
        let mut shown = 0;
        let flow = trees.each((&columns, &takes), |_| {
            shown += 1;
            if shown < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(flow.is_break() && shown == 2);
    }
}
