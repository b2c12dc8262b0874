"""The footnotes of a law book in plain text, where their numbers are no longer small and raised.

A number glued to a word ("face down9.") is a mark where the foot of the page answers to it. pdftotext writes the
number of a note on a line of its own, with `-layout` before the note; without, the first one's comes last: text, 10,
text, 11, text, 9.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from corpus.lines import Line, Run

_GLUED = re.compile(r"(?:(?<=[a-z][.,)”’])|(?<=[a-z])|(?<=[A-Z]{2}))(\d{1,2})(?=[\s.,;:)\]”’]|$)")
_ALONE = re.compile(r"\d{1,2}")
_BEFORE_NOTE = re.compile(r"(\d{1,2})\s+(?=\S)")
_STARS = re.compile(r"(\*{1,4}|†{1,3}|‡{1,3})\s?(?=[^\s*†‡])")
_ENDED = re.compile(r"[.?!][)\]”’]*$")
_NOTE_PARTS = 0.8
"""The size of a footnote's type, in parts of the text's, and half of it for its mark."""


def with_notes(lines: Sequence[Line]) -> list[Line]:
    """The lines of the laws with their footnotes in smaller type and the marks of these raised."""
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    answered: set[str] = set()
    kept: list[Line] = []
    for page in pages.values():
        foot = _foot(page, max((int(mark) for mark in answered if mark.isdigit()), default=0) + 1)
        notes = _notes(page[foot:])
        answered.update(mark for line in notes for mark in _mark_of(line))
        kept += [*page[:foot], *notes]
    return [_with_raised_marks(line, answered) for line in kept]


def _foot(page: Sequence[Line], expected: int) -> int:
    """Where the footnotes of a page begin."""
    glued = {int(number) for line in page for number in _GLUED.findall(line.text)}
    stars = {line.text.rstrip()[-1:] for line in page}
    for at, line in enumerate(page):
        if at and (match := _STARS.match(line.text)) and match[1][0] in stars:
            return at
        number = _number(line)
        if number is None or number not in glued or number < expected:
            continue
        if number == expected:
            return _above_first(page, at) if _comes_last(page[at:], number) else at
        if _comes_last(page[at:], expected):
            return _above_first(page, at)
    return len(page)


def _number(line: Line) -> int | None:
    """The number that a line is, or begins with as a footnote does."""
    match = _ALONE.fullmatch(line.text) or _BEFORE_NOTE.match(line.text)
    return int(re.sub(r"\D.*", "", match.group())) if match else None


def _comes_last(lines: Sequence[Line], number: int) -> bool:
    return len(lines) > 0 and lines[-1].text == str(number)


def _above_first(page: Sequence[Line], at: int) -> int:
    """The first line of a note whose number comes last: it begins with a capital where a line has ended before it
    must."""
    measure = max(len(line.text) for line in page)
    for place in range(at - 1, 0, -1):
        before, line = page[place - 1].text, page[place].text
        early = len(before) + len(line.split()[0]) + 1 < measure
        if line[0].isupper() and (early or _ENDED.search(before)):
            return place
    return at


def _notes(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page's footnotes, the number of each raised before its first line."""
    ahead = sum(1 for line in lines if _ALONE.fullmatch(line.text))
    waiting = sorted((line.text for line in lines if _ALONE.fullmatch(line.text)), key=int)
    kept: list[Line] = []
    begins = True
    for line in lines:
        if _ALONE.fullmatch(line.text):
            begins, ahead = True, ahead - 1
            continue
        stacked = len(waiting) > ahead and line.text[0].isupper() and bool(kept) and _ENDED.search(kept[-1].text)
        kept.append(_note_line(line, waiting.pop(0) if (begins or stacked) and waiting else ""))
        begins = False
    return kept


def _note_line(line: Line, number: str) -> Line:
    """A line in the type of footnotes, with its mark raised before it."""
    runs = tuple(replace(run, size=run.size * _NOTE_PARTS) for run in line.runs)
    if not number and (match := _BEFORE_NOTE.match(line.text)):
        number = match[1]
        runs = line.cut(match.end())[1].runs
        runs = tuple(replace(run, size=run.size * _NOTE_PARTS) for run in runs)
    if not number:
        return replace(line, runs=runs)
    mark = Run(number, 0.0, 1.0, line.size / 2, raised=True)
    return replace(line, runs=(mark, replace(runs[0], spaced=True), *runs[1:]))


def _mark_of(line: Line) -> Iterable[str]:
    return [line.runs[0].text] if line.runs[0].raised else []


def _with_raised_marks(line: Line, marks: set[str]) -> Line:
    runs: list[Run] = []
    for run in line.runs:
        runs += [run] if run.raised else _split(run, marks)
    return replace(line, runs=tuple(runs))


def _split(run: Run, marks: set[str]) -> list[Run]:
    """A run with each mark in it a raised run of its own."""
    parts: list[Run] = []
    at = 0
    width = (run.end - run.x) / len(run.text)
    for match in _GLUED.finditer(run.text):
        if match[1] not in marks:
            continue
        parts.append(_part(run, at, match.start(1), width))
        parts.append(replace(_part(run, match.start(1), match.end(1), width), raised=True, size=run.size / 2))
        at = match.end(1)
    return [*parts, *([_part(run, at, len(run.text), width)] if at < len(run.text) else [])] if parts else [run]


def _part(run: Run, start: int, end: int, width: float) -> Run:
    text = run.text[start:end]
    x = run.x + width * (start + len(text) - len(text.lstrip()))
    # `pdftotext -raw` sets a space between a mark and the stop behind it.
    spaced = run.spaced if start == 0 else text[:1].isspace() and text.lstrip()[:1] not in ".,;:)"
    return replace(run, text=text.strip(), x=x, end=run.x + width * end, spaced=spaced)
