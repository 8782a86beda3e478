//! graph6, McKay's format for simple graphs (nauty's formats.txt): the number of vertices,
//! then the bits of the upper triangle column by column, six in each printable character.

use super::graph::Graph;

/// The most vertices of a graph read from text.
pub(super) const MAX_VERTICES: usize = 1 << 20;

/// The most edges of a graph read from text: each takes about a hundred bytes while reading.
pub(super) const MAX_EDGES: u32 = 1 << 23;

/// A value; or the problem and its character, from 0.
pub(super) type Read<T> = Result<T, (usize, String)>;

impl Graph {
    /// The graph in graph6. The length is quadratic in the number of vertices.
    pub fn to_graph6(&self) -> String {
        let vertices = self.len();
        let mut sixes = size(vertices);
        let head = sixes.len();
        sixes.resize(head + triangle(vertices), 0);
        for (row, column) in self.edges() {
            let bit = column * (column - 1) / 2 + row;
            sixes[head + bit / 6] |= 1 << (5 - bit % 6);
        }
        sixes.into_iter().map(|six| char::from(six as u8 + 63)).collect()
    }

    /// The number of characters of [`Graph::to_graph6`].
    pub(super) fn graph6_len(&self) -> usize {
        size(self.len()).len() + triangle(self.len())
    }
}

/// Reads graph6; or the problem and its character, from 0. Memory for the vertices is allocated
/// only after the length of the text is checked.
pub(super) fn read(text: &str) -> Read<Graph> {
    let (vertices, bits) = sized(text)?;
    let bits = filled(vertices, bits, vertices * (vertices - 1) / 2, text.chars().count())?;
    let pairs = (1..vertices).flat_map(|column| (0..column).map(move |row| (row, column)));
    let edges: Vec<_> = ones(&bits, pairs).collect();
    Graph::from_edges(vertices, &edges).map_err(|error| (0, error.to_string()))
}

/// Reads digraph6 after its `&`: the number of vertices and the arcs, including loops.
pub(super) fn read_arcs(text: &str) -> Read<(usize, Vec<(usize, usize)>)> {
    let (vertices, bits) = sized(text)?;
    let bits = filled(vertices, bits, vertices * vertices, text.chars().count())?;
    let pairs = (0..vertices).flat_map(|row| (0..vertices).map(move |column| (row, column)));
    Ok((vertices, ones(&bits, pairs).collect()))
}

/// Writes digraph6 with its `&`.
pub(super) fn write_arcs(vertices: usize, arcs: &[[u32; 2]]) -> String {
    let mut sixes = size(vertices);
    let head = sixes.len();
    sixes.resize(head + square(vertices), 0);
    for &[from, to] in arcs {
        let bit = from as usize * vertices + to as usize;
        sixes[head + bit / 6] |= 1 << (5 - bit % 6);
    }
    std::iter::once('&').chain(sixes.into_iter().map(|six| char::from(six as u8 + 63))).collect()
}

/// The number of characters of [`write_arcs`].
pub(super) fn arcs_len(vertices: usize) -> usize {
    1 + size(vertices).len() + square(vertices)
}

/// The number of vertices of graph6, sparse6 or digraph6, and the six-bit digits after it.
pub(super) fn sized(text: &str) -> Read<(usize, Vec<u8>)> {
    let mut sixes = Vec::new();
    for (i, character) in text.chars().enumerate() {
        match u32::from(character) {
            code @ 63..=126 => sixes.push(code as u8 - 63),
            _ => return Err((i, format!("'{character}' is no graph6 character"))),
        }
    }
    let long = |digits: &[u8]| digits.iter().fold(0, |sum, &six| sum << 6 | usize::from(six));
    let (vertices, bits) = match &sixes[..] {
        [63, 63, rest @ ..] if rest.len() >= 6 => (long(&rest[..6]), &rest[6..]),
        [63, rest @ ..] if rest.len() >= 3 && rest[0] != 63 => (long(&rest[..3]), &rest[3..]),
        [small, rest @ ..] if *small != 63 => (usize::from(*small), rest),
        _ => return Err((0, "the number of vertices is cut off".into())),
    };
    if vertices == 0 || vertices > MAX_VERTICES {
        return Err((0, format!("{vertices} vertices")));
    }
    Ok((vertices, bits.to_vec()))
}

/// The same digits, if they have `pairs` bits and zeros, and not too many bits are set.
fn filled(vertices: usize, bits: Vec<u8>, pairs: usize, characters: usize) -> Read<Vec<u8>> {
    let (given, needed) = (bits.len(), pairs.div_ceil(6));
    if given != needed {
        let problem =
            format!("characters of edges: {given}, where {vertices} vertices need {needed}");
        return Err((characters.min(characters - given + needed), problem));
    }
    if bits.last().is_some_and(|last| last & ((1 << (6 * needed - pairs)) - 1) != 0) {
        return Err((characters - 1, "a bit is set after the last pair of vertices".into()));
    }
    let number: u32 = bits.iter().map(|six| six.count_ones()).sum();
    if number > MAX_EDGES {
        return Err((0, format!("{number} edges, more than {MAX_EDGES}")));
    }
    Ok(bits)
}

/// The pairs whose bits are set.
fn ones(
    bits: &[u8],
    pairs: impl Iterator<Item = (usize, usize)>,
) -> impl Iterator<Item = (usize, usize)> {
    let set = |bit: usize| bits[bit / 6] >> (5 - bit % 6) & 1 != 0;
    pairs.enumerate().filter(move |&(bit, _)| set(bit)).map(|(_, pair)| pair)
}

/// The length of a directed graph's matrix in characters.
fn square(vertices: usize) -> usize {
    (vertices * vertices).div_ceil(6)
}

/// The number of vertices in six-bit digits.
fn size(vertices: usize) -> Vec<usize> {
    match vertices {
        0..=62 => vec![vertices],
        63..=258_047 => [&[63], &digits(vertices, 3)[..]].concat(),
        _ => [&[63, 63], &digits(vertices, 6)[..]].concat(),
    }
}

/// The length of the upper triangle in characters.
fn triangle(vertices: usize) -> usize {
    (vertices * vertices.saturating_sub(1) / 2).div_ceil(6)
}

/// A number in `count` six-bit digits.
fn digits(number: usize, count: usize) -> Vec<usize> {
    (0..count).rev().map(|place| number >> (6 * place) & 63).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use crate::board::Graph;

    #[test]
    fn graph6_agrees_with_nauty() {
        // The example of formats.txt: five vertices, edges 0-2, 0-4, 1-3, 3-4.
        let example = Graph::from_edges(5, &[(0, 2), (0, 4), (1, 3), (3, 4)]).unwrap();
        assert_eq!(super::read("DQc").unwrap(), example);
        assert_eq!(example.to_graph6(), "DQc");
        let petersen = super::read("IheA@GUAo").unwrap();
        assert_eq!(petersen.len(), 10);
        assert!((0..10).all(|v| petersen.degree(v) == 3));
        assert_eq!(petersen.to_graph6(), "IheA@GUAo");
    }

    #[test]
    fn the_number_of_vertices_grows_in_length() {
        for (vertices, head) in [(62, "}"), (63, "~??~"), (300, "~?Ck")] {
            let path: Vec<_> = (1..vertices).map(|v| (v - 1, v)).collect();
            let graph = Graph::from_edges(vertices, &path).unwrap();
            let text = graph.to_graph6();
            assert!(text.starts_with(head), "{vertices}: {text}");
            assert_eq!(text.len(), graph.graph6_len());
            assert_eq!(super::read(&text).unwrap(), graph);
        }
    }

    proptest! {
        #[test]
        fn every_graph_is_read_back(
            vertices in 1usize..20,
            kept in proptest::collection::vec(any::<bool>(), 190),
        ) {
            let pairs = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b)));
            let edges: Vec<_> = pairs.zip(kept).filter(|&(_, kept)| kept).map(|(e, _)| e).collect();
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            let text = graph.to_graph6();
            prop_assert_eq!(text.len(), graph.graph6_len());
            prop_assert_eq!(super::read(&text).unwrap(), graph);
        }
    }
}
