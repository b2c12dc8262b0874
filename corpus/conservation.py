"""Whether an edition holds each character of the printed book, and no other.

Two comparisons that don't trust each other: the pieces against the lines of the book, line by line, and what the
edition holds against the pieces of each clause, heading, footnote and index entry. White space doesn't count, nor do
the case and the quote marks of a law's title, which `contents.py` spells; a hyphen that parted a word at a line's end
is furniture.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from corpus.bookindex import ref_tokens
from corpus.lines import letters
from corpus.outline import title_letters
from corpus.parse import Parsed, PrintedEntry
from corpus.pieces import Kind, Piece
from corpus.refs import LawRef

_WITH_HYPHENS = (Kind.CLAUSE, Kind.DEFINITION, Kind.INTRODUCTION, Kind.FOOTNOTE, Kind.INDEX_WORDS)
_MARKER_SIGNS = re.compile(r"LAW|[().:–—-]")
_OF_CLAUSES = (Kind.CLAUSE, Kind.DEFINITION, Kind.INTRODUCTION)


@dataclass(frozen=True)
class Account:
    """How many characters went into each kind of thing, and what is wrong; `unaccounted` counts the characters."""

    characters: Mapping[Kind, int]
    unaccounted: int
    faults: tuple[str, ...]


@dataclass(frozen=True)
class _Fault:
    where: str
    printed: str
    held: str

    @property
    def size(self) -> int:
        """Characters lost and invented; at least one where only the order differs."""
        printed, held = Counter(self.printed), Counter(self.held)
        return max((printed - held).total() + (held - printed).total(), 1)


def account_for(parsed: Parsed) -> Account:
    """Compare book, pieces and edition."""
    faults = [*_lines_against_pieces(parsed), *_pieces_against_edition(parsed)]
    described = tuple(f"{fault.where}: printed “{fault.printed[:60]}”, held “{fault.held[:60]}”" for fault in faults)
    return Account(_characters(parsed), sum(fault.size for fault in faults), described)


def _characters(parsed: Parsed) -> dict[Kind, int]:
    """How many characters went where; the hyphens that were taken out count apart from the text that they stood in."""
    characters = dict.fromkeys(Kind, 0)
    kinds: dict[str, Kind] = {}
    for piece in parsed.pieces:
        characters[piece.kind] += len(letters(piece.text))
        if piece.kind in _WITH_HYPHENS:
            kinds[piece.owner] = piece.kind
    for owner, hyphens in parsed.hyphens.items():
        characters[kinds.get(owner, Kind.HEADING)] -= hyphens
        characters[Kind.HYPHEN] += hyphens
    return characters


def _lines_against_pieces(parsed: Parsed) -> Iterator[_Fault]:
    placed: dict[int, str] = {}
    for piece in parsed.pieces:
        placed[piece.number] = placed.get(piece.number, "") + letters(piece.text)
    for line in parsed.body:
        here = placed.pop(line.number, "")
        if here != letters(line.text):
            yield _Fault(f"page {line.page}", letters(line.text), here)
    for number, text in placed.items():
        yield _Fault(f"line {number}", "", text)


def _pieces_against_edition(parsed: Parsed) -> Iterator[_Fault]:
    printed = _by_owner(parsed.pieces)
    held = dict(_held(parsed))
    for place in printed.keys() | held.keys():
        said, kept = printed.get(place, ""), held.get(place, "")
        if not _agree(place[0], said, kept, parsed.hyphens[_passage_of(*place)]):
            yield _Fault(f"{place[0]} {place[1]}", said, kept)


def _passage_of(kind: Kind, owner: str) -> str:
    """The passage whose line-end hyphens may be missing from what is held."""
    if kind is Kind.HEADING:
        return f"heading of {owner}"
    return owner if kind in _WITH_HYPHENS else ""


def _by_owner(pieces: Iterable[Piece]) -> dict[tuple[Kind, str], str]:
    """What the book prints of each clause, heading, mark, footnote and entry."""
    printed: dict[tuple[Kind, str], str] = {}
    for piece in pieces:
        if not piece.kind.furniture:
            place = (Kind.CLAUSE if piece.kind in _OF_CLAUSES else piece.kind, piece.owner)
            printed[place] = printed.get(place, "") + letters(piece.text)
    return printed


def _held(parsed: Parsed) -> Iterator[tuple[tuple[Kind, str], str]]:
    """What the edition holds of each."""
    for clause in parsed.edition.clauses:
        owner = str(clause.ref)
        marks = "".join(note.mark for note in clause.notes)
        parts = {Kind.CLAUSE: clause.text, Kind.HEADING: clause.heading, Kind.NOTE_MARK: marks}
        if clause.ref.law:
            parts[Kind.MARKER] = clause.ref.path[-1] if clause.ref.path else str(clause.ref.law)
        elif not clause.ref.path:
            parts = {}
        yield from (((kind, owner), letters(text)) for kind, text in parts.items() if text)
    for owner, footnotes in parsed.notes.items():
        yield (Kind.FOOTNOTE, owner), letters(footnotes[0].text)
        yield (Kind.NOTE_MARK, owner), footnotes[0].mark
    for pair in parsed.entries:
        own = pair.printed.words + pair.printed.see if pair.entry.words == pair.printed.full else pair.entry.words
        yield (Kind.INDEX_WORDS, pair.printed.owner), letters(own)
        yield (Kind.INDEX_REFS, pair.printed.owner), _printed_refs(pair)


def _printed_refs(pair: PrintedEntry) -> str:
    """The references of an entry as the book prints them, if they are those that the edition holds."""
    tokens = ref_tokens(pair.printed.refs)
    plain = {str(LawRef.parse(token)) for token in tokens if token[0].isdigit() and "footnote" not in token}
    named = {str(ref) for ref in pair.entry.refs}
    in_words = len(plain) < len(set(tokens))
    agree = plain <= named and (in_words or bool(pair.printed.see) or plain == named)
    return letters(pair.printed.refs if agree else ", ".join(sorted(named)))


def _agree(kind: Kind, printed: str, held: str, hyphens: int) -> bool:
    if kind is Kind.MARKER:
        return _MARKER_SIGNS.sub("", printed) == held
    if kind is Kind.HEADING and title_letters(printed) == title_letters(held):
        return True
    return _hyphens_between(printed, held) == hyphens


def _hyphens_between(printed: str, held: str) -> int:
    """How many hyphens `printed` has more than `held`; -1 where they differ by anything else."""
    at = more = 0
    for sign in printed:
        if at < len(held) and sign == held[at]:
            at += 1
        elif sign == "-":
            more += 1
        else:
            return -1
    return more if at == len(held) else -1
