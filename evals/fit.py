"""Fit the figures of `index/fitted.json`: `python -m evals.fit`.

The bank is the index and the queries are questions written apart from it (`evals/dev`, and the halves of the gold sets
that are there to be looked at), so that nothing is learned from a question about itself. The ranking is a softmax
regression over the clauses; the two probabilities are logistic regressions on out-of-fold scores. Messages of the
bank's outside half are judged by classifiers and neighbours that lack their fold.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import index
from bot.assembly import Lawbook
from bot.config import settings_from
from corpus.model import Edition
from evals.gold import DEV, FOLDER, GoldQuestion, Kind, read_gold
from index.confidence import (
    CERTAINTY_NAMES,
    FILE,
    Coverage,
    Fitted,
    Logistic,
    certainty,
    coverage_of,
    print_fitted,
    read_fitted,
)
from index.features import NAMES, Evidence, FeatureMaker, Matrix
from index.search import Search

FOLDS = 5
RIDGE = 1.0
"""Weight of the penalty on squared weights, beside the sum of log losses."""

MOST_REFUSED = 0.02
"""Share of players' questions that may be refused: a point below the product's goal, as they are few to choose on."""

ANSWERED_RIGHT = 0.9
"""Share of answered questions whose first clause governs, at least: below it an answer is marked unsure."""

CITED_RIGHT = 0.65
"""Share of cited clauses that govern, at least."""

MOST_CITED, PADDING = 3, 0.1
"""Clauses cited at most, and the share below which a further one would only pad the list."""

PLAYERS_WEIGHT, GOLD_IDS = 4.0, "bg"
"""How much a question of the gold sets' halves to look at weighs: they are asked as players ask, and are few."""

Labels = NDArray[np.bool_]


@dataclass(frozen=True)
class Case:
    """A question with its evidence, and which rows answer it."""

    question: GoldQuestion
    evidence: Evidence
    right: Labels


def cases_of(search: Search, edition: Edition, questions: Sequence[GoldQuestion]) -> list[Case]:
    """The answerable questions with their evidence; those that no known clause answers are left out."""
    wanted = [question for question in questions if question.kind is Kind.ANSWERABLE]
    vectors = search.embed([question.question for question in wanted])
    cases = []
    for question, vector in zip(wanted, vectors, strict=True):
        evidence = search.maker(edition).evidence(question.question, vector)
        right = np.array(
            [any(gold.covers(ref) for gold in (*question.gold, *question.also_ok)) for ref in evidence.refs]
        )
        if right.any():
            cases.append(Case(question, evidence, right))
    return cases


def fit_ranking(cases: Sequence[Case]) -> tuple[float, ...]:
    """Weights by which the right clauses have the greatest share of the softmax."""

    features = np.stack([case.evidence.features for case in cases])
    right = np.stack([case.right for case in cases])

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        scores = features @ weights.astype(np.float32)
        share = np.exp(scores - scores.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        hit = share * right
        total = hit.sum(axis=1, keepdims=True) + 1e-9
        gradient = -np.einsum("qc,qcf->f", hit / total - share, features, optimize=True)
        return float(-np.log(total).sum() + RIDGE * weights @ weights), gradient + 2 * RIDGE * weights

    found = minimize(loss, np.full(len(NAMES), 0.3), jac=True, method="L-BFGS-B")
    return tuple(round(float(weight), 4) for weight in found.x)


def fit_logistic(rows: Matrix, truth: Labels, weights: Matrix) -> Logistic:
    """Weighted logistic regression on standardised rows; the weights that it gives are for raw rows."""
    mean, deviation = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = np.concatenate([(rows - mean) / deviation, np.ones((len(rows), 1))], axis=1)
    sign = np.where(truth, 1.0, -1.0)

    def loss(model: Matrix) -> tuple[float, Matrix]:
        margin = sign * (scaled @ model)
        pull = -sign * weights / (1 + np.exp(margin))
        penalty = model * np.append(np.ones(len(model) - 1), 0)
        total = weights @ np.logaddexp(0, -margin) + RIDGE * penalty @ penalty
        return float(total), pull @ scaled + 2 * RIDGE * penalty

    found = minimize(loss, np.zeros(scaled.shape[1]), jac=True, method="L-BFGS-B").x
    raw = found[:-1] / deviation
    return Logistic(tuple(round(float(weight), 5) for weight in raw), round(float(found[-1] - raw @ mean), 5))


def out_of_fold(cases: Sequence[Case]) -> list[Matrix]:
    """The scores of each case by weights that were fitted without it, or its clause."""
    law = [case.question.gold[0].law for case in cases]
    fold = np.array(law) % FOLDS
    scores: list[Matrix] = [np.zeros(0, dtype=np.float32)] * len(cases)
    for k in range(FOLDS):
        weights = np.array(fit_ranking([case for case, f in zip(cases, fold, strict=True) if f != k]))
        for i in map(int, np.flatnonzero(fold == k)):
            scores[i] = cases[i].evidence.features @ weights
    return scores


def from_outside(search: Search, edition: Edition, messages: Sequence[str], others: Sequence[str]) -> list[Evidence]:
    """The evidence for the bank's messages from outside, each as if its fold weren't in the bank, and for others."""
    found = _evidence(search, search.maker(edition), others)
    for fold in range(FOLDS):
        withheld = messages[fold::FOLDS]
        found += _evidence(search, search.maker_without(edition, frozenset(withheld)), withheld)
    return found


def _evidence(search: Search, maker: FeatureMaker, texts: Sequence[str]) -> list[Evidence]:
    return [maker.evidence(text, vector) for text, vector in zip(texts, search.embed(texts), strict=True)]


def least_scope(players: Matrix, outside: Matrix) -> float:
    """The highest threshold that refuses no more of players' questions than it may."""
    threshold = round(float(np.quantile(players, MOST_REFUSED)), 4)
    print(f"refused: {(outside < threshold).mean():.1%} from outside, {(players < threshold).mean():.1%} of players'")
    return threshold


def least_confidence(confidence: Matrix, first_right: Labels) -> float:
    """The lowest confidence from which on the answered questions are right often enough."""
    order = np.argsort(-confidence)
    precision = np.cumsum(first_right[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(precision >= ANSWERED_RIGHT)
    return round(float(confidence[order[enough[-1]]]) if len(enough) else 1.0, 4)


def least_share(cases: Sequence[Case], scores: Sequence[Matrix]) -> float:
    """The smallest share from which on a further clause is cited, such that enough of what is cited governs."""
    best = 1.0
    for threshold in np.arange(0.5, PADDING - 0.005, -0.01):
        cited = right = 0
        for case, score in zip(cases, scores, strict=True):
            share = np.exp(score - score.max())
            share /= share.sum()
            top = np.argsort(-score)[:MOST_CITED]
            kept = [row for rank, row in enumerate(top) if rank == 0 or share[row] >= threshold]
            cited += len(kept)
            right += sum(case.question.hit_by(case.evidence.refs[row]) for row in kept)
        if right / cited < CITED_RIGHT:
            break
        best = float(threshold)
    return round(best, 2)


def fit(search: Search, edition: Edition, questions: Sequence[GoldQuestion], outside: Sequence[str]) -> Fitted:
    """Fit all figures for an edition's coverage."""
    cases = cases_of(search, edition, questions)
    scores = out_of_fold(cases)
    first = np.array(
        [
            case.question.hit_by(case.evidence.refs[int(np.argmax(score))])
            for case, score in zip(cases, scores, strict=True)
        ]
    )
    more = [question.question for question in questions if question.kind is Kind.OUT_OF_SCOPE]
    ranking = fit_ranking(cases)
    foreign = from_outside(search, edition, outside, more)
    rows = np.stack([certainty(case.evidence, score) for case, score in zip(cases, scores, strict=True)])
    others = np.stack([certainty(each, each.features @ np.array(ranking, dtype=np.float32)) for each in foreign])
    players = np.array([case.question.id[0] in GOLD_IDS for case in cases])
    weights = np.where(players, PLAYERS_WEIGHT, 1.0)
    scope = fit_logistic(
        np.concatenate([rows, others]),
        np.arange(len(rows) + len(others)) < len(rows),
        np.append(weights, np.ones(len(others))),
    )
    governs = fit_logistic(rows, first, weights)
    about = np.array([scope.probability(row) for row in (*rows, *others)])
    confidence = about[: len(cases)] * np.array([governs.probability(row) for row in rows])
    print(f"{len(cases)} questions, {len(foreign)} messages from outside; first right out of fold: {first.mean():.1%}")
    return Fitted(
        ranking=ranking,
        scope=scope,
        governs=governs,
        least_scope=least_scope(about[: len(cases)][players], about[len(cases) :]),
        least_confidence=least_confidence(confidence, first),
        least_share=least_share(cases, scores),
    )


def main() -> None:
    """Fit the figures for what is loaded now, and keep those for the other coverage."""
    parser = argparse.ArgumentParser("python -m evals.fit", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument(
        "--queries",
        type=Path,
        nargs="+",
        default=[DEV / "pilot.jsonl"],
        help="gold files of questions written apart from the bank",
    )
    options = parser.parse_args()
    lawbook = Lawbook(settings_from())
    edition = lawbook.library.edition(lawbook.settings.edition)
    questions = [question for path in options.queries for question in read_gold(path)]
    questions += [
        question for path in sorted(FOLDER.glob("*.jsonl")) for question in read_gold(path) if not question.held_back
    ]
    path = Path(index.__file__).with_name(FILE)
    fitted = fit(lawbook.search, edition, questions, [entry.text for entry in lawbook.bank.outside])
    known: dict[Coverage, Fitted] = read_fitted(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(print_fitted(known | {coverage_of(edition): fitted}), encoding="utf-8")
    for name, weight in zip(NAMES, fitted.ranking, strict=True):
        print(f"{weight:+.3f}  {name}")
    for name, weight in zip(CERTAINTY_NAMES, fitted.scope.weights, strict=True):
        print(f"{weight:+.3f}  scope: {name}")
    print(f"least scope {fitted.least_scope}, confidence {fitted.least_confidence}, share {fitted.least_share}")


if __name__ == "__main__":
    main()
