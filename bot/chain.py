"""The chain: a question is read, searched, its clauses chosen, and every quotation verified.

A LangChain runnable: `invoke` takes `Ask`'s question and edition as a dict, `batch` a list of them.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from langchain_core.runnables import Runnable, RunnableLambda

from bot.answer import Answer, Citation, Outcome, Pointer, Reason, cite
from bot.editions import edition_answer, editions_asked
from bot.question import Reading, read_question
from corpus.contents import LAST_LAW, TITLES
from corpus.errors import ClauseNotLoaded, UnknownClause
from corpus.library import Library
from corpus.model import Edition
from corpus.quotes import locate_quote
from corpus.refs import LawRef
from index.explain import because
from index.search import Hit, Ranking, Search

MOST_CITATIONS = 3
MORE_LIKELY_THAN_NOT = 0.5

MOST_CHARACTERS = 1500
"""Characters that a parent quoted in place of its neighbours may have: what a phone shows in two screens."""


class Asked(TypedDict):
    """The chain's input."""

    question: str
    edition: str | None


@dataclass(frozen=True, slots=True)
class _Step:
    """What flows through the chain: grows at each step, ends as an answer."""

    started: float
    question: str
    reading: Reading
    edition: Edition
    ranking: Ranking | None = None
    answer: Answer | None = None


def build_chain(library: Library, search: Search, default_edition: str) -> Runnable[Asked, Answer]:
    """The chain over a library and its index."""

    def read(asked: Asked) -> _Step:
        started = time.perf_counter()
        edition = library.edition(asked.get("edition") or default_edition)
        return _Step(started, asked["question"], read_question(asked["question"]), edition)

    def find(step: _Step) -> _Step:
        return replace(step, ranking=search.rank(step.reading.sought, step.edition))

    def choose(step: _Step) -> _Step:
        return replace(step, answer=_chosen(step, library, search))

    return (
        RunnableLambda(read, name="read")
        | RunnableLambda(find, name="search")
        | RunnableLambda(choose, name="choose")
        | RunnableLambda(_verified, name="verify")
    )


def _chosen(step: _Step, library: Library, search: Search) -> Answer:
    """The outcome and its citations: what the question names counts first, then what was found."""
    reading, edition, ranking = step.reading, step.edition, step.ranking
    assert ranking is not None
    base = Answer(step.question, Outcome.OUT_OF_SCOPE, edition, 0.0)
    asked = editions_asked(reading, library, edition)
    if asked.missing:
        loaded = " and ".join(library.editions)
        return replace(
            base, outcome=Outcome.NOT_LOADED, note=f"The {asked.missing} Laws are not loaded; loaded are {loaded}."
        )
    fitted = search.fitted(edition)
    names_laws = bool(reading.refs or reading.law_years) or reading.other_edition
    about_laws = names_laws or ranking.scope >= fitted.least_scope
    if asked.other is not None and about_laws:
        found = edition_answer(base, reading, ranking, asked.other, edition)
        if found is not None:
            return found
    named = tuple(ref for ref in reading.refs if ref.law or ref in edition or _defines(ref, edition))
    if named and (reading.lookup or _nothing_better(named, ranking, fitted.least_confidence)):
        return _named(base, replace(reading, refs=named), ranking)
    if reading.no_such_law is not None:
        return replace(base, note=f"There is no Law {reading.no_such_law}; the laws are numbered 1 to {LAST_LAW}.")
    if not about_laws:
        return replace(base, confidence=ranking.scope * ranking.governing)
    return _found(base, ranking, fitted.least_confidence, fitted.least_share)


def _defines(ref: LawRef, edition: Edition) -> bool:
    """Whether an edition has a definition of that term."""
    try:
        return bool(edition.resolve(ref))
    except (ClauseNotLoaded, UnknownClause):
        return False


def _nothing_better(named: tuple[LawRef, ...], ranking: Ranking, least_confidence: float) -> bool:
    """Whether the clauses that a question names are what it is about, not only what it starts from."""
    best = [hit.ref for hit in ranking.found[:MOST_CITATIONS]]
    inside = any(ref.covers(other) for ref in named for other in best)
    return inside or ranking.scope * ranking.governing < least_confidence


def _named(base: Answer, reading: Reading, ranking: Ranking) -> Answer:
    """The clauses that a question names: whole in a look-up, else the best clause within them."""
    citations: list[Citation] = []
    pointers: list[Pointer] = []
    notes: list[str] = []
    unknown = False
    for ref in reading.refs[:MOST_CITATIONS]:
        try:
            wanted = base.edition.resolve(ref).ref
            citations.append(
                cite(
                    base.edition, wanted if reading.lookup else _best_within(wanted, ranking, base.edition), whole=True
                )
            )
        except ClauseNotLoaded as error:
            pointers.append(Pointer(ref))
            notes.append(str(error))
        except UnknownClause as error:
            unknown = True
            notes.append(str(error))
            citations.append(cite(base.edition, _nearest_above(ref, base.edition)))
    outcome = Outcome.UNSURE if unknown else Outcome.ANSWERED if citations else Outcome.NOT_LOADED
    return _with_further(
        replace(
            base,
            outcome=outcome,
            confidence=0.0 if unknown else 1.0,
            citations=tuple(dict.fromkeys(citations)),
            pointers=tuple(pointers),
            note=" ".join(notes),
        )
    )


def _best_within(ref: LawRef, ranking: Ranking, edition: Edition) -> LawRef:
    inside = (hit.ref for hit in ranking.found if ref.covers(hit.ref) and hit.ref in edition)
    return next(inside, ref)


def _nearest_above(ref: LawRef, edition: Edition) -> LawRef:
    return next(above for above in reversed(list(ref.ancestors())) if above in edition)


def _found(base: Answer, ranking: Ranking, least_confidence: float, least_share: float) -> Answer:
    """The best clauses, as many as each has a fair chance to govern; named alone where the text isn't loaded."""
    confidence = ranking.scope * ranking.governing
    reasons = tuple(Reason(hit.ref, hit.score, because(hit.ref, ranking.evidence)) for hit in ranking.found[:5])
    found = replace(base, confidence=confidence, reasons=reasons)
    best = _fair(ranking.found, least_share)
    loaded = [hit for hit in ranking.found if hit.ref in base.edition]
    if best[0].ref not in base.edition and sum(hit.score for hit in loaded) < MORE_LIKELY_THAN_NOT:
        return _not_loaded(found, best)
    outcome = Outcome.ANSWERED if confidence >= least_confidence else Outcome.UNSURE
    cited = _fair(loaded, least_share) if outcome is Outcome.ANSWERED else loaded[:MOST_CITATIONS]
    refs = _without_nested([broadened(hit.ref, ranking, base.edition) for hit in cited])
    citations = tuple(cite(base.edition, ref, whole=True) for ref in refs)
    pointers = tuple(Pointer(hit.ref) for hit in best if hit.ref not in base.edition)
    return _with_further(replace(found, outcome=outcome, citations=citations, pointers=pointers))


def _fair(hits: Sequence[Hit], least_share: float) -> list[Hit]:
    """The first clause, and at most two more of which each has a fair chance to govern."""
    return [hits[0], *(hit for hit in hits[1:MOST_CITATIONS] if hit.score >= least_share)]


def broadened(ref: LawRef, ranking: Ranking, edition: Edition) -> LawRef:
    """The deepest clause, from `ref` up to its section, that is more likely than not to govern.

    Where two neighbours are about as likely, one of them alone would be half a rule: their parent has both. `ref` where
    no parent is likely enough, or the one that is would fill a page.
    """
    for above in (ref, *reversed([parent for parent in ref.ancestors() if parent.path])):
        share = sum(hit.score for hit in ranking.found if above.covers(hit.ref))
        if share >= MORE_LIKELY_THAN_NOT:
            length = sum(len(clause.text) for clause in edition.subtree(above)) if above in edition else 0
            return above if 0 < length <= MOST_CHARACTERS or above == ref else ref
    return ref


def _without_nested(refs: list[LawRef]) -> list[LawRef]:
    """Each reference once: a clause is left out where one above or below it is cited before."""
    kept: list[LawRef] = []
    for ref in refs:
        if not any(other.covers(ref) or ref.covers(other) for other in kept):
            kept.append(ref)
    return kept


def _not_loaded(base: Answer, best: list[Hit]) -> Answer:
    refs = _without_nested([hit.ref for hit in best if hit.ref not in base.edition])
    laws = list(dict.fromkeys(ref.law for ref in refs))
    named = " and ".join(f"Law {law} ({TITLES[law]})" if law else "the definitions" for law in laws)
    verb = "governs" if len(laws) == 1 else "govern"
    note = f"{named[0].upper()}{named[1:]} {verb}; the text is not in the loaded {base.edition.key} corpus."
    return replace(base, outcome=Outcome.NOT_LOADED, pointers=tuple(map(Pointer, refs)), note=note)


def _with_further(answer: Answer) -> Answer:
    """Add the clauses that the cited ones refer to: those loaded as `see_also`, the others by number and title."""
    cited = [citation.ref for citation in _all(answer.citations)]
    named = dict.fromkeys(ref for citation in _all(answer.citations) for ref in citation.source.refers_to(citation.ref))
    further = [ref for ref in named if not any(other.covers(ref) for other in cited)]
    loaded = tuple(ref for ref in further if ref in answer.edition)
    missing = [Pointer(ref) for ref in further if ref not in answer.edition]
    return replace(answer, see_also=loaded, pointers=tuple(dict.fromkeys([*answer.pointers, *missing])))


def _all(citations: Iterable[Citation]) -> Iterable[Citation]:
    for citation in citations:
        yield citation
        yield from _all(citation.children)


def _verified(step: _Step) -> Answer:
    """Drop every citation whose words don't stand in its clause; without any left there is no answer."""
    answer = step.answer
    assert answer is not None
    kept = tuple(citation for citation in answer.citations if all(map(_stands, _all([citation]))))
    if len(kept) < len(answer.citations) and not kept:
        answer = replace(answer, outcome=Outcome.UNSURE, note="The words found could not be verified against the text.")
    return replace(answer, citations=kept, elapsed_ms=(time.perf_counter() - step.started) * 1000)


def _stands(citation: Citation) -> bool:
    if not citation.text:
        return bool(citation.children)
    clause = citation.clause
    found = locate_quote(citation.text, clause, citation.source.key)
    return found is not None and 0 <= citation.span.start < citation.span.end <= len(clause.text)
