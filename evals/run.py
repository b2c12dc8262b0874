"""Running gold questions through Lawbook, as a user's question runs."""

from collections.abc import Callable, Sequence

from bot.assembly import Lawbook
from corpus.quotes import locate_quote
from corpus.refs import LawRef
from evals.gold import GoldQuestion, Kind
from evals.metrics import Result, share
from evals.plain import plain_stack

DEPTH = 10


def run(lawbook: Lawbook, questions: Sequence[GoldQuestion], done: Callable[[], None] = lambda: None) -> list[Result]:
    """Ask every question and keep answer and ranking; `done` is called after each."""
    edition = lawbook.library.edition(lawbook.settings.edition)
    results = []
    for question in questions:
        answer = lawbook.ask(question.question)
        ranking = lawbook.find(question.question, edition, DEPTH)
        results.append(Result(question, answer, tuple(ranking)))
        done()
    return results


def run_plain(lawbook: Lawbook, questions: Sequence[GoldQuestion]) -> list[list[LawRef]]:
    """The rankings of the plain stack for the same questions."""
    edition = lawbook.library.edition(lawbook.settings.edition)
    with plain_stack(edition, lawbook.place) as plain:
        return [plain.rank(question.question, DEPTH) for question in questions]


def verbatim(results: Sequence[Result]) -> float:
    """The share of quoted texts that stand word for word in the clause that they name; anything but 1 is a fault."""
    checks = [
        locate_quote(citation.text, citation.source.by_ref[citation.ref], citation.source.key) is not None
        for result in results
        for citation in result.answer.citations
        if citation.text
    ]
    return share(checks) if checks else 1.0


def says_what_it_must(result: Result) -> bool:
    """Whether the clauses that the gold names hold the fragments that they must, in some citation or its clause."""
    if not result.question.must_say or result.question.kind is Kind.OUT_OF_SCOPE:
        return True
    clauses = [
        clause
        for citation in result.answer.citations
        for clause in (
            *citation.source.subtree(citation.ref),
            *(citation.source.by_ref[span.ref] for span in citation.source.lead_in(citation.ref)),
        )
    ]
    key = result.answer.edition.key
    return all(any(locate_quote(words, clause, key) for clause in clauses) for words in result.question.must_say)
