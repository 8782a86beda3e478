"""A b-file for the OEIS: the terms of a new family, each on a line with its index.

Prints the number of undirected open tours of a piece on boards of three rows and n columns. The
piece moves one step along a row or column, or two along a diagonal (wazir and alfil). The last line
says which terms were confirmed by other methods.
"""

import cavalcade

TERMS = 12
CHECKED = 7


def term(columns: int, method: str = "auto") -> int:
    """The undirected tours of a board with three rows."""
    board = f"3x{columns}"
    return cavalcade.tours(board, ["wazir", "alfil"]).count(method=method)["undirected"]


def main() -> None:
    terms = [term(n) for n in range(1, TERMS + 1)]
    for n, value in enumerate(terms, 1):
        print(n, value)
    for method in ("search", "frontier"):
        again = [term(n, method) for n in range(1, CHECKED + 1)]
        if again != terms[:CHECKED]:
            raise SystemExit(f"the method {method} gives other counts: {again}")
    print(f"# a(1) to a({CHECKED}) were counted by search and by frontier, too")


if __name__ == "__main__":
    main()
