"""What an index was built from, so that one built from something else is never asked."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from corpus.bank import Bank
from corpus.errors import IndexDamaged, IndexMissing, IndexStale
from corpus.library import Library

FORMAT = 2
"""Raised with every change of what an index holds or how."""

CURRENT, MANIFEST = "CURRENT", "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Digests of all that went into an index, and the size of each of its collections."""

    format: int
    corpus: Mapping[str, str]
    bank: str
    own: str
    encoder: str
    sizes: Mapping[str, int]

    def check(self, library: Library, bank: Bank, own: Bank, encoder: str) -> None:
        """IndexStale, naming what differs, unless the index was built from what is loaded now."""
        loaded = {edition.key: edition.sha256 for edition in library}
        differs = [
            what
            for what, same in (
                ("version of Lawbook", self.format == FORMAT),
                ("law text", dict(self.corpus) == loaded),
                ("question bank", (self.bank, self.own) == (bank.sha256, own.sha256)),
                ("encoder", self.encoder == encoder),
            )
            if not same
        ]
        if differs:
            raise IndexStale(
                f"The index was built from another {' and another '.join(differs)}; "
                "build it again with `lawbook index build`."
            )


def index_folder(root: Path) -> Path:
    """The folder of the index in use below `root`; IndexMissing where none has been built."""
    try:
        name = (root / CURRENT).read_text(encoding="utf-8").strip()
    except FileNotFoundError as error:
        raise IndexMissing(f"No index has been built in {root}; build it with `lawbook index build`.") from error
    folder = root / name
    if not name or Path(name).name != name or not folder.is_dir():
        raise IndexDamaged(
            f"The index named in {root / CURRENT} is not there; build it again with `lawbook index build`."
        )
    return folder


def read_manifest(folder: Path) -> Manifest:
    """The manifest of an index; IndexDamaged when it can't be read."""
    try:
        fields = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return Manifest(**fields)
    except (OSError, ValueError, TypeError) as error:
        raise IndexDamaged(
            f"The manifest of the index in {folder} can't be read; build it again with `lawbook index build`."
        ) from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a manifest into the folder of its index."""
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1), encoding="utf-8")


def make_current(root: Path, folder: Path) -> None:
    """Put an index in use, in one step: whoever opens an index before or after finds a whole one."""
    beside = root / f"{CURRENT}.{os.getpid()}"
    beside.write_text(folder.name, encoding="utf-8")
    beside.replace(root / CURRENT)
