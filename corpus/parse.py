"""From the lines of a printed law book to an edition, by named steps.

    pages of lines -> furniture off, one margin     furniture.py
                   -> the parts of the book         zones.py
                   -> footnotes off the pages       footnotes.py
                   -> definitions, clauses, index   definitions.py, outline.py, bookindex.py
                   -> paragraphs and tables         paragraphs.py, tables.py
                   -> an edition, and a piece for each part of each line, by which the report checks it

Text and PDF share all of them: `plaintext.py` gives a text the type that its words betray.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.bookindex import DraftEntry, DraftIndex, Places, finish_index, read_index
from corpus.contents import DEFINITIONS, LAST_LAW, TITLES
from corpus.definitions import DraftDefinition, read_definitions
from corpus.errors import BadText, ImportRefused
from corpus.footnotes import PrintedNote, take_footnotes
from corpus.furniture import without_furniture
from corpus.library import INTRODUCTION
from corpus.lines import Line, Page
from corpus.load import dumps, loads
from corpus.model import Clause, Edition, Footnote, IndexEntry, NoteMark
from corpus.outline import Draft, read_laws, title_letters
from corpus.paragraphs import Passage, Vocabulary, set_passage
from corpus.pieces import Kind, Piece, whole_line
from corpus.refs import LawRef
from corpus.zones import Zones, split_zones

EXPECTED = "the Laws of Duplicate Bridge with Laws 1 to 93"
_INDENTS = (4.0, 25.0)
"""Between which places, in points, the first line of a paragraph may begin."""
_BODY_OF_WHOLE_PAGES = ("introduction", "definitions", "laws", "index")


@dataclass(frozen=True)
class PrintedEntry:
    """An index entry beside what the page says."""

    printed: DraftEntry
    entry: IndexEntry


@dataclass(frozen=True)
class Parsed:
    """An edition with all that its report needs: the lines it was read from, and where each part of them went."""

    edition: Edition
    zones: Zones
    body: tuple[Line, ...]
    pieces: tuple[Piece, ...]
    hyphens: Counter[str]
    notes: dict[str, tuple[Footnote, ...]]
    unmarked: tuple[str, ...]
    entries: tuple[PrintedEntry, ...]


def parse_pages(pages: Sequence[Page], key: str, title: str) -> Parsed:
    """Read the edition `key` from its pages; ImportRefused says what they hold instead of the Laws."""
    lines, furniture = without_furniture(pages)
    zones = split_zones(lines)
    _check_laws(zones, pages)
    try:
        return _Builder(key, title, pages, zones, furniture).build()
    except BadText as error:
        raise ImportRefused(f"The text can't be kept in the form of Lawbook's files: {error}") from error


def _check_laws(zones: Zones, pages: Sequence[Page]) -> None:
    found = {draft.ref.law for draft in read_laws(zones.laws).drafts if not draft.ref.path}
    missing = [law for law in range(1, LAST_LAW + 1) if law not in found]
    if not missing:
        return
    if not found:
        words = [line.text for page in pages for line in page.lines][:1]
        raise ImportRefused(
            f"Found no numbered laws ({f'it begins “{words[0][:60]}”' if words else 'no text'}); expected {EXPECTED}."
        )
    lacks = ", ".join(map(str, missing[:8])) + (", ..." if len(missing) > 8 else "")
    raise ImportRefused(f"Found {len(found)} of the {LAST_LAW} laws, without {lacks}; expected {EXPECTED}.")


class _Builder:
    """Puts the drafts of the parts together."""

    def __init__(self, key: str, title: str, pages: Sequence[Page], zones: Zones, furniture: list[Piece]) -> None:
        self.key, self.title, self.zones = key, title, zones
        self.vocabulary = Vocabulary([*zones.introduction, *zones.definitions, *zones.laws, *zones.index])
        self.hyphens: Counter[str] = Counter()
        self.body = tuple(_body(pages, zones))
        numbers = {line.number for line in self.body}
        self.pieces = [piece for piece in furniture if piece.number in numbers]

    def build(self) -> Parsed:
        """The edition, read back from its canonical form."""
        defined = take_footnotes(self.zones.definitions)
        ruled = take_footnotes(self.zones.laws)
        drafts, definition_pieces = read_definitions(defined.lines, taken=frozenset({INTRODUCTION}))
        outline = read_laws(ruled.lines)
        self.pieces += [*defined.pieces, *ruled.pieces, *definition_pieces, *outline.pieces]
        indent = _first_line_indent(outline.drafts)
        clauses = [
            *self._chapter(drafts, indent),
            *(self._clause(draft, indent) for draft in outline.drafts),
        ]
        printed = [(0, note) for note in defined.notes] + [
            (_law_of(note, outline.drafts), note) for note in ruled.notes
        ]
        notes, unmarked = self._footnotes(clauses, printed)
        index, entries = self._index(clauses)
        footnotes = tuple(
            dict.fromkeys(
                note for law in range(LAST_LAW + 1) for found in notes.values() for note in found if note.law == law
            )
        )
        edition = Edition(self.key, self.title, tuple(clauses), footnotes, entries)
        return Parsed(
            edition=_read_back(edition),
            zones=self.zones,
            body=self.body,
            pieces=tuple(sorted(self.pieces, key=lambda piece: (piece.number, piece.offset))),
            hyphens=self.hyphens,
            notes=notes,
            unmarked=unmarked,
            entries=tuple(PrintedEntry(*pair) for pair in zip(index.entries, entries, strict=True)),
        )

    def _set(self, owner: str, lines: Sequence[Line], indent: float | None = None) -> Passage:
        passage = set_passage(lines, self.vocabulary, indent)
        self.hyphens[owner] += passage.hyphens
        return passage

    def _chapter(self, drafts: Sequence[DraftDefinition], indent: float) -> list[Clause]:
        """The definitions, and before them the introduction."""
        introduction = self._introduction(indent)
        if not drafts and not introduction:
            return []
        definitions = [self._definition(draft) for draft in drafts]
        return [Clause(LawRef(0), DEFINITIONS), *introduction, *definitions]

    def _introduction(self, indent: float) -> list[Clause]:
        lines = [line.flat() for line in self.zones.introduction]
        title = next((at for at, line in enumerate(lines) if not line.bold), 1)
        head, text = lines[:title], lines[title:]
        if not text:
            self.pieces += [whole_line(Kind.CHAPTER, str(INTRODUCTION), line) for line in head]
            return []
        self.pieces += [whole_line(Kind.HEADING, str(INTRODUCTION), line) for line in head]
        self.pieces += [whole_line(Kind.INTRODUCTION, str(INTRODUCTION), line) for line in text]
        heading = self._set("", head).text
        return [Clause(INTRODUCTION, heading, self._set(str(INTRODUCTION), text, indent).text)]

    def _definition(self, draft: DraftDefinition) -> Clause:
        passage = self._set(str(draft.ref), draft.lines)
        return Clause(draft.ref, draft.heading, passage.text, passage.notes)

    def _clause(self, draft: Draft, indent: float) -> Clause:
        """A clause with its heading; a mark in the heading hangs at the front of the text, which may be empty."""
        owner = str(draft.ref)
        heading = self._set(f"heading of {owner}", draft.heading)
        of_law = indent if not draft.ref.path else None
        above, below = self._set(owner, draft.lines, of_law), self._set(owner, draft.below, of_law)
        opening = f"{above.text}\n" if above.text and below.text else above.text
        notes = [NoteMark(0, note.mark) for note in heading.notes]
        notes += [*above.notes, *(NoteMark(note.at + len(opening), note.mark) for note in below.notes)]
        text = opening + below.text
        return Clause(
            draft.ref, _heading(draft.ref, heading.text), text, tuple(notes), len(opening) if below.text else None
        )

    def _footnotes(
        self, clauses: Sequence[Clause], printed: Sequence[tuple[int, PrintedNote]]
    ) -> tuple[dict[str, tuple[Footnote, ...]], tuple[str, ...]]:
        """Each footnote for each law that marks it: the book prints 13 once, at Law 50, and marks it in Law 51 too."""
        marked = {(clause.ref.law, note.mark) for clause in clauses for note in clause.notes}
        found: dict[str, tuple[Footnote, ...]] = {}
        unmarked: list[str] = []
        for law, note in printed:
            text = self._set(note.owner, note.lines).text
            laws = _laws_that_mark(law, note, printed, marked)
            if (law, note.mark) not in marked and not laws:
                unmarked.append(note.owner)
            found[note.owner] = tuple(Footnote(each, note.mark, text) for each in laws or [law])
        return found, tuple(unmarked)

    def _index(self, clauses: Sequence[Clause]) -> tuple[DraftIndex, tuple[IndexEntry, ...]]:
        head, lines = self.zones.index[:1], self.zones.index[1:]
        self.pieces += [whole_line(Kind.CHAPTER, "index", line) for line in head]
        draft = read_index(lines, self.vocabulary)
        self.hyphens.update({entry.owner: entry.hyphens for entry in draft.entries})
        self.pieces += draft.pieces
        return draft, finish_index(draft, _places(clauses))


def _heading(ref: LawRef, printed: str) -> str:
    """A heading as printed; the title of a law, set in capitals, as `contents.py` spells it."""
    known = TITLES[ref.law] if not ref.path else ""
    return known if known and title_letters(known) == title_letters(printed) else printed


def _first_line_indent(drafts: Iterable[Draft]) -> float:
    """How far the first lines of paragraphs are set in: as most laws that open with a text of their own begin."""
    openings = Counter(round(draft.lines[0].x, 1) for draft in drafts if not draft.ref.path and draft.lines)
    found = [(times, x) for x, times in openings.items() if _INDENTS[0] < x < _INDENTS[1]]
    return max(found)[1] if found else sum(_INDENTS) / 2


def _law_of(note: PrintedNote, drafts: Sequence[Draft]) -> int:
    """The law that is open where a footnote is printed."""
    first = note.lines[0].number
    before = [draft.ref.law for draft in drafts if any(line.number < first for line in (*draft.heading, *draft.lines))]
    return max(before, default=0)


def _laws_that_mark(
    law: int, note: PrintedNote, printed: Sequence[tuple[int, PrintedNote]], marked: set[tuple[int, str]]
) -> list[int]:
    """The laws whose marks this footnote answers: where a mark is used anew, each law has the note printed nearest."""
    others = [other for other, each in printed if each.mark == note.mark]
    return [
        at
        for at, mark in sorted(marked)
        if mark == note.mark and min(others, key=lambda o: (abs(o - at), o < at)) == law
    ]


def _places(clauses: Sequence[Clause]) -> Places:
    terms: dict[str, LawRef] = {}
    noted: dict[int, dict[str, LawRef]] = {}
    for clause in clauses:
        if clause.ref.law == 0 and clause.ref.path and clause.ref != INTRODUCTION:
            name, _, short = clause.ref.path[0].casefold().partition("(")
            for word in (clause.ref.path[0].casefold(), name.strip(), short.rstrip(") ")):
                terms.setdefault(word, clause.ref)
        for note in clause.notes:
            noted.setdefault(clause.ref.law, {}).setdefault(note.mark, clause.ref)
    has_introduction = any(clause.ref == INTRODUCTION for clause in clauses)
    introduction = INTRODUCTION if has_introduction else LawRef(0)
    return Places(terms, introduction, {law: tuple(marks.values()) for law, marks in noted.items()})


def _body(pages: Sequence[Page], zones: Zones) -> list[Line]:
    """The lines that must be accounted for: all that stand on the pages of introduction, definitions, laws and index,
    but for those of other parts that share a page with them."""
    parts = [getattr(zones, name) for name in _BODY_OF_WHOLE_PAGES]
    inside = {line.page for part in parts for line in part}
    outside = {line.number for part in (zones.front, zones.contents, zones.back) for line in part}
    return [line for page in pages if page.number in inside for line in page.lines if line.number not in outside]


def _read_back(edition: Edition) -> Edition:
    """The edition as its canonical text says it; that both are one is what lets a person correct the text."""
    read = loads(dumps(edition), f"edition {edition.key}")
    if read != edition:
        raise ImportRefused(
            "The text holds signs that Lawbook's files use themselves, such as [^1] at the front of a line."
        )
    return read
