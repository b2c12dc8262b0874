"""The figures of an evaluation, from results alone. Each has a test with a known answer."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bot.answer import Answer, Outcome
from corpus.refs import LawRef
from evals.gold import GoldQuestion, Kind
from index.search import Hit

RESAMPLES = 1000
SEED = 2017


@dataclass(frozen=True)
class Result:
    """A gold question, its answer, and the ranking behind it."""

    question: GoldQuestion
    answer: Answer
    ranking: tuple[Hit, ...]

    @property
    def expected(self) -> Outcome:
        """The outcome that is right with the corpus that is loaded."""
        if self.question.kind is Kind.OUT_OF_SCOPE:
            return Outcome.OUT_OF_SCOPE
        loaded = any(ref in self.answer.edition for ref in self.question.gold)
        return Outcome.ANSWERED if loaded else Outcome.NOT_LOADED

    @property
    def rank(self) -> int | None:
        """The place of the first clause in the ranking that hits, from 1; None where none does."""
        places = (place for place, hit in enumerate(self.ranking, 1) if self.question.hit_by(hit.ref))
        return next(places, None)

    @property
    def cited_hits(self) -> list[bool]:
        """For each citation, whether it hits."""
        return [self.question.hit_by(citation.ref) for citation in self.answer.citations]

    @property
    def right(self) -> bool:
        """Whether a person would call it right: the first citation governs, the law is named, or it is refused."""
        if self.expected is Outcome.OUT_OF_SCOPE:
            return self.answer.outcome is Outcome.OUT_OF_SCOPE
        if self.expected is Outcome.NOT_LOADED:
            named = [pointer.ref.law for pointer in self.answer.pointers[:1]]
            wanted = [ref.law for ref in (*self.question.gold, *self.question.also_ok)]
            return self.answer.outcome is Outcome.NOT_LOADED and any(law in wanted for law in named)
        if self.question.kind is Kind.LOOKUP:
            return [citation.ref for citation in self.answer.citations[:1]] == [*self.question.gold[:1]]
        if self.question.kind is Kind.MULTI:
            return all(self.cites(ref) for ref in self.question.gold)
        if self.question.kind is Kind.EDITION:
            return (
                self.cited_hits[:1] == [True] and len({citation.source.key for citation in self.answer.citations}) > 1
            )
        return self.cited_hits[:1] == [True]

    def cites(self, ref: LawRef) -> bool:
        """Whether a citation is of `ref`, one below it, or one above it down to its letter."""
        return any(
            ref.covers(citation.ref) or (citation.ref.covers(ref) and bool(citation.ref.path))
            for citation in self.answer.citations
        )


def share(values: Sequence[bool]) -> float:
    """The share that is true; 0 where there are none."""
    return sum(values) / len(values) if values else 0.0


def among(results: Sequence[Result], k: int) -> float:
    """The share of questions whose ranking has a hit among its first `k`: recall@k with one clause wanted."""
    return share([result.rank is not None and result.rank <= k for result in results])


def citation_precision(results: Sequence[Result]) -> float:
    """The share of all citations that hit."""
    return share([hit for result in results for hit in result.cited_hits])


def confusion(results: Sequence[Result]) -> Counter[tuple[Outcome, Outcome]]:
    """How often each (expected, actual) outcome came."""
    return Counter((result.expected, result.answer.outcome) for result in results)


def interval(values: Sequence[bool], figure: Callable[[Sequence[bool]], float] = share) -> tuple[float, float]:
    """The 95% bootstrap interval of a figure, from RESAMPLES draws with a fixed seed."""
    if not values:
        return 0.0, 0.0
    random = np.random.default_rng(SEED)
    drawn = random.choice(np.array(values), size=(RESAMPLES, len(values)))
    figures = [figure(list(map(bool, row))) for row in drawn]
    low, high = np.percentile(figures, [2.5, 97.5])
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers whose stated confidence lies from `low` to `high`: how many, mean stated, share that was right."""

    low: float
    high: float
    count: int
    stated: float
    observed: float


def reliability(results: Sequence[Result], bins: int = 5) -> list[Bin]:
    """Stated confidence against observed: for questions that the loaded laws answer, by equal steps of confidence."""
    found = []
    for step in range(bins):
        low, high = step / bins, (step + 1) / bins
        inside = [
            r for r in results if low <= r.answer.confidence < high or (high == 1.0 and r.answer.confidence == 1.0)
        ]
        if inside:
            stated = sum(result.answer.confidence for result in inside) / len(inside)
            found.append(Bin(low, high, len(inside), stated, share([result.rank == 1 for result in inside])))
    return found
