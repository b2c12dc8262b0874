"""Putting the parts together: settings to library, bank, index and the function that front ends ask."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from bot.answer import Answer
from bot.config import Settings
from corpus.bank import OWN_FILE, Bank, BankQuestion, add_to, local_bank, shipped_bank
from corpus.library import Library, open_library
from corpus.model import Edition
from corpus.refs import LawRef

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

    from bot.chain import Asked
    from corpus.progress import Progress
    from corpus.report import ImportReport
    from index.build import Place
    from index.manifest import Manifest
    from index.search import Hit, Search


@dataclass(frozen=True)
class Lawbook:
    """One Lawbook as the settings describe it. Each part is made when it is first wanted."""

    settings: Settings

    @cached_property
    def library(self) -> Library:
        """The loaded editions."""
        return open_library(self.settings.editions)

    @cached_property
    def own_bank(self) -> Bank:
        """The club's own questions."""
        return local_bank(self.settings.bank)

    @cached_property
    def bank(self) -> Bank:
        """The shipped bank and the club's own."""
        return shipped_bank() + self.own_bank

    @cached_property
    def place(self) -> "Place":
        """Where the index lives."""
        from index.build import Place
        from index.weights import EncoderSource, tuned_source

        encoder = EncoderSource(self.settings.encoder) if self.settings.encoder else tuned_source()
        return Place(self.settings.home, encoder, self.settings.chroma_url)

    @cached_property
    def search(self) -> "Search":
        """The opened index."""
        from index.search import Search

        return Search(self.place, self.library, shipped_bank(), self.own_bank)

    @cached_property
    def _chain(self) -> "Runnable[Asked, Answer]":
        from bot.chain import build_chain

        self.library.edition(self.settings.edition)
        return build_chain(self.library, self.search, self.settings.edition)

    def ask(self, question: str, edition: str | None = None) -> Answer:
        """Answer one question: what front ends are handed."""
        return self._chain.invoke({"question": question, "edition": edition})

    def ask_all(self, questions: Sequence[str], edition: str | None = None) -> list[Answer]:
        """Answer many questions."""
        return self._chain.batch([{"question": question, "edition": edition} for question in questions])

    def find(self, question: str, edition: Edition, k: int) -> "list[Hit]":
        """The `k` best clauses for a question."""
        from bot.question import read_question

        first: dict[LawRef, Hit] = {}
        for hit in self.search.rank(read_question(question).text, edition).hits:
            first.setdefault(hit.ref, hit)
        return list(first.values())[:k]

    def build_index(self, progress: "Progress | None" = None) -> "Manifest":
        """Build the index of everything loaded."""
        from index.build import build_index

        return build_index(self.place, self.library, shipped_bank(), self.own_bank, progress)

    def import_edition(
        self, source: str, key: str, title: str = "", *, private: bool = False, progress: "Progress | None" = None
    ) -> "tuple[Edition, ImportReport]":
        """Take a law book in from a file or an https address, and build the index with it before it replaces the old.

        ImportRefused, StateNotWritable or StateError leave text and index as they were.
        """
        from corpus.fetch import Manners, fetch
        from corpus.importer import import_bytes, import_edition

        folder = self.settings.editions
        if source.startswith(("http://", "https://")):
            fetched = fetch(source, Manners(plain_http=private, private=private))
            return import_bytes(
                fetched.data, fetched.address, key, title, folder, progress, self._indexing(key, progress)
            )
        return import_edition(Path(source), key, title, folder, progress, self._indexing(key, progress))

    def remove_edition(self, key: str, progress: "Progress | None" = None) -> Edition | None:
        """Remove an imported edition; what comes back is the bundled one of that year, if there is one."""
        from corpus.importer import remove_edition

        return remove_edition(key, self.settings.editions, self._indexing(key, progress))

    def _indexing(self, key: str, progress: "Progress | None") -> "Callable[[Edition | None], None]":
        """What builds the index of the editions as they will be, before they are."""

        def build(edition: Edition | None) -> None:
            from index.build import build_index

            others = {one.key: one for one in self.library if one.key != key}
            coming = others | ({key: edition} if edition else {})
            library = Library(dict(sorted(coming.items())))
            build_index(self.place, library, shipped_bank(), self.own_bank, progress)

        return build

    def teach(self, ref: LawRef, question: str, progress: "Progress | None" = None) -> BankQuestion:
        """Add a question to the club's bank and index it; BankError or CorpusError where it can't be."""
        edition = self.library.edition(self.settings.edition)
        if ref.law in edition.laws and ref.law not in edition.partial_laws:
            ref = edition.resolve(ref).ref
        added = add_to(self.settings.bank / OWN_FILE, ref.bare, question, self.bank)
        taught = Lawbook(self.settings)
        taught.build_index(progress)
        self._become(taught)
        return added

    def _become(self, other: "Lawbook") -> None:
        """Answer as `other` does from now on; whoever is being answered is answered as before."""
        if "_chain" in self.__dict__:
            other._chain  # noqa: B018  made whole before it is used
        for part in ("own_bank", "bank", "search", "_chain"):
            self.__dict__.pop(part, None)
            if part in other.__dict__:
                self.__dict__[part] = other.__dict__[part]
