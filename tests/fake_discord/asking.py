"""An `ask` for tests: a small table of questions over the bundled laws, with real answers."""

import time
from dataclasses import dataclass, field
from functools import lru_cache

from bot.answer import Answer, Outcome, Pointer, cite
from corpus.errors import BadQuestion
from corpus.library import DEFAULT_EDITION, Library
from corpus.load import bundled
from corpus.refs import LawRef

TABLE: dict[str, tuple[Outcome, str]] = {
    "may dummy call the director?": (Outcome.ANSWERED, "43A1(a),42B3"),
    "can dummy walk round to look at declarer's cards?": (Outcome.ANSWERED, "43A2(b)"),
    "how do i put down dummy?": (Outcome.ANSWERED, "41D"),
    "what changed in 41d since 2007?": (Outcome.ANSWERED, "41D,41D (2007)"),
    "what are all the limits on dummy?": (Outcome.ANSWERED, "43"),
    "dummy said something odd": (Outcome.UNSURE, "43A1(c),42A1,42B2"),
    "how many tricks do we get for an established revoke?": (Outcome.NOT_LOADED, "64A"),
    "what's for lunch?": (Outcome.OUT_OF_SCOPE, ""),
}


@lru_cache(maxsize=1)
def library() -> Library:
    """The bundled editions."""
    return Library(bundled())


@dataclass
class TableAsk:
    """Looks a question up; what isn't in the table is out of scope.

    `slow` seconds pass before each answer; `broken` is raised in the place of one.
    """

    slow: float = 0.0
    broken: Exception | None = None
    taught: dict[str, LawRef] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    more: dict[str, tuple[Outcome, str]] = field(default_factory=dict)

    def __call__(self, question: str, edition: str | None = None) -> Answer:
        """The answer from the table, or from what was taught."""
        self.asked.append(question)
        if not question.strip():
            raise BadQuestion("The question is empty.")
        time.sleep(self.slow)
        if self.broken:
            raise self.broken
        book = library().edition(edition or DEFAULT_EDITION)
        key = " ".join(question.lower().split())
        outcome, refs = (TABLE | self.more).get(key, (Outcome.OUT_OF_SCOPE, ""))
        if key in self.taught:
            outcome, refs = Outcome.ANSWERED, str(self.taught[key])
        found = [LawRef.parse(ref) for ref in refs.split(",") if ref]
        if outcome is Outcome.NOT_LOADED:
            return Answer(question, outcome, book, 0.9, pointers=tuple(map(Pointer, found)))
        books = [library().edition(ref.edition) if ref.edition else book for ref in found]
        citations = tuple(cite(each, ref.bare, whole=not ref.path) for each, ref in zip(books, found, strict=True))
        above = [above for ref in found for above in (*ref.ancestors(), ref) if above in book]
        see = tuple(dict.fromkeys(other for ref in above for other in book.refers_to(ref)))
        sure = {Outcome.ANSWERED: 0.93, Outcome.UNSURE: 0.41}.get(outcome, 0.02)
        return Answer(question, outcome, book, sure, citations, see)

    def also(self, question: str, like: str) -> None:
        """Answer a further question as one of the table is answered."""
        self.more[" ".join(question.lower().split())] = TABLE[" ".join(like.lower().split())]

    def teach(self, ref: LawRef, question: str) -> None:
        """Answer a question by a clause from now on."""
        self.taught[" ".join(question.lower().split())] = ref
