"""Building an index: aside, then put in use in one step."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import numpy as np
from filelock import FileLock, Timeout

from corpus.bank import Bank
from corpus.errors import EncoderMismatch, StateError, StateNotWritable
from corpus.library import Library
from corpus.progress import Progress, Silent
from index.encoder import Encoder, Vectors
from index.keys import Key, clause_keys, outside_keys, question_keys
from index.manifest import FORMAT, MANIFEST, Manifest, index_folder, make_current, read_manifest, write_manifest
from index.store import Store, connect
from index.weights import EncoderSource

QUESTIONS, OUTSIDE = "questions", "outside"


def clauses_of(edition: str) -> str:
    """The name of the collection that holds an edition's clauses."""
    return f"clauses-{edition}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an index lives: the state folder, the encoder it is built with, and a Chroma server if there is one."""

    home: Path
    encoder: EncoderSource
    chroma_url: str | None = None

    @property
    def root(self) -> Path:
        """The folder of the indexes, of which CURRENT names one."""
        return self.home / "index"

    def encoder_folder(self, identity: str) -> Path:
        """The folder of an exported encoder."""
        return self.home / "encoders" / identity

    def store(self, folder: Path) -> Store:
        """The vectors of the index in `folder`."""
        return Store(connect(folder / "chroma", self.chroma_url), folder.name)


def build_index(place: Place, library: Library, bank: Bank, progress: Progress | None = None) -> Manifest:
    """Build an index of everything loaded and put it in use.

    The index in use before stays whole until then, and lends the vectors that need no new embedding. StateNotWritable
    when the folder can't be written, StateError when another build is under way.
    """
    progress = progress or Silent()
    with _only_build(place.root):
        encoder = exported(place, progress)
        folder = place.root / uuid4().hex[:12]
        try:
            manifest = _fill(place, folder, encoder, library, bank, progress)
            make_current(place.root, folder)
        except BaseException:
            _drop(place, folder)
            raise
        _remove_others(place, folder)
    return manifest


@contextmanager
def _only_build(root: Path) -> Iterator[None]:
    try:
        root.mkdir(parents=True, exist_ok=True)
        with FileLock(root / "build.lock", timeout=0):
            yield
    except Timeout as error:
        raise StateError(f"Another build of the index in {root} is under way; wait for it to end.") from error
    except OSError as error:
        raise StateNotWritable(f"The state folder {root} can't be written: {error.strerror or error}.") from error


def exported(place: Place, progress: Progress) -> Encoder:
    """The exported encoder, made first where it is missing or damaged."""
    identity = place.encoder.id
    folder = place.encoder_folder(identity)
    if folder.is_dir():
        try:
            return Encoder(folder)
        except EncoderMismatch:
            shutil.rmtree(folder)
    from index.export import export  # loads torch

    return export(place.encoder, folder, progress.step)


def _fill(place: Place, folder: Path, encoder: Encoder, library: Library, bank: Bank, progress: Progress) -> Manifest:
    folder.mkdir()
    collections = {clauses_of(edition.key): clause_keys(edition) for edition in library}
    collections |= {QUESTIONS: question_keys(bank), OUTSIDE: outside_keys(bank)}
    known = _known_vectors(place, encoder)
    new = {key.id: key.text for keys in collections.values() for key in keys if key.id not in known}
    progress.step("embedding clauses and questions", len(new))
    known |= dict(zip(new, encoder.embed(list(new.values()), progress.advance), strict=True))
    progress.step("storing vectors", sum(map(len, collections.values())))
    store = place.store(folder)
    for name, keys in collections.items():
        store.add(name, keys, _stacked(known, keys))
        progress.advance(len(keys))
    sizes = {name: len(keys) for name, keys in collections.items()}
    corpus = {edition.key: edition.sha256 for edition in library}
    manifest = Manifest(FORMAT, corpus, bank.sha256, encoder.id, sizes)
    write_manifest(folder, manifest)
    return manifest


def _stacked(vectors: dict[str, Vectors], keys: Sequence[Key]) -> Vectors:
    return np.stack([vectors[key.id] for key in keys]) if keys else np.zeros((0, 1), dtype=np.float32)


def _known_vectors(place: Place, encoder: Encoder) -> dict[str, Vectors]:
    """The vectors of the index in use, if the same encoder made them and it can be read."""
    try:
        folder = index_folder(place.root)
        manifest = read_manifest(folder)
        if manifest.encoder != encoder.id:
            return {}
        store = place.store(folder)
    except StateError:
        return {}
    return {key: vector for name in manifest.sizes for key, vector in store.vectors(name).items()}


def _remove_others(place: Place, kept: Path) -> None:
    """Remove what older builds left; a process that still reads one keeps its open files."""
    for folder in place.root.iterdir():
        if folder.is_dir() and folder != kept:
            _drop(place, folder)


def _drop(place: Place, folder: Path) -> None:
    if place.chroma_url is not None and (folder / MANIFEST).is_file():
        place.store(folder).drop(read_manifest(folder).sizes)
    shutil.rmtree(folder, ignore_errors=True)
