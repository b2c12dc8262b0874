"""What is learned from the bank when an index is built: which clause a question belongs to, or none.

Two classifiers, one over embeddings and one over words. The messages from outside are a class of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from corpus.errors import IndexDamaged
from index.keys import Key
from index.naive_bayes import NaiveBayes
from index.softmax import SCALE, Matrix, fit_softmax

REGRESSION, BAYES = "regression.npy", "naive-bayes.npz"

UNREADABLE = (OSError, ValueError, KeyError, EOFError, BadZipFile)
"""What readers raise for a file that is missing, cut short or not theirs."""


def damaged(folder: Path, error: Exception) -> IndexDamaged:
    """What to say of a folder of which a file is UNREADABLE."""
    return IndexDamaged(
        f"What the index in {folder.parent} learned can't be read ({type(error).__name__}); "
        "build it again with `lawbook index build`."
    )


@dataclass(frozen=True)
class Opinion:
    """What the classifiers make of a question: scores by clause, and how far the laws are ahead of the outside.

    `regression` and `bayes` have shape (clauses,), in the order of `Classifiers.refs`. `outside` is the regression's
    score of the outside; the leads are those of the laws over the outside, naive Bayes' by the root of a question's
    terms, as long questions would otherwise be surest.
    """

    regression: Matrix
    bayes: Matrix
    outside: float
    regression_lead: float
    bayes_lead: float


@dataclass(frozen=True)
class Classifiers:
    """Softmax regression and naive Bayes, over the clauses in `refs` and, in the last row, the outside."""

    refs: tuple[str, ...]
    weights: Matrix
    bayes: NaiveBayes

    @classmethod
    def fit(cls, keys: Sequence[Key], vectors: Matrix) -> "Classifiers":
        """Learn from the keys of the bank, outside included, and their embeddings of shape (keys, dimensions)."""
        refs = classes_of(keys)
        row = {ref: number for number, ref in enumerate((*refs, ""))}
        owner = np.array([row[key.ref] for key in keys], dtype=np.int64)
        bayes = NaiveBayes.fit([key.text for key in keys], owner, len(row))
        return cls(refs, fit_softmax(vectors, owner, len(row)), bayes)

    @classmethod
    def read(cls, folder: Path, keys: Sequence[Key]) -> "Classifiers":
        """What `write` wrote for the same keys; IndexDamaged where it can't be read."""
        try:
            return cls(classes_of(keys), np.load(folder / REGRESSION), NaiveBayes.read(folder / BAYES))
        except UNREADABLE as error:
            raise damaged(folder, error) from error

    def write(self, folder: Path) -> None:
        """Keep both in a folder that is there."""
        np.save(folder / REGRESSION, self.weights)
        self.bayes.write(folder / BAYES)

    def opinion(self, question: str, vector: Matrix) -> Opinion:
        """What both make of a question and its embedding."""
        regression, bayes = SCALE * (self.weights @ vector), self.bayes.scores(question)
        inside = regression[:-1]
        laws = float(np.logaddexp.reduce(inside)) if len(inside) else 0.0
        best = float(bayes[:-1].max(initial=-np.inf)) if len(inside) else 0.0
        return Opinion(
            regression=inside,
            bayes=bayes[:-1],
            outside=float(regression[-1]),
            regression_lead=laws - float(regression[-1]),
            bayes_lead=(best - float(bayes[-1])) / max(len(question.split()), 1) ** 0.5,
        )


def classes_of(keys: Sequence[Key]) -> tuple[str, ...]:
    """The clauses that keys are about, in their order."""
    return tuple(dict.fromkeys(key.ref for key in keys if key.ref))
