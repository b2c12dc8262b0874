"""What an index holds beside the vectors: word indexes and classifiers, made once and read in a moment."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.bank import Bank
from corpus.model import Edition
from index.classifiers import UNREADABLE, Classifiers, damaged
from index.keys import bank_keys, documents, outside_keys
from index.lexical import Lexicon

FOLDER = "learned"


@dataclass(frozen=True)
class Learned:
    """By edition: the clauses that are ranked, and the words of each with its bank questions. For all: the rest."""

    refs: Mapping[str, tuple[str, ...]]
    bank_words: Mapping[str, Lexicon]
    outside_words: Lexicon
    classifiers: Classifiers

    @classmethod
    def of(cls, editions: Iterable[Edition], bank: Bank, classifiers: Classifiers) -> "Learned":
        """Index the words of editions and the whole bank, beside the classifiers."""
        texts = {edition.key: documents(edition, bank) for edition in editions}
        return cls(
            {key: tuple(found) for key, found in texts.items()},
            {key: Lexicon.of(list(found.values())) for key, found in texts.items()},
            Lexicon.of([key.text for key in outside_keys(bank)]),
            classifiers,
        )

    @classmethod
    def read(cls, folder: Path, editions: Iterable[Edition], bank: Bank, learned_from: Bank) -> "Learned":
        """What `write` wrote for the same editions and bank; IndexDamaged where it can't be read."""
        refs = {edition.key: tuple(documents(edition, bank)) for edition in editions}
        try:
            return cls(
                refs,
                {key: Lexicon.read(folder / f"words-{key}", len(found)) for key, found in refs.items()},
                Lexicon.read(folder / "words-outside", len(bank.outside)),
                Classifiers.read(folder, bank_keys(learned_from)),
            )
        except UNREADABLE as error:
            raise damaged(folder, error) from error

    def write(self, folder: Path) -> None:
        """Keep all of it in a new folder."""
        folder.mkdir()
        for key, words in self.bank_words.items():
            words.write(folder / f"words-{key}")
        self.outside_words.write(folder / "words-outside")
        self.classifiers.write(folder)
