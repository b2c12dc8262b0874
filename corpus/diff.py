"""Two editions of the laws: what changed, moved, was added or removed.

A matcher pairs the clauses, a differ tells what changed in each pair, as in lunakv/academyruins-api's `difftool`. A
change that only renumbers a cross-reference is told apart from a change of the rule.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from corpus.model import Clause, Edition
from corpus.refs import LawRef, find_refs

MOVED_AT = 0.8
"""Share of common words from which a clause counts as the same clause at another place."""

_TOKEN = re.compile(r"\w+(?:[’'-]\w+)*|\S")
_WORD_BEFORE_REF = re.compile(r"\b(?:see\s+)?laws?\s*$", re.IGNORECASE)


class ChangeKind(StrEnum):
    """What happened to a clause between two editions."""

    CHANGED = "changed"
    REFERENCE = "reference"
    MOVED = "moved"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Edit:
    """Two runs of text that stand for each other: (start, end) in the old and in the new text of a clause."""

    old: tuple[int, int]
    new: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A clause that differs: its place in the old and the new edition (None where it has none) and the edits."""

    kind: ChangeKind
    old: Clause | None
    new: Clause | None
    edits: tuple[Edit, ...] = ()

    @property
    def ref(self) -> LawRef:
        """Where the clause stands now, or stood."""
        clause = self.new or self.old
        assert clause is not None
        return clause.ref

    def words(self, edit: Edit) -> tuple[str, str]:
        """The old and the new words of an edit."""
        return (
            self.old.text[slice(*edit.old)] if self.old else "",
            self.new.text[slice(*edit.new)] if self.new else "",
        )


def compare(old: Edition, new: Edition, ref: LawRef | None = None) -> list[Change]:
    """The changes from `old` to `new`, in the new edition's order; below `ref` alone where it is given."""
    pairs, removed, added = _match(_rules(old, ref), _rules(new, ref))
    changes = [change for pair in pairs if (change := _compare_pair(*pair))]
    changes += [Change(ChangeKind.REMOVED, clause, None) for clause in removed]
    changes += [Change(ChangeKind.ADDED, None, clause) for clause in added]
    order = {ref: n for n, ref in enumerate([*new.by_ref, *old.by_ref])}
    return sorted(changes, key=lambda change: order[change.ref])


def comparable_laws(old: Edition, new: Edition) -> list[int]:
    """The laws of which both editions hold text: outside them, what is missing is missing from the corpus only."""
    return sorted(set(old.laws) & set(new.laws))


def _rules(edition: Edition, ref: LawRef | None) -> list[Clause]:
    return [clause for clause in edition.clauses if clause.text and (ref is None or ref.bare.covers(clause.ref))]


def _match(old: list[Clause], new: list[Clause]) -> tuple[list[tuple[Clause, Clause]], list[Clause], list[Clause]]:
    """Pair clauses at the same address, then the rest by their words; give the pairs and what is left of each."""
    by_ref = {clause.ref: clause for clause in new}
    pairs = [
        (clause, by_ref[clause.ref]) for clause in old if clause.ref in by_ref and _alike(clause, by_ref[clause.ref])
    ]
    paired_old, paired_new = {a.ref for a, _ in pairs}, {b.ref for _, b in pairs}
    left, free = [c for c in old if c.ref not in paired_old], [c for c in new if c.ref not in paired_new]
    for clause in list(left):
        best = max(free, key=lambda other: _likeness(clause, other), default=None)
        if best is not None and _likeness(clause, best) >= MOVED_AT:
            pairs.append((clause, best))
            left.remove(clause)
            free.remove(best)
    same_place = {clause.ref: clause for clause in free}
    for clause in [clause for clause in left if clause.ref in same_place]:
        pairs.append((clause, same_place[clause.ref]))
        left.remove(clause)
        free.remove(same_place[clause.ref])
    return pairs, left, free


def _alike(old: Clause, new: Clause) -> bool:
    return old.text == new.text or _likeness(old, new) >= MOVED_AT / 2


def _likeness(old: Clause, new: Clause) -> float:
    """The share of words that two clauses have in common, in order (0 to 1)."""
    matcher = SequenceMatcher(None, _words(old.text), _words(new.text), autojunk=False)
    return 0.0 if matcher.real_quick_ratio() < MOVED_AT / 2 or matcher.quick_ratio() < MOVED_AT / 2 else matcher.ratio()


def _words(text: str) -> list[str]:
    return [match.group().casefold().replace("’", "'") for match in _TOKEN.finditer(text)]


def _compare_pair(old: Clause, new: Clause) -> Change | None:
    edits = tuple(_edits(old, new))
    if old.ref != new.ref:
        return Change(ChangeKind.MOVED, old, new, edits)
    if not edits:
        return None
    only_refs = _without_refs(old) == _without_refs(new)
    return Change(ChangeKind.REFERENCE if only_refs else ChangeKind.CHANGED, old, new, edits)


def _without_refs(clause: Clause) -> list[str]:
    """The clause's words with each reference, or list of references, replaced by one sign."""
    text, at, pieces = clause.text, 0, []
    for mention in find_refs(text, within=clause.ref):
        pieces += [_WORD_BEFORE_REF.sub("", text[at : mention.start]), "§"]
        at = mention.end
    masked = "".join([*pieces, text[at:]])
    return _words(re.sub(r"§(?:(?:\s*,\s*|\s*(?:and|or|to)\s*)+§)*", "§", masked))


def _edits(old: Clause, new: Clause) -> Iterator[Edit]:
    """Runs of words that differ; quote marks and white space don't count."""
    before, after = list(_TOKEN.finditer(old.text)), list(_TOKEN.finditer(new.text))
    matcher = SequenceMatcher(None, _words(old.text), _words(new.text), autojunk=False)
    for a0, a1, b0, b1 in _widened(matcher, old, new, before, after):
        yield Edit((before[a0].start(), before[a1 - 1].end()), (after[b0].start(), after[b1 - 1].end()))


def _widened(
    matcher: SequenceMatcher[str], old: Clause, new: Clause, before: list[re.Match[str]], after: list[re.Match[str]]
) -> list[tuple[int, int, int, int]]:
    """The differing runs, each widened until it can be read alone.

    A run that is empty on one side takes the following word with it ("columns" -> "separate columns"); one that
    touches a reference in brackets takes the whole bracket. Runs that meet become one.
    """
    runs: list[tuple[int, int, int, int]] = []
    for tag, a0, a1, b0, b1 in matcher.get_opcodes():
        if tag == "equal":
            continue
        if a0 == a1 or b0 == b1:
            a0, a1, b0, b1 = _with_neighbour(a0, a1, b0, b1, len(before), len(after))
        left, right = _to_brackets(before, a0, a1), _to_brackets(after, b0, b1)
        if left and right and find_refs(old.text[before[left[0]].start() : before[left[1] - 1].end()]):
            (a0, a1), (b0, b1) = left, right
        if runs and (a0 < runs[-1][1] or b0 < runs[-1][3]):
            last = runs.pop()
            a0, a1, b0, b1 = min(a0, last[0]), max(a1, last[1]), min(b0, last[2]), max(b1, last[3])
        runs.append((a0, a1, b0, b1))
    return runs


def _with_neighbour(a0: int, a1: int, b0: int, b1: int, old_end: int, new_end: int) -> tuple[int, int, int, int]:
    if a1 < old_end and b1 < new_end:
        return a0, a1 + 1, b0, b1 + 1
    return max(a0 - 1, 0), a1, max(b0 - 1, 0), b1


def _to_brackets(tokens: list[re.Match[str]], start: int, end: int) -> tuple[int, int] | None:
    """The bracket around a run of tokens, if it stands in one."""
    opening = next((i for i in range(start, -1, -1) if i < len(tokens) and tokens[i].group() in "()"), None)
    closing = next((i for i in range(end - 1, len(tokens)) if tokens[i].group() in "()"), None)
    if opening is None or closing is None or tokens[opening].group() != "(" or tokens[closing].group() != ")":
        return None
    return opening, closing + 1
