//! Graph files: files of other programs, directed graphs, many graphs in one file.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

use cavalcade::board::{Graph, GraphReading, NamedGraph};
use cavalcade::convention::Convention;
use cavalcade::engine::Random;
use cavalcade::method::Choice;
use cavalcade::question::{Instance, Question, Tours};
use cavalcade::solve::Watch;
use cavalcade::tours::{Ends, Kind};

use crate::support::{cavalcade, folder, scratch};

/// A file, with `/` for line ends, the flags, the exit code and the expected output.
const INPUTS: [(&str, &str, i32, &str); 24] = [
    ("5 6/1 2/2 3/3 4/4 5/1 5/1 3", "--closed", 0, "undirected 1 "),
    ("5 3/1 2/2 3/4 5", "", 0, "undirected 0 "),
    ("source,target/0,1/1,2/2,0", "--closed", 0, "undirected 1 "),
    ("\u{feff}0 1/1 2/2 0", "--closed", 0, "undirected 1 "),
    ("\\ triangle/0 1/1 2/2 0", "--closed", 0, "undirected 1 "),
    ("% x/0 1/1 2/2 0", "--closed", 0, "undirected 1 "),
    ("*Vertices 3/0 1/1 2/2 0", "--closed", 0, "undirected 1 "),
    ("1: 2/2: 3/3: 1", "--closed", 0, "undirected 1 "),
    ("10 20/20 30/30 10", "--closed", 0, "undirected 1 "),
    ("0 1/1 2/2 0", "--directed", 0, "directed graph, open tours: directed 3 "),
    ("1 2/2 3/0 1/4 3", "--directed", 0, "directed graph, open tours: directed 0 "),
    ("0 1/1 2/2 0", "", 0, "undirected graph, open tours: directed 6 "),
    ("0 1/1 2/2 0", "--directed --from 1", 0, "directed 1 "),
    ("a -> b/b -> a", "--closed", 0, "directed 1 "),
    ("5 6/1 2/2 3/3 4/4 5/1 5", "--closed", 2, "or it is an edge"),
    ("0 1/1 2/2 0", "--directed --unique", 2, "--unique is for undirected graphs"),
    ("0 1/1 2/2 0", "--directed --index 0", 2, "--index is for undirected graphs"),
    ("0 1/1 2/2 0", "--directed --by-start", 2, "--by-start is for undirected graphs"),
    ("0 1/1 2/2 0", "--directed --through 0-1", 2, "--through is for undirected graphs"),
    ("0 1/1 2/2 0", "--directed --method warnsdorff", 2, "--directed has no effect"),
    ("a -> b/b -> a", "--method warnsdorff", 2, "is a directed graph"),
    ("Bw", "--directed", 2, "have no direction"),
    ("0 1/1 2/2 0", "--graph-format dot", 2, "neither graph nor digraph"),
    ("0 1/1 2/2 0", "--graph-format csv", 2, "no format of graphs"),
];

#[test]
fn files_are_counted_or_refused() {
    let place = scratch();
    for (text, flags, code, printed) in INPUTS {
        let text = text.replace('/', "\n").replace('\\', "//");
        fs::write(place.path().join("g"), &text).unwrap();
        let words: Vec<_> =
            ["tours", "graph:g", "-q"].into_iter().chain(flags.split(' ')).collect();
        let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let output = cavalcade(&words, place.path());
        let shown =
            String::from_utf8(if code == 0 { output.stdout } else { output.stderr }).unwrap();
        let shown = shown.replace('\n', " ");
        assert_eq!(output.status.code(), Some(code), "{text} {flags}: {shown}");
        assert!(shown.contains(printed), "{text} {flags}: {shown}");
    }
}

/// The edges of the files with this name in `tests/golden/graphs`.
fn written(kind: &str) -> Vec<[u32; 2]> {
    match kind {
        "directed" => {
            vec![[0, 1], [0, 3], [1, 2], [2, 3], [2, 5], [3, 0], [3, 4], [4, 1], [4, 5], [5, 0]]
        }
        _ => {
            let outer = (0..5).flat_map(|v| [[v, (v + 1) % 5], [v, v + 5]]);
            outer.chain((0..5).map(|v| [v + 5, (v + 2) % 5 + 5])).collect()
        }
    }
}

#[test]
fn files_of_other_programs_are_read_back() {
    let mut read = 0;
    for entry in fs::read_dir(folder("tests/golden/graphs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let format = name.ends_with("adjlist").then_some("adjacency-list");
        let is_list = name.ends_with("edgelist") || name.ends_with("mtx");
        let how = GraphReading { format, directed: is_list && name.contains("-directed") };
        let Some(kind) = ["undirected", "directed"].into_iter().find(|k| name.contains(k)) else {
            continue;
        };
        let graph = NamedGraph::read(&fs::read_to_string(&path).unwrap(), name, how).unwrap();
        let edges = written(kind);
        let pairs: Vec<_> = edges.iter().map(|e| (e[0] as usize, e[1] as usize)).collect();
        match kind {
            "directed" => assert_eq!(graph.arcs().map(<[_]>::to_vec), Some(edges), "{name}"),
            _ => assert_eq!(graph.graph(), &Graph::from_edges(10, &pairs).unwrap(), "{name}"),
        }
        read += 1;
    }
    assert_eq!(read, 23);
}

#[test]
fn each_graph_of_a_file_is_counted() {
    let graphs = folder("tests/golden/graphs");
    let run = |words: &[&str]| {
        let output = cavalcade(&[words, &["--each", "-q"]].concat(), &graphs);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let counts = |csv: String, column: usize| {
        let cell = |line: &str| line.split(',').nth(column).unwrap().to_string();
        csv.lines().skip(1).map(cell).collect::<Vec<_>>().join(" ")
    };
    for file in ["graph:geng-5.g6", "graph:geng-5.s6"] {
        let csv = run(&["tours", file, "--closed", "--format", "csv"]);
        assert!(csv.starts_with("number,graph,vertices,undirected,directed\n1,graph:DFw,5,0,0\n"));
        assert_eq!(counts(csv, 3), "0 0 0 1 1 1 2 2 4 6 12");
    }
    // Rédei: every tournament has an odd number of Hamiltonian paths.
    let csv = run(&["tours", "graph:gentourng-4.d6", "--format", "csv"]);
    let mut paths: Vec<_> = counts(csv, 3).split(' ').map(String::from).collect();
    paths.sort();
    assert_eq!(paths, ["1", "3", "3", "5"]);
    let lines = run(&["tours", "graph:geng-5.g6", "--closed", "--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 11);
    assert!(lines.lines().nth(10).unwrap().starts_with("{\"number\":11,"));
    let output = cavalcade(&["tours", "graph:geng-5.g6"], &graphs);
    assert_eq!(output.status.code(), Some(2));
}

/// Every directed tour, by trying all orders.
fn tried(vertices: usize, arcs: &[(usize, usize)], kind: Kind, ends: Ends) -> BTreeSet<Vec<u32>> {
    fn extend(path: &mut Vec<u32>, vertices: usize, found: &mut Vec<Vec<u32>>) {
        if path.len() == vertices {
            found.push(path.clone());
        }
        for next in 0..vertices as u32 {
            if !path.contains(&next) {
                path.push(next);
                extend(path, vertices, found);
                path.pop();
            }
        }
    }
    let mut orders = Vec::new();
    extend(&mut Vec::new(), vertices, &mut orders);
    let leads = |a: u32, b: u32| arcs.contains(&(a as usize, b as usize));
    let is_wanted = |order: &Vec<u32>| {
        let (first, last) = (order[0], order[order.len() - 1]);
        let fits = match (kind, ends) {
            (Kind::Closed, _) => first == 0 && leads(last, first),
            (_, Ends::Free) => true,
            (_, Ends::From(a)) => first == a,
            (_, Ends::Between(a, b)) => (first, last) == (a, b),
        };
        fits && order.windows(2).all(|pair| leads(pair[0], pair[1]))
    };
    orders.into_iter().filter(is_wanted).collect()
}

#[test]
fn directed_tours_agree_with_all_vertex_orders() {
    let mut random = Random::new(11);
    let mut nonzero = 0;
    for case in 0..60 {
        let vertices = 1 + random.below(6);
        let pairs = (0..vertices).flat_map(|a| (0..vertices).map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a != b).collect::<Vec<_>>();
        let arcs: Vec<_> = pairs.into_iter().filter(|_| random.below(5) > 1).collect();
        let graph = NamedGraph::directed(vertices, &arcs).unwrap();
        let kind = if random.below(2) == 0 { Kind::Open } else { Kind::Closed };
        let mut end = || random.below(vertices) as u32;
        let ends = match (kind, case % 3, end(), end()) {
            (Kind::Open, 1, a, _) => Ends::From(a),
            (Kind::Open, 2, a, b) if a != b => Ends::Between(a, b),
            _ => Ends::Free,
        };
        let wanted = tried(vertices, &arcs, kind, ends);
        nonzero += usize::from(!wanted.is_empty());
        let tours = Tours::new(Instance::Graph(graph), kind).ending(ends).unwrap();
        let question = Question::Tours(tours);
        assert_eq!(question.to_string().parse::<Question>().unwrap(), question);
        for method in ["auto", "search", "frontier", "halves", "union"] {
            let solve = question.solve().method(Choice::of(method)).threads(1);
            let answer = solve.prepare().unwrap().run(Watch::default()).unwrap();
            let count = answer.count(Convention::Directed).unwrap().to_string();
            assert_eq!(count, wanted.len().to_string(), "{question} {method}");
            assert_eq!(answer.counts.len(), 1);
        }
        let mut found = Vec::new();
        let listed = question.solutions().for_each(|tour| {
            found.push(tour.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(listed.unwrap(), wanted.len() as u64, "{question}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted, "{question}");
    }
    assert!(nonzero > 20, "{nonzero}");
}
