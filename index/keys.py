"""What a clause is found by: its words in context, the bank's questions, the entries of the book's own index."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.bank import Bank
from corpus.contents import TITLES
from corpus.model import Edition, title_of
from corpus.refs import LawRef


@dataclass(frozen=True, slots=True)
class Key:
    """A text by which a clause is found; `ref` is empty for what is outside the laws."""

    ref: str
    text: str

    @property
    def id(self) -> str:
        """A stable name for the store: the same key has the same id in every build."""
        return hashlib.blake2b(f"{self.ref}\n{self.text}".encode(), digest_size=12).hexdigest()


def clause_keys(edition: Edition) -> list[Key]:
    """Each clause that states something, in context: title of its law, headings and lead-ins above it, its words."""
    return [Key(str(clause.ref), context(edition, clause.ref)) for clause in edition.clauses if clause.text]


def context(edition: Edition, ref: LawRef) -> str:
    """A clause's words under the title, headings and lead-ins above it."""
    clause = edition.by_ref[ref]
    above = [edition.by_ref[parent] for parent in ref.ancestors() if parent in edition.by_ref and parent.path]
    headings = [title_of(ref), *(parent.heading for parent in above), clause.heading]
    lead_in = [edition.text(span) for span in edition.lead_in(ref)]
    return ". ".join(part for part in (*headings, *lead_in, clause.text) if part)


def title_keys(edition: Edition) -> list[Key]:
    """The titles of laws whose text isn't loaded, so that they can be named."""
    return [Key(str(law), title) for law, title in TITLES.items() if law and law not in edition.laws]


def question_keys(bank: Bank) -> list[Key]:
    """The bank's questions, each for its clause."""
    return [Key(str(entry.ref), entry.text) for entry in bank.questions]


def outside_keys(bank: Bank) -> list[Key]:
    """The bank's messages that are outside the laws."""
    return [Key("", entry.text) for entry in bank.outside]


def lexical_documents(edition: Edition, bank: Bank) -> Iterator[tuple[str, str, str]]:
    """For each clause known to edition or bank: its address, its words in context, and its questions in one text."""
    questions: dict[str, list[str]] = {}
    for entry in bank.questions:
        questions.setdefault(str(entry.ref), []).append(entry.text)
    words = {key.ref: key.text for key in [*clause_keys(edition), *title_keys(edition)]}
    for ref in dict.fromkeys([*words, *questions]):
        yield ref, words.get(ref, ""), "\n".join(questions.get(ref, []))
