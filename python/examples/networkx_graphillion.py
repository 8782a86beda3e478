"""Counts and lists Hamiltonian cycles of graphs from networkx and compares them with Graphillion.

Needs networkx and graphillion. Prints the number of cycles of each graph by both programs, and
whether the two lists are equal.
"""

from typing import Any

import networkx as nx
from graphillion import GraphSet

import cavalcade


def theirs(graph: Any) -> set[frozenset[frozenset[Any]]]:
    """Each cycle as the set of its edges, by Graphillion."""
    GraphSet.set_universe(list(graph.edges))
    cycles = GraphSet.cycles(is_hamilton=True)
    return {frozenset(frozenset(edge[:2]) for edge in cycle) for cycle in cycles}


def ours(question: cavalcade.Tours) -> set[frozenset[frozenset[Any]]]:
    """Each cycle as the set of its edges, by cavalcade."""
    labels = question.labels
    return {
        frozenset(frozenset((labels[a], labels[b])) for a, b in tour.moves)
        for tour in question.solutions()
    }


def main() -> None:
    graphs = {
        "cube": nx.hypercube_graph(3),
        "dodecahedron": nx.dodecahedral_graph(),
        "grid of 6 by 6": nx.grid_2d_graph(6, 6),
        "Desargues graph": nx.desargues_graph(),
        "Petersen graph": nx.petersen_graph(),
        "complete graph of 7": nx.complete_graph(7),
    }
    for name, graph in graphs.items():
        question = cavalcade.tours(graph, closed=True)
        count = question.count()["undirected"]
        found = ours(question)
        assert len(found) == count, "every cycle is listed once"
        verdict = "the same cycles" if found == theirs(graph) else "OTHER CYCLES"
        print(f"{name}: {count:,}, {verdict}")


if __name__ == "__main__":
    main()
