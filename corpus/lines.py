"""A printed text as lines of type: what the readers of PDF and plain text hand to the parser.

Nothing here knows the laws. A line keeps its place on the page and the type it is set in, because a law book tells much
by them alone: a small raised 9 is a footnote's mark, bold type a heading, indentation the depth of a clause.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

WIDE_GAP = 0.75
"""The gap, in parts of the type size, from which two runs stand apart as cells of a table do."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a line in one type, from `x` to `end` in points; `spaced`: a word space stands before it."""

    text: str
    x: float
    end: float
    size: float
    bold: bool = False
    raised: bool = False
    spaced: bool = False

    def apart(self, before: "Run") -> float:
        """How far it stands from the run before it, in parts of the type size."""
        return (self.x - before.end) / max(self.size, before.size)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of type. `number` counts the lines of the whole text; `offset` the characters cut off its front."""

    page: int
    number: int
    y: float
    runs: tuple[Run, ...]
    offset: int = 0

    @property
    def text(self) -> str:
        """Its words as one string, raised marks among them."""
        return joined(self.runs)

    @property
    def x(self) -> float:
        """Where it begins."""
        return self.runs[0].x if self.runs else 0.0

    @property
    def size(self) -> float:
        """The size of most of its type."""
        sizes: Counter[float] = Counter()
        for run in self.runs:
            sizes[run.size] += len(run.text)
        return sizes.most_common(1)[0][0] if sizes else 0.0

    @property
    def bold(self) -> bool:
        """Whether all of it, raised marks aside, is bold."""
        flat = [run for run in self.runs if not run.raised]
        return bool(flat) and all(run.bold for run in flat)

    @property
    def widest_gap(self) -> float:
        """The widest gap between its runs, in parts of the type size."""
        return max((run.apart(before) for before, run in zip(self.runs, self.runs[1:], strict=False)), default=0.0)

    def cut(self, length: int) -> tuple[str, "Line"]:
        """Its first `length` characters, and the line that is left, without white space between."""
        head, rest = split_runs(self.runs, length)
        return head, replace(self, runs=rest, offset=self.offset + length)

    def flat(self) -> "Line":
        """The same line with nothing raised in it."""
        return replace(self, runs=tuple(replace(run, raised=False) for run in self.runs))

    def shifted(self, by: float) -> "Line":
        """The same line moved to the left."""
        return replace(self, runs=tuple(replace(run, x=run.x - by, end=run.end - by) for run in self.runs))


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a page, from its top."""

    number: int
    lines: tuple[Line, ...]


def joined(runs: Iterable[Run]) -> str:
    """The words of several runs as one string."""
    return "".join(f" {run.text}" if run.spaced and at else run.text for at, run in enumerate(runs))


def split_runs(runs: tuple[Run, ...], length: int) -> tuple[str, tuple[Run, ...]]:
    """Cut `length` characters of the joined text off the front of some runs."""
    text = joined(runs)
    left = length
    for at, run in enumerate(runs):
        left -= 1 if run.spaced and at else 0
        if left < len(run.text):
            rest = run.text[max(left, 0) :]
            kept = rest.lstrip()
            if not kept:
                return text[:length], _opened(runs[at + 1 :])
            per_character = (run.end - run.x) / len(run.text)
            first = replace(run, text=kept, x=run.end - per_character * len(kept), spaced=False)
            return text[:length], (first, *runs[at + 1 :])
        left -= len(run.text)
    return text[:length], ()


def _opened(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    return (replace(runs[0], spaced=False), *runs[1:]) if runs else ()


def letters(text: str) -> str:
    """The characters of a text without white space: what must not be lost."""
    return "".join(text.split())
