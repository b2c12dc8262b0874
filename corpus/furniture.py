"""What a printer adds to the pages of a book: page numbers and running heads. And the margins that lines keep to."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from corpus.lines import Line, Page
from corpus.pieces import Kind, Piece, whole_line

_PAGE_NUMBER = re.compile(r"[-–—\s]*(?:page\s+)?(?:(\d{1,4})|([ivxlc]{1,7}))(?:\s+of\s+\d+)?[-–—\s]*", re.IGNORECASE)
_OUTER_NUMBER = re.compile(r"^(?:\d+|[ivxlc]+)\b|\b(?:\d+|[ivxlc]+)$", re.IGNORECASE)
_LAW = re.compile(r"laws?\b", re.IGNORECASE)
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LEAST_REPEATS = 4
"""A head that stands on fewer pages is taken for text."""
_LEAST_NUMBERED = 3
"""Numbers that agree with fewer pages are no page numbers."""
_EDGE = 3
"""How many lines at the top and at the foot of a page may be furniture."""
_MARGIN_SHARE = 0.02
"""The left margin of a page is the leftmost place where this part of the lines begin; a few stand out to the left."""


def without_furniture(pages: Sequence[Page]) -> tuple[list[Line], list[Piece]]:
    """The lines of the book that its printer didn't add, their margins made one, and pieces for those that he did."""
    heads = _running_heads(pages)
    offsets = _offsets(pages)
    kept: list[Line] = []
    pieces: list[Piece] = []
    for page in pages:
        taken = dict(_furniture(page, heads, offsets))
        pieces += [whole_line(kind, f"page {page.number}", page.lines[at]) for at, kind in taken.items()]
        kept += [line for at, line in enumerate(page.lines) if at not in taken]
    return _with_one_margin(kept), pieces


def _furniture(page: Page, heads: frozenset[tuple[str, int]], offsets: dict[bool, int]) -> Iterator[tuple[int, Kind]]:
    """The lines at the top and the foot of a page that no law holds, by their place on it."""
    numbered = False
    for at in _edges(page):
        line = page.lines[at]
        if not numbered and _numbers(line, page, offsets):
            numbered = True
            yield at, Kind.PAGE_NUMBER
        elif _head(line) in heads:
            yield at, Kind.RUNNING_HEAD


def _edges(page: Page) -> list[int]:
    """The places of a page's first and last lines."""
    count = len(page.lines)
    return list(dict.fromkeys([*range(min(_EDGE, count)), *range(count - 1, max(count - 1 - _EDGE, -1), -1)]))


def _numbers(line: Line, page: Page, offsets: dict[bool, int]) -> bool:
    """Whether a line is the number of its page: a number alone may be a cell of a table, or call a footnote."""
    found = _page_number(line)
    return found is not None and offsets.get(found[0]) == found[1] - page.number


def _offsets(pages: Sequence[Page]) -> dict[bool, int]:
    """How far arabic (False) and roman (True) page numbers are ahead of the pages: as most of those that stand at
    edges."""
    found: dict[bool, Counter[int]] = {}
    for page in pages:
        for number in {number for at in _edges(page) if (number := _page_number(page.lines[at]))}:
            found.setdefault(number[0], Counter())[number[1] - page.number] += 1
    least = {False: max(_LEAST_NUMBERED, len(pages) // 4), True: _LEAST_NUMBERED - 1}
    most = {roman: ahead.most_common(1)[0] for roman, ahead in found.items()}
    return {roman: offset for roman, (offset, times) in most.items() if times >= least[roman]}


def _page_number(line: Line) -> tuple[bool, int] | None:
    match = _PAGE_NUMBER.fullmatch(line.text)
    if match is None or line.runs[0].raised:
        return None
    return (False, int(match[1])) if match[1] else (True, roman_number(match[2].lower()))


def roman_number(text: str) -> int:
    """The value of a roman number in small letters; of other letters of its kind some value."""
    values = [_ROMAN_DIGITS[letter] for letter in text]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


def _running_heads(pages: Sequence[Page]) -> frozenset[tuple[str, int]]:
    """The words that stand at the same place at the top or foot of many pages."""
    found: Counter[tuple[str, int]] = Counter()
    for page in pages:
        found.update({_head(page.lines[at]) for at in _edges(page)})
    least = max(_LEAST_REPEATS, len(pages) // 4)
    return frozenset(head for head, times in found.items() if head[0] and times >= least)


def _head(line: Line) -> tuple[str, int]:
    """The words of a line without its page number, which differs from page to page, and its height on the page.

    "LAW 12" alone is no running head.
    """
    words = " ".join(_OUTER_NUMBER.sub(" ", line.text).casefold().split())
    return ("" if _LAW.fullmatch(words) else words), round(line.y)


def _with_one_margin(lines: Iterable[Line]) -> list[Line]:
    """Move each line so that 0 is the left margin of its page: left and right pages of a book have margins of their
    own."""
    held = list(lines)
    margins = {parity: _margin(line.x for line in held if line.page % 2 == parity) for parity in (0, 1)}
    return [line.shifted(margins[line.page % 2]) for line in held]


def _margin(places: Iterable[float]) -> float:
    found = Counter(round(x) for x in places)
    least = _MARGIN_SHARE * found.total()
    return float(min((x for x, times in found.items() if times >= least), default=0))
