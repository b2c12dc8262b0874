"""What every front end renders: the answer with its citations, and its JSON form."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from corpus.load import with_marks
from corpus.model import Clause, Edition, Footnote, Span, title_of
from corpus.refs import LawRef


class Outcome(StrEnum):
    """How a question ended: each is told plainly, and apart from the others."""

    ANSWERED = "answered"
    UNSURE = "unsure"
    NOT_LOADED = "not_loaded"
    OUT_OF_SCOPE = "out_of_scope"


@dataclass(frozen=True, slots=True)
class Citation:
    """A quotation: a span of a loaded edition. It has no text of its own; its text is the slice.

    `children` are the clauses below it, quoted as well where the whole of a parent is the answer.
    """

    source: Edition
    span: Span
    children: tuple["Citation", ...] = ()

    @property
    def ref(self) -> LawRef:
        """The address, without edition."""
        return self.span.ref

    @property
    def clause(self) -> Clause:
        """The clause that is quoted."""
        return self.source.by_ref[self.span.ref]

    @property
    def title(self) -> str:
        """The title of the law that the clause stands in."""
        return title_of(self.span.ref)

    @property
    def text(self) -> str:
        """The quoted words."""
        return self.source.text(self.span)

    @property
    def lead_in(self) -> tuple[str, ...]:
        """What the clauses above say before it, from the law down."""
        return tuple(self.source.text(span) for span in self.source.lead_in(self.ref))

    @property
    def footnotes(self) -> tuple[Footnote, ...]:
        """The footnotes that hang on the clause or on its lead-in."""
        refs = [*(span.ref for span in self.source.lead_in(self.ref)), self.ref]
        return tuple(dict.fromkeys(note for ref in refs for note in self.source.footnotes_of(ref)))

    def marked(self, form: str) -> str:
        """The quoted words with their footnote marks put in, as `form` shows them ("[{}]")."""
        return with_marks(self.clause, form, self.span.start, self.span.end)

    def to_json(self) -> dict[str, Any]:
        """The citation as the JSON of the answer has it."""
        found: dict[str, Any] = {
            "edition": self.source.key,
            "ref": str(self.ref),
            "title": self.title,
            "heading": self.clause.heading,
            "start": self.span.start,
            "end": self.span.end,
            "text": self.text,
            "lead_in": list(self.lead_in),
            "footnotes": [{"mark": note.mark, "text": note.text} for note in self.footnotes],
        }
        if self.children:
            found["children"] = [child.to_json() for child in self.children]
        return found


def cite(edition: Edition, ref: LawRef, *, whole: bool = False) -> Citation:
    """Quote a clause; with `whole`, or where it has no words of its own, the clauses below it as well."""
    clause = edition.resolve(ref)
    below = edition.children(clause.ref) if whole or not clause.text else ()
    return Citation(edition, edition.span(clause.ref), tuple(cite(edition, child.ref, whole=True) for child in below))


@dataclass(frozen=True, slots=True)
class Pointer:
    """A law named by number and title, without its text."""

    ref: LawRef

    @property
    def title(self) -> str:
        """The title of the law, known even where its text isn't loaded."""
        return title_of(self.ref)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a clause was found: its score, and what spoke for it in words that a person understands."""

    ref: LawRef
    score: float
    because: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The reason as `lawbook ask --json --explain` has it."""
        return {"ref": str(self.ref), "score": round(self.score, 4), "because": list(self.because)}


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and what the loaded laws say to it.

    `confidence` is the probability that the first citation governs; `note` a sentence on why there is nothing better,
    where there isn't.
    """

    question: str
    outcome: Outcome
    edition: Edition
    confidence: float
    citations: tuple[Citation, ...] = ()
    see_also: tuple[LawRef, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    note: str = ""
    composed: str | None = None
    elapsed_ms: float = 0.0
    reasons: tuple[Reason, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The stable JSON form of `lawbook ask --json`."""
        return {
            "question": self.question,
            "outcome": str(self.outcome),
            "edition": self.edition.key,
            "confidence": round(self.confidence, 4),
            "citations": [citation.to_json() for citation in self.citations],
            "see_also": [str(ref) for ref in self.see_also],
            "pointers": [{"ref": str(pointer.ref), "title": pointer.title} for pointer in self.pointers],
            "note": self.note,
            "corpus": {"edition": self.edition.key, "title": self.edition.title, "sha256": self.edition.sha256},
            "composed": self.composed,
            "elapsed_ms": round(self.elapsed_ms, 1),
        }


class Ask(Protocol):
    """What a front end is handed: a question in, an answer out. `edition` overrides the default one."""

    def __call__(self, question: str, edition: str | None = None) -> Answer:
        """Answer a question; a UsageError or CorpusError says why it can't be asked."""
        ...
