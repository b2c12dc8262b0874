"""Canonical files: byte for byte there and back, and clear words for what can't be read."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import BadText
from corpus.load import bundled_sources, dumps, loads
from corpus.model import Clause, Edition, Footnote, NoteMark
from corpus.refs import LawRef

HEAD = "edition: 2017\ntitle: Test\n"


@pytest.mark.parametrize("name", ["2007.txt", "2017.txt"])
def test_bundled_files_round_trip(name):
    data = (files("corpus") / "texts" / name).read_text(encoding="utf-8")
    assert dumps(loads(data, name)) == data


def test_every_bundled_edition_has_its_source(editions):
    assert set(bundled_sources()) == set(editions)


SHAPE = [
    ("43", ["Except as Law 42 allows:"], "lead-in of the law"),
    ("43B2", ["Except as Law 42 allows:"], "a lead-in itself stands under the law's"),
    (
        "43B2(b)",
        ["Except as Law 42 allows:", "If dummy, after his violation of the limitations listed in A2:"],
        "both lead-ins, from the law down",
    ),
    (
        "42B1",
        ["Dummy may exercise other rights subject to the limitations stated in Law 43."],
        "a section's own words lead in its numbers",
    ),
    ("41A", [], "none"),
]


@pytest.mark.parametrize(("ref", "lead_in", "why"), SHAPE, ids=[row[0] for row in SHAPE])
def test_lead_ins(laws, ref, lead_in, why):
    parsed = LawRef.parse(ref)
    found = [laws.text(span) for span in laws.lead_in(parsed)]
    assert found == ([] if ref == "43" else lead_in), why
    assert laws.resolve(parsed).ref == parsed


@pytest.mark.parametrize(
    ("ref", "marks", "why"),
    [
        ("41A", ["*"], "the face-up lead"),
        ("41B", ["**", "***"], "two marks in one clause"),
        ("41C", ["***"], "the same footnote at another place"),
        ("41D", [], "none"),
    ],
)
def test_footnotes_hang_where_they_are_marked(editions, ref, marks, why):
    for edition in editions.values():
        assert [note.mark for note in edition.footnotes_of(LawRef.parse(ref))] == marks, why


def test_marks_are_not_in_the_text(laws):
    assert all("*" not in clause.text and "[^" not in clause.text for clause in laws.clauses)
    clause = laws.resolve(LawRef.parse("41B"))
    assert [clause.text[: note.at].rsplit(" ", 1)[1] for note in clause.notes] == ["Declarer", "own"]


WRONG = [
    ("", "edition", "an empty file"),
    ("edition: 2017\n", "title", "no title"),
    ("edition: 2017\ntitle: T\nnonsense", "line 3", "text before the first header"),
    (HEAD + "\n[99]", "no reference", "a law that doesn't exist"),
    (HEAD + "\n[43a]", r"written \[43A\]", "a reference in another form"),
    (HEAD + "\n[43]\n\n[43]", "stands twice", "a clause twice"),
    (HEAD + "\n[43A]", "parent", "a clause without its parent"),
    (HEAD + "\n[43]\nwords[^9]", "footnote 9", "a mark without its footnote"),
    (HEAD + "\n[^9] words", "before any clause", "a footnote before any clause"),
    (HEAD + "\n[Index]\nDummy 43", "index entry", "an index line without its references"),
]


@pytest.mark.parametrize(("data", "says", "why"), WRONG, ids=[row[2] for row in WRONG])
def test_what_cannot_be_read_is_told_with_its_line(data, says, why):
    with pytest.raises(BadText, match=says):
        loads(data, "edition.txt")


words = (
    st.text("abc XYZ'’“”()[]\\.,;:-–1♠", min_size=1, max_size=40)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: text and "[^" not in text)
)
texts = st.lists(words, min_size=1, max_size=3).map("\n".join)


@given(texts, texts, st.booleans(), st.data())
def test_any_text_round_trips(first, second, closing, data):
    """Whatever a clause's words are, with footnotes anywhere and text after its children, the file gives them back."""
    at = data.draw(st.integers(0, len(first)))
    text = f"{first}\n{second}" if closing else first
    law = Clause(LawRef(1), "A Title", text, (NoteMark(at, "7"),), len(first) + 1 if closing else None)
    edition = Edition("2017", "T", (law, Clause(LawRef(1, ("A",)), "", second)), (Footnote(1, "7", "a note"),))
    printed = dumps(edition)
    assert loads(printed) == edition
    assert dumps(loads(printed)) == printed
