"""The index as a whole: built aside, swapped in, and clear words for a bad one. Real Chroma, small bank."""

import json
import shutil

import numpy as np
import pytest

from corpus.bank import Bank, BankQuestion, OutsideQuestion
from corpus.errors import (
    EncoderMismatch,
    IndexDamaged,
    IndexMissing,
    IndexStale,
    SettingsError,
    StateError,
    StateNotWritable,
)
from corpus.library import Library
from corpus.refs import LawRef
from index.build import Place, build_index
from index.encoder import Encoder
from index.manifest import CURRENT, MANIFEST, index_folder
from index.search import Search
from index.weights import EncoderSource

BANK = Bank(
    tuple(
        BankQuestion(LawRef.parse(ref), text)
        for ref, text in [
            ("43A2b", "may dummy get up and look at the play"),
            ("43A1a", "may dummy call the TD"),
            ("42B3", "when may dummy mention a revoke"),
            ("64A", "how many tricks for a revoke"),
        ]
    ),
    (OutsideQuestion("chat", "hello there"),),
)


@pytest.fixture(scope="module")
def library(editions):
    return Library(editions)


@pytest.fixture
def place(tmp_path, lawbook, home):
    """An empty state folder that has the exported encoder already, for the export takes long."""
    shutil.copytree(home / "encoders", tmp_path / "encoders")
    return Place(tmp_path, lawbook.place.encoder)


@pytest.fixture
def built(place, library):
    build_index(place, library, BANK)
    return place


def best(place, library, question, bank=BANK):
    ranking = Search(place, library, bank).rank(question, library.edition("2017"))
    return str(ranking.hits[0].ref)


def test_finds_by_bank_and_text(built, library):
    assert best(built, library, "dummy wants to look at the play") == "43A2(b)"
    assert best(built, library, "law 42B3: what is it") == "42B3", "a reference counts before everything"


def test_every_known_clause_is_ranked_once(built, library):
    ranking = Search(built, library, BANK).rank("dummy", library.edition("2017"))
    refs = [hit.ref for hit in ranking.hits]
    assert len(refs) == len(set(refs))
    assert {LawRef.parse("64A"), LawRef.parse("45F"), LawRef(1)} <= set(refs), "bank, text and titles"
    assert sum(hit.score for hit in ranking.hits) == pytest.approx(1, abs=1e-4)


def test_a_new_bank_line_needs_no_new_embedding_of_the_rest(built, library, monkeypatch):
    embedded = []
    original = Encoder.embed
    monkeypatch.setattr(
        Encoder, "embed", lambda self, texts, *rest: embedded.extend(texts) or original(self, texts, *rest)
    )
    more = BANK + Bank((BankQuestion(LawRef.parse("42A2"), "may dummy count the tricks"),))
    build_index(built, library, more)
    assert embedded == ["may dummy count the tricks"]
    assert best(built, library, "counting tricks as dummy", more) == "42A2"


def test_one_line_mends_a_wrong_answer(built, library):
    asked = "the fellow who put down his cards wants a word with the management"
    own = Bank((BankQuestion(LawRef.parse("43A2a"), asked),))
    assert best(built, library, asked) != "43A2(a)"
    build_index(built, library, BANK, own)
    ranking = Search(built, library, BANK, own).rank(asked.upper(), library.edition("2017"))
    assert (str(ranking.found[0].ref), ranking.found[0].score > 0.9) == ("43A2(a)", True)


def test_what_is_gone_from_the_bank_is_gone_from_the_index(built, library):
    less = Bank(BANK.questions[1:], ())
    manifest = build_index(built, library, less)
    assert (manifest.sizes["questions"], manifest.sizes["outside"]) == (3, 0)
    ranking = Search(built, library, less).rank("may dummy get up and look at the play", library.edition("2017"))
    assert "may dummy get up and look at the play" not in {match.key.text for match in ranking.evidence.questions}


def test_an_edition_that_is_removed_leaves_the_index(built, library):
    only = Library({"2017": library.edition("2017")})
    assert "clauses-2007" in build_index(built, library, BANK).sizes
    assert "clauses-2007" not in build_index(built, only, BANK).sizes
    ranking = Search(built, only, BANK).rank("dummy wants to look at the play", only.edition("2017"))
    assert str(ranking.hits[0].ref) == "43A2(b)"


def test_an_opened_index_answers_while_another_is_built(built, library):
    opened = Search(built, library, BANK)
    opened.rank("dummy", library.edition("2017"))
    more = BANK + Bank((BankQuestion(LawRef.parse("42A2"), "may dummy count the tricks"),))
    build_index(built, library, more)
    assert opened.rank("dummy wants to look at the play", library.edition("2017")).hits[0].ref == LawRef.parse("43A2b")


def test_a_build_that_fails_leaves_the_index_in_use(built, library, monkeypatch):
    before = index_folder(built.root)

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("index.store.Store.add", fail)
    with pytest.raises(KeyboardInterrupt):
        build_index(built, library, BANK + Bank((BankQuestion(LawRef(1), "what is in a pack"),)))
    monkeypatch.undo()
    assert index_folder(built.root) == before
    assert [path.name for path in built.root.iterdir() if path.is_dir()] == [before.name], "nothing is left over"
    assert best(built, library, "dummy wants to look at the play") == "43A2(b)"


def cut_vectors(folder):
    for path in (folder / "chroma").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:100])


def other_version(folder):
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps(manifest | {"format": 0}))


def cut_classifier(folder):
    kept = folder / "learned" / "naive-bayes.npz"
    kept.write_bytes(kept.read_bytes()[:100])


DAMAGE = [
    (cut_classifier, IndexDamaged, "can't be read", "a classifier cut short"),
    (lambda folder: shutil.rmtree(folder / "learned"), IndexDamaged, "can't be read", "the classifiers gone"),
    (cut_vectors, IndexDamaged, "can't be read", "Chroma's files cut short"),
    (other_version, IndexStale, "another version of Lawbook", "made by another version"),
    (lambda folder: (folder / MANIFEST).write_text('{"format"'), IndexDamaged, "manifest", "a manifest cut short"),
    (shutil.rmtree, IndexDamaged, "is not there", "the folder gone"),
    (lambda folder: (folder.parent / CURRENT).unlink(), IndexMissing, "lawbook index build", "never built"),
    (lambda folder: (folder.parent / CURRENT).write_text("../../etc"), IndexDamaged, "is not there", "a path outside"),
]


@pytest.mark.parametrize(("harm", "error", "says", "why"), DAMAGE, ids=[row[3] for row in DAMAGE])
def test_an_index_that_cannot_be_used_says_so(built, library, harm, error, says, why):
    harm(index_folder(built.root))
    with pytest.raises(error, match=says):
        best(built, library, "dummy")
    build_index(built, library, BANK)
    assert best(built, library, "dummy wants to look at the play") == "43A2(b)", "and a build mends it"


def test_another_bank_or_text_makes_it_stale(built, library):
    with pytest.raises(IndexStale, match="another question bank"):
        Search(built, library, Bank())
    with pytest.raises(IndexStale, match="another law text"):
        Search(built, Library({"2017": library.edition("2017")}), BANK)


def test_a_folder_that_cannot_be_written_says_so(place, library, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StateNotWritable, match="can't be written"):
        build_index(Place(tmp_path / "file", place.encoder), library, BANK)


def test_two_builds_at_once_are_one_too_many(built, library, monkeypatch):
    original = Encoder.embed

    def meanwhile(self, texts, *rest):
        with pytest.raises(StateError, match="under way"):
            build_index(built, library, BANK)
        return original(self, texts, *rest)

    monkeypatch.setattr(Encoder, "embed", meanwhile)
    build_index(built, library, BANK + Bank((BankQuestion(LawRef(1), "what is in a pack"),)))


def test_an_export_cut_short_is_told_and_made_again(place, library):
    folder = place.encoder_folder(place.encoder.id)
    build_index(place, library, BANK)
    model = folder / "model.onnx"
    model.write_bytes(model.read_bytes()[:1000])
    with pytest.raises(EncoderMismatch, match="lawbook index build"):
        Search(place, library, BANK)


@pytest.mark.parametrize("source", ["no_such_package", "/no/such/folder", "not an identifier"])
def test_an_encoder_that_is_not_there_says_so(source):
    with pytest.raises(SettingsError, match="neither a folder"):
        EncoderSource(source).id  # noqa: B018


def test_other_weights_under_the_default_name_are_refused(monkeypatch):
    monkeypatch.setattr("index.weights.DEFAULT_WEIGHTS", "0" * 64)
    with pytest.raises(EncoderMismatch, match="install the pinned package again"):
        EncoderSource().id  # noqa: B018


def test_embedding_does_not_depend_on_company(lawbook):
    texts = ["may dummy call?", "x", "a much longer story about a revoke at trick five that nobody saw until later"]
    together = lawbook.search.embed(texts)
    alone = np.concatenate([lawbook.search.embed([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-5)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
