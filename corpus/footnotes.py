"""The footnotes of a printed book: taken from the feet of its pages, and hung on the laws whose text marks them."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from corpus.lines import Line, Run
from corpus.pieces import Kind, Piece

_MARK = re.compile(r"\d{1,3}|[*†‡]{1,4}|[a-z]")
_STARS = re.compile(r"(\*{1,4}|†{1,3}|‡{1,3})\s?(?=[^\s*†‡])")
_GLUED_STARS = re.compile(r"(?<=[\w.,;:)’”])(\*{1,4}|†{1,3}|‡{1,3})$")
_ENDED = re.compile(r"[.?!:][)\]”’\"']*$")
_SMALLER = 0.5
"""A footnote's type is smaller than the body's by at least half a point."""


@dataclass
class PrintedNote:
    """A footnote as the page shows it."""

    mark: str
    page: int
    number: int
    lines: list[Line] = field(default_factory=list)

    @property
    def owner(self) -> str:
        """Its name in the account of characters: marks may begin anew on each page."""
        return f"footnote {self.mark} on page {self.page}, line {self.number}"


@dataclass(frozen=True)
class Notes:
    """What is left of the book's lines, its footnotes, and the pieces of their lines."""

    lines: list[Line]
    notes: list[PrintedNote]
    pieces: list[Piece]


def take_footnotes(lines: Sequence[Line]) -> Notes:
    """Take the footnotes out of the lines of the laws; what is left has each mark of them as a raised run."""
    body_size = _body_size(lines)
    taker = _Taker(body_size)
    for page in _pages(lines):
        taker.page(page)
    marks = {note.mark for note in taker.notes}
    kept = [_with_marks_alone(_with_raised_stars(line, marks), marks) for line in taker.kept]
    return Notes(kept, taker.notes, taker.pieces)


def _body_size(lines: Iterable[Line]) -> float:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _pages(lines: Sequence[Line]) -> list[list[Line]]:
    pages: list[list[Line]] = []
    for line in lines:
        if not pages or pages[-1][0].page != line.page:
            pages.append([])
        pages[-1].append(line)
    return pages


class _Taker:
    """Goes through the pages; the last footnote may run on at the foot of the next page."""

    def __init__(self, body_size: float) -> None:
        self._body_size = body_size
        self.kept: list[Line] = []
        self.notes: list[PrintedNote] = []
        self.pieces: list[Piece] = []

    def page(self, lines: list[Line]) -> None:
        foot = next((at for at, line in enumerate(lines) if self._begins_note(line)), len(lines))
        running_on = self._running_on(lines[:foot])
        self.kept += lines[: foot - running_on]
        for line in lines[foot - running_on :]:
            self._take(line)

    def _begins_note(self, line: Line) -> bool:
        if line.runs[0].raised:
            return bool(_MARK.fullmatch(line.runs[0].text))
        return bool(_STARS.match(line.text)) and line.size < self._body_size - _SMALLER

    def _running_on(self, lines: list[Line]) -> int:
        """How many lines above a page's first footnote belong to the last one of the page before."""
        last = self.notes[-1] if self.notes else None
        if last is None or _ENDED.search(last.lines[-1].text) or not lines or last.page != lines[0].page - 1:
            return 0
        size = last.lines[-1].size
        if size > self._body_size - _SMALLER:
            return 0
        count = 0
        for line in reversed(lines):
            if abs(line.size - size) > _SMALLER / 2:
                break
            count += 1
        return count

    def _take(self, line: Line) -> None:
        if self._begins_note(line):
            mark, line = _cut_mark(line)
            note = PrintedNote(mark, line.page, line.number)
            self.notes.append(note)
            self.pieces.append(Piece(Kind.NOTE_MARK, note.owner, line.number, 0, mark))
        note, line = self.notes[-1], line.flat()
        note.lines.append(line)
        self.pieces.append(Piece(Kind.FOOTNOTE, note.owner, line.number, line.offset, line.text))


def _cut_mark(line: Line) -> tuple[str, Line]:
    if line.runs[0].raised:
        return line.cut(len(line.runs[0].text))
    match = _STARS.match(line.text)
    mark, rest = line.cut(match.end(1) if match else 0)
    return mark, rest


def _with_raised_stars(line: Line, marks: set[str]) -> Line:
    """Make a star at the end of a word, where a footnote answers to it, a raised run of its own."""
    if not any(mark[0] in "*†‡" for mark in marks):
        return line
    runs: list[Run] = []
    for run in line.runs:
        match = None if run.raised else _GLUED_STARS.search(run.text)
        if match and match[1] in marks:
            middle = run.end - (run.end - run.x) * len(match[1]) / len(run.text)
            runs.append(replace(run, text=run.text[: match.start()], end=middle))
            runs.append(replace(run, text=match[1], x=middle, raised=True, spaced=False))
        else:
            runs.append(run)
    return replace(line, runs=tuple(runs))


def _with_marks_alone(line: Line, marks: set[str]) -> Line:
    """Leave raised only what a footnote answers to: the "th" of "5th" is text."""
    if not any(run.raised and run.text not in marks for run in line.runs):
        return line
    return replace(line, runs=tuple(replace(run, raised=run.raised and run.text in marks) for run in line.runs))
