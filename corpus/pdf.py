"""The pages of a PDF as lines of type, read in a process of its own: `python -m corpus.pdf < FILE`.

A PDF is a program that a stranger wrote. One of a few kilobytes can expand to gigabytes or keep a reader busy for
ever, so this module is run by `corpus.sources` as a child with limits on memory and time, and is imported by nothing.
It prints one JSON object a page, and `{"refused": "..."}` where it must stop.

Why pdfminer.six: it gives each glyph with its place, font and size, and agrees with pdftotext on every character of
the official Laws. PDFium is faster, but reads the ligatures of their fonts as other letters and drops line-end
hyphens.
"""

import json
import logging
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import zip_longest

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTContainer, LTItem, LTPage
from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError
from pdfminer.pdfexceptions import PDFException
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.psexceptions import PSException

from corpus.lines import WIDE_GAP, Run

MEMORY = 1 << 30
"""Bytes that the child may use; the official Laws take a tenth of it."""
SECONDS = 90
"""Processor time that the child may use; the official Laws take four seconds."""
MOST_PAGES = 2_000
MOST_GLYPHS = 4_000_000
"""A law book has 160 pages and 180 000 glyphs."""

_WORD_GAP = 0.12
"""Parts of the type size. The Laws' own space characters can't be trusted: InDesign leaves some where no space is
seen ("T he Director") and none where one is ("3)A pass"). Their gaps can: kerning stays below 0.08, a space is above
0.14."""
_RAISED = (0.15, 0.5)
"""How far above its line a footnote's mark stands, in parts of the line's size, and how small it is at most."""
_RAISED_SIZE = 0.75
_SAME_LINE = 0.15
_BOLD = ("bold", "black", "heavy", "semibold", "demi")


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character with the place of its origin, its end and its font."""

    text: str
    x: float
    end: float
    y: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Glyphs on one baseline; `raised` holds the glyphs of small raised marks in it."""

    y: float
    glyphs: tuple[Glyph, ...]
    raised: tuple[Glyph, ...] = ()

    @property
    def size(self) -> float:
        """The size of its largest type."""
        return max(glyph.size for glyph in self.glyphs)


class Refused(Exception):
    """What is wrong with the file, as the end of a sentence."""


def main() -> int:
    """Print the pages of the PDF that stands on the input; the exit code is 3 when it is refused."""
    _limit()
    logging.disable(logging.CRITICAL)
    try:
        data = sys.stdin.buffer.read()
        for number, rows in enumerate(_pages(data), 1):
            print(json.dumps({"page": number, "lines": rows}), flush=True)
    except Refused as error:
        return _refuse(str(error))
    except MemoryError:
        return _refuse(f"it expands to more than {MEMORY >> 20} MB when it is read")
    return 0


def _refuse(reason: str) -> int:
    print(json.dumps({"refused": reason}))
    return 3


def _limit() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; pages, glyphs and the parent's clock still bound the child.
        return
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _pages(data: bytes) -> Iterator[list[dict[str, object]]]:
    seen = 0
    for number, layout in enumerate(_layouts(data), 1):
        if number > MOST_PAGES:
            raise Refused(f"it has more than {MOST_PAGES} pages")
        glyphs = list(_glyphs(layout))
        seen += len(glyphs)
        if seen > MOST_GLYPHS:
            raise Refused(f"it holds more than {MOST_GLYPHS} characters")
        yield [{"y": row.y, "runs": [asdict(run) for run in _runs(row)]} for row in _rows(glyphs)]


def _layouts(data: bytes) -> Iterator[LTPage]:
    manager = PDFResourceManager()
    device = PDFPageAggregator(manager, laparams=None)
    interpreter = PDFPageInterpreter(manager, device)
    try:
        for page in PDFPage.create_pages(PDFDocument(PDFParser(BytesIO(data)))):
            interpreter.process_page(page)
            yield device.get_result()
    except PDFEncryptionError as error:
        raise Refused("it is encrypted and needs a password") from error
    except RecursionError as error:
        raise Refused("its objects contain themselves") from error
    except (PDFException, PSException, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError) as error:
        # pdfminer meets a broken file with any of these: all mean that it is no PDF that can be read.
        raise Refused(f"it is a damaged PDF ({type(error).__name__})") from error


def _glyphs(item: LTItem) -> Iterator[Glyph]:
    if isinstance(item, LTChar):
        text = _letter(item.get_text())
        if text and item.upright:
            x, y = item.matrix[4], item.matrix[5]
            bold = any(word in item.fontname.lower() for word in _BOLD)
            yield Glyph(text, x, max(item.x1, x), y, round(item.size, 2) or 1.0, bold)
    elif isinstance(item, LTContainer):
        for part in item:
            yield from _glyphs(part)


def _letter(text: str) -> str:
    """A glyph's characters: ligatures apart, spaces away (the gaps tell), a glyph without meaning as U+FFFD."""
    if text.startswith("(cid:"):
        return "\ufffd"
    apart = "".join(unicodedata.normalize("NFKC", c) if "\ufb00" <= c <= "\ufb06" else c for c in text)
    return "".join(c for c in apart if not c.isspace() and (c.isprintable() or c == "\xad"))


def _rows(glyphs: list[Glyph]) -> list[Row]:
    """Glyphs put together by baseline, from the top of the page, each row from the left."""
    found: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda glyph: -glyph.y):
        if found and found[-1][0].y - glyph.y <= _SAME_LINE * min(found[-1][0].size, glyph.size):
            found[-1].append(glyph)
        else:
            found.append([glyph])
    rows = [Row(row[0].y, tuple(sorted(row, key=lambda glyph: glyph.x))) for row in found]
    return _with_marks(rows)


def _with_marks(rows: list[Row]) -> list[Row]:
    """Put each row of small raised glyphs into the line that it stands over."""
    kept: list[Row] = []
    waiting: tuple[Glyph, ...] = ()
    for row, below in zip_longest(rows, rows[1:]):
        if below is not None and _stands_over(row, below):
            waiting = row.glyphs
        else:
            kept.append(Row(row.y, row.glyphs, waiting))
            waiting = ()
    return kept


def _stands_over(row: Row, line: Row) -> bool:
    least, most = (part * line.size for part in _RAISED)
    return least < row.y - line.y < most and row.size <= _RAISED_SIZE * line.size


def _runs(row: Row) -> Iterator[Run]:
    """The glyphs of a row as stretches of one type, apart where a cell of a table begins."""
    marks = set(map(id, row.raised))
    open_run: Run | None = None
    for glyph in sorted((*row.glyphs, *row.raised), key=lambda glyph: glyph.x):
        raised = id(glyph) in marks
        gap = (glyph.x - open_run.end) / max(glyph.size, open_run.size) if open_run else 0.0
        spaced = open_run is not None and gap > _WORD_GAP
        if open_run and gap < WIDE_GAP and (open_run.bold, open_run.raised) == (glyph.bold, raised):
            text = f"{open_run.text} {glyph.text}" if spaced else open_run.text + glyph.text
            open_run = Run(
                text, open_run.x, max(glyph.end, open_run.end), open_run.size, glyph.bold, raised, open_run.spaced
            )
            continue
        if open_run:
            yield open_run
        open_run = Run(glyph.text, glyph.x, glyph.end, glyph.size, glyph.bold, raised, spaced)
    if open_run:
        yield open_run


if __name__ == "__main__":
    sys.exit(main())
