"""What a Discord message can page through: quotations, a law, or the differences between two editions.

A document is an address alone, so that it fits into the custom id of a button and can be opened again after a restart.
Its pages are Markdown, cut between clauses.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Self

from bot.answer import Citation, cite
from bot.render import (
    Block,
    Style,
    citation_blocks,
    escape_markdown,
    law_blocks,
    pages,
    source_block,
    to_markdown,
)
from corpus.diff import Change, ChangeKind, compare
from corpus.errors import CorpusError, UnknownEdition
from corpus.library import Library
from corpus.model import Clause, Edition, title_of
from corpus.refs import LawRef

PAGE = 3600
"""Characters of a page: below the 4 096 of an embed's description, and with room for what stands around it."""


class Kind(StrEnum):
    """What a document shows."""

    QUOTES = "quotes"
    LAW = "law"
    CHANGES = "changes"


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of a document; `whole` brings the clauses below it, `edition` is its own where that is another one."""

    ref: LawRef
    whole: bool = False
    edition: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """Clauses of an edition; for the differences, `edition` is the newer one and `old` the other."""

    kind: Kind
    edition: str
    parts: tuple[Part, ...]
    old: str = ""

    @classmethod
    def quotes(cls, citations: Iterable[Citation]) -> Self:
        """The quotations of an answer."""
        shown = tuple(citations)
        edition = shown[0].source.key if shown else ""
        keys = [citation.source.key if citation.source.key != edition else "" for citation in shown]
        parts = (Part(citation.ref, bool(citation.children), key) for citation, key in zip(shown, keys, strict=True))
        return cls(Kind.QUOTES, edition, tuple(parts))

    @classmethod
    def law(cls, edition: str, ref: LawRef) -> Self:
        """A law, or a part of one, as the book prints it."""
        return cls(Kind.LAW, edition, (Part(ref, whole=True),))


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a document as Markdown, with its number from 0, and what stands under it."""

    title: str
    text: str
    number: int
    count: int
    source: str


def page(library: Library, document: Document, number: int = 0, size: int | None = None) -> Page:
    """A page of a document; a number past the end gives the last one."""
    title, texts, source = _contents(library, document, size or PAGE)
    number = min(max(number, 0), len(texts) - 1)
    return Page(title, texts[number], number, len(texts), source)


def _contents(library: Library, document: Document, size: int) -> tuple[str, list[str], str]:
    edition = library.edition(document.edition)
    if document.kind is Kind.CHANGES:
        return _changes(library.edition(document.old), edition, document.parts[0].ref, size)
    books = [library.edition(part.edition) if part.edition else edition for part in document.parts]
    citations = [cite(book, part.ref, whole=part.whole) for book, part in zip(books, document.parts, strict=True)]
    if document.kind is Kind.LAW:
        title, *blocks = law_blocks(citations[0])
    else:
        blocks = [block for citation in citations for block in citation_blocks(citation)]
        title = Block(Style.TITLE, "")
    told = [block for block in blocks if block.style is not Style.SOURCE]
    return title.text, book_pages(told, size), sources(books)


def sources(editions: Iterable[Edition]) -> str:
    """The corpora that words came from, each once."""
    return " · ".join(dict.fromkeys(source_block(edition).text for edition in editions))


def book_pages(blocks: Iterable[Block], size: int = PAGE) -> list[str]:
    """Markdown pages of at most `size` characters, cut between clauses; a heading stays with what it heads."""
    found: list[str] = []
    for group in _groups(blocks):
        # A clause longer than a page alone is cut, between sentences, by `pages`.
        for part in [text] if len(text := to_lines(group)) <= size else pages(group, size):
            if found and len(found[-1]) + 1 + len(part) <= size:
                found[-1] = f"{found[-1]}\n{part}"
            else:
                found.append(part)
    return found or [""]


def to_lines(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown, a line break between them."""
    return "\n".join(to_markdown([block]) for block in blocks)


def _groups(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Runs of blocks that belong on one page: headings, lead-ins and empty labels with the words that follow."""
    group: list[Block] = []
    for block in blocks:
        group.append(block)
        leads = block.style in (Style.TITLE, Style.HEADING, Style.LEAD_IN) or not block.text
        if not leads:
            yield group
            group = []
    if group:
        yield group


def differences(library: Library, ref: LawRef, old: str | None = None, new: str | None = None) -> Document:
    """The document that compares a clause in two editions, by default the oldest and the newest that have its law."""
    keys = [edition.key for edition in library if ref.law in edition.laws] or [edition.key for edition in library]
    newer = library.edition(new or next(key for key in reversed(keys) if key != old or len(keys) == 1))
    older = library.edition(old or next((key for key in keys if key != newer.key), newer.key))
    if older.key == newer.key:
        newer.resolve(ref)
        others = [edition for edition in library if edition.key != newer.key]
        if others:
            others[0].resolve(ref)  # the error names what that edition has
        raise UnknownEdition(f"Two editions can be compared; for Law {ref} there is the {newer.key} one alone.")
    for edition in (older, newer):
        if ref.law not in edition.laws:
            edition.resolve(ref)
    home = next((edition for edition in (newer, older) if _has(edition, ref)), newer)
    return Document(Kind.CHANGES, newer.key, (Part(home.resolve(ref).ref),), older.key)


def _has(edition: Edition, ref: LawRef) -> bool:
    try:
        edition.resolve(ref)
    except CorpusError:
        return False
    return True


def _changes(old: Edition, new: Edition, ref: LawRef, size: int) -> tuple[str, list[str], str]:
    name = f"Law {ref}" if ref.law else str(ref)
    title = f"{name}, {title_of(ref)}: {old.key} and {new.key}"
    parts = [_change(change, old, new) for change in compare(old, new, ref)]
    parts = parts or [f"No difference between the {old.key} and the {new.key} text."]
    return title, _joined(parts, size), sources((old, new))


_TOLD = {
    ChangeKind.CHANGED: "changed",
    ChangeKind.REFERENCE: "changed cross-reference, the rule is the same",
    ChangeKind.MOVED: "moved",
    ChangeKind.ADDED: "added",
    ChangeKind.REMOVED: "removed",
}


def _change(change: Change, old: Edition, new: Edition) -> str:
    """A changed clause in both editions' words, the differing ones in bold."""
    place = f"Law {change.ref}" if change.ref.law else str(change.ref)
    if change.kind is ChangeKind.MOVED and change.old:
        place = f"Law {change.old.ref} → {change.ref}"
    lines = [f"**{escape_markdown(place)}: {_TOLD[change.kind]}**"]
    if change.old:
        lines += _marked(old.key, change.old, [edit.old for edit in change.edits])
    if change.new:
        lines += _marked(new.key, change.new, [edit.new for edit in change.edits])
    return "\n".join(lines)


def _marked(key: str, clause: Clause, runs: list[tuple[int, int]]) -> Iterator[str]:
    """A clause's words as a quotation under the year, the runs in bold."""
    yield f"**{key}**"
    edges = [0, *(edge for run in runs for edge in run), len(clause.text)]
    pieces = [escape_markdown(clause.text[start:end]) for start, end in pairwise(edges)]
    bold = [_bold(piece) if place % 2 else piece for place, piece in enumerate(pieces)]
    yield from (f"> {line}" for line in "".join(bold).split("\n"))


def _bold(text: str) -> str:
    return "\n".join(f"**{line}**" if line.strip() else line for line in text.split("\n"))


def _joined(parts: Iterable[str], size: int) -> list[str]:
    """Markdown parts put together to pages; one longer than a page is cut between lines or words."""
    found: list[str] = []
    for part in parts:
        for text in _fitted(part, size):
            if found and len(found[-1]) + 2 + len(text) <= size:
                found[-1] = f"{found[-1]}\n\n{text}"
            else:
                found.append(text)
    return found


def _fitted(text: str, size: int) -> Iterator[str]:
    while len(text) > size:
        cut = max(text.rfind("\n", 0, size), text.rfind(" ", 3, size))
        cut = cut if cut > 0 else size
        inside = text[cut] != "\n" and text[text.rfind("\n", 0, cut) + 1 :].startswith("> ")
        yield text[:cut]
        text = ("> " if inside else "") + text[cut:].lstrip("\n ")
    yield text


def trimmed(document: Document, count: int) -> Document:
    """The document with its first `count` parts."""
    return replace(document, parts=document.parts[:count])
