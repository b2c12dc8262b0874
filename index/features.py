"""What speaks for each clause, given a question: one row a clause, one column a feature."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corpus.bank import Bank
from corpus.model import Edition
from corpus.refs import LawRef
from index.classifiers import Opinion
from index.encoder import Vectors
from index.keys import OUTSIDE, QUESTIONS, Key, clause_keys, clauses_of, outside_keys, question_keys
from index.learned import Learned
from index.lexical import terms
from index.store import Store

Matrix = NDArray[np.float32]

NAMES = (
    "clause similarity",
    "best question",
    "two best questions",
    "four best questions",
    "near questions",
    "regression",
    "bank words",
    "naive Bayes",
    "law's questions",
    "law's words",
    "law's naive Bayes",
)
"""The columns. Similarities are cosines of embeddings; near questions are counted, the nearer the more; bank words are
BM25 scores; regression and naive Bayes are the classifiers'; the last three are the best of the law."""

NEAREST_CLAUSES, NEAREST_QUESTIONS, NEAREST_OUTSIDE = 200, 400, 20

SHARPNESS = 0.05
"""Difference in cosine by which a neighbour's weight falls to 1/e."""


@dataclass(frozen=True, slots=True)
class Match:
    """A key near a question, and the cosine of their embeddings."""

    key: Key
    similarity: float


@dataclass(frozen=True)
class Evidence:
    """All that was found for a question: standardised features, shape (clauses, len(NAMES)), and what they rest on.

    `laws` holds the law number of each clause, `scope` the raw figures by which questions about the laws are
    told from others.
    """

    refs: tuple[LawRef, ...]
    laws: NDArray[np.int64]
    features: Matrix
    scope: Matrix
    questions: Sequence[Match] = ()
    words: frozenset[str] = field(default_factory=frozenset)


SCOPE_NAMES = (
    "best question",
    "three best questions",
    "ten best questions",
    "twenty best questions",
    "clause similarity",
    "best outside",
    "three best outside",
    "question over outside",
    "share of questions among the nearest",
    "bank words",
    "outside words",
    "known words",
    "regression: laws over outside",
    "regression: outside",
    "naive Bayes: laws over outside",
)
"""The figures of `Evidence.scope`."""


class FeatureMaker:
    """Computes the evidence for questions about one edition."""

    def __init__(self, edition: Edition, bank: Bank, store: Store, learned: Learned) -> None:
        questions, outside = question_keys(bank), outside_keys(bank)
        self.refs = tuple(map(LawRef.parse, learned.refs[edition.key]))
        self._store, self._learned = store, learned
        self._bank_words = learned.bank_words[edition.key]
        self._keys = {key.id: key for key in (*clause_keys(edition), *questions, *outside)}
        self._clauses = clauses_of(edition.key)
        self._row = {ref: row for row, ref in enumerate(learned.refs[edition.key])}
        self._law = np.array([ref.law for ref in self.refs])
        self._classes = np.array([self._row[ref] for ref in learned.classifiers.refs], dtype=np.int64)
        self._withheld: AbstractSet[str] = frozenset()

    def without(self, messages: AbstractSet[str], learned: Learned) -> "FeatureMaker":
        """The same, as if these messages from outside weren't in the bank; `learned` is learned without them."""
        other = copy(self)
        other._withheld, other._learned = messages, learned
        return other

    def evidence(self, question: str, vector: Vectors) -> Evidence:
        """The evidence for one question and its embedding."""
        words = terms([question])[0]
        clauses = self._nearest(self._clauses, vector, NEAREST_CLAUSES)
        questions = self._nearest(QUESTIONS, vector, NEAREST_QUESTIONS)
        outside = self._nearest(OUTSIDE, vector, NEAREST_OUTSIDE)
        outside = [match for match in outside if match.key.text not in self._withheld]
        opinion = self._learned.classifiers.opinion(question, vector)
        near = self._question_columns(questions)
        bank_words = self._bank_words.scores(words)
        bayes = self._of_classes(opinion.bayes)
        columns = [
            self._column(clauses),
            *near,
            self._of_classes(opinion.regression),
            bank_words,
            bayes,
            *(self._best_of_law(_standardised(column)) for column in (near[1], bank_words, bayes)),
        ]
        features = np.stack([_standardised(column) for column in columns], axis=1)
        scope = [*_near_and_far(clauses, questions, outside), *self._scope_words(words, bank_words), *_leads(opinion)]
        return Evidence(self.refs, self._law, features, np.array(scope, dtype=np.float32), questions, frozenset(words))

    def _nearest(self, name: str, vector: Vectors, count: int) -> list[Match]:
        found = self._store.nearest(name, vector, count)
        return [Match(self._keys[key], similarity) for key, similarity in found if key in self._keys]

    def _column(self, matches: Sequence[Match]) -> Matrix:
        """Similarities by clause; what is not among the nearest gets the least that is."""
        column = np.full(len(self.refs), min((m.similarity for m in matches), default=0.0), dtype=np.float32)
        for match in matches:
            column[self._row[match.key.ref]] = match.similarity
        return column

    def _question_columns(self, matches: Sequence[Match]) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        """The mean similarity of each clause's one, two and four best questions, and the count of all that are near."""
        owner = np.array([self._row[match.key.ref] for match in matches], dtype=np.int64)
        scores = np.array([match.similarity for match in matches], dtype=np.float32)
        floor = float(scores.min()) if len(scores) else 0.0
        best, two, four = best_means(scores, owner, len(self.refs), floor)
        weights = np.exp((scores - 1) / SHARPNESS)
        near = np.log(np.bincount(owner, weights, len(self.refs)) + np.exp((floor - 1) / SHARPNESS))
        return best, two, four, near.astype(np.float32)

    def _of_classes(self, scores: Matrix) -> Matrix:
        """A classifier's scores by clause; a clause that it doesn't know gets the least of those that it does."""
        column = np.full(len(self.refs), scores.min(initial=0.0), dtype=np.float32)
        column[self._classes] = scores
        return column

    def _best_of_law(self, column: Matrix) -> Matrix:
        best = np.full(int(self._law.max(initial=0)) + 1, -np.inf, dtype=np.float32)
        np.maximum.at(best, self._law, column)
        column_of_best: Matrix = best[self._law]
        return column_of_best

    def _scope_words(self, words: Sequence[str], bank_words: Matrix) -> list[float]:
        """BM25 of the best clause and of the best message from outside, by the root of the words; the known words."""
        length = max(len(words), 1)
        best = [bank_words.max(initial=0.0), self._learned.outside_words.scores(words).max(initial=0.0)]
        known = sum(word in self._bank_words for word in words)
        return [*(float(score) / length**0.5 for score in best), known / length]


def _leads(opinion: Opinion) -> list[float]:
    return [opinion.regression_lead, opinion.outside, opinion.bayes_lead]


def _near_and_far(clauses: Sequence[Match], questions: Sequence[Match], outside: Sequence[Match]) -> list[float]:
    near, far = _similarities(questions, 20), _similarities(outside, 3)
    return [
        near[0],
        near[:3].mean(),
        near[:10].mean(),
        near.mean(),
        _similarities(clauses, 1)[0],
        far[0],
        far.mean(),
        near[0] - far[0],
        _share_near(near, far),
    ]


def _share_near(near: Matrix, far: Matrix) -> float:
    """The share of questions, against messages from outside, among the ten nearest texts; the nearer the heavier."""
    weights = np.exp((np.concatenate([near, far]) - 1) / SHARPNESS)
    is_question = np.arange(len(weights)) < len(near)
    ten = np.argsort(-weights, kind="stable")[:10]
    return float(weights[ten][is_question[ten]].sum() / weights[ten].sum())


def _similarities(matches: Sequence[Match], count: int) -> Matrix:
    """The `count` best similarities, the last one standing for those that are missing."""
    found = [match.similarity for match in matches[:count]] or [0.0]
    return np.array([*found, *[found[-1]] * (count - len(found))], dtype=np.float32)


def _standardised(column: Matrix) -> Matrix:
    deviation = float(column.std())
    return (column - column.mean()) / deviation if deviation > 1e-6 else np.zeros_like(column)


def best_means(scores: Matrix, owner: NDArray[np.int64], size: int, floor: float) -> tuple[Matrix, Matrix, Matrix]:
    """For each of `size` clauses the mean of the one, two and four best scores of its questions.

    `owner` holds the clause of each score; a clause with fewer questions has `floor` for those that it lacks.
    """
    order = np.argsort(-scores, kind="stable")
    ranked = owner[order]
    by_clause = np.argsort(ranked, kind="stable")
    starts = np.searchsorted(ranked[by_clause], np.arange(size))
    place = np.arange(len(ranked)) - starts[ranked[by_clause]]
    best = np.full((size, 4), floor, dtype=np.float32)
    kept = place < 4
    best[ranked[by_clause][kept], place[kept]] = scores[order][by_clause][kept]
    return best[:, 0], best[:, :2].mean(axis=1), best.mean(axis=1)
