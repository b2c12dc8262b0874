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
    """A clause, its score (softmax over all clauses: 0 to 1), and whether the question named it by reference."""

    ref: LawRef
    score: float
    named: bool = False


@dataclass(frozen=True)
class Ranking:
    """A question's clauses, best first, and how sure it is that the question is one (`scope`) and the first governs."""

    hits: tuple[Hit, ...]
    scope: float
    governing: float
    evidence: Evidence

    @property
    def found(self) -> tuple[Hit, ...]:
        """The clauses that were found by search, best first, without those that are there for being named."""
        return tuple(hit for hit in self.hits if not hit.named)


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
        self._library, self._bank = library, bank
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
        named = list(dict.fromkeys(mention.ref for mention in find_refs(question)))
        hits = [Hit(ref, 1.0, named=True) for ref in named]
        order = np.argsort(-scores, kind="stable")
        found = (Hit(evidence.refs[row], float(share[row])) for row in order)
        hits += list(found)
        return Ranking(
            tuple(hits), fitted.about_the_laws(evidence, scores), fitted.governing(evidence, scores), evidence
        )
