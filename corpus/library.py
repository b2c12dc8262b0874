"""Which editions are loaded: the bundled excerpts, and what a club has imported in their place."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import UnknownEdition
from corpus.load import bundled, bundled_sources, loads
from corpus.model import Edition
from corpus.refs import LawRef

DEFAULT_EDITION = "2017"
INTRODUCTION = LawRef(0, ("Introduction",))
"""The introduction says of itself that it is part of the Laws. It stands before the definitions and has an address
there, rather than the chapter's own, so that its text is no lead-in of each of them."""


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


@dataclass(frozen=True, slots=True)
class Counts:
    """How much of each an edition holds."""

    laws: int
    clauses: int
    definitions: int
    footnotes: int
    index_entries: int

    @classmethod
    def of(cls, edition: Edition) -> "Counts":
        """Count what `edition` holds; a footnote that hangs in two laws counts once."""
        return cls(
            laws=sum(1 for law in edition.laws if law),
            clauses=sum(1 for clause in edition.clauses if clause.ref.law),
            definitions=sum(
                1 for clause in edition.clauses if not clause.ref.law and clause.ref.path and clause.ref != INTRODUCTION
            ),
            footnotes=len({(note.mark, note.text) for note in edition.footnotes}),
            index_entries=len(edition.index),
        )


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded edition and its source. `sha256` and `date` are those of the imported file, empty for excerpts."""

    key: str
    title: str
    source: str
    sha256: str
    date: str
    counts: Counts
    imported: bool


def loaded_editions(folder: Path) -> list[Loaded]:
    """What `open_library` loads, oldest first, with its sources."""
    sources = bundled_sources()
    return [_loaded(edition, folder, sources) for edition in open_library(folder)]


def _loaded(edition: Edition, folder: Path, bundled: Mapping[str, Mapping[str, str]]) -> Loaded:
    imported = text_path(folder, edition.key).exists()
    if not imported:
        source = f"excerpts that come with Lawbook ({bundled.get(edition.key, {}).get('holds', edition.title)})"
        return Loaded(edition.key, edition.title, source, "", "", Counts.of(edition), imported)
    told = _told(source_path(folder, edition.key), edition)
    return Loaded(
        edition.key, edition.title, told["source"], told["sha256"], told["date"], Counts.of(edition), imported
    )


def _told(path: Path, edition: Edition) -> dict[str, str]:
    """What stands beside the text about its source, if it is about this very text."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        told = {}
    names = ("source", "sha256", "date")
    if told.get("text_sha256") != edition.sha256:
        return {**dict.fromkeys(names, ""), "source": "unknown, the text was changed since its import"}
    return {name: str(told.get(name, "")) for name in names}


def text_path(folder: Path, key: str) -> Path:
    """Where the text of an imported edition lies."""
    return folder / f"{key}.txt"


def source_path(folder: Path, key: str) -> Path:
    """Where it is told what an imported edition was read from."""
    return folder / f"{key}.toml"
