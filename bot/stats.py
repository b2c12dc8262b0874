"""What was asked in a server, counted: questions a week, outcomes, and the laws cited most. Pure functions."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.answer import Outcome
from corpus.errors import BadReference
from corpus.model import title_of
from corpus.refs import LawRef

WEEKS = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as far as it is counted."""

    at: float
    outcome: str
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """`weeks` begin on Mondays, the oldest first; `laws` are the most cited, with titles."""

    weeks: tuple[str, ...]
    by_week: Mapping[Outcome, tuple[int, ...]]
    laws: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """All questions of these weeks."""
        return sum(sum(counts) for counts in self.by_week.values())

    def count(self, outcome: Outcome) -> int:
        """The questions that ended so."""
        return sum(self.by_week[outcome])


def monday(at: float, weeks_before: int = 0) -> datetime:
    """The beginning of a week, in UTC."""
    day = datetime.fromtimestamp(at, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=day.weekday(), weeks=weeks_before)


def count(asked: Iterable[Asked], now: float, weeks: int = WEEKS, most: int = 10) -> Stats:
    """Count the questions of the last `weeks`, the current one among them."""
    begins = [monday(now, before) for before in reversed(range(weeks))]
    place = {begin: number for number, begin in enumerate(begins)}
    by_week = {outcome: [0] * weeks for outcome in Outcome}
    laws: Counter[int] = Counter()
    for one in asked:
        week = place.get(monday(one.at))
        if week is None or one.outcome not in by_week:
            continue
        by_week[Outcome(one.outcome)][week] += 1
        if one.outcome != Outcome.OUT_OF_SCOPE:
            laws.update({law for ref in one.refs if (law := _law(ref)) is not None})
    named = tuple(
        (f"{law} {title_of(LawRef(law))}" if law else title_of(LawRef(0)), n) for law, n in laws.most_common(most)
    )
    labels = tuple(begin.strftime("%d %b").lstrip("0") for begin in begins)
    return Stats(labels, {outcome: tuple(counts) for outcome, counts in by_week.items()}, named)


def _law(ref: str) -> int | None:
    try:
        return LawRef.parse(ref).law
    except BadReference:
        return None
