"""The parts of a law book: front matter, introduction, table of contents, definitions, laws, index, back matter."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.lines import Line

_CONTENTS = re.compile(r"(?:table of )?contents", re.IGNORECASE)
_INTRODUCTION = re.compile(r"introduction(?:\s+to\b(?!.*\d$).*)?", re.IGNORECASE)
_DEFINITIONS = re.compile(r"(?:chapter\s+[ivx\d]+\W*)?(?:the\s+)?definitions", re.IGNORECASE)
_INDEX = re.compile(r"(?:general\s+)?index(?:\s+(?:to|of|for)\b.*\D)?", re.IGNORECASE)
_FRONT_TITLE = re.compile(r"(?:promulgating bodies|preface|foreword|acknowledge?ments?|scope)\b.*", re.IGNORECASE)
_LAW = re.compile(r"LAW\s+(\d{1,2})(?:\s*[-–—:.]\s*\S.*)?(?<!\d\s\d)")
_SENDS = re.compile(
    r"(?:(?:^|\s)\d{1,2}(?:[A-H](?:\d{1,2})?(?:\([a-z]\))?(?:\([ivx]+\))?)?|Definitions|Introduction|footnote)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Zones:
    """The lines of each part. `front` holds what stands before the body and is neither introduction nor contents."""

    front: list[Line]
    introduction: list[Line]
    contents: list[Line]
    definitions: list[Line]
    laws: list[Line]
    index: list[Line]
    back: list[Line]


def split_zones(lines: Sequence[Line]) -> Zones:
    """Find the parts; a text without laws has empty ones."""
    heads = [(at, int(match[1])) for at, line in enumerate(lines) if (match := _LAW.fullmatch(line.text))]
    first_law = _first_law(heads, len(lines))
    definitions = _last(lines, 0, first_law, lambda line: bool(_DEFINITIONS.fullmatch(line.text)), first_law)
    contents = _first(lines, 0, definitions, lambda line: bool(_CONTENTS.fullmatch(line.text)), definitions)
    last_law = max((at for at, _ in heads if at >= first_law), default=len(lines))
    index = _first(lines, last_law, len(lines), lambda line: bool(_INDEX.fullmatch(line.text)), len(lines))
    end = _last(lines, index, len(lines), lambda line: bool(_SENDS.search(line.text)), index - 1) + 1
    opening, closing = _introduction(lines, definitions, contents)
    body = min(opening, definitions) if opening > contents else definitions
    front = [line for at, line in enumerate(lines[:contents]) if not opening <= at < closing]
    return Zones(
        front=front,
        introduction=list(lines[opening:closing]),
        contents=list(lines[contents:body]),
        definitions=list(lines[definitions:first_law]),
        laws=list(lines[first_law:index]),
        index=list(lines[index:end]),
        back=list(lines[end:]),
    )


def _first_law(heads: Sequence[tuple[int, int]], nowhere: int) -> int:
    """Where Law 1 begins: of the places that name it, the one that is farthest from Law 2. In a table of contents they
    stand close together, and a running head repeats the number within the law."""
    starts = [at for at, law in heads if law == 1]
    seconds = [at for at, law in heads if law == 2]
    lengths = {start: next((at for at in seconds if at > start), nowhere) - start for start in starts}
    return max(lengths, key=lambda start: lengths[start], default=nowhere)


def _introduction(lines: Sequence[Line], definitions: int, contents: int) -> tuple[int, int]:
    """From the title of the introduction to the next title of its kind; both at `definitions` where there is none."""
    opening = _first(lines, 0, definitions, lambda line: bool(_INTRODUCTION.fullmatch(line.text)), definitions)
    if opening == definitions:
        return definitions, definitions
    title = opening + 1
    while title < definitions and _is_title(lines[title], lines[opening]):
        title += 1
    limit = contents if opening < contents else definitions
    return opening, _first(lines, title, limit, lambda line: _is_title(line, lines[opening]), limit)


def _is_title(line: Line, model: Line) -> bool:
    if _FRONT_TITLE.fullmatch(line.text):
        return True
    return model.bold and line.bold and line.size >= model.size


def _first(lines: Sequence[Line], start: int, end: int, wanted: Callable[[Line], bool], missing: int) -> int:
    return next((at for at in range(start, end) if wanted(lines[at])), missing)


def _last(lines: Sequence[Line], start: int, end: int, wanted: Callable[[Line], bool], missing: int) -> int:
    return next((at for at in range(end - 1, start - 1, -1) if wanted(lines[at])), missing)
