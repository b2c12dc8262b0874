"""BM25 over words: clauses in context, clauses with their bank questions, and single bank questions."""

from collections.abc import Sequence

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray

Scores = NDArray[np.float32]

_STEMMER = Stemmer.Stemmer("english")


def terms(texts: Sequence[str]) -> list[list[str]]:
    """Stemmed words of each text, stop words left out."""
    tokens: list[list[str]] = bm25s.tokenize(
        [text.replace("’", "'") for text in texts],
        stopwords="en",
        stemmer=_STEMMER,
        return_ids=False,
        show_progress=False,
    )
    return tokens


class Lexicon:
    """A BM25 index over documents, held in memory; made in well under a second."""

    def __init__(self, documents: Sequence[str]) -> None:
        self._documents = list(documents)
        self._bm25: bm25s.BM25 | None = None
        rows = terms(documents) if documents else []
        if any(rows):
            self._bm25 = bm25s.BM25()
            self._bm25.index(rows, show_progress=False)

    def scores(self, words: Sequence[str], ignore: str | None = None) -> Scores:
        """The score of every document for a question's stemmed words, shape (documents,); 0 for the one to ignore."""
        known = [word for word in words if self._bm25 is not None and word in self._bm25.vocab_dict]
        if self._bm25 is None or not known:
            return np.zeros(len(self._documents), dtype=np.float32)
        scores: Scores = self._bm25.get_scores(known)
        if ignore is not None and ignore in self._documents:
            scores[self._documents.index(ignore)] = 0.0
        return scores
