"""A law book as plain text, as pdftotext and word processors write it, as the same lines of type that a PDF has.

A text has lost its type. This module gives back what its words betray, so that one parser reads both forms: a
headword before a colon and a heading that the table of contents names are bold, a small number glued to a word and
answered at the foot of the page is a footnote's mark (`textnotes.py`), a line that ends before it must ends a
paragraph.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.contentslist import flat_words, heading_words
from corpus.definitions import HEADWORD
from corpus.furniture import roman_number, without_furniture
from corpus.lines import Line, Page, Run
from corpus.markers import LETTER, NUMBER, ROMAN, SECTION, Marker, first_label, next_label, read_marker
from corpus.outline import in_title_case, is_law_head
from corpus.textnotes import with_notes
from corpus.zones import split_zones

_CHARACTER = 5.0
"""Points that a character of a text takes: half its type size."""
_SIZE = 10.0
_CELLS = re.compile(r"\S+(?: {1,2}\S+)*")
_BREAKS = re.compile("\r\n?|[\x0b\x1c\x1d\x1e\x85\u2028\u2029]")
_SIGNS = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f\ufdd0-\ufdef\ufeff]")
_NUMBER = re.compile(r"\s*(\d{1,3}|[ivxl]{1,6})\s*")
_ROMAN_PAGES = 1000
"""Added to roman page numbers, so that they make a chain of their own."""
_LEAST_PAGES = {False: 5, True: 2}
_LINES_A_PAGE = range(10, 120)
_ENDED = re.compile(r"(?:[.?!:;]|\))[)\]”’\"']*$")
_PLACES = {NUMBER: 13.5, LETTER: 20.0, ROMAN: 34.0}
"""Where markers stand in type: deeper than a paragraph of the clause that they divide."""
_UNHEADED_X, _OPENING_X, _RUNNING_X = 13.5, 9.0, 60.0
_LEAST_CELLS = 8
_MOST_HEADING_LINES = 3
_MOST_HEADWORDS = 5
_SLACK = 2
"""By how many characters the next word must have fitted for a line to have ended early."""


def decode(data: bytes) -> str | None:
    """The characters of a text file: UTF-16 by its mark, else UTF-8, else Windows-1252; None where it is none."""
    encodings = ("utf-16",) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def read_text(text: str) -> tuple[Page, ...]:
    """The lines of a text as pages of type."""
    pages = _pages(_SIGNS.sub("", _BREAKS.sub("\n", text)))
    lines, _ = without_furniture(pages)
    zones = split_zones(lines)
    known = frozenset(map(flat_words, heading_words(zones.contents)))
    laws = with_notes(zones.laws)
    set_lines = (
        *_set_introduction(zones.introduction),
        *_set_definitions(zones.definitions),
        *_LawSetter(laws, known).lines(),
    )
    typeset = {line.number: line for line in set_lines}
    dropped = {line.number for line in zones.laws} - typeset.keys()
    return tuple(
        Page(page.number, tuple(typeset.get(line.number, line) for line in page.lines if line.number not in dropped))
        for page in pages
    )


def _pages(text: str) -> list[Page]:
    """The pages of a text: form feeds part them, or else their numbers, each on a line of its own."""
    rows = text.split("\n")
    parts = [part.split("\n") for part in text.split("\f")] if "\f" in text else list(_parted(rows, _page_starts(rows)))
    pages: list[Page] = []
    number = 0
    for at, part in enumerate(parts, 1):
        lines = []
        for place, row in enumerate(part):
            if row.strip():
                lines.append(Line(at, number, -_SIZE * place, tuple(_runs(row.expandtabs()))))
                number += 1
        pages.append(Page(at, tuple(lines)))
    return pages


def _parted(rows: Sequence[str], starts: Sequence[int]) -> Iterator[list[str]]:
    for start, end in zip([0, *starts], [*starts, len(rows)], strict=True):
        yield list(rows[start:end])


def _page_starts(rows: Sequence[str]) -> list[int]:
    """The longest chain of lines that are numbers, each one more than the last and about a page after it."""
    chains: dict[int, list[int]] = {}
    for at, row in enumerate(rows):
        if match := _NUMBER.fullmatch(row):
            number = int(match[1]) if match[1].isdigit() else _ROMAN_PAGES + roman_number(match[1])
            before = chains.get(number - 1, [])
            if before and at - before[-1] not in _LINES_A_PAGE:
                before = []
            if len(before) + 1 >= len(chains.get(number, [])):
                chains[number] = [*before, at]
    return sorted(at for roman in (False, True) for at in _longest(chains, roman=roman))


def _longest(chains: Mapping[int, list[int]], *, roman: bool) -> list[int]:
    longest = max((chain for number, chain in chains.items() if (number > _ROMAN_PAGES) == roman), key=len, default=[])
    return longest if len(longest) >= _LEAST_PAGES[roman] else []


def _runs(row: str) -> Iterator[Run]:
    """The cells of a line: three spaces and more part them."""
    for at, match in enumerate(_CELLS.finditer(row)):
        words = " ".join(match.group().split())
        x = match.start() * _CHARACTER
        yield Run(words, x, x + len(words) * _CHARACTER, _SIZE, spaced=at > 0)


def _moved(line: Line, x: float) -> Line:
    """The line begun at another place; where it ends, which tells how full it is, stays."""
    return replace(line, runs=(replace(line.runs[0], x=x), *line.runs[1:]))


def _bold(line: Line, length: int) -> Line:
    """The line with its first characters bold."""
    head, rest = line.cut(length)
    words = head.rstrip()
    first = Run(words, line.x, line.x + len(words) * _CHARACTER, line.runs[0].size, bold=True)
    others = (replace(rest.runs[0], spaced=words != head or not rest.runs[0].raised),) if rest.runs else ()
    return replace(line, runs=(first, *others, *rest.runs[1:]))


def _all_bold(line: Line) -> Line:
    return replace(line, runs=tuple(replace(run, bold=not run.raised) for run in line.runs))


def _set_definitions(lines: Sequence[Line]) -> Iterator[Line]:
    """Headwords bold: a few words and a colon, where a definition before has ended."""
    ended = True
    for line in lines:
        match = HEADWORD.match(line.text)
        begins = (
            ended
            and match is not None
            and match[1][0].isupper()
            and len(match[1].split("(")[0].split()) <= _MOST_HEADWORDS
        )
        ended = bool(_ENDED.search(line.text)) or len(line.text.split()) == 1
        yield _moved(_bold(line, match.end(1) + 1) if begins and match else line, 0.0)


def _set_introduction(lines: Sequence[Line]) -> Iterator[Line]:
    """The title bold, and the first line of each paragraph set in."""
    measure = _measure(lines)
    in_title = True
    for before, line in zip([None, *lines], lines, strict=False):
        in_title = in_title and in_title_case(line)
        if in_title:
            yield _moved(_all_bold(line), 0.0)
        else:
            yield _moved(line, _OPENING_X if _begins_paragraph(before, line, measure) else 0.0)


def _measure(lines: Sequence[Line]) -> int:
    """How many characters a full line has."""
    widths = sorted(len(line.text) for line in lines)
    return widths[len(widths) * 97 // 100] if widths else 0


def _is_early(before: Line, line: Line, measure: int) -> bool:
    """Whether a line ends before it must: the first word of the next had room."""
    return len(before.text) + len(line.text.split()[0]) + 1 + _SLACK < measure


def _begins_paragraph(before: Line | None, line: Line, measure: int) -> bool:
    """Whether a line is set in, or follows a line that ends a sentence and ends early."""
    if before is None or not (line.text[0].isupper() or line.text[0] in "“‘"):
        return False
    set_in = before.page == line.page and _CHARACTER <= line.x - before.x <= 4 * _CHARACTER
    return set_in or (_is_early(before, line, measure) and bool(_ENDED.search(before.text)))


class _LawSetter:
    """Goes through the lines of the laws and sets headings bold and each line where a book would set it."""

    def __init__(self, lines: Sequence[Line], known: frozenset[str]) -> None:
        self._lines = lines
        self._known = known
        self._measure = _measure(lines)
        self._marked: Line | None = None
        self._labels: list[str] = []
        self._tabular = False

    def lines(self) -> Iterator[Line]:
        """The lines as set."""
        at = 0
        while at < len(self._lines):
            heading = self._heading(at)
            if heading:
                yield from heading
                marker = read_marker(self._lines[at].text, SECTION)
                self._marked, self._labels = self._lines[at], [marker.label] if marker else []
            else:
                yield self._line(at, self._lines[at])
            at += len(heading) or 1

    def _line(self, at: int, line: Line) -> Line:
        if is_law_head(line):
            self._marked, self._labels = None, []
            self._tabular = self._has_table(at)
            return _moved(_all_bold(line), 0.0)
        if line.runs[0].raised or line.size < _SIZE:
            return line
        depth = self._depth(at, line)
        if depth is not None:
            self._marked = line
            return _moved(line, _PLACES.get(depth, _UNHEADED_X))
        if len(line.runs) > 1 and line.widest_gap > 1:
            return line
        return _moved(line, self._place(self._lines[at - 1] if at else None, line))

    def _depth(self, at: int, line: Line) -> int | None:
        """The depth of the marker at the front of a line that can stand there.

        "(i)" after (h) is a letter, unless (h) leads up to a list.
        """
        found = [marker for depth in range(SECTION, ROMAN + 1) if (marker := self._marker(line.text, depth))]
        if not found:
            return None
        leads_up = at > 0 and self._lines[at - 1].text.endswith((":", ")"))
        marker = found[-1] if leads_up else found[0]
        self._labels = [*self._labels[: marker.depth], marker.label]
        rest = line.text[marker.length :]
        while len(self._labels) <= ROMAN and (chained := self._marker(rest, len(self._labels))):
            self._labels.append(chained.label)
            rest = rest[chained.length :]
        return marker.depth

    def _marker(self, text: str, depth: int) -> Marker | None:
        """The marker of that depth at the front of a text, if it is the next there or begins a list."""
        marker = read_marker(text, depth)
        if marker is None or depth > len(self._labels):
            return None
        begins = depth == len(self._labels)
        expected = first_label(depth) if begins else next_label(depth, self._labels[depth])
        return marker if marker.label == expected else None

    def _place(self, before: Line | None, line: Line) -> float:
        """Where a line without a marker stands: first lines of paragraphs are set in, and left of the clause's marker
        stands what follows a list. Only an indented text (`pdftotext -layout`) tells the latter."""
        if self._marked is None:
            early = self._tabular and before is not None and _is_early(before, line, self._measure)
            return _OPENING_X if early or _begins_paragraph(before, line, self._measure) else 0.0
        left = self._marked.page == line.page and line.x < self._marked.x and line.text[0].isupper()
        return _OPENING_X if left else _RUNNING_X

    def _has_table(self, at: int) -> bool:
        """Whether the law that a line heads has rows of cells, or many lines that are as short as cells."""
        short = 0
        for line in self._lines[at + 1 :]:
            if is_law_head(line) or read_marker(line.text, SECTION):
                break
            if line.widest_gap > 1:
                return True
            short += len(line.text) < self._measure // 3
        return short >= _LEAST_CELLS

    def _heading(self, at: int) -> list[Line]:
        """The lines of the heading that begins at a line, in bold type; empty where none does."""
        line = self._lines[at]
        marker = read_marker(line.text, SECTION)
        if marker is None:
            return []
        return self._known_heading(at, marker.length) or self._plain_heading(at)

    def _known_heading(self, at: int, length: int) -> list[Line]:
        """The longest heading that the table of contents has, on one line or more; text may follow it on its line."""
        best: list[Line] = []
        taken: list[Line] = []
        flat = ""
        for line in self._lines[at : at + _MOST_HEADING_LINES]:
            start = 0 if taken else length
            for end in _word_ends(line.text, start):
                if flat_words(flat + _unmarked(line, start, end)) in self._known:
                    last = _all_bold(line) if end == len(line.text) else _bold(line, end)
                    best = [*taken, _moved(last, 0.0)]
            flat += _unmarked(line, start, len(line.text))
            taken.append(_moved(_all_bold(line), 0.0))
        return best

    def _plain_heading(self, at: int) -> list[Line]:
        """A heading that no table of contents names: capitals, no stop, and text begins on the next line."""
        line = self._lines[at]
        following = self._lines[at + 1] if at + 1 < len(self._lines) else None
        if (
            following is None
            or not in_title_case(line)
            or not (following.text[0].isupper() or following.text[0].isdigit())
        ):
            return []
        return [_moved(_all_bold(line), 0.0)]


def _word_ends(text: str, start: int) -> list[int]:
    """The places in a text where words end, after `start`."""
    return [match.end() for match in re.finditer(r"\S+", text) if match.end() > start]


def _unmarked(line: Line, start: int, end: int) -> str:
    """Some characters of a line without footnote marks."""
    text = line.text
    marks = [run.text for run in line.runs if run.raised]
    part = text[start:end]
    return part.removesuffix(marks[-1]) if marks and end == len(text) else part
