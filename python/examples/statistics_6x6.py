"""Statistics of all 9,862 closed knight's tours of the 6x6 board.

Prints how many moves of a tour continue straight ahead or turn back sharply, which moves most tours
use, and how far apart the two halves of a tour are. All numbers come from one numpy array of all
tours and are compared with counts that visit no tour.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

import cavalcade


def angles(steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The scalar product of each step with the one after it, around each tour."""
    product: npt.NDArray[np.int64] = (steps * np.roll(steps, -1, axis=1)).sum(axis=2)
    return product


def histogram(title: str, values: npt.NDArray[Any]) -> None:
    """Prints the number of tours for each value."""
    print(title)
    numbers, tours = np.unique(values, return_counts=True)
    for number, count in zip(numbers.tolist(), tours.tolist()):
        print(f"{number:4d} {count:6,d}")


def main() -> None:
    question = cavalcade.tours("6x6", closed=True)
    tours = np.concatenate(list(question.batches()))
    answer = question.count()
    assert len(tours) == answer["undirected"], "each tour comes once"
    print(f"{len(tours):,} tours of {tours.shape[1]} squares")

    at = np.array(question.labels)[tours]
    steps = np.roll(at, -1, axis=1) - at
    assert (np.abs(steps).prod(axis=2) == 2).all(), "every step is a knight's"
    product = angles(steps)
    # Two knight's steps of squared length 5: straight ahead 5, straight back impossible.
    histogram("moves that continue straight ahead, tours:", (product == 5).sum(axis=1))
    histogram("sharpest turns (a scalar product of -4), tours:", (product == -4).sum(axis=1))

    first, second = tours, np.roll(tours, -1, axis=1)
    low, high = np.minimum(first, second).ravel(), np.maximum(first, second).ravel()
    moves, used = np.unique(low.astype(int) * 36 + high, return_counts=True)
    by_move = question.by_move()
    told = {a * 36 + b: count for (a, b), count in by_move}
    assert dict(zip(moves.tolist(), used.tolist())) == told, "counted without a visit"
    names = question.names
    print("moves that every tour makes:")
    every = [
        f"{names[move // 36]}-{names[move % 36]}"
        for move, count in zip(moves.tolist(), used.tolist())
        if count == len(tours)
    ]
    print("    ", " ".join(every))

    classes = question.classes()
    print(f"up to symmetry: {classes['fundamental']:,}")
    for name, symmetric, of_them in classes.symmetric or []:
        print(f"     {name}: {symmetric} tours, {of_them} classes")


if __name__ == "__main__":
    main()
