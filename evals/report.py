"""The report of an evaluation: its figures, as lines for a person and as JSON, and the losses against a baseline."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.answer import Outcome
from corpus.refs import LawRef
from evals.gold import GoldQuestion, Kind
from evals.metrics import Result, among, citation_precision, confusion, interval, reliability, share
from evals.run import says_what_it_must, verbatim


@dataclass(frozen=True)
class Report:
    """The results of a run, and the plain stack's rankings for the same questions where they were asked."""

    results: Sequence[Result]
    plain: Sequence[Sequence[LawRef]]
    elapsed_s: float

    def figures(self) -> dict[str, Any]:
        """All figures, as `python -m evals --json` prints them."""
        ranked = [result for result in self.results if _is_ranked(result)]
        good = [result for result in self.results if result.expected is not Outcome.OUT_OF_SCOPE]
        outside = [result for result in self.results if result.expected is Outcome.OUT_OF_SCOPE]
        return {
            "questions": len(self.results),
            "answerable": _ranking(ranked),
            "halves": {
                name: _ranking([r for r in ranked if r.question.held_back is back])
                for name, back in (("to look at", False), ("held back", True))
            },
            "plain": self._plain_figures(),
            "citation_precision": round(citation_precision([r for r in ranked if r.answer.citations]), 4),
            "must_say": round(share([says_what_it_must(result) for result in ranked if result.answer.citations]), 4),
            "verbatim": verbatim(self.results),
            "outside_refused": round(share([r.answer.outcome is Outcome.OUT_OF_SCOPE for r in outside]), 4),
            "good_refused": round(share([r.answer.outcome is Outcome.OUT_OF_SCOPE for r in good]), 4),
            "right": {
                kind: {"questions": len(group), "right": round(share([result.right for result in group]), 4)}
                for kind, group in self._kinds().items()
            },
            "confusion": {f"{a} -> {b}": count for (a, b), count in sorted(confusion(self.results).items())},
            "reliability": [
                {"stated": round(bin.stated, 3), "observed": round(bin.observed, 3), "count": bin.count}
                for bin in reliability([r for r in ranked if r.answer.outcome in (Outcome.ANSWERED, Outcome.UNSURE)])
            ],
            "per_second": round(len(self.results) / self.elapsed_s, 1) if self.elapsed_s else None,
        }

    def _kinds(self) -> dict[str, list[Result]]:
        groups: dict[str, list[Result]] = {}
        for result in self.results:
            not_loaded = result.expected is Outcome.NOT_LOADED
            groups.setdefault("not_loaded" if not_loaded else str(result.question.kind), []).append(result)
        return groups

    def _plain_figures(self) -> dict[str, float]:
        pairs = [(r.question, refs) for r, refs in zip(self.results, self.plain, strict=False) if _is_ranked(r)]
        return {name: round(share([_hit_among(q, refs[:k]) for q, refs in pairs]), 4) for name, k in _DEPTHS.items()}

    def right(self) -> dict[str, bool]:
        """For each question, by id, whether its answer is right."""
        return {result.question.id: result.right for result in self.results}


_DEPTHS = {"first": 1, "three": 3, "five": 5, "ten": 10}


def _is_ranked(result: Result) -> bool:
    """Questions by which the ranking is measured: those in a person's own words that the loaded laws answer."""
    return result.question.kind is Kind.ANSWERABLE and result.expected is Outcome.ANSWERED


def _ranking(results: Sequence[Result]) -> dict[str, Any]:
    figures: dict[str, Any] = {"questions": len(results)}
    figures |= {name: round(among(results, k), 4) for name, k in _DEPTHS.items()}
    for name in ("first", "three"):
        low, high = interval([result.rank is not None and result.rank <= _DEPTHS[name] for result in results])
        figures[f"{name}_interval"] = [round(low, 4), round(high, 4)]
    cited = [result.cited_hits for result in results]
    figures["cited_first"] = round(share([hits[:1] == [True] for hits in cited]), 4)
    figures["cited_in_three"] = round(share([any(hits[:3]) for hits in cited]), 4)
    return figures


def _hit_among(question: GoldQuestion, refs: Sequence[LawRef]) -> bool:
    return any(question.hit_by(ref) for ref in refs)


def lines(figures: dict[str, Any]) -> list[str]:
    """The report for a person."""
    told = [f"{figures['questions']} questions, {figures['per_second']} a second", ""]
    told.append(f"{'ranking':24} {'n':>4} {'first':>7} {'three':>7} {'five':>7} {'ten':>7}   first, 95% interval")
    rows = {"Lawbook": figures["answerable"]} | {f"  {k}": v for k, v in figures["halves"].items()}
    for name, row in rows.items():
        low, high = row["first_interval"]
        told.append(f"{name:24} {row['questions']:4} {_percents(row)}   {low:.0%} to {high:.0%}")
    told.append(f"{'the plain stack':24} {'':4} {_percents(figures['plain'])}")
    cited = figures["answerable"]
    told += [
        "",
        f"cited: first right {cited['cited_first']:.1%}, right among three {cited['cited_in_three']:.1%}, "
        f"precision {figures['citation_precision']:.1%}, "
        f"says what it must {figures['must_say']:.1%}, verbatim {figures['verbatim']:.0%}",
        f"refused: {figures['outside_refused']:.1%} of what is outside, "
        f"{figures['good_refused']:.1%} of good questions",
        "",
        *(f"{kind:14} {row['right']:6.1%} right of {row['questions']}" for kind, row in figures["right"].items()),
        "",
        "expected -> outcome",
        *(f"{count:5}  {pair}" for pair, count in figures["confusion"].items()),
        "",
        "confidence stated -> observed",
        *(f"{row['stated']:6.1%} -> {row['observed']:6.1%}  ({row['count']})" for row in figures["reliability"]),
    ]
    return told


def _percents(row: dict[str, Any]) -> str:
    return " ".join(f"{row[name]:7.1%}" for name in _DEPTHS)


LEEWAY = 0.01
"""Share of the questions that may be lost on balance: where two clauses are as good as level, a processor's rounding
decides between them, and the next machine's rounds otherwise."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Questions whose answers became right or wrong since the accepted run."""

    gains: tuple[str, ...]
    losses: tuple[str, ...]
    compared: int

    @property
    def worse(self) -> bool:
        """Whether more was lost than gained, beyond LEEWAY."""
        return len(self.losses) - len(self.gains) > LEEWAY * self.compared


def compare(before: dict[str, bool], now: dict[str, bool]) -> Comparison:
    """Gains and losses by question; questions that are in one run alone don't count."""
    shared = [id for id in now if id in before]
    return Comparison(
        tuple(id for id in shared if now[id] and not before[id]),
        tuple(id for id in shared if before[id] and not now[id]),
        len(shared),
    )
