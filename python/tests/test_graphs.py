"""Graphs of files and of other packages, directed and undirected."""

from __future__ import annotations

import pickle
from itertools import permutations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import cavalcade
from cavalcade import Graph, GraphError, tours

FILES = Path(__file__).parents[2] / "tests" / "golden" / "graphs"
CYCLE = [(0, 1), (1, 2), (2, 0)]


def test_files_are_read() -> None:
    petersen = Graph.from_networkx(nx.read_graph6(FILES / "networkx-undirected.g6"))
    for name in ("networkx-undirected.graphml", "networkx-undirected.s6", "igraph-undirected.dot"):
        assert Graph.read(FILES / name).text == petersen.text, name
    directed = Graph.read(FILES / "networkx-directed.net")
    assert directed.directed and directed.labels == tuple(range(6))
    arcs = Graph.read(FILES / "networkx-directed.edgelist", "edge-list", directed=True)
    assert arcs == directed


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "g"
    file.write_text("5 6\n1 2\n2 3\n3 4\n4 5\n5 1\n")
    with pytest.raises(cavalcade.InputError, match="or it is an edge"):
        Graph.read(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(GraphError, match="UTF-8"):
        Graph.read(file)


def test_directed_graphs_of_networkx() -> None:
    graph = nx.gnp_random_graph(6, 0.5, seed=4, directed=True)

    def is_path(order: tuple[int, ...]) -> bool:
        return all(graph.has_edge(a, b) for a, b in zip(order, order[1:]))

    paths = [order for order in permutations(range(6)) if is_path(order)]
    assert len(paths) > 3
    answer = tours(graph).count()
    assert (answer.value, answer.convention) == (len(paths), "directed")
    found = [tuple(tour) for tour in tours(graph).solutions()]
    assert sorted(found) == sorted(paths)
    assert Graph.from_networkx(graph).to_networkx().edges == graph.edges


def test_directed_graphs_are_data() -> None:
    graph = Graph([("a", "b"), ("b", "c"), ("c", "a")], directed=True)
    assert tours(graph, closed=True).count().value == 1
    assert graph != Graph(graph.edges, graph.labels)
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert graph.text == "digraph:&BP_"
    assert cavalcade.question(tours(graph).text).text == tours(graph).text


def test_graphs_of_igraph() -> None:
    igraph: Any = pytest.importorskip("igraph")
    named = igraph.Graph(3, CYCLE, directed=True)
    named.vs["name"] = ["x", "y", "z"]
    assert Graph.from_igraph(named) == Graph([("x", "y"), ("y", "z"), ("z", "x")], directed=True)
    assert tours(igraph.Graph.Famous("Petersen")).count()["undirected"] == 120


def test_sparse_matrices_of_scipy() -> None:
    sparse: Any = pytest.importorskip("scipy.sparse")
    rows, columns = zip(*CYCLE)
    one_way = sparse.coo_array(([1, 1, 1], (rows, columns)), shape=(3, 3))
    assert Graph.from_scipy(one_way) == Graph(CYCLE, directed=True)
    assert Graph.from_scipy(one_way + one_way.T) == Graph(CYCLE)
    assert tours(one_way.tocsr(), closed=True).count().value == 1
    with pytest.raises(GraphError):
        Graph.from_scipy(sparse.eye(2))
