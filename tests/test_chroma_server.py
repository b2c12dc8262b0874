"""The vectors on a Chroma server, a process of its own, give the same answers as the embedded store."""

import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from corpus.bank import Bank, BankQuestion
from corpus.errors import SettingsError
from corpus.library import Library
from corpus.refs import LawRef
from index.build import Place, build_index
from index.search import Search
from index.store import connect

BANK = Bank(
    (
        BankQuestion(LawRef.parse("43A2b"), "may dummy get up and look at the play"),
        BankQuestion(LawRef.parse("43A1a"), "may dummy call the TD"),
        BankQuestion(LawRef.parse("64A"), "how many tricks for a revoke"),
    )
)
QUESTIONS = ["dummy walks round the table", "is dummy allowed to shout for the director", "what does a revoke cost"]


@pytest.fixture
def server(tmp_path):
    """The address of a Chroma server on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chroma = Path(sys.executable).with_name("chroma")
    command = [str(chroma), "run", "--path", str(tmp_path / "server"), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        for _ in range(150):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
        process.terminate()


def refs(place, library, question):
    ranking = Search(place, library, BANK).rank(question, library.edition("2017"))
    return [(str(hit.ref), round(hit.score, 3)) for hit in ranking.hits[:5]]


@pytest.mark.slow
def test_a_server_answers_like_the_embedded_store(server, editions, lawbook, home, tmp_path):
    library = Library(editions)
    places = [
        Place(tmp_path / name, lawbook.place.encoder, url) for name, url in (("embedded", None), ("remote", server))
    ]
    for place in places:
        shutil.copytree(home / "encoders", place.home / "encoders")
        build_index(place, library, BANK)
    embedded, remote = places
    for question in QUESTIONS:
        assert refs(remote, library, question) == refs(embedded, library, question)
    build_index(remote, library, BANK)
    names = [collection.name for collection in connect(tmp_path, server).list_collections()]
    assert len(names) == 4, "the index before is gone from the server"


@pytest.mark.parametrize(
    ("url", "why"),
    [("ftp://x", "no http"), ("localhost:8000", "no scheme"), ("http://127.0.0.1:1", "nobody answers")],
)
def test_an_address_that_cannot_be_a_server_says_so(url, why, tmp_path):
    with pytest.raises(SettingsError, match="Chroma"):
        connect(tmp_path, url)
