"""Building an index: aside, then put in use in one step."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import numpy as np
from filelock import FileLock, Timeout

from corpus.bank import NO_BANK, Bank
from corpus.errors import EncoderMismatch, IndexDamaged, StateError, StateNotWritable
from corpus.library import Library
from corpus.progress import Progress, Silent
from index.classifiers import Classifiers
from index.encoder import Encoder, Vectors
from index.keys import OUTSIDE, QUESTIONS, Key, bank_keys, clause_keys, clauses_of, outside_keys, question_keys
from index.learned import FOLDER, Learned
from index.manifest import FORMAT, MANIFEST, Manifest, index_folder, make_current, read_manifest, write_manifest
from index.store import Store, connect
from index.weights import EncoderSource

CHROMA = "chroma"


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
        return Store(connect(folder / CHROMA, self.chroma_url), folder.name if self.chroma_url else "lawbook")


def build_index(
    place: Place, library: Library, bank: Bank, own: Bank = NO_BANK, progress: Progress | None = None
) -> Manifest:
    """Build an index of everything loaded and put it in use: editions, the bank that ships, and the club's own.

    The index in use before stays whole until then, and lends what needs not be made again. StateNotWritable when the
    folder can't be written, StateError when another build is under way.
    """
    progress = progress or Silent()
    with _only_build(place.root):
        encoder = exported(place, progress)
        folder = place.root / uuid4().hex[:12]
        try:
            manifest = _Build(place, folder, encoder, progress).of(library, bank, own)
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


@dataclass(frozen=True, slots=True)
class _Build:
    """One index in the making, in a folder of its own."""

    place: Place
    folder: Path
    encoder: Encoder
    progress: Progress

    def of(self, library: Library, bank: Bank, own: Bank) -> Manifest:
        whole = bank + own
        collections = {clauses_of(edition.key): clause_keys(edition) for edition in library}
        collections |= {QUESTIONS: question_keys(whole), OUTSIDE: outside_keys(whole)}
        self.folder.mkdir()
        before = _in_use(self.place, self.encoder)
        store = self._stored(collections, before)
        classifiers = _lent_classifiers(before, bank) or self._classifiers(bank, store)
        self.progress.step("indexing words")
        Learned.of(library, whole, classifiers).write(self.folder / FOLDER)
        sizes = {name: len(keys) for name, keys in collections.items()}
        corpus = {edition.key: edition.sha256 for edition in library}
        manifest = Manifest(FORMAT, corpus, bank.sha256, own.sha256, self.encoder.id, sizes)
        write_manifest(self.folder, manifest)
        return manifest

    def _stored(self, collections: Mapping[str, Sequence[Key]], before: "_InUse | None") -> Store:
        """The store with all that belongs into it; what the index before has is copied rather than made again."""
        lent: dict[str, Vectors] = {}
        if before is not None and self.place.chroma_url is None:
            shutil.copytree(before[0] / CHROMA, self.folder / CHROMA)
        elif before is not None:
            old = self.place.store(before[0])
            lent = {key: vector for name in before[1].sizes for key, vector in old.vectors(name).items()}
        store = self.place.store(self.folder)
        store.keep_only(collections)
        missing = {name: store.missing(name, keys) for name, keys in collections.items()}
        new = {key.id: key.text for keys in missing.values() for key in keys if key.id not in lent}
        self.progress.step("embedding clauses and questions", len(new))
        lent |= dict(zip(new, self.encoder.embed(list(new.values()), self.progress.advance), strict=True))
        self.progress.step("storing vectors", sum(map(len, missing.values())))
        for name, keys in missing.items():
            store.add(name, keys, _stacked(lent, keys))
            self.progress.advance(len(keys))
        return store

    def _classifiers(self, bank: Bank, store: Store) -> Classifiers:
        keys = bank_keys(bank)
        self.progress.step("learning from the bank", len(keys))
        vectors = store.vectors(QUESTIONS) | store.vectors(OUTSIDE)
        return Classifiers.fit(keys, _stacked(vectors, keys))


_InUse = tuple[Path, Manifest]


def _in_use(place: Place, encoder: Encoder) -> _InUse | None:
    """The folder and manifest of the index in use, where it is whole and the same encoder and version made it."""
    try:
        folder = index_folder(place.root)
        manifest = read_manifest(folder)
        if (manifest.format, manifest.encoder) != (FORMAT, encoder.id):
            return None
        place.store(folder).check(dict(manifest.sizes))
        return folder, manifest
    except StateError:
        return None


def _lent_classifiers(before: _InUse | None, bank: Bank) -> Classifiers | None:
    """The classifiers of the index in use, where they were learned from the same bank."""
    if before is None or before[1].bank != bank.sha256:
        return None
    try:
        return Classifiers.read(before[0] / FOLDER, bank_keys(bank))
    except IndexDamaged:
        return None


def _stacked(vectors: Mapping[str, Vectors], keys: Sequence[Key]) -> Vectors:
    return np.stack([vectors[key.id] for key in keys]) if keys else np.zeros((0, 1), dtype=np.float32)


def _remove_others(place: Place, kept: Path) -> None:
    """Remove what older builds left; a process that still reads one keeps its open files."""
    for folder in place.root.iterdir():
        if folder.is_dir() and folder != kept:
            _drop(place, folder)


def _drop(place: Place, folder: Path) -> None:
    if place.chroma_url is not None and (folder / MANIFEST).is_file():
        place.store(folder).drop(read_manifest(folder).sizes)
    shutil.rmtree(folder, ignore_errors=True)
