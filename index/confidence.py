"""Fitted figures: the weights of the ranking, and the calibrated probabilities that decide an outcome.

`fitted.json` is written by `python -m evals.fit`; nothing in it is typed in by hand.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from corpus.contents import LAST_LAW
from corpus.model import Edition
from index.features import NAMES, SCOPE_NAMES, Evidence, Matrix

FILE = "fitted.json"


class Coverage(StrEnum):
    """How much of the laws an edition holds: a clause without its text is found by the bank alone."""

    EXCERPT = "excerpt"
    BOOK = "book"


def coverage_of(edition: Edition) -> Coverage:
    """Whether an edition is the book, or some laws of it."""
    return Coverage.BOOK if len(edition.laws) > LAST_LAW / 2 else Coverage.EXCERPT


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic model: probability of `bias + weights · x`."""

    weights: tuple[float, ...]
    bias: float

    def probability(self, x: Matrix) -> float:
        """A probability in (0, 1) for a row of shape (len(weights),)."""
        logit = float(np.dot(x, self.weights)) + self.bias
        return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


@dataclass(frozen=True, slots=True)
class Fitted:
    """All that is learned.

    `ranking` weighs the features; `scope` gives the probability that a question is about the laws; `governs` the
    probability that the first clause governs. `least_scope` and `least_confidence` are the probabilities below which
    a question is out of scope, or an answer unsure; `least_share` the share of the softmax from which a further clause
    is cited.
    """

    ranking: tuple[float, ...]
    scope: Logistic
    governs: Logistic
    least_scope: float
    least_confidence: float
    least_share: float

    def scores(self, evidence: Evidence) -> Matrix:
        """The score of each clause, shape (clauses,)."""
        scores: Matrix = evidence.features @ np.array(self.ranking, dtype=np.float32)
        return scores

    def about_the_laws(self, evidence: Evidence, scores: Matrix) -> float:
        """The probability that the question is one about the laws."""
        return self.scope.probability(certainty(evidence, scores))

    def governing(self, evidence: Evidence, scores: Matrix) -> float:
        """The probability that the clause with the best score governs, given that a clause does."""
        return self.governs.probability(certainty(evidence, scores))


CERTAINTY_NAMES = ("share", "law's share", "lead", "score", *SCOPE_NAMES)
"""The figures of `certainty`."""


def certainty(evidence: Evidence, scores: Matrix) -> Matrix:
    """What both probabilities rest on: the shares of the best clause and law, lead and score, the scope's figures."""
    best = np.sort(scores)[::-1][:3]
    share = np.exp(scores - best[0])
    share /= share.sum()
    figures = [
        share.max(),
        np.bincount(evidence.laws, weights=share).max(),
        best[0] - best[1] if len(best) > 1 else 0.0,
        best[0],
    ]
    return np.concatenate([np.array(figures, dtype=np.float32), evidence.scope])


def print_fitted(fitted: Mapping[Coverage, Fitted]) -> str:
    """The form in which fitted figures are kept, with the names of what they weigh."""
    figures = {str(coverage): asdict(model) for coverage, model in fitted.items()}
    return json.dumps({"features": NAMES, "certainty": CERTAINTY_NAMES, **figures}, indent=1) + "\n"


def read_fitted(text: str) -> dict[Coverage, Fitted]:
    """Fitted figures from the form of `print_fitted`."""
    found = json.loads(text)
    return {coverage: _read(found[coverage]) for coverage in Coverage if coverage in found}


@cache
def shipped_fitted(coverage: Coverage) -> Fitted:
    """The fitted figures that ship with Lawbook for a corpus of that coverage."""
    return read_fitted((files("index") / FILE).read_text(encoding="utf-8"))[coverage]


def _read(found: dict[str, Any]) -> Fitted:
    scope, governs = (Logistic(tuple(found[name]["weights"]), found[name]["bias"]) for name in ("scope", "governs"))
    return Fitted(
        tuple(found["ranking"]), scope, governs, found["least_scope"], found["least_confidence"], found["least_share"]
    )
