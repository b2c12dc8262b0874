"""Which editions are loaded: the bundled excerpts, and what a club has imported in their place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import UnknownEdition
from corpus.load import bundled, loads
from corpus.model import Edition

DEFAULT_EDITION = "2017"


@dataclass(frozen=True)
class Library:
    """The loaded editions by key, oldest first."""

    editions: Mapping[str, Edition]

    def __iter__(self) -> Iterator[Edition]:
        return iter(self.editions.values())

    def edition(self, key: str) -> Edition:
        """The edition of that year; UnknownEdition names those that are loaded."""
        if key not in self.editions:
            raise UnknownEdition(f"The {key} Laws are not loaded; loaded are {' and '.join(self.editions)}.")
        return self.editions[key]

    def before(self, edition: Edition, key: str | None = None) -> Edition:
        """The edition to compare with: that of year `key`, else the last one before `edition`."""
        if key is not None:
            return self.edition(key)
        older = [other for other in self if other.key < edition.key]
        if not older:
            raise UnknownEdition(
                f"No edition older than {edition.key} is loaded; loaded are {' and '.join(self.editions)}."
            )
        return older[-1]


def open_library(folder: Path) -> Library:
    """The bundled editions, each replaced by an imported one of the same key in `folder`."""
    editions = bundled()
    for path in sorted(folder.glob("*.txt")):
        edition = loads(path.read_text(encoding="utf-8"), str(path))
        editions[edition.key] = edition
    return Library(dict(sorted(editions.items())))
