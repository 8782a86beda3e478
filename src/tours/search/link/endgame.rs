//! The last edges of a tour, from tables.
//!
//! Three subpaths [x0…m0] [x1…m1] [x2…m2] can be closed to a cycle in eight ways: from m0 to an end
//! y of another one, from its other end to an end z of the third, from there back to x0. A 12-bit
//! number gives which of the 12 edges between them exist, and a table gives the set of completions
//! for each number. A bare vertex is a subpath with x = m, which both ways of entering it would
//! count twice: one of the two is kept.

/// With this number of edges left, tables take over: the first of four edges is chosen, and the
/// last three are looked up here.
pub(super) const LAST_EDGES: usize = 4;

/// The ends are numbered x0 m0 x1 m1 x2 m2; each completion is three edges.
pub(super) const COMPLETIONS: [[[u8; 2]; 3]; 8] = {
    let mut all = [[[0; 2]; 3]; 8];
    let mut c = 0;
    while c < 8 {
        let y = 2 + (c & 3) as u8;
        let z = if y < 4 { 4 + (c >> 2) as u8 } else { 2 + (c >> 2) as u8 };
        all[c] = [[1, y], [y ^ 1, z], [z ^ 1, 0]];
        c += 1;
    }
    all
};

/// The bit of the edge between the ends `a` and `b`: x0 to x1 m1 x2 m2 in bits 0…3, m0 to them in
/// bits 4…7, x1 and m1 to x2 m2 in bits 8…11.
const fn place(a: u8, b: u8) -> u8 {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if a < 2 { 4 * a + b - 2 } else { 8 + 2 * (a - 2) + b - 4 }
}

/// The completions, as a set of bits, for each set of edges.
pub(super) const BY_EDGES: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut edges = 0;
    while edges < 4096 {
        let mut c = 0;
        while c < 8 {
            let [first, second, third] = COMPLETIONS[c];
            let needed = 1 << place(first[0], first[1])
                | 1 << place(second[0], second[1])
                | 1 << place(third[0], third[1]);
            if edges & needed == needed {
                table[edges] |= 1 << c;
            }
            c += 1;
        }
        edges += 1;
    }
    table
};

/// The completions to keep if the second subpath (bit 0) or the third (bit 1) is a bare vertex:
/// those that enter it by x.
pub(super) const BY_BARE: [u8; 4] = {
    let mut keep = [0; 4];
    let mut bare = 0;
    while bare < 4 {
        let mut c = 0;
        while c < 8 {
            let [[_, y], [_, z], _] = COMPLETIONS[c];
            let second = bare & 1 == 0 || y == 2 || z == 2;
            let third = bare & 2 == 0 || y == 4 || z == 4;
            if second && third {
                keep[bare] |= 1 << c;
            }
            c += 1;
        }
        bare += 1;
    }
    keep
};

#[cfg(test)]
mod tests {
    use super::{BY_BARE, BY_EDGES, COMPLETIONS};

    #[test]
    fn completions_are_distinct_single_cycles() {
        let mut all: Vec<_> = COMPLETIONS
            .iter()
            .map(|edges| {
                let mut edges = edges.map(|[a, b]| [a.min(b), a.max(b)]);
                edges.sort_unstable();
                let mut ends: Vec<_> = edges.concat();
                ends.sort_unstable();
                assert_eq!(ends, [0, 1, 2, 3, 4, 5]);
                // From x0 along its path and edge after edge: over all three paths and back to x0.
                let (mut at, mut paths) = (0, 0);
                loop {
                    paths |= 1 << (at / 2);
                    let edge = edges.iter().find(|edge| edge.contains(&(at ^ 1))).unwrap();
                    at = edge[0] + edge[1] - (at ^ 1);
                    if at == 0 {
                        break;
                    }
                }
                assert_eq!(paths, 7);
                edges
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
        assert_eq!(BY_EDGES[4095], 255);
    }

    #[test]
    fn a_bare_vertex_is_entered_once() {
        // With x = m the completions fall into pairs of equal cycles; one of each is kept.
        for (bare, kept) in [(0, 8), (1, 4), (2, 4), (3, 2)] {
            assert_eq!(BY_BARE[bare].count_ones(), kept);
            let mut cycles: Vec<_> = (0..8)
                .filter(|c| BY_BARE[bare] >> c & 1 != 0)
                .map(|c| {
                    let name = |end: u8| match end {
                        3 if bare & 1 != 0 => 2,
                        5 if bare & 2 != 0 => 4,
                        end => end,
                    };
                    let mut edges = COMPLETIONS[c].map(|[a, b]| {
                        let (a, b) = (name(a), name(b));
                        [a.min(b), a.max(b)]
                    });
                    edges.sort_unstable();
                    edges
                })
                .collect();
            cycles.sort_unstable();
            cycles.dedup();
            assert_eq!(cycles.len() as u32, kept);
        }
    }
}
