"""What `/law` offers while a person types: numbers, words of titles, and everyday terms, best first. Pure and quick."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from bot.everyday import EVERYDAY
from corpus.contents import LAST_LAW, TITLES
from corpus.model import Clause, Edition
from corpus.refs import LawRef

MOST = 25
"""Discord's limit of choices."""

LENGTH = 100
"""Discord's limit of characters, for a choice's name and its value."""

_WORD = re.compile(r"\w+(?:[’']\w+)?")
_SKIPPED = frozenset({"law", "laws", "l", "the", "a", "an", "of", "to", "in", "for", "and", "or", "is", "my", "about"})


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A choice: `name` is what the person sees, `value` the reference that is filled in."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class _Entry:
    """Something that can be suggested: its compact number ("43a1a"), its words, and its place in the book."""

    ref: LawRef
    name: str
    number: str
    words: tuple[str, ...]
    titled: bool
    place: int


class Suggestions:
    """The suggestions of one edition; its clauses, and the titles of the laws that it doesn't hold."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._entries = [*_loaded(edition), *_missing(edition)]
        self._by_ref = {entry.ref: entry for entry in self._entries}

    def find(self, typed: str, most: int = MOST) -> list[Suggestion]:
        """At most `most` suggestions for what was typed so far: by number, everyday term, then words of titles."""
        found = [*self._numbered(typed), *self._everyday(typed), *self._worded(typed)]
        return [Suggestion(entry.name, str(entry.ref)) for entry in dict.fromkeys(found)][:most]

    def terms(self, typed: str, most: int = MOST) -> list[str]:
        """The defined terms that what was typed may mean: those that begin with it first."""
        wanted = _words(typed)
        terms = [clause.ref.path[0] for clause in self._edition.children(LawRef(0))]
        hits = [term for term in terms if len(term) <= LENGTH and (not wanted or _all_begin(wanted, _words(term)))]
        return sorted(hits, key=lambda term: not term.casefold().startswith(typed.strip().casefold()))[:most]

    def _numbered(self, typed: str) -> Iterable[_Entry]:
        number = _compact(re.sub(r"^\s*(?:laws?|l(?=\s*\d)|§)\s*", "", typed, flags=re.IGNORECASE))
        if not number:
            return [entry for entry in self._entries if not entry.ref.path and entry.ref.law in self._edition.laws]
        if not number[0].isdigit():
            return []
        hits = [entry for entry in self._entries if entry.number.startswith(number)]
        if not hits:
            return self._law_of(number)
        # "4" means Law 4 first, then Laws 40 to 49; "43a1" its own sub-clauses before those of another law
        return sorted(hits, key=lambda entry: (entry.number != number, len(entry.ref.path) > 0, entry.place))

    def _law_of(self, number: str) -> list[_Entry]:
        """The law of a clause that it hasn't, or whose text isn't loaded."""
        digits = "".join(takewhile(str.isdigit, number))
        return [entry for entry in self._entries if entry.number == digits]

    def _everyday(self, typed: str) -> Iterator[_Entry]:
        wanted = _words(typed)
        if not wanted:
            return
        terms = [(term, refs) for term, refs in _everyday_words() if _starts(wanted, term)]
        for _, refs in sorted(terms, key=lambda found: found[0] != wanted):
            yield from (entry for ref in refs if (entry := self._entry(ref)))

    def _entry(self, ref: LawRef) -> _Entry | None:
        """The entry of a clause, or of its law where its text isn't loaded."""
        return self._by_ref.get(ref) or self._by_ref.get(LawRef(ref.law))

    def _worded(self, typed: str) -> list[_Entry]:
        wanted = _words(typed)
        if not wanted:
            return []
        hits = [entry for entry in self._entries if _all_begin(wanted, entry.words)]
        return sorted(hits, key=lambda entry: (not entry.titled, len(entry.ref.path), entry.place))


def _loaded(edition: Edition) -> Iterator[_Entry]:
    for place, clause in enumerate(edition.clauses):
        title = TITLES[clause.ref.law] if clause.ref.law else "Definition"
        own = clause.heading if clause.ref.path else title
        term = clause.ref.path[0] if clause.ref.law == 0 and clause.ref.path else ""
        words = _words(term or (own if own else ""))
        yield _Entry(
            clause.ref, _name(edition, clause, title), _compact(str(clause.ref)), words, not clause.ref.path, place
        )


def _name(edition: Edition, clause: Clause, title: str) -> str:
    """ "43A1(a) · Dummy's Limitations: Dummy may not …": the address, and the first words of the clause."""
    heading = clause.heading if clause.ref.path else ""
    section = edition.by_ref.get(clause.ref.letter)
    heading = heading or (section.heading if section and section.ref != clause.ref else "")
    first = clause.text.split("\n")[0] if clause.ref.path else ""
    told = ": ".join(part for part in (heading or title, first) if part)
    return _cut(f"{clause.ref} · {told}")


def _missing(edition: Edition) -> Iterator[_Entry]:
    for law in range(1, LAST_LAW + 1):
        if law not in edition.laws:
            name = _cut(f"{law} · {TITLES[law]} (text not loaded)")
            yield _Entry(LawRef(law), name, str(law), _words(TITLES[law]), True, len(edition.clauses) + law)


def _cut(text: str) -> str:
    return text if len(text) <= LENGTH else text[: LENGTH - 1].rstrip() + "…"


def _compact(text: str) -> str:
    return re.sub(r"[^0-9a-z]", "", text.casefold())


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(text.casefold().replace("’", "'")) if word not in _SKIPPED)


def _all_begin(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether each wanted word begins one of the words: "insuff bid", never the "ui" inside "suit"."""
    return bool(words) and all(any(word.startswith(want) for word in words) for want in wanted)


def _starts(wanted: tuple[str, ...], term: tuple[str, ...]) -> bool:
    """Whether the words, in order, begin the words of a term: "penalty ca" in "penalty card"."""
    places = range(len(term) - len(wanted) + 1)
    return any(all(word.startswith(want) for want, word in zip(wanted, term[at:], strict=False)) for at in places)


@lru_cache(maxsize=1)
def _everyday_words() -> list[tuple[tuple[str, ...], tuple[LawRef, ...]]]:
    return [(_words(term), tuple(LawRef.parse(ref) for ref in refs.split())) for term, refs in EVERYDAY.items()]
