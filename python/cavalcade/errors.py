"""The exceptions of cavalcade, with the messages of the library.

Every message says what is wrong, where, and what to do instead, on one line::

    CavalcadeError
    ├── InputError (also a ValueError)      an invalid argument
    │   ├── BoardError                      the text or size of a board
    │   ├── PieceError                      the name or moves of a piece
    │   ├── GraphError                      an edge, a vertex, the text of a graph
    │   ├── QuestionError                   any other part of a question or an option
    │   └── SolutionError                   squares that are not a tour, placement or walk
    ├── MethodError                         no method, or not the named one, can answer
    ├── ResourceError (also a MemoryError)  not enough memory or threads
    ├── JournalError                        a journal of another question, damaged or in use
    ├── CheckpointError                     a checkpoint of another question, or damaged
    ├── FileError (also an OSError)         an error of the file system
    ├── Stopped                             a timeout ended the run, or a stream was closed
    └── InternalError                       a defect of cavalcade or of the machine
"""

from __future__ import annotations

__all__ = [
    "BoardError",
    "CavalcadeError",
    "CheckpointError",
    "FileError",
    "GraphError",
    "InputError",
    "InternalError",
    "JournalError",
    "MethodError",
    "PieceError",
    "QuestionError",
    "ResourceError",
    "SolutionError",
    "Stopped",
]


class CavalcadeError(Exception):
    """The base class of all errors of cavalcade."""


class InputError(CavalcadeError, ValueError):
    """An invalid argument.

    ``at`` is the position of the first wrong character of the text, from 1, or ``None``.
    """

    at: int | None = None


class BoardError(InputError):
    """The text of a board is invalid, or the board is too large."""


class PieceError(InputError):
    """The name or the moves of a piece are invalid."""


class GraphError(InputError):
    """An edge, a vertex or the text of a graph is invalid."""


class QuestionError(InputError):
    """A part of a question, or an option, is invalid."""


class SolutionError(InputError):
    """The squares are not a solution of the question."""


class MethodError(CavalcadeError):
    """No method can answer the question, or the named one cannot."""


class ResourceError(CavalcadeError, MemoryError):
    """There is not enough memory, or not enough threads.

    ``needed`` and ``free`` are bytes, if both are known.
    """

    needed: int | None = None
    free: int | None = None


class JournalError(CavalcadeError):
    """A journal belongs to another question, is damaged, or another process writes to it."""


class CheckpointError(CavalcadeError):
    """A checkpoint belongs to another question, or is damaged."""


class FileError(CavalcadeError, OSError):
    """An error of the file system."""


class Stopped(CavalcadeError):
    """A run stopped before its end: by a timeout, or because it was closed.

    ``finished`` of ``units`` units were counted; a journal has them.
    """

    finished: int = 0
    units: int = 0


class InternalError(CavalcadeError):
    """A defect of cavalcade, or of the machine: please report it."""
