//! Graphs from files and from text: no panic, neighbours are vertices of the graph, and names and
//! text parse to the same graph.

#![no_main]

use cavalcade::board::NamedGraph;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(named) = NamedGraph::from_file(text, "graph.txt") {
        let graph = named.graph();
        for vertex in 0..graph.len() {
            let near = graph.neighbours(vertex);
            assert!(near.iter().all(|&other| (other as usize) < graph.len()));
        }
        let last = graph.len() - 1;
        assert_eq!(named.vertex(&named.name(last)).expect("a name is known"), last);
        let again: NamedGraph = named.to_string().parse().expect("a graph reads what it prints");
        assert_eq!(again.graph(), graph);
    }
    if let Ok(named) = text.parse::<NamedGraph>() {
        assert!(named.names().is_none());
    }
});
