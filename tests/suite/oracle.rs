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
