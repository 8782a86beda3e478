//! The conjugacy classes of a group of symmetries, and the cyclic groups of its elements.

use std::collections::{HashMap, HashSet};

use crate::board::{Permutation, Symmetries};

/// A conjugacy class with a representative.
pub(super) struct Conjugates<'a> {
    pub element: &'a Permutation,
    pub members: u64,
    /// The indices of its members among the group's elements.
    pub places: Vec<usize>,
}

/// The conjugacy classes: elements joined by conjugation with the generators.
pub(super) fn conjugacy_classes(group: &Symmetries) -> Vec<Conjugates<'_>> {
    let elements = group.elements();
    let number: HashMap<&Permutation, usize> =
        elements.iter().enumerate().map(|(i, g)| (g, i)).collect();
    let generators = generators(elements);
    let mut seen = vec![false; elements.len()];
    let mut classes = Vec::new();
    for (i, element) in elements.iter().enumerate() {
        if std::mem::replace(&mut seen[i], true) {
            continue;
        }
        let mut class = vec![i];
        let mut next = 0;
        while let Some(&at) = class.get(next) {
            for h in &generators {
                let found = number.get(&conjugate(h, &elements[at]));
                let found = *found.expect("a group holds its conjugates");
                if !std::mem::replace(&mut seen[found], true) {
                    class.push(found);
                }
            }
            next += 1;
        }
        classes.push(Conjugates { element, members: class.len() as u64, places: class });
    }
    classes
}

/// h g h⁻¹, which takes h(v) to h(g(v)).
fn conjugate(h: &Permutation, g: &Permutation) -> Permutation {
    let mut conjugate = vec![0; h.len()].into_boxed_slice();
    for v in 0..h.len() {
        conjugate[h[v] as usize] = h[g[v] as usize];
    }
    conjugate
}

/// A few elements that generate the others: each at least doubles the generated group.
fn generators(elements: &[Permutation]) -> Vec<&Permutation> {
    let mut generators: Vec<&Permutation> = Vec::new();
    let mut generated: HashSet<Permutation> = elements.first().cloned().into_iter().collect();
    for element in elements {
        if generated.contains(element) {
            continue;
        }
        generators.push(element);
        let mut new: Vec<Permutation> = generated.iter().cloned().collect();
        while let Some(g) = new.pop() {
            for h in &generators {
                let product: Permutation = g.iter().map(|&v| h[v as usize]).collect();
                if generated.insert(product.clone()) {
                    new.push(product);
                }
            }
        }
    }
    generators
}

/// The cyclic group of an element, the identity first.
pub(in crate::tours) fn powers(element: &Permutation) -> Vec<Permutation> {
    let identity: Permutation = (0..element.len() as u32).collect();
    let mut powers = vec![identity];
    loop {
        let last = powers.last().expect("it begins with one");
        let next: Permutation = last.iter().map(|&v| element[v as usize]).collect();
        if next == powers[0] {
            return powers;
        }
        powers.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::{conjugacy_classes, generators, powers};
    use crate::board::{Board, Graph, Permutation, Piece, Symmetries};

    /// The sizes of the classes by definition.
    fn by_definition(group: &Symmetries) -> Vec<u64> {
        let elements = group.elements();
        let classes: std::collections::BTreeSet<Vec<Permutation>> = elements
            .iter()
            .map(|g| {
                let mut class: Vec<_> = elements.iter().map(|h| super::conjugate(h, g)).collect();
                class.sort();
                class.dedup();
                class
            })
            .collect();
        let mut sizes: Vec<u64> = classes.iter().map(|class| class.len() as u64).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn conjugacy_classes_agree_with_the_definition() {
        for (text, piece) in
            [("3x4", "knight"), ("5x5", "knight"), ("3x3x3", "wazir"), ("torus:4x4", "knight")]
        {
            let board: Board = text.parse().unwrap();
            let graph = Graph::of(&board, &Piece::named(piece, board.rank()).unwrap());
            let group = Symmetries::of(&board, &graph);
            let mut sizes: Vec<u64> =
                conjugacy_classes(&group).iter().map(|class| class.members).collect();
            sizes.sort_unstable();
            assert_eq!(sizes, by_definition(&group), "{text}");
            assert!(1 << generators(group.elements()).len() <= group.order(), "{text}");
        }
    }

    #[test]
    fn powers_return_to_the_identity() {
        let turn: Permutation = [1, 2, 0, 4, 3].into();
        let powers = powers(&turn);
        assert_eq!(powers.len(), 6);
        assert_eq!(powers[1], turn);
        assert_eq!(*powers[5], [2, 0, 1, 4, 3]);
    }
}
