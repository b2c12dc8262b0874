"""Documents: pages of quotations, laws and differences, cut between clauses."""

import re

import pytest

from bot.answer import cite
from bot.documents import Document, Kind, Part, differences, page
from bot.render import unescape_markdown
from corpus.errors import ClauseNotLoaded, UnknownClause, UnknownEdition
from corpus.library import Library
from corpus.load import bundled
from corpus.refs import LawRef

BOOKS = Library(bundled())
LAW = BOOKS.edition("2017")
SIZES = [200, 300, 500, 1000, 3900]


def texts(document: Document, size: int) -> list[str]:
    first = page(BOOKS, document, 0, size)
    return [page(BOOKS, document, number, size).text for number in range(first.count)]


def plain(text: str) -> str:
    """The words without what sets them: bars, stars, indents."""
    lines = (re.sub(r"^(?:> |-# )?\u2003*\*{0,2}", "", line) for line in text.split("\n"))
    return " ".join(unescape_markdown(line.replace("**", "")).strip() for line in lines)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("law", LAW.laws)
def test_every_clause_of_a_law_stands_whole_on_one_page(law: int, size: int) -> None:
    pages = texts(Document.law("2017", LawRef(law)), size)
    assert all(len(text) <= size for text in pages)
    for clause in LAW.subtree(LawRef(law)):
        for paragraph in clause.text.split("\n"):
            marked = [note.mark for note in clause.notes]
            if paragraph and not marked and len(paragraph) + 60 < size:
                assert any(paragraph in plain(text) for text in pages), clause.ref


@pytest.mark.parametrize("size", [500, 600, 700, 1000])
def test_a_heading_never_ends_a_page(size: int) -> None:
    cited = [cite(LAW, LawRef.parse(ref)) for ref in ("43A1(a)", "43B2(b)", "42B3")]
    for text in texts(Document.quotes(cited), size):
        last = text.split("\n")[-1]
        assert not last.startswith("**Law")
        assert not last.startswith("> *")


def test_a_page_past_the_end_is_the_last() -> None:
    document = Document.law("2017", LawRef(43))
    shown = page(BOOKS, document, 99, 500)
    assert shown.number == shown.count - 1


def test_41_has_exactly_two_differences_and_they_are_marked() -> None:
    document = differences(BOOKS, LawRef(41))
    assert (document.old, document.edition, document.kind) == ("2007", "2017", Kind.CHANGES)
    text = page(BOOKS, document).text
    assert re.findall(r"\*\*Law (\S+): (.+)\*\*", text) == [
        ("41A", "changed cross-reference, the rule is the same"),
        ("41D", "changed"),
    ]
    assert r"**\(see Law 47E2\)**" in text
    assert r"**\(see Laws 47E and 54\)**" in text
    assert "in **columns** pointing" in text
    assert "in **separate columns** pointing" in text


def test_the_words_of_a_difference_are_the_editions_words() -> None:
    shown = page(BOOKS, differences(BOOKS, LawRef.parse("41D"))).text
    for book in BOOKS:
        assert book.by_ref[LawRef.parse("41D")].text in plain(shown)


def test_a_clause_that_did_not_change() -> None:
    assert page(BOOKS, differences(BOOKS, LawRef.parse("41B"))).text.startswith("No difference between")


@pytest.mark.parametrize(
    ("ref", "old", "new", "error", "named", "why"),
    [
        ("43", None, None, ClauseNotLoaded, "2007 Laws", "one edition has it"),
        ("64", None, None, ClauseNotLoaded, "Procedure after Establishment", "no edition has it"),
        ("41Z", None, None, UnknownClause, "41", "the law has no such clause"),
        ("41", "2017", "2017", UnknownEdition, "2017", "one edition named twice"),
        ("41", "1997", None, UnknownEdition, "1997", "an edition that isn't loaded"),
    ],
)
def test_what_cannot_be_compared(
    ref: str, old: str | None, new: str | None, error: type[Exception], named: str, why: str
) -> None:
    with pytest.raises(error, match=named):
        differences(BOOKS, LawRef(41, ("Z",)) if ref == "41Z" else LawRef.parse(ref), old, new)


def test_one_edition_alone_has_nothing_to_be_compared_with() -> None:
    with pytest.raises(UnknownEdition, match="Two editions"):
        differences(Library({"2017": LAW}), LawRef(41))


def test_quotations_of_two_editions_are_each_of_its_own() -> None:
    clause = LawRef.parse("41D")
    document = Document.quotes([cite(BOOKS.edition(key), clause) for key in ("2017", "2007")])
    assert [part.edition for part in document.parts] == ["", "2007"]
    shown = page(BOOKS, document)
    for book in BOOKS:
        assert book.by_ref[clause].text in plain(shown.text)
        assert book.sha256[:12] in shown.source


def test_a_quotation_without_clauses_below_is_quoted_so_again() -> None:
    document = Document.quotes([cite(LAW, LawRef.parse("42B")), cite(LAW, LawRef.parse("43A2"))])
    assert document.parts == (Part(LawRef.parse("42B"), False), Part(LawRef.parse("43A2"), True))
