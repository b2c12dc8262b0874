"""Gold questions: what they are, how they are read, and when a citation hits one."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from corpus.errors import LawbookError
from corpus.refs import LawRef

FOLDER = Path(__file__).parent / "gold"
"""The gold sets: half of each is there to be looked at, the other half only the report touches."""

DEV = Path(__file__).parent / "dev"
"""Questions written apart from the bank, by which the ranking is fitted. They measure nothing."""


class Kind(StrEnum):
    """What a gold question is a test of."""

    ANSWERABLE = "answerable"
    MULTI = "multi"
    LOOKUP = "lookup"
    EDITION = "edition"
    OUT_OF_SCOPE = "out_of_scope"


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with the clauses that govern (`gold`) and those that a good director could cite too (`also_ok`)."""

    id: str
    question: str
    gold: tuple[LawRef, ...]
    also_ok: tuple[LawRef, ...]
    kind: Kind
    register: str
    scope: str
    must_say: tuple[str, ...]

    def hit_by(self, ref: LawRef) -> bool:
        """Whether citing `ref` hits: a gold or also_ok clause, one below it, or one above it down to its letter."""
        return any(_hits(ref.bare, wanted) for wanted in (*self.gold, *self.also_ok))

    @property
    def held_back(self) -> bool:
        """Whether the question is in the half that only the report touches: by its id, so that it never moves."""
        return hashlib.sha256(self.id.encode()).digest()[0] % 2 == 1


def _hits(cited: LawRef, wanted: LawRef) -> bool:
    return wanted.covers(cited) or (cited.covers(wanted) and (bool(cited.path) or cited == wanted))


def read_gold(path: Path) -> list[GoldQuestion]:
    """The questions of a gold file; LawbookError gives file and line of one that can't be read."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_question(json.loads(line)))
        except (KeyError, TypeError, ValueError, LawbookError) as error:
            raise LawbookError(f"{path}, line {number}: not a gold question ({error}).") from error
    return found


def _question(entry: dict[str, object]) -> GoldQuestion:
    return GoldQuestion(
        str(entry["id"]),
        str(entry["question"]),
        _refs(entry["gold"]),
        _refs(entry["also_ok"]),
        Kind(str(entry["kind"])),
        str(entry["register"]),
        str(entry["scope"]),
        tuple(str(fragment) for fragment in _list(entry["must_say"])),
    )


def _refs(value: object) -> tuple[LawRef, ...]:
    return tuple(LawRef.parse(str(ref)) for ref in _list(value))


def _list(value: object) -> Iterable[object]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list, found {value!r}")
    return value
