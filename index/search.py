"""Finding the clauses that answer a question."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

import numpy as np

from corpus.bank import NO_BANK, Bank
from corpus.library import Library
from corpus.model import Edition
from corpus.refs import LawRef, find_refs
from index.build import Place
from index.classifiers import Classifiers
from index.confidence import Fitted, coverage_of, shipped_fitted
from index.encoder import Encoder, Vectors
from index.features import Evidence, FeatureMaker, Matrix
from index.keys import OUTSIDE, QUESTIONS, bank_keys
from index.learned import FOLDER, Learned
from index.lexical import Lexicon
from index.manifest import index_folder, read_manifest

SAME, SURE = 0.96, 5.0
"""Cosine from which a bank question is the one that was asked, and by how much its clause then leads all others."""


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

    def __init__(
        self, place: Place, library: Library, bank: Bank, own: Bank = NO_BANK, fitted: Fitted | None = None
    ) -> None:
        """Open the index in use, of editions, the bank that ships and the club's own.

        IndexMissing, IndexStale, IndexDamaged or EncoderMismatch say what is wrong.
        """
        folder = index_folder(place.root)
        manifest = read_manifest(folder)
        manifest.check(library, bank, own, place.encoder.id)
        self._encoder = Encoder(place.encoder_folder(manifest.encoder))
        self._store = place.store(folder)
        self._store.check(dict(manifest.sizes))
        self._bank = bank + own
        self._learned = Learned.read(folder / FOLDER, library, self._bank, bank)
        self._fitted = fitted
        self._makers: dict[str, FeatureMaker] = {}

    def fitted(self, edition: Edition) -> Fitted:
        """The fitted figures by which an edition's clauses are ranked."""
        return self._fitted or shipped_fitted(coverage_of(edition))

    def embed(self, questions: Sequence[str]) -> Vectors:
        """Embed questions, shape (len(questions), dimensions)."""
        return self._encoder.embed(questions)

    def maker(self, edition: Edition) -> FeatureMaker:
        """What finds the evidence in an edition."""
        if edition.key not in self._makers:
            self._makers[edition.key] = FeatureMaker(edition, self._bank, self._store, self._learned)
        return self._makers[edition.key]

    def maker_without(self, edition: Edition, messages: AbstractSet[str]) -> FeatureMaker:
        """The same as if these messages from outside weren't in the bank, so that figures can be fitted on them."""
        kept = tuple(entry for entry in self._bank.outside if entry.text not in messages)
        keys = bank_keys(Bank(self._bank.questions, kept))
        vectors = self._store.vectors(QUESTIONS) | self._store.vectors(OUTSIDE)
        learned = replace(
            self._learned,
            outside_words=Lexicon.of([entry.text for entry in kept]),
            classifiers=Classifiers.fit(keys, np.stack([vectors[key.id] for key in keys])),
        )
        return self.maker(edition).without(messages, learned)

    def rank(self, question: str, edition: Edition, vector: Vectors | None = None) -> Ranking:
        """Every clause for a question: those that it names first, then the rest by score."""
        vector = self.embed([question])[0] if vector is None else vector
        evidence = self.maker(edition).evidence(question, vector)
        fitted = self.fitted(edition)
        scores = _known_first(fitted.scores(evidence), evidence)
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


def _known_first(scores: Matrix, evidence: Evidence) -> Matrix:
    """The scores, with the clause first whose bank question was asked to the letter: one line mends a wrong answer."""
    if evidence.questions and evidence.questions[0].similarity >= SAME:
        row = evidence.refs.index(LawRef.parse(evidence.questions[0].key.ref))
        scores[row] = scores.max() + SURE
    return scores
