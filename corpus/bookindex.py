"""The book's own index: each line's words, and the clauses that it sends to.

An entry stands under a head in bold type ("Dummy"), which its words begin with: "Dummy, Rights, absolute".
"Definitions" and "Introduction" among the references become the definition or the introduction that is meant, "53
footnote" the clause that marks the footnote. "See Card" sends to where the entry of that name sends.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from corpus.lines import Line
from corpus.model import IndexEntry
from corpus.paragraphs import Joiner, Vocabulary
from corpus.pieces import Kind, Piece, whole_line
from corpus.refs import LawRef

_LAW = r"(?:9[0-3]|[1-8]\d|[1-9])"
_ROMAN = "(?:iv|v?i{1,3}|v)"
_REF = (
    rf"(?:Definitions?|Introduction|{_LAW} (?:first |second |third )?footnote"
    rf"|{_LAW}(?:[A-H](?:\d{{1,2}}(?:\([A-Za-z]\)(?:\({_ROMAN}\))?)?)?)?)"
)
_REFS = re.compile(rf"(?:^|(?<=\s))({_REF}(?:\s*,\s*{_REF})*,?)$")
_SEE = re.compile(r"(?:^|(?<=\s))(See(?: also)? \S.*)$")
_TURN = re.compile(r".*\(continued(?: on)?\)$", re.IGNORECASE)
_LEAST_APART = 0.03
"""In an index without bold type, heads are known only if this part of its lines is set apart; else each entry is
alone."""
_CREDIT = re.compile(r"(?:compiled|prepared|edited|based)\b.*", re.IGNORECASE)
_ORDINALS = ("first", "second", "third")
_GAP = 1.4
"""The distance to the line above, in usual distances, that sets a new head apart where no bold type does."""


@dataclass
class DraftEntry:
    """An entry whose lines are being gathered; `see` names the entry that it sends to, `hyphens` counts those taken
    out."""

    number: int
    head: str = ""
    words: str = ""
    refs: str = ""
    see: str = ""
    hyphens: int = 0

    @property
    def owner(self) -> str:
        """Its name in the account of characters."""
        return f"index entry {self.number}"

    @property
    def full(self) -> str:
        """Its words under their head, and what it sends to: "Agreement, See Partnership Understanding"."""
        return ", ".join(part for part in (self.head, self.words, self.see) if part)


@dataclass
class DraftIndex:
    """The entries in the book's order, and the pieces of their lines."""

    entries: list[DraftEntry] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)


@dataclass(frozen=True)
class Places:
    """What the index names by other words than a reference: definitions by term, the introduction, and by law the
    clauses that mark its footnotes."""

    terms: Mapping[str, LawRef]
    introduction: LawRef
    noted: Mapping[int, Sequence[LawRef]]


def read_index(lines: Sequence[Line], vocabulary: Vocabulary) -> DraftIndex:
    """The entries of the index, and the pieces of its lines."""
    reader = _Reader(lines, vocabulary)
    for at, line in enumerate(lines):
        reader.line(line, gap=reader.is_gap(at))
    return DraftIndex(reader.entries, reader.pieces)


def finish_index(draft: DraftIndex, places: Places) -> tuple[IndexEntry, ...]:
    """The entries with their references; one that sends to another entry has the references of that."""
    sent_to = {entry.words.casefold(): entry for entry in reversed(draft.entries) if not entry.head and entry.refs}
    return tuple(_finished(entry, sent_to, places) for entry in draft.entries)


def ref_tokens(printed: str) -> list[str]:
    """The references of an entry, each as the book prints it."""
    return [token for part in printed.split(",") if (token := part.strip())]


def _finished(entry: DraftEntry, sent_to: Mapping[str, DraftEntry], places: Places) -> IndexEntry:
    meant = entry
    if not entry.refs and entry.see:
        name = re.sub(r"^See(?: also)? ", "", entry.see).casefold()
        meant = sent_to.get(name, entry)
    refs = (_ref(token, meant, places) for token in ref_tokens(meant.refs))
    return IndexEntry(entry.full, tuple(dict.fromkeys(refs)))


def _ref(token: str, entry: DraftEntry, places: Places) -> LawRef:
    if token.startswith("Definition"):
        return _definition(entry, places.terms)
    if token == "Introduction":
        return places.introduction
    if "footnote" in token:
        return _noted(token, places)
    return LawRef.parse(token)


def _definition(entry: DraftEntry, terms: Mapping[str, LawRef]) -> LawRef:
    """The definition that an entry means: its own words, else those with its head ("Visible" under "Card"), else its
    head."""
    for words in (entry.words, f"{entry.words} {entry.head}", entry.head):
        spoken = words.casefold()
        for end in reversed([match.end() for match in re.finditer(r"\w+|\)", spoken)]):
            if (term := spoken[:end].strip()) in terms:
                return terms[term]
    return LawRef(0)


def _noted(token: str, places: Places) -> LawRef:
    law, *ordinal = token.split()[:-1]
    clauses = places.noted.get(int(law), ())
    which = _ORDINALS.index(ordinal[0]) if ordinal and ordinal[0] in _ORDINALS else 0
    return clauses[which] if which < len(clauses) else LawRef(int(law))


class _Reader:
    """Reads line after line; holds the head and the entry that are open."""

    def __init__(self, lines: Sequence[Line], vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.entries: list[DraftEntry] = []
        self.pieces: list[Piece] = []
        self._lines = lines
        self._set_bold = any(line.runs[0].bold and _REFS.search(line.text) for line in lines)
        self._leading = _usual_leading(lines)
        self._set_apart = sum(map(self.is_gap, range(len(lines)))) > len(lines) * _LEAST_APART
        self._head = self._before = ""
        self._open: DraftEntry | None = None
        self._credited = False
        self._turned = False
        self._page = 0

    def is_gap(self, at: int) -> bool:
        """Whether more than the usual distance is above a line of the same page."""
        if at == 0 or self._lines[at].page != self._lines[at - 1].page:
            return False
        return self._lines[at - 1].y - self._lines[at].y > self._leading * _GAP

    def line(self, line: Line, *, gap: bool) -> None:
        """Take one line."""
        if _TURN.fullmatch(line.text):
            self.pieces.append(whole_line(Kind.TURN_LINE, "index", line))
            self._turned = True
            return
        length, refs, see = _split(line.text)
        if self._is_credit(line, gap=gap):
            self.pieces.append(whole_line(Kind.CREDITS, "index", line))
        elif self._begins_head(line, gap=gap):
            self._before = self._head
            self._begin(line, length, refs, see, head="")
            self._head = self._open.words if self._open else ""
        elif self._goes_on(line, length, see):
            self._go_on(line, length, refs, see)
        else:
            self._begin(line, length, refs, see, head=self._head)
        self._turned, self._page = False, line.page

    def _is_credit(self, line: Line, *, gap: bool) -> bool:
        """Whether the line tells, before the first entry, who made the index."""
        if self.entries or gap:
            return False
        if _CREDIT.match(line.text):
            self._credited = True
            return True
        credited, self._credited = self._credited, False
        return credited

    def _begins_head(self, line: Line, *, gap: bool) -> bool:
        if not self._set_bold and not self._set_apart:
            return False
        if not self._set_bold:
            return gap or not self.entries or self._begins_page_with_head(line)
        if not line.runs[0].bold:
            return not self.entries
        unfinished = self._open is not None and not self._open.head and not self._open.refs and not self._open.see
        return gap or not unfinished or line.page != self._lines[max(self._lines.index(line) - 1, 0)].page

    def _begins_page_with_head(self, line: Line) -> bool:
        """Whether the first line of a page begins a new head: no turn line came before, and it follows by alphabet."""
        first = self._open is not None and self._page != line.page and not self._turned
        return first and line.text.casefold() > self._head.casefold()

    def _goes_on(self, line: Line, length: int, see: str) -> bool:
        """Whether the line goes on with the open entry rather than to begin one under its head."""
        entry = self._open
        if entry is None:
            return False
        if entry.refs:
            return entry.refs.endswith(",") and not length
        is_head = not entry.head
        return not entry.see and (bool(see) or not is_head or not length or (self._set_bold and line.runs[0].bold))

    def _begin(self, line: Line, length: int, refs: str, see: str, *, head: str) -> None:
        self._open = DraftEntry(len(self.entries) + 1, head)
        self.entries.append(self._open)
        self._go_on(line, length, refs, see)

    def _go_on(self, line: Line, length: int, refs: str, see: str) -> None:
        entry = self._open
        if entry is None:
            return
        words = line.text[:length].strip()
        joiner = Joiner(self._vocabulary)
        entry.words = joiner.append(entry.words, words) if words else entry.words
        entry.see = joiner.append(entry.see, see) if see else entry.see
        entry.hyphens += joiner.hyphens
        entry.refs = f"{entry.refs} {refs}".strip()
        # "Revoke, see Revoke" set as a head of its own, as the book has it under "Rectification", sends elsewhere.
        if not entry.head and self._before and entry.see.casefold() == f"see {entry.words}".casefold():
            self._head = entry.head = self._before
        kinds = ((Kind.INDEX_WORDS, 0, words), (Kind.INDEX_WORDS, length, see), (Kind.INDEX_REFS, length, refs))
        self.pieces += [Piece(kind, entry.owner, line.number, offset, text) for kind, offset, text in kinds if text]


def _split(text: str) -> tuple[int, str, str]:
    """The length of the words of a line, its references, and what it sends to."""
    if match := _SEE.search(text):
        return match.start(), "", match[1]
    if match := _REFS.search(text):
        return match.start(), match[1], ""
    return len(text), "", ""


def _usual_leading(lines: Sequence[Line]) -> float:
    """The distance between most lines."""
    found = sorted(a.y - b.y for a, b in pairwise(lines) if a.page == b.page and a.y > b.y)
    return found[len(found) // 2] if found else 0.0
