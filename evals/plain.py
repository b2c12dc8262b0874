"""The plain stack, measured beside Lawbook in the same run: LangChain, Chroma and MiniLM over the clause texts."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from langchain_chroma import Chroma
from langchain_core.embeddings import Embeddings

from corpus.model import Edition
from corpus.progress import Silent
from corpus.refs import LawRef
from index.build import Place, exported
from index.encoder import Encoder
from index.store import connect
from index.weights import plain_source


class MiniLM(Embeddings):
    """The unchanged all-MiniLM-L6-v2 as LangChain's embeddings."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed clause texts."""
        return [list(map(float, vector)) for vector in self._encoder.embed(texts)]

    def embed_query(self, text: str) -> list[float]:
        """Embed a question."""
        return self.embed_documents([text])[0]


class PlainStack:
    """A vector store over the texts of an edition's clauses, and nothing else."""

    def __init__(self, edition: Edition, place: Place, folder: str) -> None:
        plain = Place(place.home, plain_source())
        embeddings = MiniLM(exported(plain, Silent()))
        self._store = Chroma("plain", embeddings, client=connect(Path(folder)))
        clauses = [clause for clause in edition.clauses if clause.text]
        self._store.add_texts([clause.text for clause in clauses], [{"ref": str(clause.ref)} for clause in clauses])

    def rank(self, question: str, k: int = 10) -> list[LawRef]:
        """The clauses of the `k` nearest texts."""
        return [LawRef.parse(document.metadata["ref"]) for document in self._store.similarity_search(question, k)]


@contextmanager
def plain_stack(edition: Edition, place: Place) -> Iterator[PlainStack]:
    """A plain stack that is gone afterwards."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield PlainStack(edition, place, folder)
