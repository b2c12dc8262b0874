"""The markers of clauses, "A." "1." "(a)" "(i.)", and which of them can stand where."""

import re
from dataclasses import dataclass

SECTION, NUMBER, LETTER, ROMAN = range(4)
"""The depths below a law, as places in a reference's path."""

_PATTERNS = (
    re.compile(r"([A-H])\.(?!\w\.)\s*"),
    re.compile(r"(\d{1,2})\.(?!\d)\s*"),
    re.compile(r"\(\s?([a-z])\.?\s?\)\s*"),
    re.compile(r"\(\s?([ivx]{1,5})\.?\s?\)\s*"),
)
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")
"""As far as references go."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker at the front of a line: its depth, its label and how many characters it takes there."""

    depth: int
    label: str
    length: int


def read_marker(text: str, depth: int) -> Marker | None:
    """The marker of that depth at the front of `text`."""
    match = _PATTERNS[depth].match(text)
    return Marker(depth, match[1], match.end()) if match else None


def first_label(depth: int) -> str:
    """What the first clause at a depth is called."""
    return "A1ai"[depth]


def next_label(depth: int, label: str) -> str | None:
    """What follows `label` at its depth; None after the last that there is."""
    if depth == NUMBER:
        return str(int(label) + 1)
    if depth == ROMAN:
        following = _ROMANS[_ROMANS.index(label) + 1 :] if label in _ROMANS else ()
        return following[0] if following else None
    return chr(ord(label) + 1) if label not in ("H", "z") else None
