"""Questions grouped by likeness, so that a list of them shows each matter once. Pure functions."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

ALIKE = 0.5
"""The share of words in common from which two questions are about the same."""

_WORD = re.compile(r"[a-z0-9]+")
_ENDINGS = ("ing", "ed", "es", "s", "er", "'s")
_COMMON = re.compile(
    r"(?:a|about|after|an|and|any|are|as|at|be|been|but|by|can|could|did|do|does|for|from|had|has|have|he|her|his|how|i|if"
    r"|in|is|it|its|just|me|my|no|not|of|on|or|our|she|should|so|some|that|the|their|them|then|there|they|this|to|up|was"
    r"|we|were|what|when|where|which|who|why|will|with|would|you|your)"
)
"""Words that say nothing of the matter."""


def grouped(items: Iterable[T], text: Callable[[T], str]) -> list[list[T]]:
    """Items in groups of alike texts, the largest group first; within one, and among equals, in the order given."""
    groups: list[tuple[frozenset[str], list[T]]] = []
    for item in items:
        words = _words(text(item))
        best = max(groups, key=lambda group: _share(words, group[0]), default=None)
        if best is not None and _share(words, best[0]) >= ALIKE:
            best[1].append(item)
        else:
            groups.append((words, [item]))
    return sorted((members for _, members in groups), key=len, reverse=True)


def _words(text: str) -> frozenset[str]:
    found = (word for word in _WORD.findall(text.lower().replace("’", "'")) if not _COMMON.fullmatch(word))
    return frozenset(_stem(word) for word in found)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0
