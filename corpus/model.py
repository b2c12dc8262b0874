"""The laws as frozen data: an edition is a list of clauses in the book's order, each with its address."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from corpus.contents import DEFINITIONS, LAST_LAW, TITLES
from corpus.errors import BadReference, ClauseNotLoaded, UnknownClause
from corpus.refs import LawRef, find_refs


@dataclass(frozen=True, slots=True)
class Span:
    """A run of a clause's text, from `start` to `end`: the only thing that can be quoted."""

    edition: str
    ref: LawRef
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote as printed under its law, with the mark that calls it ("*", "9")."""

    law: int
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class NoteMark:
    """The place in a clause's text, before the character `at`, that carries a footnote's mark."""

    at: int
    mark: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its own words alone, without heading, marks and sub-clauses.

    `text` may be empty (a parent that only groups). `children_at` is the offset at which the sub-clauses stand where
    text follows them too; None where they follow the text.
    """

    ref: LawRef
    heading: str = ""
    text: str = ""
    notes: tuple[NoteMark, ...] = ()
    children_at: int | None = None


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A line of the book's own index: its words, and the clauses that it sends to."""

    words: str
    refs: tuple[LawRef, ...]


@dataclass(frozen=True)
class Edition:
    """The laws as one body published them.

    `key` is the year; `title` and `sha256` (of the canonical file) tell which text it is.
    """

    key: str
    title: str
    clauses: tuple[Clause, ...]
    footnotes: tuple[Footnote, ...] = ()
    index: tuple[IndexEntry, ...] = ()
    sha256: str = field(default="", compare=False)

    @cached_property
    def by_ref(self) -> Mapping[LawRef, Clause]:
        """Each clause under its address without edition."""
        return {clause.ref: clause for clause in self.clauses}

    @cached_property
    def _children(self) -> Mapping[LawRef, tuple[Clause, ...]]:
        found: dict[LawRef, list[Clause]] = {}
        for clause in self.clauses:
            if (parent := clause.ref.parent) is not None:
                found.setdefault(parent, []).append(clause)
        return {ref: tuple(clauses) for ref, clauses in found.items()}

    @cached_property
    def _terms(self) -> Mapping[str, LawRef]:
        """Definitions under their terms in lower case, a bracketed abbreviation counting as a term of its own."""
        terms: dict[str, LawRef] = {}
        for clause in self._children.get(LawRef(0), ()):
            term = clause.ref.path[0].casefold()
            name, _, short = term.partition("(")
            for word in (term, name.strip(), short.rstrip(") ")):
                terms.setdefault(word, clause.ref)
        return terms

    @cached_property
    def _footnotes(self) -> Mapping[tuple[int, str], Footnote]:
        return {(note.law, note.mark): note for note in self.footnotes}

    @cached_property
    def laws(self) -> tuple[int, ...]:
        """The numbers of the laws of which something is loaded, in order."""
        return tuple(sorted({clause.ref.law for clause in self.clauses}))

    def __contains__(self, ref: LawRef) -> bool:
        return ref.bare in self.by_ref

    def resolve(self, ref: LawRef) -> Clause:
        """The clause at `ref`; ClauseNotLoaded or UnknownClause say what there is instead."""
        bare = ref.bare
        if bare.law == 0 and bare.path:
            bare = self._terms.get(bare.path[0].casefold(), bare)
        if bare in self.by_ref:
            return self.by_ref[bare]
        raise self._missing(bare)

    def _missing(self, ref: LawRef) -> Exception:
        if not 0 <= ref.law <= LAST_LAW:
            return BadReference(f"There is no Law {ref.law}; the laws are numbered 1 to {LAST_LAW}.")
        if ref.law == 0:
            return self._no_definition(ref)
        named = f"Law {ref.law} ({TITLES[ref.law]})"
        if ref.law not in self.laws:
            return ClauseNotLoaded(
                f"{named} is not in the loaded text of the {self.key} Laws, which has {self._loaded()}."
            )
        known = next((above for above in reversed(list(ref.ancestors())) if above in self.by_ref), None)
        if known is None:
            return ClauseNotLoaded(
                f"{ref} is not in the loaded text of the {self.key} Laws: of {named} it has {self._parts(ref.law)}."
            )
        missing = LawRef(ref.law, ref.path[: len(known.path) + 1])
        children = [child.ref.path[-1] for child in self.children(known)]
        if not known.path and ref.law in self.partial_laws:
            return ClauseNotLoaded(
                f"{missing} is not in the loaded text of the {self.key} Laws: of {named} it has {self._parts(ref.law)}."
            )
        has = f"has {_listed(children)}" if children else "has no sub-clauses"
        return UnknownClause(f"Law {known} {has}; there is no {missing.path[-1]} ({self.key} Laws).")

    def _no_definition(self, ref: LawRef) -> Exception:
        terms = [clause.ref.path[0] for clause in self.children(LawRef(0))]
        if not terms:
            return ClauseNotLoaded(
                f"The definitions are not in the loaded text of the {self.key} Laws, which has {self._loaded()}."
            )
        wanted = ref.path[0] if ref.path else DEFINITIONS
        near = [term for term in terms if term[:1].casefold() == wanted[:1].casefold()]
        return UnknownClause(
            f"The {self.key} Laws define no “{wanted}”; under that letter they have {_listed(near or terms)}."
        )

    def _loaded(self) -> str:
        numbers = [str(law) for law in self.laws if law]
        return f"Laws {_listed(numbers)}" if len(numbers) < LAST_LAW else f"Laws 1 to {LAST_LAW}"

    def _parts(self, law: int) -> str:
        return _listed([str(child.ref) for child in self.children(LawRef(law))])

    @cached_property
    def partial_laws(self) -> frozenset[int]:
        """Laws whose sections don't begin with A, so that others of theirs exist and aren't loaded (45F alone)."""
        first = {law: next(iter(self.children(LawRef(law))), None) for law in self.laws if law}
        return frozenset(law for law, clause in first.items() if clause and clause.ref.path[0] != "A")

    def children(self, ref: LawRef) -> tuple[Clause, ...]:
        """The clauses one level below `ref`, in order."""
        return self._children.get(ref.bare, ())

    def subtree(self, ref: LawRef) -> Iterator[Clause]:
        """The clause at `ref` and all below it, in the book's order."""
        yield self.by_ref[ref.bare]
        for child in self.children(ref):
            yield from self.subtree(child.ref)

    def span(self, ref: LawRef) -> Span:
        """The whole text of a clause."""
        return Span(self.key, ref.bare, 0, len(self.by_ref[ref.bare].text))

    def text(self, span: Span) -> str:
        """The words of a span."""
        return self.by_ref[span.ref].text[span.start : span.end]

    def lead_in(self, ref: LawRef) -> tuple[Span, ...]:
        """What the clauses above `ref` say before it, from the law down: part of the rule that it states.

        Text that follows the sub-clauses of a parent counts as well: it governs them all.
        """
        above = (self.by_ref[parent] for parent in ref.bare.ancestors() if parent in self.by_ref)
        return tuple(self.span(clause.ref) for clause in above if clause.text)

    def footnotes_of(self, ref: LawRef) -> tuple[Footnote, ...]:
        """The footnotes that hang on a clause's own text, in the order of their marks."""
        clause = self.by_ref[ref.bare]
        marks = dict.fromkeys(note.mark for note in clause.notes)
        return tuple(self._footnotes[clause.ref.law, mark] for mark in marks)

    def refers_to(self, ref: LawRef) -> tuple[LawRef, ...]:
        """The clauses that a clause names in its text or footnotes, loaded or not, each once, itself left out."""
        clause = self.by_ref[ref.bare]
        texts = [clause.text, *(note.text for note in self.footnotes_of(clause.ref))]
        named = (mention.ref for text in texts for mention in find_refs(text, within=clause.ref))
        return tuple(dict.fromkeys(other for other in named if other != clause.ref))


def title_of(ref: LawRef) -> str:
    """The title of the law in which a clause stands; for a definition its term."""
    return ref.path[0] if ref.law == 0 and ref.path else TITLES[ref.law]


def _listed(names: list[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
