"""What a clause is found by: its words in context, the bank's questions, the entries of the book's own index."""

import hashlib
from dataclasses import dataclass

from corpus.bank import Bank
from corpus.contents import TITLES
from corpus.model import Edition, title_of
from corpus.refs import LawRef

QUESTIONS, OUTSIDE = "questions", "outside"
"""The collections of the bank's two halves."""


def clauses_of(edition: str) -> str:
    """The name of the collection that holds an edition's clauses."""
    return f"clauses-{edition}"


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
    return [Key(ref, entry.text) for ref, entry in zip(_addresses(bank), bank.questions, strict=True)]


def _addresses(bank: Bank) -> list[str]:
    """The printed reference of each question; each is printed once, as there are hundreds of questions to a clause."""
    printed = {ref: str(ref) for ref in {entry.ref for entry in bank.questions}}
    return [printed[entry.ref] for entry in bank.questions]


def outside_keys(bank: Bank) -> list[Key]:
    """The bank's messages that are outside the laws."""
    return [Key("", entry.text) for entry in bank.outside]


def bank_keys(bank: Bank) -> list[Key]:
    """All keys of a bank."""
    return [*question_keys(bank), *outside_keys(bank)]


def documents(edition: Edition, bank: Bank) -> dict[str, str]:
    """For each clause known to edition or bank, by its address: its words in context, and its questions."""
    texts = {key.ref: [key.text] for key in [*clause_keys(edition), *title_keys(edition)]}
    for ref, entry in zip(_addresses(bank), bank.questions, strict=True):
        texts.setdefault(ref, []).append(entry.text)
    return {ref: "\n".join(found) for ref, found in texts.items()}
