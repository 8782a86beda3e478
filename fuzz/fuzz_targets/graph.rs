//! Graphs from files: never a panic, neighbours within the graph.

#![no_main]

use cavalcade::board::Graph;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(graph) = Graph::from_file(text, "graph.txt") {
        for vertex in 0..graph.len() {
            let near = graph.neighbours(vertex);
            assert!(near.iter().all(|&other| (other as usize) < graph.len()));
        }
    }
});
