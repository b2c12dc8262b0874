"""Questions about an edition: which one is asked for, and both editions' words."""

from dataclasses import dataclass, replace

from bot.answer import Answer, Outcome, Pointer, cite
from bot.question import Reading
from corpus.diff import compare
from corpus.library import Library
from corpus.model import Edition
from corpus.refs import LawRef
from index.search import Ranking

MOST_COMPARED = 3

FEW = 10
"""Among how many of the best clauses one that both editions have is preferred: only such a one can be compared."""


@dataclass(frozen=True, slots=True)
class EditionsAsked:
    """What a question says of editions: another one that is loaded, or the year of one that isn't."""

    other: Edition | None = None
    missing: str | None = None


def editions_asked(reading: Reading, library: Library, default: Edition) -> EditionsAsked:
    """Which edition besides the default a question speaks of.

    A year counts where it is the year of a loaded edition, or stands before or after "laws" or "edition".
    """
    named = [year for year in reading.years if year in library.editions and year != default.key]
    if named:
        return EditionsAsked(other=library.edition(named[0]))
    missing = [year for year in reading.law_years if year not in library.editions]
    if missing:
        return EditionsAsked(missing=missing[0])
    others = [edition for edition in library if edition.key < default.key]
    if others and (reading.other_edition or _asks_what_is_new(reading, default)):
        return EditionsAsked(other=others[-1])
    return EditionsAsked()


_NEW_WORDS = frozenset(
    """abolish abolished abolishes added alter altered amended before change changed changes changing cut different
    difference differ differs differently drop dropped gone introduced modified new newer removed replaced revised
    revision rewritten same still survive survived survives updated until""".split()
)


def _asks_what_is_new(reading: Reading, default: Edition) -> bool:
    """Whether a question that names the default edition, or a clause, asks what is new in it."""
    words = reading.text.lower().replace("?", " ").replace(",", " ").split()
    return default.key in reading.years and not _NEW_WORDS.isdisjoint(words)


def edition_answer(base: Answer, reading: Reading, ranking: Ranking, other: Edition, edition: Edition) -> Answer | None:
    """Both editions' words of the clauses that a question is about; None where nothing is found."""
    old, new = sorted((other, edition), key=lambda one: one.key)
    refs = _clauses(reading, ranking, old, new)
    if not refs:
        return None
    unloaded = [ref for ref in refs if ref not in old and ref not in new]
    if unloaded:
        pointers = tuple(map(Pointer, unloaded))
        return replace(
            base, outcome=Outcome.NOT_LOADED, pointers=pointers, note=f"Law {unloaded[0]} is in neither loaded edition."
        )
    citations = tuple(cite(one, ref) for ref in refs for one in (old, new) if ref in one)
    confidence = 1.0 if reading.refs else ranking.scope * ranking.governing
    return replace(
        base, outcome=Outcome.ANSWERED, citations=citations, confidence=confidence, note=_told(refs, old, new)
    )


def _clauses(reading: Reading, ranking: Ranking, old: Edition, new: Edition) -> list[LawRef]:
    """The clauses to compare: what a named law changed in, else the named clause, else the best that either has."""
    if not reading.refs:
        return _best_in(ranking, old, new)[:1]
    found: list[LawRef] = []
    for ref in reading.refs:
        changed = [change.ref for change in compare(old, new, ref)] if ref in old and ref in new else []
        found += changed or [ref]
    return list(dict.fromkeys(found))[:MOST_COMPARED]


def _told(refs: list[LawRef], old: Edition, new: Edition) -> str:
    """One sentence on what differs, for each clause."""
    told = []
    for ref in refs:
        if ref not in old or ref not in new:
            holds = new if ref in new else old
            told.append(f"Only the {holds.key} text loaded has {ref}.")
            continue
        words = [change.words(edit) for change in compare(old, new, ref) for edit in change.edits]
        if words:
            told += [f"{ref} says “{after}” in {new.key}, “{before}” in {old.key}." for before, after in words]
        else:
            told.append(f"{ref} reads the same in {old.key} and {new.key}.")
    return " ".join(told)


def _best_in(ranking: Ranking, old: Edition, new: Edition) -> list[LawRef]:
    """Clauses by rank: those among the first few that both editions have, then those that either has."""
    refs = [hit.ref for hit in ranking.found if hit.ref.path]
    both = [ref for ref in refs[:FEW] if ref in old and ref in new]
    return [*both, *(ref for ref in refs if ref in old or ref in new)]
