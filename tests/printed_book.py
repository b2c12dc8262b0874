"""Typesetting an edition as a printed law book, so that reading the book back must give the edition.

The layout has the features of the official Laws: small pages, page numbers at their outer corners, titles on two lines,
bold headings, hanging indents, markers glued to their text, small raised footnote numbers glued to words, footnotes at
the foot that may run on to the next page, words divided at line and page ends, tables, a table of contents, an index.
"""

import io
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from corpus.contents import TITLES
from corpus.load import bundled, dumps, loads, with_marks
from corpus.model import Clause, Edition, NoteMark
from corpus.refs import LawRef

WIDTH, HEIGHT = 288, 504
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
LEFT, TOP = 31.5, 460.0
LEADING, SIZE, NOTE_SIZE, MARK_SIZE = 11.0, 9.0, 8.0, 5.25
MARKER_X = (31.5, 45.0, 51.7, 68.0)
TEXT_X = (31.5, 43.0, 53.5, 66.0, 86.0)
INDENT = 9.0
FILLERS = (
    "Law {} is kept as its title promises, by whoever happens to stand nearest to the fountain.",
    "No thrower has been heard to complain of rule {}, and none is expected to.",
    "See whichever of the other rules seems to be apposite; {} of them are.",
    "The Keeper enforces this between {} strokes of the bell and the end of the rotation, but not on holidays.",
    "Pebbles are exempt from it. So are {} other things, which the Keeper names when he is asked.",
)
MARK = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True)
class Layout:
    """How a book is printed: where lines and pages end, how much of a footnote a page takes, and a running head."""

    right: float = 250.0
    bottom: float = 40.0
    note_lines: int = 5
    running_head: str = ""


DEFAULT = Layout()
PAGE = [DEFAULT]
"""The layout that is being printed."""


@dataclass
class Word:
    """A word with its type; `glued`: no space before it."""

    text: str
    font: str = PLAIN
    size: float = SIZE
    rise: float = 0.0
    glued: bool = False

    @property
    def width(self):
        return stringWidth(self.text, self.font, self.size)


@dataclass
class Set:
    """A line that is set: words with their places."""

    words: list = field(default_factory=list)
    leading: float = LEADING
    notes: list = field(default_factory=list)


def words_of(text, font=PLAIN, size=SIZE):
    """The words of a text in which "{9}" is a raised mark."""
    found = []
    for token in text.split():
        at = 0
        glued = False
        for match in MARK.finditer(token):
            if match.start() > at:
                found.append(Word(token[at : match.start()], font, size, glued=glued))
                glued = True
            found.append(Word(match[1], PLAIN, MARK_SIZE, 3.0, glued=True))
            glued = True
            at = match.end()
        if at < len(token):
            found.append(Word(token[at:], font, size, glued=glued))
    return found


def place(word, x, line):
    line.words.append((x, word))
    if word.rise:
        line.notes.append(word.text)
    return x + word.width


def break_lines(words, first_x, rest_x, leading=LEADING):
    """Set words in lines; a long word that doesn't fit is divided, a compound at its hyphen."""
    lines = [Set(leading=leading)]
    x = first_x
    for word in words:
        gap = 0 if word.glued or not lines[-1].words else stringWidth(" ", word.font, word.size)
        if x + gap + word.width > PAGE[0].right and not word.glued:
            head, tail = divide(word, PAGE[0].right - x - gap)
            if head:
                place(head, x + gap, lines[-1])
            lines.append(Set(leading=leading))
            x, gap, word = rest_x, 0, tail
        x = place(word, x + gap, lines[-1])
    return lines


def divide(word, room):
    """The part of a word that fits before a line's end, with its hyphen, and the rest."""
    places = [
        at for at in range(4, len(word.text) - 3) if word.text[at - 3 : at + 3].isalpha() and word.text[at].islower()
    ]
    hyphens = [match.end() for match in re.finditer(r"(?<=\w)-(?=\w)", word.text)]
    if len(word.text) < 9 or (not word.text.isascii() and not hyphens):
        places = []
    for at in sorted({*places, *hyphens}, reverse=True):
        head = word.text[:at] if at in hyphens else f"{word.text[:at]}-"
        if (at in hyphens or "-" not in word.text) and stringWidth(head, word.font, word.size) <= room:
            return replace(word, text=head), replace(word, text=word.text[at:], glued=False)
    return None, word


class Press:
    """Sets lines on pages; footnotes go to the foot of the page that marks them."""

    def __init__(self, notes):
        self.notes = dict(notes)
        self.pages = [[]]
        self.foot = [[]]
        self.y = TOP

    def new_page(self):
        self.pages.append([])
        self.foot.append([])
        self.y = TOP

    def room(self, extra=0.0):
        return self.y - PAGE[0].bottom - sum(line.leading for line in self.foot[-1]) - extra

    def put(self, line, gap=0.0):
        """A line on this page, or the next if it or the beginning of its footnotes doesn't fit."""
        fresh = [mark for mark in line.notes if mark in self.notes]
        needed = line.leading + gap + (2 * 10.0 if fresh else 0.0)
        if self.room() < needed and self.pages[-1]:
            self.new_page()
            gap = 0.0
        self.y -= gap
        self.pages[-1].append((self.y, line))
        self.y -= line.leading
        for mark in fresh:
            self.hang(mark, self.notes.pop(mark))

    def hang(self, mark, text):
        lines = break_lines([Word(mark, PLAIN, 4.66, 2.7), *words_of(text, PLAIN, NOTE_SIZE)], LEFT, LEFT + 5, 10.0)
        fits = min(max(int(self.room() // 10.0), 1), PAGE[0].note_lines)
        self.foot[-1] += lines[:fits]
        if lines[fits:]:
            self.new_page()
            self.foot[-1] += lines[fits:]

    def bytes(self, front):
        """The PDF: pages with roman numbers first, then the body from page 1."""
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), invariant=1)
        for number, page in enumerate(front, 1):
            draw(canvas, page, [], roman(number), number)
        for number, (page, foot) in enumerate(zip(self.pages, self.foot, strict=True), 1):
            draw(canvas, page, foot, str(number), number)
        canvas.save()
        return buffer.getvalue()


def draw(canvas, page, foot, label, number):
    canvas.setFont(PLAIN, SIZE)
    canvas.drawString(266.0 if number % 2 else 16.4, 484.6, label)
    if PAGE[0].running_head:
        canvas.drawString(100.0, 484.6 if number % 2 else 478.0, PAGE[0].running_head)
    for y, line in page:
        draw_line(canvas, y, line)
    y = PAGE[0].bottom - 8 + sum(line.leading for line in foot)
    for line in foot:
        y -= line.leading
        draw_line(canvas, y, line)
    canvas.showPage()


def draw_line(canvas, y, line):
    for x, word in line.words:
        canvas.setFont(word.font, word.size)
        canvas.drawString(x, y + word.rise, word.text)


def roman(number):
    return "".join(sign * times for sign, times in (("x", number // 10), ("v", number % 10 // 5), ("i", number % 5)))


def lines_at(text, x=LEFT, font=PLAIN, size=SIZE, rest=None):
    return break_lines(words_of(text, font, size), x, x if rest is None else rest)


def centred(text, font=BOLD, size=SIZE):
    words = words_of(text, font, size)
    width = sum(word.width for word in words) + stringWidth(" ", font, size) * (len(words) - 1)
    return break_lines(words, max((LEFT + PAGE[0].right - width) / 2, LEFT + 15), LEFT + 15)


def title_lines(title):
    """A long title on two lines, as the book centres it."""
    words = title.upper().split()
    if len(words) < 6:
        return centred(" ".join(words))
    return [*centred(" ".join(words[:4])), *centred(" ".join(words[4:]))]


def marker_words(ref, before):
    """The marker of a clause; below an empty parent the parent's stands on the same line, glued: "2.(a)"."""
    forms = ("{}.", "{}.", "({})", "({}.)")
    return [Word(forms[depth].format(ref.path[depth]), BOLD if depth == 0 else PLAIN) for depth in before]


def table_row(row):
    """The cells of a table row, each where its column of text stands."""
    line = Set(leading=LEADING + 1)
    for match in re.finditer(r"\S+(?: \S+)*", row):
        x = LEFT + 4 + match.start() * 4.6
        for word in words_of(match.group()):
            x = place(word, x, line) + (2.5 if word.rise == 0 else 0)
    return line


def print_clause(press, edition, clause, pending):
    """A clause with the markers of the empty parents above it that wait for a line."""
    depth = len(clause.ref.path) - 1
    marked = with_marks(clause, "{{{}}}", end=clause.children_at).rstrip("\n")
    heading_marks = "".join(f"{{{mark}}}" for mark in leading_marks(clause))
    marked = marked.removeprefix(heading_marks)
    depths = [*pending, depth]
    markers = marker_words(clause.ref, depths)
    first = MARKER_X[depths[0]] if depths[0] or clause.heading else MARKER_X[1]
    if clause.heading:
        gap = 5.0 if depth == 0 else 0.0
        font = BOLD
        for at, line in enumerate(
            break_lines([*markers, *words_of(clause.heading + heading_marks, font)], first, first + 12)
        ):
            press.put(line, gap if at == 0 else 0.0)
        markers = []
    elif not marked and edition.children(clause.ref):
        return depths
    if marked:
        opening = glued(markers, words_of(marked), tight=len(clause.text) % 3 == 0)
        text_x = TEXT_X[depth + 1] if depth or clause.heading else TEXT_X[2]
        for line in break_lines(opening, first if markers else text_x, text_x):
            press.put(line)
    return []


def glued(markers, words, *, tight):
    """Markers before words: "2.(a)" always close, and some close to their words too, as in "3.A defender"."""
    for marker in markers[1:]:
        marker.glued = True
    if markers and words and tight:
        words[0].glued = True
    return [*markers, *words]


def leading_marks(clause):
    """The marks that hang in a clause's heading: at the front of its text."""
    return [note.mark for note in clause.notes if note.at == 0 and clause.heading]


def print_below(press, edition, ref):
    """What follows the sub-clauses of the clauses that end before `ref`."""
    clause = edition.by_ref[ref]
    if clause.children_at is not None:
        x = LEFT if not ref.path else LEFT + INDENT
        for line in lines_at(with_marks(clause, "{{{}}}", start=clause.children_at), LEFT + INDENT, rest=x):
            press.put(line)


def print_laws(press, edition):
    places = {}
    open_refs = []
    pending = []
    for clause in edition.clauses:
        if not clause.ref.law:
            continue
        while open_refs and not open_refs[-1].covers(clause.ref):
            print_below(press, edition, open_refs.pop())
        if not clause.ref.path:
            print_law_head(press, clause)
            print_law_text(press, clause)
        else:
            pending = print_clause(press, edition, clause, pending)
        places[clause.ref] = len(press.pages)
        open_refs.append(clause.ref)
    while open_refs:
        print_below(press, edition, open_refs.pop())
    return places


def print_law_head(press, clause):
    if press.room() < 60:
        press.new_page()
    marks = "".join(f"{{{mark}}}" for mark in leading_marks(clause))
    lines = [*centred(f"LAW {clause.ref.law}", BOLD, 12), *title_lines(TITLES[clause.ref.law] + marks)]
    for at, line in enumerate(lines):
        press.put(line, 20.0 if at == 0 else 0.0)


def print_law_text(press, clause):
    marks = "".join(f"{{{mark}}}" for mark in leading_marks(clause))
    text = with_marks(clause, "{{{}}}", end=clause.children_at).rstrip("\n").removeprefix(marks)
    for paragraph in text.split("\n") if text else []:
        if "   " in paragraph:
            press.put(table_row(paragraph))
            continue
        for line in lines_at(paragraph, LEFT + INDENT, rest=LEFT):
            press.put(line)


def print_definitions(press, edition):
    for line in centred("Definitions", BOLD, 12):
        press.put(line)
    for clause in edition.children(LawRef(0)):
        if clause.ref.path == ("Introduction",):
            continue
        words = [*words_of(f"{clause.heading}:", BOLD), *words_of(clause.text)]
        for at, line in enumerate(break_lines(words, LEFT, LEFT)):
            press.put(line, 6.0 if at == 0 else 0.0)


def print_index(press, edition):
    press.new_page()
    for line in [*centred("Index to the Rules", BOLD, 12), *centred("Compiled by A Typesetter")]:
        press.put(line)
    for at, entry in enumerate(edition.index):
        head, _, words = entry.words.partition(", ")
        refs = ", ".join(dict.fromkeys("Definitions" if ref.law == 0 else str(ref) for ref in entry.refs))
        own = words_of(words) if words else words_of(head, BOLD)
        lines = break_lines([*own, *words_of(refs)], LEFT, LEFT)
        for number, line in enumerate(lines):
            press.put(line, 11.0 if number == 0 and (not words or at == 0) else 0.0)


def contents_pages(edition, places):
    """The table of contents, on pages with roman numbers."""
    entries = [("Table of Contents", 12), ("Definitions 1", SIZE)]
    for clause in edition.clauses:
        if clause.ref.law and len(clause.ref.path) < 2 and clause.heading:
            page = places[clause.ref]
            name = (
                f"LAW {clause.ref.law} - {clause.heading.upper()}"
                if not clause.ref.path
                else f"{clause.ref.path[0]}. {clause.heading}"
            )
            entries.append((f"{name} {page}", SIZE))
    pages, page, y = [], [], TOP
    for text, size in entries:
        for line in lines_at(text, LEFT, PLAIN, size, rest=LEFT + 14):
            page.append((y, line))
            y -= LEADING
        if y < PAGE[0].bottom + 2 * LEADING:
            pages.append(page)
            page, y = [], TOP
    return [*pages, page]


def introduction_page(edition):
    clause = edition.by_ref.get(LawRef(0, ("Introduction",)))
    if clause is None:
        return []
    y, page = TOP, []
    blocks = [centred(clause.heading, BOLD, 12)]
    blocks += [lines_at(text, LEFT + INDENT, rest=LEFT) for text in clause.text.split("\n")]
    for line in (line for block in blocks for line in block):
        page.append((y, line))
        y -= LEADING + 1
    return [page]


def set_book(edition, layout):
    """The front pages and the press with the pages of the body, all 93 laws of the edition."""
    PAGE[0] = layout
    press = Press((note.mark, note.text) for note in edition.footnotes)
    print_definitions(press, edition)
    press.new_page()
    places = print_laws(press, edition)
    print_index(press, edition)
    return [*introduction_page(edition), *contents_pages(edition, places)], press


def print_book(edition, layout=DEFAULT):
    """The PDF of an edition."""
    front, press = set_book(edition, layout)
    return press.bytes(front)


def type_book(edition, *, indented=True, form_feeds=True, numbered=True):
    """The edition as plain text: with indentation as `pdftotext -layout` writes it, or without as it does by itself."""
    front, press = set_book(edition, replace(DEFAULT, note_lines=50))
    pages = [(page, [], roman(number)) for number, page in enumerate(front, 1)]
    pages += [(page, foot, str(at)) for at, (page, foot) in enumerate(zip(press.pages, press.foot, strict=True), 1)]
    rows = []
    for page, foot, label in pages:
        rows.append("\f" if form_feeds and rows else "")
        rows[-1] += label if numbered else ""
        rows += typed_lines(page, indented=indented)
        for line in foot:
            rows += typed_note(line, indented=indented)
    return "\n".join(rows)


def typed_lines(page, *, indented):
    """The lines of a page; a blank line where more than a line's room was left."""
    rows = []
    last = None
    for y, line in page:
        if last is not None and last - y > 15:
            rows.append("")
        rows.append(typed(line, indented=indented))
        last = y
    return rows


def typed(line, *, indented):
    """A line's words at their columns; only cells of a table stand apart where nothing is indented."""
    text = ""
    end = 0.0
    for x, word in line.words:
        if not text:
            text = " " * round((x - LEFT) / 4.5) if indented else ""
        elif x - end > 6.0:
            text += "    "
        elif not word.glued and x - end > 0.5:
            text += " "
        text += word.text
        end = x + word.width
    return text


def typed_note(line, *, indented):
    """A line of a footnote; pdftotext puts its number on a line before it."""
    first = line.words[0][1]
    if first.rise:
        rest = Set(line.words[1:])
        return [first.text, typed(rest, indented=indented)]
    return [typed(line, indented=indented)]


def rule_book():
    """A rule book of our own invention with the bundled Laws 41 to 43 in it, and a sentence for each other law."""
    own = loads((Path(__file__).parent / "rulebook.txt").read_text(encoding="utf-8"))
    laws = bundled()["2017"]
    clauses, footnotes = [], []
    number = 0
    for law in range(94):
        edition = laws if law in (41, 42, 43) else own
        held = [clause for clause in edition.clauses if clause.ref.law == law]
        filler = Clause(LawRef(law), TITLES[law], FILLERS[law % len(FILLERS)].format(law))
        marks = {}
        for note in (note for note in edition.footnotes if note.law == law):
            number += 1
            marks[note.mark] = str(number)
            footnotes.append(replace(note, mark=str(number)))
        clauses += [_numbered(clause, marks) for clause in held] or [filler]
    return loads(dumps(Edition(own.key, own.title, tuple(clauses), tuple(footnotes), own.index)))


def _numbered(clause, marks):
    return replace(clause, notes=tuple(NoteMark(note.at, marks[note.mark]) for note in clause.notes))
