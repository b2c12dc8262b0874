"""Finding the clauses that answer a question."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpus.bank import Bank
from corpus.library import Library
from corpus.model import Edition
from corpus.refs import LawRef, find_refs
from index.build import Place
from index.confidence import Fitted, coverage_of, shipped_fitted
from index.encoder import Encoder, Vectors
from index.features import Evidence, FeatureMaker
from index.manifest import index_folder, read_manifest


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause and its score: its share of a softmax over all clauses, or 1 where the question named it."""

    ref: LawRef
    score: float


@dataclass(frozen=True)
class Ranking:
    """The clauses that a question names, those found by search, best first, and how sure the search is.

    `scope` is the probability that the question is about the laws, `governing` that the first clause found governs.
    """

    named: tuple[Hit, ...]
    found: tuple[Hit, ...]
    scope: float
    governing: float
    evidence: Evidence

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The clauses named, then those found; one that is both stands twice."""
        return self.named + self.found


class Search:
    """An opened index: what is loaded, its vectors and words, and the encoder of its questions."""

    def __init__(self, place: Place, library: Library, bank: Bank, fitted: Fitted | None = None) -> None:
        """Open the index in use. IndexMissing, IndexStale, IndexDamaged or EncoderMismatch say what is wrong."""
        folder = index_folder(place.root)
        manifest = read_manifest(folder)
        manifest.check(library, bank, place.encoder.id)
        self._encoder = Encoder(place.encoder_folder(manifest.encoder))
        self._store = place.store(folder)
        self._store.check(dict(manifest.sizes))
        self._bank = bank
        self._fitted = fitted
        self._makers: dict[str, FeatureMaker] = {}

    def fitted(self, edition: Edition) -> Fitted:
        """The fitted figures by which an edition's clauses are ranked."""
        return self._fitted or shipped_fitted(coverage_of(edition))

    def embed(self, questions: Sequence[str]) -> Vectors:
        """Embed questions, shape (len(questions), dimensions)."""
        return self._encoder.embed(questions)

    def evidence(
        self, question: str, edition: Edition, vector: Vectors | None = None, ignore: str | None = None
    ) -> Evidence:
        """What speaks for each clause, as if the outside message `ignore` were not in the bank."""
        if edition.key not in self._makers:
            self._makers[edition.key] = FeatureMaker(edition, self._bank, self._store)
        vector = self.embed([question])[0] if vector is None else vector
        return self._makers[edition.key].evidence(question, vector, ignore)

    def rank(self, question: str, edition: Edition, vector: Vectors | None = None) -> Ranking:
        """Every clause for a question: those that it names first, then the rest by score."""
        evidence = self.evidence(question, edition, vector)
        fitted = self.fitted(edition)
        scores = fitted.scores(evidence)
        share = np.exp(scores - scores.max())
        share /= share.sum()
        named = dict.fromkeys(mention.ref for mention in find_refs(question))
        return Ranking(
            tuple(Hit(ref, 1.0) for ref in named),
            tuple(Hit(evidence.refs[row], float(share[row])) for row in np.argsort(-scores, kind="stable")),
            fitted.about_the_laws(evidence, scores),
            fitted.governing(evidence, scores),
            evidence,
        )
