"""The chapter of definitions: each headword in bold type, a colon, and what it means."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from corpus.lines import Line
from corpus.pieces import Kind, Piece, whole_line
from corpus.refs import LawRef

HEADWORD = re.compile(r"([^\W\d_][^:.;!?]{0,80}?(?:\([^)]*\)[^:.;!?()]{0,20})?):(?=\s|$)\s*")
_BRACKET = re.compile(r"\s*\(([^)]*)\)")


@dataclass
class DraftDefinition:
    """A definition whose lines are being gathered; `heading` is the headword as printed."""

    ref: LawRef
    heading: str
    lines: list[Line] = field(default_factory=list)


def read_definitions(
    lines: Sequence[Line], taken: frozenset[LawRef] = frozenset()
) -> tuple[list[DraftDefinition], list[Piece]]:
    """The definitions in the book's order, and the pieces of their lines; `taken` are addresses that none may have."""
    found: list[DraftDefinition] = []
    pieces: list[Piece] = []
    known = set(taken)
    for line in lines:
        begun = _begin(line, known)
        if begun is not None:
            draft, length = begun
            known.add(draft.ref)
            found.append(draft)
            pieces.append(Piece(Kind.HEADING, str(draft.ref), line.number, line.offset, draft.heading))
            pieces.append(Piece(Kind.MARKER, str(draft.ref), line.number, line.offset + len(draft.heading), ":"))
            line = line.cut(length)[1]
        if not found:
            pieces.append(whole_line(Kind.CHAPTER, "Definitions", line))
        elif line.runs:
            found[-1].lines.append(line)
            pieces.append(whole_line(Kind.DEFINITION, str(found[-1].ref), line))
    return found, pieces


def _begin(line: Line, taken: set[LawRef]) -> tuple[DraftDefinition, int] | None:
    if not line.runs or not line.runs[0].bold:
        return None
    match = HEADWORD.match(line.text)
    if match is None:
        return None
    ref = LawRef(0, (_term(match[1]),))
    return (DraftDefinition(ref, match[1]), match.end()) if ref not in taken else None


def _term(headword: str) -> str:
    """The headword as an address: with its abbreviation, "International Matchpoint (IMP)", without other remarks."""
    return _BRACKET.sub(lambda match: match.group() if match[1].isupper() else "", headword).strip()
