"""The laws as a tree of clauses, from the lines that they are printed on.

A line begins a clause when it carries a marker that can stand there: the next one at its depth, or the first one
below the clause that is open. So "(b) above" at a line's front is no clause where (c) is expected. Where the depth is
in doubt, indentation decides: "(i)" set where the letters stand is the letter after (h), and text set further left
than its clause belongs to a clause above it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from corpus.contents import LAST_LAW, TITLES
from corpus.lines import Line, joined, letters, split_runs
from corpus.markers import LETTER, NUMBER, ROMAN, SECTION, Marker, first_label, next_label, read_marker
from corpus.pieces import Kind, Piece, whole_line
from corpus.refs import LawRef

_LAW_HEAD = re.compile(r"LAW\s+(\d{1,2})(?:\s*[-–—:.]\s*(?=\S)|$)")
_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "is",
        "not",
        "of",
        "off",
        "on",
        "or",
        "out",
        "the",
        "to",
        "with",
    ]
)
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_SAME_PLACE = 1.2
_SIBLING = 6.0
"""How far, in points, the markers of one depth may stand from each other."""
_CLEARLY = 0.92
"""What part of the measure a line must leave free for its break to be one of its own."""
_MOST_TITLE_LINES = 4


@dataclass
class Draft:
    """A clause whose lines are being gathered; `below` holds those that follow its sub-clauses."""

    ref: LawRef
    marker_x: float = 0.0
    text_x: float | None = None
    heading: list[Line] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    below: list[Line] = field(default_factory=list)
    children: list["Draft"] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """How deep it stands: -1 for a law, then as the markers."""
        return len(self.ref.path) - 1

    @property
    def label(self) -> str:
        """The last part of its reference."""
        return self.ref.path[-1]

    def add(self, line: Line) -> None:
        """Put a line to its text."""
        (self.below if self.children else self.lines).append(line)
        if len(self.lines) > 1 and not self.children and self.text_x is None:
            self.text_x = line.x


@dataclass(frozen=True)
class Outline:
    """The drafts in the book's order, and the pieces of their lines."""

    drafts: list[Draft]
    pieces: list[Piece]


def read_laws(lines: Sequence[Line]) -> Outline:
    """Put the lines of the laws into the clauses that they belong to."""
    reader = _Reader(lines)
    for at, line in enumerate(lines):
        reader.line(at, line)
    return Outline(reader.drafts, reader.pieces)


class _Reader:
    """Reads line after line; holds the clauses that are open, from the law down."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._measure = _measure(lines)
        self.drafts: list[Draft] = []
        self.pieces: list[Piece] = []
        self._open: list[Draft] = []
        self._in_title = False
        self._in_heading = False

    def line(self, at: int, line: Line) -> None:
        """Take one line, the one at place `at`."""
        if (head := _law_head(line)) is not None and self._takes_law(head[0]):
            self._begin_law(line, *head)
        elif not self._open:
            self.pieces.append(whole_line(Kind.CHAPTER, "Laws", line))
        elif head is not None and head[0] == self._open[0].ref.law:
            self.pieces.append(whole_line(Kind.RUNNING_HEAD, f"page {line.page}", line))
        elif self._in_title and self._takes_title(line):
            self._heading_line(self._open[0], line)
        elif markers := self._markers(line):
            self._begin_clauses(at, line, markers)
        elif self._in_heading and self._goes_on_in_heading(at, line):
            self._heading_line(self._open[-1], line)
        else:
            self._text_line(line)

    def _takes_law(self, law: int) -> bool:
        last = self._open[0].ref.law if self._open else 0
        return last < law <= LAST_LAW

    def _begin_law(self, line: Line, law: int, length: int) -> None:
        draft = Draft(LawRef(law))
        self.drafts.append(draft)
        self._open = [draft]
        self._in_title, self._in_heading = True, False
        marker, rest = line.cut(length)
        self.pieces.append(Piece(Kind.MARKER, str(draft.ref), line.number, line.offset, marker))
        if rest.runs:
            self._heading_line(draft, rest)

    def _takes_title(self, line: Line) -> bool:
        """Whether the line goes on with the title of the law: as the title is known, or as it is set."""
        law = self._open[0]
        so_far = "".join(_flat(part) for part in law.heading)
        known = title_letters(TITLES[law.ref.law])
        if known.startswith(so_far + _flat(line)):
            return so_far != known
        self._in_title = so_far != known and len(law.heading) < _MOST_TITLE_LINES and _is_display(line)
        return self._in_title

    def _heading_line(self, draft: Draft, line: Line) -> None:
        draft.heading.append(line)
        self.pieces += _pieces(Kind.HEADING, draft, line)

    def _markers(self, line: Line) -> list[Marker]:
        """The markers at the front of a line that can stand there: "2.(a)" has two."""
        found: list[Marker] = []
        at = 0
        text = line.text
        while marker := self._marker(line, text[at:], found):
            found.append(marker)
            at += marker.length
        return found

    def _marker(self, line: Line, text: str, before: list[Marker]) -> Marker | None:
        if before:
            depth = before[-1].depth + 1
            marker = read_marker(text, depth) if depth <= ROMAN else None
            return marker if marker and marker.label == first_label(depth) else None
        candidates = [
            marker for depth in range(ROMAN + 1) if (marker := read_marker(text, depth)) and self._fits(line, marker)
        ]
        return self._choice(line, candidates)

    def _choice(self, line: Line, candidates: list[Marker]) -> Marker | None:
        """Of a letter and a roman number that both could stand here, the one whose depth the line is set at."""
        if len(candidates) > 1 and self._open[-1].depth == LETTER:
            letter = self._open[-1]
            beside = abs(line.x - letter.marker_x) < _SIBLING
            unfinished = not letter.lines or letter.lines[-1].text.endswith((":", ",", "or", "and"))
            return candidates[1] if unfinished or not beside else candidates[0]
        return candidates[0] if candidates else None

    def _fits(self, line: Line, marker: Marker) -> bool:
        """Whether a clause with this marker can begin here."""
        if marker.depth >= len(self._open) or marker.depth < SECTION:
            return False
        parent = self._open[marker.depth]
        last = next((child for child in reversed(parent.children)), None)
        expected = first_label(marker.depth) if last is None else next_label(marker.depth, last.label)
        if marker.label != expected and not self._skips(line, marker, last):
            return False
        return last is None or not self._in_running_text(line, last)

    def _skips(self, line: Line, marker: Marker, last: Draft | None) -> bool:
        """A section in bold type is one even if a letter before it is missing."""
        return marker.depth == SECTION and line.bold and (last is None or marker.label > last.label)

    def _in_running_text(self, line: Line, last: Draft) -> bool:
        """Whether the line keeps to the text of the open clause rather than to the markers of the last sibling."""
        text_x = self._open[-1].text_x
        beside = abs(line.x - last.marker_x) < _SIBLING
        return text_x is not None and abs(line.x - text_x) < _SAME_PLACE and not beside

    def _begin_clauses(self, at: int, line: Line, markers: list[Marker]) -> None:
        self._in_title = False
        for marker in markers:
            parent = self._open[marker.depth]
            draft = Draft(parent.ref.child(marker.label), line.x)
            parent.children.append(draft)
            self.drafts.append(draft)
            self._open = [*self._open[: marker.depth + 1], draft]
            label, rest = line.cut(marker.length)
            self.pieces.append(Piece(Kind.MARKER, str(draft.ref), line.number, line.offset, label))
            line = rest
        self._begin_text(at, line)

    def _begin_text(self, at: int, line: Line) -> None:
        """What stands behind a marker: a heading in bold type, a heading that runs into its text, or text."""
        draft = self._open[-1]
        bold = _bold_length(line) if draft.depth in (SECTION, NUMBER) else 0
        if (line.bold and bold) or (draft.depth == NUMBER and self._is_plain_heading(at, line)):
            bold = len(line.text)
        self._in_heading = bold == len(line.text) and bold > 0
        if bold:
            _, rest = line.cut(bold)
            self._heading_line(draft, _first(line, bold))
            line = rest
        if line.runs:
            self._add(draft, line)

    def _is_plain_heading(self, at: int, line: Line) -> bool:
        """Whether a line in plain type begins or goes on with a heading: capitals, no stop at the end, and a break
        after it, its last line or the next, that its length doesn't call for; "Single Result Obtained" stands so in
        86B1."""
        if not in_title_case(line) or len(_WORD.findall(line.text)) < 2:
            return False
        following = self._lines[at + 1] if at + 1 < len(self._lines) else None
        if following is None or not following.text[:1].isupper():
            return False
        if line.runs[-1].end + _first_word_width(following) < self._measure * _CLEARLY:
            return True
        return in_title_case(following) and self._is_plain_heading(at + 1, following)

    def _goes_on_in_heading(self, at: int, line: Line) -> bool:
        last = self._open[-1].heading[-1]
        self._in_heading = line.bold if last.bold else self._is_plain_heading(at, line)
        return self._in_heading

    def _text_line(self, line: Line) -> None:
        self._in_title = self._in_heading = False
        while len(self._open) > 1 and self._stands_left_of(line, self._open[-1]):
            self._open.pop()
        self._add(self._open[-1], line)

    def _stands_left_of(self, line: Line, draft: Draft) -> bool:
        """Whether a line is set further left than the marker of a clause, so that it belongs above it."""
        return line.x < draft.marker_x - _SAME_PLACE

    def _add(self, draft: Draft, line: Line) -> None:
        draft.add(line)
        self.pieces += _pieces(Kind.CLAUSE, draft, line)


def _pieces(kind: Kind, draft: Draft, line: Line) -> list[Piece]:
    """The runs of a line as pieces, footnote marks apart."""
    pieces: list[Piece] = []
    at = line.offset
    for place, run in enumerate(line.runs):
        at += 1 if run.spaced and place else 0
        pieces.append(Piece(Kind.NOTE_MARK if run.raised else kind, str(draft.ref), line.number, at, run.text))
        at += len(run.text)
    return pieces


def _law_head(line: Line) -> tuple[int, int] | None:
    """The number of the law that a line heads, and the length of "LAW 12 -"."""
    match = _LAW_HEAD.match(line.text)
    return (int(match[1]), match.end()) if match else None


def is_law_head(line: Line) -> bool:
    """Whether a line heads a law."""
    return _law_head(line) is not None


def _flat(line: Line) -> str:
    return title_letters("".join(run.text for run in line.runs if not run.raised))


def title_letters(title: str) -> str:
    """A title without case, white space and the shapes of dashes and quote marks."""
    return letters(title.casefold()).translate(str.maketrans("’‘–—", "''--"))


def _is_display(line: Line) -> bool:
    return line.bold or line.text.isupper()


def _bold_length(line: Line) -> int:
    """The length of the bold words at the front of a line, footnote marks among them."""
    runs = 0
    while runs < len(line.runs) and (line.runs[runs].bold or line.runs[runs].raised):
        runs += 1
    return len(joined(line.runs[:runs]))


def _first(line: Line, length: int) -> Line:
    """The first `length` characters of a line."""
    _, rest = split_runs(line.runs, length)
    kept = line.runs[: len(line.runs) - len(rest)]
    return replace(line, runs=kept)


def in_title_case(line: Line) -> bool:
    """Whether its words begin with capitals, as in a heading, and it ends without a stop."""
    text = " ".join(run.text for run in line.runs if not run.raised)
    words = [word for word in _WORD.findall(text) if word.lower() not in _SMALL_WORDS]
    return bool(words) and all(word[0].isupper() for word in words) and text[-1] not in ".;:,)]”"


def _measure(lines: Sequence[Line]) -> float:
    """How far lines reach to the right; a few may reach farther."""
    ends = sorted(line.runs[-1].end for line in lines)
    return ends[len(ends) * 97 // 100] if ends else 0.0


def _first_word_width(line: Line) -> float:
    """The width of its first word with a space; a character takes about half the type size."""
    return line.size / 2 * (len(line.text.split()[0]) + 1)
