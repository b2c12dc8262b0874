"""The vectors, in Chroma: embedded by default, or a server by its address."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import chromadb
import numpy as np
from chromadb.api import ClientAPI
from chromadb.config import Settings

from corpus.errors import IndexDamaged, SettingsError
from index.encoder import Vectors
from index.keys import Key

_AT_ONCE = 2000
_EXACT: Any = {"space": "cosine", "ef_search": 400, "ef_construction": 200, "max_neighbors": 24}


def connect(folder: Path, url: str | None = None) -> ClientAPI:
    """A Chroma client: the server at `url`, or the embedded store in `folder`; IndexDamaged where it can't be read."""
    settings = Settings(anonymized_telemetry=False)
    if url is None:
        try:
            return chromadb.PersistentClient(str(folder), settings=settings)
        except Exception as error:
            raise _damaged(error) from error
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError(f"The Chroma address “{url}” is not of the form http://host:port.")
    try:
        return chromadb.HttpClient(parts.hostname, parts.port or 8000, ssl=parts.scheme == "https", settings=settings)
    except ValueError as error:
        raise SettingsError(f"No Chroma server answers at {url}.") from error


class Store:
    """The collections of one index, told apart from others on the same server by `prefix`."""

    def __init__(self, client: ClientAPI, prefix: str) -> None:
        self._client = client
        self._prefix = prefix
        self._collections: dict[str, Any] = {}
        self._sizes: dict[str, int] = {}

    def keep_only(self, names: Iterable[str]) -> None:
        """Remove the other collections of this index, and make those of the names that it lacks."""
        wanted = {f"{self._prefix}-{name}" for name in names}
        there = {each.name for each in self._client.list_collections() if each.name.startswith(f"{self._prefix}-")}
        for name in sorted(there - wanted):
            self._client.delete_collection(name)
        for name in sorted(wanted - there):
            self._client.create_collection(name, configuration={"hnsw": _EXACT}, embedding_function=None)

    def missing(self, name: str, keys: Sequence[Key]) -> list[Key]:
        """Those of the keys that a collection lacks; what it holds beside them is removed."""
        there = set(self._open(name).get(include=[])["ids"])
        gone = sorted(there - {key.id for key in keys})
        for start in range(0, len(gone), _AT_ONCE):
            self._open(name).delete(ids=gone[start : start + _AT_ONCE])
        return [key for key in keys if key.id not in there]

    def add(self, name: str, keys: Sequence[Key], vectors: Vectors) -> None:
        """Add keys and their vectors to a collection."""
        collection = self._open(name)
        for start in range(0, len(keys), _AT_ONCE):
            part = keys[start : start + _AT_ONCE]
            collection.add(
                ids=[key.id for key in part],
                embeddings=vectors[start : start + _AT_ONCE],
                documents=[key.text for key in part],
                metadatas=[{"ref": key.ref} for key in part],
            )

    def drop(self, names: Iterable[str]) -> None:
        """Remove collections of this index from the server."""
        for name in names:
            with suppress(Exception):  # one that is gone already is what was wanted
                self._client.delete_collection(f"{self._prefix}-{name}")

    def check(self, sizes: dict[str, int]) -> None:
        """IndexDamaged unless each collection is there and holds as many keys as it was built with."""
        for name, expected in sizes.items():
            found = self._count(name)
            if found != expected:
                raise IndexDamaged(
                    f"The index holds {found} of {expected} keys in “{name}”; "
                    "build it again with `lawbook index build`."
                )

    def nearest(self, name: str, vector: Vectors, count: int) -> list[tuple[str, float]]:
        """The ids of the `count` keys nearest to a vector of shape (dimensions,), best first, with their cosines.

        Ids alone: whoever asks knows the keys, and their texts would take Chroma longer to fetch than to find.
        """
        count = min(count, self._count(name))
        if count == 0:
            return []
        try:
            result = self._open(name).query(query_embeddings=[vector], n_results=count, include=["distances"])
        except Exception as error:
            raise _damaged(error) from error
        return [
            (key, 1.0 - float(distance)) for key, distance in zip(result["ids"][0], result["distances"][0], strict=True)
        ]

    def vectors(self, name: str) -> dict[str, Vectors]:
        """Every vector of a collection under its key's id: a new index takes from here what it need not embed again."""
        try:
            found = self._open(name).get(include=["embeddings"])
        except IndexDamaged:
            return {}
        return dict(zip(found["ids"], np.asarray(found["embeddings"], dtype=np.float32), strict=True))

    def _open(self, name: str) -> Any:
        if name not in self._collections:
            try:
                self._collections[name] = self._client.get_collection(f"{self._prefix}-{name}", embedding_function=None)
            except Exception as error:
                raise _damaged(error) from error
        return self._collections[name]

    def _count(self, name: str) -> int:
        if name not in self._sizes:
            try:
                self._sizes[name] = self._open(name).count()
            except IndexDamaged:
                raise
            except Exception as error:
                raise _damaged(error) from error
        return self._sizes[name]


def _damaged(error: Exception) -> IndexDamaged:
    # Chroma's bindings raise errors of many kinds for a folder that is cut short.
    return IndexDamaged(f"The index can't be read ({type(error).__name__}); build it again with `lawbook index build`.")
