"""BM25 over words: clauses in context with their bank questions, and messages from outside."""

from collections.abc import Sequence
from pathlib import Path

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
    """A BM25 index over documents."""

    def __init__(self, bm25: bm25s.BM25 | None, size: int) -> None:
        self._bm25, self._size = bm25, size

    @classmethod
    def of(cls, documents: Sequence[str]) -> "Lexicon":
        """Index documents; without any word in them nothing is ever found."""
        rows = terms(documents) if documents else []
        if not any(rows):
            return cls(None, len(documents))
        bm25 = bm25s.BM25()
        bm25.index(rows, show_progress=False)
        return cls(bm25, len(documents))

    @classmethod
    def read(cls, folder: Path, size: int) -> "Lexicon":
        """What `write` wrote for `size` documents; OSError or ValueError where it can't be read."""
        return cls(bm25s.BM25.load(str(folder)) if any(folder.iterdir()) else None, size)

    def write(self, folder: Path) -> None:
        """Keep the index in a folder, so that nobody waits for it to be made again."""
        folder.mkdir()
        if self._bm25 is not None:
            self._bm25.save(str(folder), show_progress=False)

    def __contains__(self, word: str) -> bool:
        return self._bm25 is not None and word in self._bm25.vocab_dict

    def scores(self, words: Sequence[str]) -> Scores:
        """The score of every document for a question's stemmed words, shape (documents,)."""
        known = [word for word in words if word in self]
        if self._bm25 is None or not known:
            return np.zeros(self._size, dtype=np.float32)
        scores: Scores = self._bm25.get_scores(known)
        return scores
