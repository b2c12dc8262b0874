"""What an import found: figures, and whatever doesn't agree."""

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.conservation import Account, account_for
from corpus.contentslist import ContentsCheck, check_contents
from corpus.library import Counts
from corpus.model import Edition
from corpus.parse import Parsed
from corpus.refs import LawRef, find_editions, find_refs

_MOST_NAMED = 12


@dataclass(frozen=True)
class ImportReport:
    """The report of an import: what there is, `headings` those of sections and below, `indexed` the clauses that the
    index sends to, `years` those that its first pages speak of; and what doesn't agree. `dangling` are references
    that point to no clause, each with the clause that makes it."""

    key: str
    counts: Counts
    headings: int
    indexed: int
    account: Account
    contents: ContentsCheck
    dangling: tuple[tuple[str, str], ...]
    unmarked_footnotes: tuple[str, ...]
    years: tuple[str, ...]
    front_lines: int
    back_lines: int

    @property
    def unaccounted(self) -> int:
        """Characters of the book that the edition lacks, and characters that it has and the book lacks."""
        return self.account.unaccounted

    def lines(self) -> Iterator[str]:
        """The report for a person to read."""
        counts = self.counts
        yield (
            f"{counts.laws} laws, {counts.clauses} clauses, {self.headings} section headings, "
            f"{counts.definitions} definitions, "
            f"{counts.footnotes} footnotes, {counts.index_entries} index entries that send to {self.indexed} clauses"
        )
        characters = {kind: number for kind, number in self.account.characters.items() if number}
        yield f"{sum(characters.values())} characters: " + ", ".join(
            f"{kind.value} {number}" for kind, number in characters.items()
        )
        yield f"unaccounted for: {self.unaccounted}"
        yield from self.account.faults[:_MOST_NAMED]
        yield f"not law: {self.front_lines} lines of front matter, {self.back_lines} of back matter"
        if self.years and self.key not in self.years:
            yield f"imported as the Laws of {self.key}; its first pages speak of {', '.join(self.years)}"
        yield from self._contents_lines()
        yield from _listed(
            "references that point to no clause", [f"{ref} (in {where})" for ref, where in self.dangling]
        )
        yield from _listed("footnotes that no text marks", self.unmarked_footnotes)

    def _contents_lines(self) -> Iterator[str]:
        if not self.contents.listed:
            yield "table of contents: none found"
            return
        yield f"table of contents: {self.contents.listed} headings"
        yield from _listed("in the contents and not in the text", self.contents.not_in_body)
        yield from _listed("in the text and not in the contents", self.contents.not_in_contents)
        yield from _listed("worded otherwise", self.contents.worded_otherwise)


def make_report(parsed: Parsed) -> ImportReport:
    """Check an edition against the book that it was read from."""
    edition = parsed.edition
    return ImportReport(
        key=edition.key,
        counts=Counts.of(edition),
        headings=sum(1 for clause in edition.clauses if clause.ref.law and clause.ref.path and clause.heading),
        indexed=len({ref for entry in edition.index for ref in entry.refs}),
        account=account_for(parsed),
        contents=check_contents(parsed.zones.contents, edition),
        dangling=tuple(_dangling(edition)),
        unmarked_footnotes=parsed.unmarked,
        years=_years(parsed),
        front_lines=len(parsed.zones.front),
        back_lines=len(parsed.zones.back),
    )


def _years(parsed: Parsed) -> tuple[str, ...]:
    """The years that the pages before the definitions speak of."""
    lines = (*parsed.zones.front, *parsed.zones.introduction)
    return tuple(dict.fromkeys(year for line in lines for year in find_editions(line.text)))


def _dangling(edition: Edition) -> Iterator[tuple[str, str]]:
    """References of clauses, footnotes and index that the edition has no clause for."""
    for clause in edition.clauses:
        within = clause.ref if clause.ref.law else None
        yield from ((ref, str(clause.ref)) for ref in _missing(edition, clause.text, within))
    for note in edition.footnotes:
        yield from (
            (ref, f"footnote {note.mark} of Law {note.law}") for ref in _missing(edition, note.text, LawRef(note.law))
        )
    for entry in edition.index:
        yield from ((str(ref), f"index, {entry.words}") for ref in entry.refs if ref not in edition)


def _missing(edition: Edition, text: str, within: LawRef | None) -> Iterator[str]:
    return (str(mention.ref) for mention in find_refs(text, within=within) if mention.ref not in edition)


def _listed(what: str, names: list[str] | tuple[str, ...]) -> Iterator[str]:
    if names:
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield f"{what}: {'; '.join(names[:_MOST_NAMED])}{more}"
