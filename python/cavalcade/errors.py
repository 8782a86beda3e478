"""The exceptions of cavalcade: one family, with the words of the library.

Every message says what is wrong, where, and what to do instead, on one line::

    CavalcadeError
    ├── InputError (also a ValueError)      what was asked makes no sense
    │   ├── BoardError                      a board's text or size
    │   ├── PieceError                      a piece's name or moves
    │   ├── GraphError                      an edge, a vertex, a graph's text
    │   ├── QuestionError                   anything else of the question or its options
    │   └── SolutionError                   squares that are no tour, placement or walk
    ├── MethodError                         no method, or not the one named, can answer
    ├── ResourceError (also a MemoryError)  memory or threads do not suffice
    ├── JournalError                        a journal is foreign, damaged or in use
    ├── CheckpointError                     a checkpoint is foreign or damaged
    ├── FileError (also an OSError)         the file system refused
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
    """Everything that cavalcade raises of its own."""


class InputError(CavalcadeError, ValueError):
    """What was asked makes no sense.

    ``at`` is the first wrong character of the text, from 1; ``None`` where there is no text.
    """

    at: int | None = None


class BoardError(InputError):
    """A board's text cannot be read, or the board is larger than boards can be."""


class PieceError(InputError):
    """A piece has no such name, or no such moves."""


class GraphError(InputError):
    """An edge, a vertex or a graph's text is wrong."""


class QuestionError(InputError):
    """A part of a question, or an option, is wrong."""


class SolutionError(InputError):
    """These squares are no solution of the question."""


class MethodError(CavalcadeError):
    """No method can answer the question, or the one that was named cannot."""


class ResourceError(CavalcadeError, MemoryError):
    """Memory or threads do not suffice.

    ``needed`` and ``free`` are bytes, where both are known.
    """

    needed: int | None = None
    free: int | None = None


class JournalError(CavalcadeError):
    """A journal belongs to another question, is damaged, or is being written by another."""


class CheckpointError(CavalcadeError):
    """A checkpoint belongs to another question, or is damaged."""


class FileError(CavalcadeError, OSError):
    """The file system refused."""


class Stopped(CavalcadeError):
    """A run ended before all was counted: by its timeout, or because it was closed.

    ``finished`` of ``units`` units were counted; a journal keeps them.
    """

    finished: int = 0
    units: int = 0


class InternalError(CavalcadeError):
    """A defect of cavalcade, or a machine that computes wrongly: please report it."""
