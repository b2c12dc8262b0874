"""Tables of a printed book, as lines of plain text with their columns aligned."""

from collections.abc import Callable, Iterable, Sequence

from corpus.lines import Line, Run

_CELL_GAP = 0.88
"""The gap, in parts of the type size, that makes a line a row; the numbers of one cell ("1 5 9 13") stand closer."""
_CHARACTER = 0.5
"""The width of a character in parts of the type size, at most: a cell then never needs more room than it had."""

Typeset = Callable[[Iterable[Run]], str]


def is_row(line: Line) -> bool:
    """Whether the line is set as cells of a table."""
    return line.widest_gap > _CELL_GAP


def table_lines(rows: Sequence[Line], typeset: Typeset, length: Callable[[str], int]) -> list[str]:
    """The rows of a table, one a line, each cell where the page has it: the first flush left, the others centred.

    `typeset` gives the words of a cell and `length` how long they will be, marks of footnotes left out.
    """
    left = min(row.x for row in rows)
    width = _character_width(rows)
    return [_row(row, left, width, typeset, length) for row in rows]


def _row(row: Line, left: float, width: float, typeset: Typeset, length: Callable[[str], int]) -> str:
    text = ""
    for at, cell in enumerate(_cells(row)):
        words = typeset(cell)
        place = (cell[0].x - left) / width
        if at or place > 1:
            place = ((cell[0].x + cell[-1].end) / 2 - left) / width - length(words) / 2
        room = 2 if text else 0
        text += " " * max(round(place) - length(text), room) + words
    return text


def _cells(row: Line) -> list[list[Run]]:
    """The runs of each cell: a footnote's mark and words in another type belong to the cell that they follow."""
    cells: list[list[Run]] = []
    for before, run in zip([None, *row.runs], row.runs, strict=False):
        if before is None or (run.apart(before) > _CELL_GAP and not run.raised):
            cells.append([])
        cells[-1].append(run)
    return cells


def _character_width(rows: Sequence[Line]) -> float:
    """Points a character: the narrowest that a cell of some length is set in."""
    found = [(run.end - run.x) / len(run.text) for row in rows for run in row.runs if len(run.text) > 2]
    return max(min([*found, rows[0].size * _CHARACTER]), 1.0)
