"""The table of contents of a law book: the second witness to its headings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.lines import Line
from corpus.model import Edition
from corpus.outline import title_letters
from corpus.refs import LawRef

_LAW = re.compile(r"LAW\s+(\d{1,2})\b\s*[-–—:.]?\s*(.*)")
_SECTION = re.compile(r"([A-H])\.\s*(\S.*)")
_PAGE = re.compile(r"[\s.]*(?<![^\s.])(?:\d{1,3}|[ivxl]+)$")
_CHAPTERS = re.compile(r"(?:(?:table of )?contents|definitions|introduction.*|index\b.*)", re.IGNORECASE)


@dataclass(frozen=True)
class ContentsCheck:
    """How the table of contents and the headings of the book differ, each as "12C Awarding an Adjusted Score"."""

    listed: int = 0
    not_in_body: tuple[str, ...] = ()
    not_in_contents: tuple[str, ...] = ()
    worded_otherwise: tuple[str, ...] = ()


def check_contents(lines: Sequence[Line], edition: Edition) -> ContentsCheck:
    """Compare the table of contents with the titles and section headings of an edition."""
    entries = list(_entries(lines))
    headed = {
        clause.ref: clause.heading
        for clause in edition.clauses
        if clause.ref.law and clause.heading and len(clause.ref.path) < 2
    }
    if not entries:
        return ContentsCheck()
    if _out_of_order([ref for ref, _ in entries]):
        return ContentsCheck(len(entries), not_in_contents=tuple(_unlisted(lines, headed)))
    listed = dict(entries)
    return ContentsCheck(
        listed=len(listed),
        not_in_body=tuple(f"{ref} {listed[ref]}" for ref in listed if ref not in headed),
        not_in_contents=tuple(f"{ref} {headed[ref]}" for ref in headed if ref not in listed),
        worded_otherwise=tuple(
            f"{ref} “{listed[ref]}” in the contents, “{headed[ref]}” in the text"
            for ref in listed
            if ref in headed and flat_words(listed[ref]) != flat_words(headed[ref])
        ),
    )


def heading_words(lines: Sequence[Line]) -> list[str]:
    """The section headings that a table of contents lists."""
    return [words for ref, words in _entries(lines) if ref.path]


def _entries(lines: Sequence[Line]) -> Iterator[tuple[LawRef, str]]:
    """The headings that the lines list; a line without a number of its own goes on with the one before."""
    law, ref, words = 0, LawRef(0), ""
    for text in (_PAGE.sub("", line.text).strip() for line in lines):
        if not text or _CHAPTERS.fullmatch(text):
            continue
        begins_law, begins_section = _LAW.match(text), _SECTION.match(text)
        if (begins_law or begins_section) and ref.law:
            yield ref, words
        if begins_law:
            law = int(begins_law[1])
            ref, words = LawRef(law), begins_law[2]
        elif begins_section:
            ref, words = LawRef(law, (begins_section[1],)), begins_section[2]
        else:
            words = f"{words} {text}"
    if ref.law:
        yield ref, words


def _out_of_order(refs: Sequence[LawRef]) -> bool:
    """Whether sections stand apart from their laws, as pdftotext leaves them where it takes columns apart."""
    sections: dict[int, list[str]] = {}
    for ref in refs:
        sections.setdefault(ref.law, []).extend(ref.path)
    return any(labels != [chr(ord("A") + at) for at in range(len(labels))] for labels in sections.values())


def _unlisted(lines: Sequence[Line], headed: dict[LawRef, str]) -> Iterator[str]:
    """The headings whose words stand nowhere in the contents, in whatever order these are."""
    listed = flat_words("".join(_PAGE.sub("", line.text) for line in lines))
    return (f"{ref} {words}" for ref, words in headed.items() if flat_words(words) not in listed)


def flat_words(words: str) -> str:
    """Words without case, spaces and hyphens: the contents may divide other words than the text does."""
    return title_letters(words).replace("-", "")
