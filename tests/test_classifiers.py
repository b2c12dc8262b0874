"""What is learned from the bank: softmax regression, naive Bayes, and the words, kept and read again."""

import numpy as np
import pytest

from index.classifiers import Classifiers
from index.keys import Key
from index.lexical import Lexicon, terms
from index.naive_bayes import NaiveBayes, grams
from index.softmax import fit_softmax

ASKED = [
    ("43A1(a)", "may dummy call the director"),
    ("43A1(a)", "can dummy call the TD first"),
    ("43A1(a)", "dummy called the director at trick two"),
    ("64A", "how many tricks for a revoke"),
    ("64A", "what does a revoke cost in tricks"),
    ("64A", "my revoke won a trick, how many go over"),
    ("", "what is the weather like in Hamburg"),
    ("", "nice weather for a game of golf"),
    ("", "is the weather any better at yours"),
]
KEYS = [Key(*row) for row in ASKED]
OWNER = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2])


def separable(noise):
    """Unit vectors, three to a class, near one axis each."""
    vectors = np.eye(8, dtype="f4")[OWNER] + noise * np.random.default_rng(1).normal(size=(9, 8)).astype("f4")
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


GRAMS = [
    ("Revoked?", ["revok"], "stemmed, without case and punctuation"),
    ("out of turn", ["out", "of", "turn", "out of", "of turn"], "pairs, and no stop words"),
    ("isn’t it", ["isn't", "it", "isn't it"], "a curly apostrophe is one"),
    ("?!", [], "nothing to count"),
]


@pytest.mark.parametrize(("text", "expected", "why"), GRAMS, ids=[row[2] for row in GRAMS])
def test_grams(text, expected, why):
    assert grams(text) == expected


LIKELIEST = [
    ("does dummy get to call the director", 0, "words of the first class"),
    ("a revoke, how many tricks", 1, "of the second"),
    ("weather", 2, "a single word"),
]


@pytest.mark.parametrize(("text", "expected", "why"), LIKELIEST, ids=[row[2] for row in LIKELIEST])
def test_naive_bayes_finds_the_class(text, expected, why):
    bayes = NaiveBayes.fit([text for _, text in ASKED], OWNER, 4)
    assert bayes.scores(text).argmax() == expected


def test_naive_bayes_by_hand():
    # One term, "a", in all four texts, so that its rarity is log(5/5) + 1 = 1; the second class has 3 times its weight.
    bayes = NaiveBayes.fit(["a", "a", "a", "a"], np.array([0, 1, 1, 1]), 3)
    expected = np.log([1.1 / 1.1, 3.1 / 3.1])
    assert bayes.scores("a")[:2] == pytest.approx(expected, abs=1e-5), "the only term is certain in both"
    assert bayes.scores("a")[2] < bayes.scores("a")[:2].min(), "a class without texts is the least likely"
    assert not bayes.scores("unheard of").any(), "of what nobody said, nothing follows"


def test_the_regression_learns_and_repeats_itself():
    vectors = separable(0.2)
    weights = fit_softmax(vectors, OWNER, 4)
    assert ((vectors @ weights[:3].T).argmax(axis=1) == OWNER).all()
    assert not weights[3].any(), "a class without questions has no weights"
    assert (weights == fit_softmax(vectors, OWNER, 4)).all(), "the same bank gives the same weights"


def test_the_regressions_gradient_is_that_of_its_loss():
    from index import softmax

    draw = np.random.default_rng(2)
    weights, vectors = draw.normal(size=(3, 8)) / 5, separable(0.5).astype("f8")

    def loss(weights):
        logits = softmax.SCALE * vectors @ weights.T
        share = np.log(np.exp(logits).sum(axis=1, keepdims=True))
        target = np.full((9, 3), softmax.SMOOTHING / 3)
        target[np.arange(9), OWNER] += 1 - softmax.SMOOTHING
        return -(target * (logits - share)).sum() / 9

    slope = softmax._slope(weights, vectors, OWNER)
    step = np.zeros_like(weights)
    step[1, 2] = 1e-5
    assert slope[1, 2] == pytest.approx((loss(weights + step) - loss(weights - step)) / 2e-5, rel=1e-4)


def test_leads_tell_the_laws_from_the_outside():
    classifiers = Classifiers.fit(KEYS, separable(0.1))
    inside = classifiers.opinion("does a revoke cost a trick", separable(0.1)[3])
    outside = classifiers.opinion("how is the weather", separable(0.1)[6])
    assert classifiers.refs[inside.regression.argmax()] == classifiers.refs[inside.bayes.argmax()] == "64A"
    assert inside.regression_lead > 0 > outside.regression_lead
    assert inside.bayes_lead > 0 > outside.bayes_lead


def test_what_is_kept_is_read_again(tmp_path):
    classifiers = Classifiers.fit(KEYS, separable(0.1))
    classifiers.write(tmp_path)
    again = Classifiers.read(tmp_path, KEYS)
    for text, vector in zip([text for _, text in ASKED] + ["?"], [*separable(0.3), separable(0.1)[0]], strict=True):
        one, other = classifiers.opinion(text, vector), again.opinion(text, vector)
        assert (one.regression == other.regression).all()
        assert (one.bayes == other.bayes).all()


NO_WORDS = [([], "no documents"), (["", "?"], "documents without a word")]


@pytest.mark.parametrize(("texts", "why"), NO_WORDS, ids=[row[1] for row in NO_WORDS])
def test_words_of_nothing(tmp_path, texts, why):
    Lexicon.of(texts).write(tmp_path / "words")
    again = Lexicon.read(tmp_path / "words", len(texts))
    assert again.scores(["dummy"]).tolist() == [0.0] * len(texts)
    assert NaiveBayes.fit(texts, np.zeros(len(texts), dtype=int), 2).scores("dummy").tolist() == [0.0, 0.0]


def test_words_are_read_again(tmp_path):
    words = Lexicon.of([text for _, text in ASKED])
    words.write(tmp_path / "words")
    again = Lexicon.read(tmp_path / "words", len(ASKED))
    asked = terms(["how many tricks does dummy's revoke cost"])[0]
    assert (words.scores(asked) == again.scores(asked)).all()
    assert "revok" in again
    assert "golfing" not in again
