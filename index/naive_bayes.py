"""Multinomial naive Bayes over words and pairs of words, learned from the bank's questions.

Terms weigh 1 + log(count) times their inverse document frequency, as Rennie et al. 2003 ("Tackling the poor
assumptions of naive Bayes text classifiers", ICML) propose. Closed form, and sparse: of what its questions never said
every clause knows as little as another.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import Stemmer
from numpy.typing import NDArray
from scipy import sparse

Scores = NDArray[np.float32]

SMOOTHING = 0.1
"""Weight that each clause has for each term beforehand."""

LEAST_QUESTIONS = 3
"""Questions that a term must stand in to be learned from."""

_STEMMER = Stemmer.Stemmer("english")


def grams(text: str) -> list[str]:
    """Stemmed words and pairs of neighbours. No stop words: "not", "of" and "my" tell one clause from another."""
    words: list[str] = _STEMMER.stemWords(re.findall(r"[a-z0-9']+", text.lower().replace("’", "'")))
    return [*words, *map(" ".join, pairwise(words))]


class NaiveBayes:
    """The model: for each class, a clause or the outside, the log-likelihood of terms."""

    def __init__(self, terms: Sequence[str], rarity: Scores, gains: sparse.csr_array, costs: Scores) -> None:
        """Rarity by term; gains of shape (terms, classes), zero for what a class never said; costs by class."""
        self.terms, self.rarity, self.gains, self.costs = terms, rarity, gains, costs
        self._row = {term: row for row, term in enumerate(terms)}

    @classmethod
    def fit(cls, texts: Sequence[str], owner: NDArray[np.int64], size: int) -> "NaiveBayes":
        """Learn from texts and the class (0 to size - 1) of each; a class without texts is never the likeliest."""
        counted = [Counter(grams(text)) for text in texts]
        spread = Counter(term for counts in counted for term in counts)
        terms = sorted(term for term, count in spread.items() if count >= LEAST_QUESTIONS)
        held = np.array([spread[term] for term in terms], dtype=np.float32)
        rarity = np.log((1 + len(texts)) / (1 + held)) + 1
        row = {term: number for number, term in enumerate(terms)}
        entries = [
            (row[term], clause, (1 + np.log(count)) * rarity[row[term]])
            for counts, clause in zip(counted, owner, strict=True)
            for term, count in counts.items()
            if term in row
        ]
        rows, columns, weights = zip(*entries, strict=True) if entries else ((), (), ())
        gains = sparse.csr_array(sparse.coo_array((weights, (rows, columns)), shape=(len(terms), size)), dtype="f4")
        totals = np.asarray(gains.sum(axis=0)).ravel() + SMOOTHING * len(terms)
        gains.data = np.log1p(gains.data / SMOOTHING)
        totals[np.bincount(owner, minlength=size) == 0] = totals.max(initial=SMOOTHING)
        return cls(terms, rarity.astype("f4"), gains, np.log(totals / SMOOTHING + 1e-9).astype("f4"))

    @classmethod
    def read(cls, path: Path) -> "NaiveBayes":
        """What `write` wrote; OSError or ValueError where it can't be read."""
        with path.open("rb") as stream, np.load(stream) as kept:
            text = bytes(kept["terms"]).decode()
            terms = text.split("\n") if text else []
            shape = (len(terms), len(kept["costs"]))
            gains = sparse.csr_array((kept["data"], kept["indices"], kept["indptr"]), shape=shape)
            return cls(terms, kept["rarity"], gains, kept["costs"])

    def write(self, path: Path) -> None:
        """Keep the model in a file."""
        gains = self.gains
        terms = np.frombuffer("\n".join(self.terms).encode(), dtype=np.uint8)
        parts = {"data": gains.data, "indices": gains.indices, "indptr": gains.indptr}
        np.savez(path, terms=terms, rarity=self.rarity, costs=self.costs, **parts)

    def scores(self, text: str) -> Scores:
        """The log-likelihood of a question by class, up to a constant, shape (classes,)."""
        counts = {self._row[term]: count for term, count in Counter(grams(text)).items() if term in self._row}
        if not counts:
            return np.zeros_like(self.costs)
        rows = np.fromiter(counts, dtype=np.int64)
        weights = (1 + np.log(np.fromiter(counts.values(), dtype="f4"))) * self.rarity[rows]
        scores: Scores = self.gains[rows].T @ weights - weights.sum() * self.costs
        return scores
