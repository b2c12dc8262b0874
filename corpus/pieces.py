"""Where the characters of a printed law book went: each piece of a line, with the kind of thing that it is part of."""

from dataclasses import dataclass
from enum import StrEnum

from corpus.lines import Line


class Kind(StrEnum):
    """What a piece of the printed book is; furniture is what a printer adds and no law says."""

    CLAUSE = "clauses"
    INTRODUCTION = "introduction"
    DEFINITION = "definitions"
    HEADING = "headings"
    MARKER = "markers"
    NOTE_MARK = "footnote marks"
    FOOTNOTE = "footnotes"
    INDEX_WORDS = "index entries"
    INDEX_REFS = "index references"
    CHAPTER = "chapter heads"
    PAGE_NUMBER = "page numbers"
    RUNNING_HEAD = "running heads"
    HYPHEN = "line-end hyphens"
    CREDITS = "index credits"
    TURN_LINE = "index turn lines"

    @property
    def furniture(self) -> bool:
        """Whether the printer put it there, so that no edition holds it."""
        return self in _FURNITURE


_FURNITURE = frozenset({Kind.CHAPTER, Kind.PAGE_NUMBER, Kind.RUNNING_HEAD, Kind.HYPHEN, Kind.CREDITS, Kind.TURN_LINE})


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a printed line: `number` and `offset` are its place in the book, `owner` what holds it now."""

    kind: Kind
    owner: str
    number: int
    offset: int
    text: str


def whole_line(kind: Kind, owner: str, line: Line) -> Piece:
    """What is left of a line, as one piece."""
    return Piece(kind, owner, line.number, line.offset, line.text)
