"""What speaks for each clause, given a question: one row a clause, one column a feature."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corpus.bank import Bank
from corpus.model import Edition
from corpus.refs import LawRef
from index.build import OUTSIDE, QUESTIONS, clauses_of
from index.encoder import Vectors
from index.keys import Key, clause_keys, lexical_documents, outside_keys, question_keys
from index.lexical import Lexicon, terms
from index.store import Store

Matrix = NDArray[np.float32]

NAMES = (
    "clause similarity",
    "best question",
    "two best questions",
    "four best questions",
    "bank words",
    "two best questions' words",
    "law's questions",
    "law's words",
)
"""The columns. Similarities are cosines of embeddings, words are BM25 scores; the last two are the best of the law."""

NEAREST_CLAUSES, NEAREST_QUESTIONS, NEAREST_OUTSIDE = 300, 600, 5


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
    "question words",
    "bank words",
    "outside words",
    "known words",
    "length",
)
"""The figures of `Evidence.scope`."""

SHARPNESS = 0.05
"""Difference in cosine by which a neighbour's weight falls to 1/e in the share of questions among the nearest."""


class FeatureMaker:
    """Computes the evidence for questions about one edition."""

    def __init__(self, edition: Edition, bank: Bank, store: Store) -> None:
        documents = list(lexical_documents(edition, bank))
        questions = question_keys(bank)
        self.refs = tuple(LawRef.parse(ref) for ref, _, _ in documents)
        self._store = store
        self._keys = {key.id: key for key in (*clause_keys(edition), *questions, *outside_keys(bank))}
        self._clauses = clauses_of(edition.key)
        self._row = {ref: row for row, (ref, _, _) in enumerate(documents)}
        self._law = np.array([ref.law for ref in self.refs])
        self._owner = np.array([self._row[key.ref] for key in questions], dtype=np.int64)
        self._bank_words = Lexicon([f"{words}\n{asked}" for _, words, asked in documents])
        self._question_words = Lexicon([key.text for key in questions])
        self._outside_words = Lexicon([key.text for key in outside_keys(bank)])
        self._vocabulary = frozenset(
            word for row in terms([text for _, *texts in documents for text in texts]) for word in row
        )

    def evidence(self, question: str, vector: Vectors, ignore: str | None = None) -> Evidence:
        """The evidence for one question and its embedding, as if the outside message `ignore` were not in the bank."""
        words = terms([question])[0]
        clauses = self._nearest(self._clauses, vector, NEAREST_CLAUSES)
        questions = self._nearest(QUESTIONS, vector, NEAREST_QUESTIONS)
        outside = [match for match in self._nearest(OUTSIDE, vector, NEAREST_OUTSIDE) if match.key.text != ignore]
        best, two, four = self._best_means(questions)
        question_words = self._question_words.scores(words)
        best_words, two_words, _ = best_means(question_words, self._owner, len(self.refs), 0.0)
        bank_words = self._bank_words.scores(words)
        columns = [
            self._column(clauses),
            best,
            two,
            four,
            bank_words,
            two_words,
            self._best_of_law(_standardised(two)),
            self._best_of_law(_standardised(bank_words)),
        ]
        best_scores = [best_words, bank_words, self._outside_words.scores(words, ignore)]
        scope = _scope(clauses, questions, outside, best_scores, words, self._vocabulary)
        features = np.stack([_standardised(column) for column in columns], axis=1)
        return Evidence(self.refs, self._law, features, scope, questions, frozenset(words))

    def _nearest(self, name: str, vector: Vectors, count: int) -> list[Match]:
        found = self._store.nearest(name, vector, count)
        return [Match(self._keys[key], similarity) for key, similarity in found if key in self._keys]

    def _column(self, matches: Sequence[Match]) -> Matrix:
        """Similarities by clause; what is not among the nearest gets the least that is."""
        column = np.full(len(self.refs), min((m.similarity for m in matches), default=0.0), dtype=np.float32)
        for match in matches:
            column[self._row[match.key.ref]] = match.similarity
        return column

    def _best_means(self, matches: Sequence[Match]) -> tuple[Matrix, Matrix, Matrix]:
        owner = np.array([self._row[match.key.ref] for match in matches], dtype=np.int64)
        scores = np.array([match.similarity for match in matches], dtype=np.float32)
        return best_means(scores, owner, len(self.refs), float(scores.min()) if len(scores) else 0.0)

    def _best_of_law(self, column: Matrix) -> Matrix:
        best = np.full(int(self._law.max(initial=0)) + 1, -np.inf, dtype=np.float32)
        np.maximum.at(best, self._law, column)
        column_of_best: Matrix = best[self._law]
        return column_of_best


def _scope(
    clauses: Sequence[Match],
    questions: Sequence[Match],
    outside: Sequence[Match],
    best_scores: Sequence[Matrix],
    words: Sequence[str],
    vocabulary: frozenset[str],
) -> Matrix:
    """The figures by which questions about the laws are told from others; `best_scores` are three of BM25."""
    near, far = _similarities(questions, 20), _similarities(outside, 3)
    length = max(len(words), 1) ** 0.5
    figures = [
        near[0],
        near[:3].mean(),
        near[:10].mean(),
        near.mean(),
        _similarities(clauses, 1)[0],
        far[0],
        far.mean(),
        near[0] - far[0],
        _share_near(near, far),
        *(float(scores.max(initial=0.0)) / length for scores in best_scores),
        sum(word in vocabulary for word in words) / max(len(words), 1),
        length,
    ]
    return np.array(figures, dtype=np.float32)


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
