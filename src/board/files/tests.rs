use super::GraphReading;
use crate::board::{Graph, NamedGraph};
use crate::engine::Random;

fn named(text: &str) -> Result<NamedGraph, String> {
    NamedGraph::from_file(text, "g").map_err(|error| error.to_string())
}

fn read(text: &str) -> Result<Graph, String> {
    named(text).map(|named| named.graph().clone())
}

fn directed(text: &str) -> Result<NamedGraph, String> {
    let how = GraphReading { format: None, directed: true };
    NamedGraph::read(text, "g", how).map_err(|error| error.to_string())
}

/// A square with a diagonal in each format; the vertices are 1 to 4 or 0 to 3.
const VALID: [(&str, &str); 23] = [
    ("edge-list", "0 1\n1 2\n2 3\n3 0\n0 2\n"),
    ("edge-list", "4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n"),
    ("edge-list", "\u{feff}0 1\r\n1,2\r\n// two more\r\n2\t3 % last\r\n3 -- 0\r\n0 2 # diagonal"),
    ("edge-list", "*Vertices 4\n1 2\n2 3\n3 4\n4 1\n1 3\n"),
    ("edge-list", "40 70\n70 900\n900 4294967296\n4294967296 40\n40 900\n"),
    ("table", "source,target\n0,1\n1,2\n2,3\n3,0\n0,2\n"),
    (
        "table",
        "Id;Source;Target;Type\n1;0;1;Undirected\n2;1;2;Undirected\n3;2;3;Undirected\n\
               4;3;0;Undirected\n5;0;2;Undirected\n",
    ),
    ("adjacency-list", "1: 2 4 3\n2: 3\n3: 4\n4:\n"),
    ("matrix", "0111\n1010\n1101\n1010\n"),
    ("matrix", "[[0, 1, 1, 1],\n [1, 0, 1, 0],\n [1, 1, 0, 1],\n [1, 0, 1, 0]]\n"),
    ("metis", "4 5\n2 3 4\n1 3\n1 2 4\n1 3\n"),
    ("graph6", ">>graph6<<C|\n"),
    ("graph6", "C|\n"),
    ("sparse6", ">>sparse6<<:CcKV\n"),
    (
        "hcp",
        "NAME: x\nTYPE: HCP\nCOMMENT: a\nDIMENSION: 4\nEDGE_DATA_FORMAT: EDGE_LIST\n\
             EDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n1 3\n-1\nEOF\n",
    ),
    (
        "hcp",
        "NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : ADJ_LIST\n\
             EDGE_DATA_SECTION\n1 2 3 4 -1\n2 3 -1\n3 4 -1\n-1\n",
    ),
    ("dimacs", "p edge 4 5\nc square\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 1 3\n"),
    (
        "pajek",
        "*Vertices 4\n1 \"a\"\n2 \"b\"\n3 \"c\"\n4 \"d\"\n*Edges\n1 2 1\n2 3 1\n3 4 1\n4 1 1\n\
               1 3 1\n",
    ),
    (
        "matrix-market",
        "%%MatrixMarket matrix coordinate pattern symmetric\n% a\n4 4 5\n2 1\n3 2\n\
                       4 3\n4 1\n3 1\n",
    ),
    (
        "json",
        "{\n\"directed\": false, \"nodes\": [{\"id\": 0}, {\"id\": 1}, {\"id\": 2}, {\"id\": 3}],\
              \n\"links\": [{\"source\": 0, \"target\": 1}, {\"source\": 1, \"target\": 2},\n\
              {\"source\": 2, \"target\": 3}, {\"source\": 3, \"target\": 0},\n\
              {\"source\": 0, \"target\": 2}]}",
    ),
    (
        "dot",
        "strict graph \"G\" { // a\n node [x=\"]\", y=-1.5, z=\"\\\\\"];\n a -- b -- \"c\" -- d -- a [w=1]\n a -- c; }\n",
    ),
    (
        "graphml",
        "<?xml version='1.0' encoding='utf-8'?>\n\
                 <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
                 <graph edgedefault=\"undirected\"><node id=\"0\"/><node id=\"1\"/>\n\
                 <node id=\"2\"/><node id=\"3\"/><edge source=\"0\" target=\"1\"/>\n\
                 <edge source=\"1\" target=\"2\"/><edge source=\"2\" target=\"3\"/>\n\
                 <edge source=\"3\" target=\"0\"/><edge source=\"0\" target=\"2\"/>\n\
                 </graph></graphml>\n",
    ),
    (
        "graphbase",
        "* GraphBase graph (util_types ZZZZZZZZZZZZZZ,4V,10A)\n\"x\",4,10\n* Vertices\n\
         \"a\",A8\n\"b\",A2\n\"c\",A9\n\"d\",A6\n* Arcs\nV1,0,1\nV0,0,1\nV2,A1,1\nV1,0,1\n\
         V3,A3,1\nV2,0,1\nV0,A5,1\nV3,A0,1\nV2,A7,1\nV0,A4,1\n* Checksum 1\n",
    ),
];

#[test]
fn every_format_reads_the_same_graph() {
    let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]).unwrap();
    for (format, text) in VALID {
        let graph = named(text).unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
        assert_eq!(graph.graph(), &square, "{format}:\n{text}");
        let how = GraphReading { format: Some(format), directed: false };
        assert_eq!(NamedGraph::read(text, "g", how).unwrap(), graph, "{format}:\n{text}");
    }
    let known: Vec<_> = VALID.iter().map(|(format, _)| *format).collect();
    let mut missing = NamedGraph::formats().filter(|format| !known.contains(format));
    assert_eq!((missing.next(), missing.next()), (Some("digraph6"), None));
}

#[test]
fn vertices_keep_their_names() {
    let names = |text| named(text).unwrap().names().map(|names| names.join(" "));
    assert_eq!(names("0 1\n1 2\n"), None);
    assert_eq!(names("1 2\n2 3\n"), Some("1 2 3".into()));
    assert_eq!(names("3\n1 2\n2 3\n"), Some("1 2 3".into()));
    assert_eq!(names("6\n1 2\n2 3\n"), None);
    assert_eq!(names("30 10\n20 30\n"), Some("10 20 30".into()));
    assert_eq!(names("007 10\n10 9\n"), Some("007 9 10".into()));
    assert_eq!(names("DQc"), None);
    assert_eq!(names("rome,oslo\noslo bonn # and so on\n"), Some("rome oslo bonn".into()));
    assert_eq!(names("3\n7 a\n99999999 7\n"), Some("7 a 99999999".into()));
    assert_eq!(names("3 2\nrome oslo\noslo bonn\n"), Some("rome oslo bonn".into()));
    assert_eq!(names("u v\nv w\nw u\n"), Some("u v w".into()));
    let cities = named("rome oslo\noslo bonn\nbonn rome\n").unwrap();
    assert_eq!(cities.to_string(), "graph:Bw");
    assert_eq!((cities.vertex("bonn").unwrap(), cities.name(1)), (2, "oslo".into()));
    let path = named("1 2\n2 3\n3 4\n").unwrap();
    assert_eq!((path.vertex("1").unwrap(), path.name(3)), (0, "4".into()));
    assert!(path.vertex("0").is_err());
}

#[test]
fn a_first_line_of_two_numbers_is_a_header_if_it_fits() {
    let edges = |text| read(text).map(|graph| (graph.len(), graph.edges().count()));
    assert_eq!(edges("5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3\n"), Ok((5, 6)));
    assert_eq!(edges("5 3\n1 2\n2 3\n4 5\n"), Ok((5, 3)));
    assert_eq!(edges("7 3\n0 2\n2 3\n4 5\n"), Ok((7, 3)));
    assert_eq!(edges("3 3\n10 20\n20 30\n30 10\n"), Ok((3, 3)));
    assert_eq!(edges("0 1\n1 2\n2 0\n"), Ok((3, 3)));
    assert_eq!(edges("10 20\n20 30\n30 10\n"), Ok((3, 3)));
    assert_eq!(edges("4 1\n1 2\n2 3\n3 4\n"), Ok((4, 4)));
    for text in ["5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n", "5 7\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3\n"] {
        let error = read(text).unwrap_err();
        assert!(error.contains("or it is an edge"), "{error}");
    }
}

#[test]
fn a_lone_line_of_names_is_no_edge() {
    for text in ["left right\n0 1\n1 2\n2 0\n", "0 1\n1 2\n2 0\ntotal 3\n", "0 1\n1 2\n2 O\n"] {
        let error = read(text).unwrap_err();
        assert!(error.contains("a header, or an edge"), "{text:?}: {error}");
    }
}

#[test]
fn arrows_and_arcs_are_directed() {
    let arcs = |graph: Result<NamedGraph, String>| graph.unwrap().arcs().map(<[_]>::to_vec);
    let cycle = Some(vec![[0, 1], [1, 2], [2, 0]]);
    assert_eq!(arcs(named("0 -> 1\n1->2\n2 -> 0\n")), cycle);
    assert_eq!(arcs(named("p edge 3 3\na 1 2\na 2 3\na 3 1\n")), cycle);
    assert_eq!(arcs(named("digraph { 0 -> 1 -> 2 -> 0 }")), cycle);
    assert_eq!(arcs(named("&BP_")), cycle);
    assert_eq!(arcs(named(">>digraph6<<&BP_")), cycle);
    assert_eq!(arcs(named("*Vertices 3\n*Arcs\n1 2\n2 3\n3 1\n")), cycle);
    assert_eq!(
        arcs(named("source,target,type\n0,1,Directed\n1,2,Directed\n2,0,Directed\n")),
        cycle
    );
    for text in [
        "0 1\n1 2\n2 0\n",
        "0: 1\n1: 2\n2: 0\n",
        "010\n001\n100\n",
        "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 3\n3 1\n",
        "source,target\n0,1\n1,2\n2,0\n",
    ] {
        assert_eq!(arcs(directed(text)), cycle, "{text}");
        assert!(named(text).is_err() || arcs(named(text)).is_none(), "{text}");
    }
    for text in ["Bw", "graph { a -- b }", "*Vertices 2\n*Edges\n1 2\n", "0 -- 1\n1 -- 2\n"] {
        let error = directed(text).unwrap_err();
        assert!(error.contains("no direction"), "{text}: {error}");
    }
    assert!(named("010\n001\n100\n").unwrap_err().contains("directed graph"));
}

#[test]
fn several_graphs_are_read_one_by_one() {
    let each = |text| NamedGraph::each(text, "g", GraphReading::default());
    assert_eq!(each(">>graph6<<\nBw\nDQc\n\nCl\n").unwrap().len(), 3);
    assert_eq!(each("0 1\n1 2\n").unwrap().len(), 1);
    let error = each("Bw\nDQ\n").unwrap_err().to_string();
    assert!(error.starts_with("g, line 2, character 3"), "{error}");
}

#[test]
fn says_where_a_graph_is_wrong() {
    for (text, line, at, problem) in [
        ("", 1, 1, "no edge"),
        ("0 1\n1 b=\n", 2, 3, "'='"),
        ("0\u{85}1\n0\u{2003}\u{e9}\"\n", 2, 3, "'\"'"),
        ("4\na b\n", 1, 1, "2 named"),
        ("a b\na\n", 2, 1, "two ends"),
        ("0 1\n1\n", 2, 1, "two ends"),
        ("0 1\n1 2 3\n", 2, 5, "two ends"),
        ("0 1\n2 2\n", 2, 3, "itself"),
        ("0 1\n1 -2\n", 2, 3, "neither"),
        ("0 -> 1\n1 2\n", 2, 1, "some lines only"),
        ("3\n0 1\n1 2\n2 7\n", 4, 3, "none of the vertices 0 to 2"),
        ("3\n0 1\n1 3\n2 1\n", 2, 1, "none of the vertices 1 to 3"),
        ("0 1\n01 2\n", 1, 1, "the same number"),
        ("DQ\n", 1, 3, "need 2"),
        ("DQcc\n", 1, 4, "need 2"),
        ("~A\n", 1, 1, "cut off"),
        ("DQc\nDQc\n", 2, 1, "2 graphs"),
        (":CcKVx\n", 1, 6, "behind the last edge"),
        ("&BP_x\n", 1, 5, "need 2"),
        ("NAME: x\nTYPE: TSP\nDIMENSION: 3\nEDGE_DATA_SECTION\n", 2, 1, "only HCP"),
        (
            "TYPE: HCP\nDIMENSION: 3\nFIXED_EDGES_SECTION\n1 2\n-1\nEDGE_DATA_SECTION\n",
            3,
            1,
            "fixed",
        ),
        ("TYPE: HCP\nDIMENSION: 3\nEDGE_DATA_SECTION\n1 2\n", 5, 1, "cut off"),
        ("TYPE: HCP\nDIMENSION: 3\nEDGE_DATA_SECTION\n-1\nFIXED_EDGES :\n", 5, 1, "fixed"),
        ("p edge 3 2\ne 1 2\n", 1, 1, "2 edges are announced, 1 follow"),
        ("p sp 3 1\na 1 2 7\n", 2, 7, "weight"),
        ("*Vertices 2\n*Arcs\n1 2\n*Edges\n2 1\n", 4, 1, "edges and arcs"),
        ("*Vertices 2\n1 a\n2 a\n*Edges\n1 2\n", 3, 1, "are called"),
        ("*Vertices 2\n*Matrix\n*Edges\n", 2, 1, "not read"),
        ("%%MatrixMarket matrix array real general\n2 2\n", 1, 1, "coordinate"),
        ("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", 2, 1, "not back"),
        ("graph { a -- b", 1, 14, "cut off"),
        ("graph { a -> b }", 1, 11, "out of place"),
        ("graph { a -- b, c }", 1, 15, "out of place"),
        ("graph { a -- b = c d }", 1, 16, "out of place"),
        ("graph { a [w=1; a -- b [w=2] }", 1, 19, "out of place"),
        ("graph { node -- a }", 1, 14, "out of place"),
        ("graph { \"a\nb\" -- ab }", 1, 9, "not allowed"),
        ("digraph { subgraph x { a -> b } }", 1, 11, "subgraphs"),
        ("{\"nodes\": [}", 1, 12, "no JSON"),
        ("<graphml><graph edgedefault='x'/></graphml>", 1, 10, "edgedefault"),
        ("<graphml>", 1, 1, "no XML"),
        ("1: 2\n1: 3\n", 2, 1, "second line"),
        ("1: 2\n2 3\n", 2, 1, "some lines only"),
        ("source,target\n0,1,2\n", 2, 1, "columns"),
        ("source,target\n(0,1)\n(1,2)\n", 2, 1, "no vertex in a list"),
        ("(0, 1)\n(1, 2)\n(2, 0)\n", 1, 1, "no vertex in a list"),
        ("0 1;\n1 2;\n2 0;\n", 1, 3, "no vertex in a list"),
        ("0->1->2\n2->0\n", 1, 4, "no vertex in a list"),
        ("0: [1, 2]\n1: [0, 2]\n", 1, 4, "no vertex in a list"),
        ("0 2\n1 {}\n2 {}\n1 1\n2 {}\n2 0\n", 2, 3, "no vertex in a list"),
        ("0 1\n1 2 {}\n", 2, 1, "some lines only"),
        ("a b#1\na b#2\n", 1, 3, "'#'"),
        ("a b\n\u{feff}b c\nc a\n", 2, 1, "not allowed"),
        ("B~\n", 1, 2, "after the last pair"),
        ("&BP`\n", 1, 4, "after the last pair"),
        ("*Vertices 3\n*Edges\n1 2\n*Vertices 3\n", 4, 1, "a second *vertices"),
        ("*Vertices 3\n*Edges :1\n1 2\n*Edges :2\n1 3\n", 4, 1, "a second *edges"),
        ("{\"nodes\": [], \"edges\": [], \"links\": []}", 1, 1, "and in"),
        (
            "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/>\n\
             <edge directed='1' source='a' target='b'/></graph></graphml>",
            2,
            1,
            "both directions",
        ),
    ] {
        let error = read(text).unwrap_err();
        let place = format!("g, line {line}, character {at}: ");
        assert!(error.starts_with(&place) && error.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn a_format_is_chosen_by_name() {
    let read = |text: &str, format| {
        let how = GraphReading { format: Some(format), directed: false };
        NamedGraph::read(text, "g", how).map_err(|error| error.to_string())
    };
    assert_eq!(read("0 1 2\n1 2\n2 3\n", "adjacency-list").unwrap().to_string(), "graph:Cx");
    assert!(read("0 1", "graph6").unwrap_err().contains("no graph6 character"));
    assert!(read("0 1", "edgelist").unwrap_err().contains("did you mean edge-list?"));
}

#[test]
fn two_readings_that_differ_are_refused() {
    // As an edge list this is a path over 4 vertices and back; as METIS it is a square.
    let error = read("4 4\n2 4\n1 3\n2 4\n1 3\n").unwrap_err();
    assert!(error.contains("metis"), "{error}");
    assert!(read("3 3\n2 3\n1 3\n1 2\n").is_ok());
}

/// A damaged text gives the same graph as the original, or an error.
fn same_or_refused(damaged: &str, whole: &str, what: &str) {
    if let (Ok(read), Ok(graph)) = (named(damaged), named(whole)) {
        assert_eq!(read.graph(), graph.graph(), "{what}:\n{damaged}");
    }
}

#[test]
fn damaged_files_give_the_same_graph_or_an_error() {
    let uncounted = ["table", "adjacency-list", "pajek", "sparse6"];
    for (format, text) in VALID {
        let lines: Vec<&str> = text.lines().collect();
        for place in 0..=lines.len() {
            for garbage in ["@ @ @ @ @", "", "# a comment"] {
                let mut lines = lines.clone();
                lines.insert(place, garbage);
                same_or_refused(&lines.join("\n"), text, "a line more");
            }
        }
        for place in 0..lines.len() {
            let mut lines = lines.clone();
            lines.insert(place, lines[place]);
            same_or_refused(&lines.join("\n"), text, "a line twice");
        }
        // Lists without a number of edges may be truncated anywhere.
        let is_counted = format != "edge-list" || text.starts_with("4 5");
        let first = text.find('\n').unwrap_or(0);
        for (end, _) in text.char_indices().filter(|&(end, _)| end > first) {
            if is_counted && !uncounted.contains(&format) {
                same_or_refused(&text[..end], text, "cut off");
            }
        }
        for ends in ["\r\n", "\n\n", " \n"] {
            same_or_refused(&text.replace('\n', ends), text, "other ends of lines");
        }
        same_or_refused(&format!("\u{feff}{text}"), text, "a byte order mark");
    }
}

#[test]
fn no_file_crashes_its_reader() {
    const PARTS: [&str; 20] = [
        "",
        "\0",
        "\n",
        ",",
        "\"",
        "->",
        "--",
        "%",
        "[",
        "{",
        "<",
        ":",
        "-1",
        "0",
        "4294967296",
        "18446744073709551616",
        "1e9",
        "*Edges",
        "\u{2658}",
        "\u{202e}",
    ];
    let mut random = Random::new(57);
    let mut read = 0;
    for case in 0..6000 {
        let mut text: Vec<char> = VALID[case % VALID.len()].1.chars().collect();
        for _ in 0..1 + random.below(3) {
            let from = random.below(text.len() + 1);
            let to = from + random.below((text.len() - from).min(12) + 1);
            match random.below(5) {
                0 => text[from..to].reverse(),
                1 => drop(text.drain(from..to)),
                2 => drop(text.splice(from..from, text[from..to].to_vec())),
                3 if random.below(4) == 0 => text.truncate(from),
                _ => drop(text.splice(from..to, PARTS[random.below(PARTS.len())].chars())),
            }
        }
        let text: String = text.into_iter().collect();
        let Ok(graph) = named(&text) else { continue };
        let last = graph.graph().len() - 1;
        assert_eq!(graph.vertex(&graph.name(last)).unwrap(), last, "{text}");
        let again: NamedGraph = graph.to_string().parse().unwrap();
        assert_eq!((again.graph(), again.arcs()), (graph.graph(), graph.arcs()), "{text}");
        read += 1;
    }
    assert!((500..5500).contains(&read), "{read} of 6000 were read");
}
