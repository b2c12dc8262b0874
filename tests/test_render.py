"""Verbatim or not at all: whatever the answer and the renderer, every quoted word is the edition's."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answer import Answer, Citation, Outcome, Pointer, cite
from bot.render import (
    PAGE,
    answer_blocks,
    change_blocks,
    escape_markdown,
    law_blocks,
    pages,
    to_markdown,
    to_terminal,
    unescape_markdown,
)
from corpus.diff import compare
from corpus.load import bundled
from corpus.model import Clause, Edition
from corpus.refs import LawRef

EDITIONS = bundled()
QUOTABLE = [(edition, clause.ref) for edition in EDITIONS.values() for clause in edition.clauses]


def seen_in_terminal(text):
    """What a reader reads: without bars, indents and footnote marks, lines joined."""
    lines = [re.sub(r"^[│ ]+", "", line) for line in text.splitlines()]
    return plain(" ".join(lines))


def seen_in_markdown(text):
    lines = [re.sub(r"^(?:> ?|-# )?[\u2003 ]*", "", line) for line in text.splitlines()]
    emphasis = re.compile(r"(?<!\\)\*")
    return plain(unescape_markdown(emphasis.sub("", " ".join(lines))))


def plain(text):
    return " ".join(re.sub(r"\[[*\d]+\]", "", text).split())


RENDERERS = [
    ("terminal", lambda blocks: seen_in_terminal(to_terminal(blocks))),
    ("narrow terminal", lambda blocks: seen_in_terminal(to_terminal(blocks, 28))),
    ("markdown", lambda blocks: seen_in_markdown(to_markdown(blocks))),
    ("discord pages", lambda blocks: seen_in_markdown("\n".join(pages(blocks)))),
    ("small pages", lambda blocks: seen_in_markdown("\n".join(pages(blocks, 300)))),
]


def quoted(citation):
    yield citation.text
    yield from citation.lead_in
    yield from (note.text for note in citation.footnotes)
    for child in citation.children:
        yield from quoted(child)


@given(st.lists(st.sampled_from(QUOTABLE), min_size=1, max_size=3), st.booleans(), st.sampled_from(list(Outcome)))
def test_every_quoted_word_stands_in_every_renderer(chosen, whole, outcome):
    citations = tuple(cite(edition, ref, whole=whole) for edition, ref in chosen)
    answer = Answer("q", outcome, EDITIONS["2017"], 0.5, citations)
    for name, seen in RENDERERS:
        text = seen(answer_blocks(answer))
        for citation in citations:
            for words in quoted(citation):
                assert plain(words) in text, name


@given(st.sampled_from(QUOTABLE), st.booleans())
def test_the_text_of_a_citation_is_its_slice(chosen, whole):
    edition, ref = chosen

    def check(citation: Citation):
        found = citation.to_json()
        assert found["text"] == edition.by_ref[citation.ref].text[found["start"] : found["end"]]
        for child in citation.children:
            check(child)

    check(cite(edition, ref, whole=whole))


@given(st.text())
def test_escaping_is_undone_by_reading(text):
    assert unescape_markdown(escape_markdown(text)) == text


HOSTILE = [
    "*bold* _it_ ~~no~~ `code` > quote # head",
    "@everyone <@123> <#5> <:x:1>",
    "[link](http://x.y) ||spoiler||",
    "- list 1. list -# small",
    "\\*already\\*",
]


@pytest.mark.parametrize("words", HOSTILE)
def test_nothing_in_a_quotation_is_obeyed(words):
    edition = Edition("2017", "T", (Clause(LawRef(1), "", words),))
    shown = to_markdown(law_blocks(cite(edition, LawRef(1))))
    body = next(line for line in shown.splitlines() if line.startswith("> ")).removeprefix("> ")
    assert unescape_markdown(body) == words
    assert not re.search(r"(?<!\\)[*_~`|<@\[]", body)


def test_a_long_law_is_cut_into_pages_between_its_clauses(laws):
    blocks = law_blocks(cite(laws, LawRef(43), whole=True))
    found = pages(blocks, 600)
    assert len(found) > 2
    assert all(len(page) <= 600 for page in found)
    assert "\n".join(found).split() == "\n".join(pages(blocks, PAGE)).split(), "nothing is lost between pages"


@pytest.mark.parametrize("size", [40, 80, 200])
def test_no_page_is_longer_than_asked(laws, size):
    assert all(len(page) <= size for page in pages(law_blocks(cite(laws, LawRef(41), whole=True)), size))


OUTCOMES = [
    (Outcome.ANSWERED, "Law 43A2(b)", "the address"),
    (Outcome.UNSURE, "Not sure", "told as unsure"),
    (Outcome.NOT_LOADED, "not in the laws I have", "told as missing"),
    (Outcome.OUT_OF_SCOPE, "Not a question that the laws answer", "told as outside"),
]


@pytest.mark.parametrize(("outcome", "says", "why"), OUTCOMES, ids=[row[0] for row in OUTCOMES])
def test_each_outcome_is_told_apart(laws, outcome, says, why):
    citations = (cite(laws, LawRef.parse("43A2b")),) if outcome in (Outcome.ANSWERED, Outcome.UNSURE) else ()
    answer = Answer("q", outcome, laws, 0.5, citations, pointers=(Pointer(LawRef(64, ("A",))),))
    text = to_terminal(answer_blocks(answer))
    assert says in text, why
    assert laws.sha256[:12] in text, "every answer names its corpus"
    assert "Procedure after Establishment of a Revoke" in text, "a law that isn't loaded is named by its title"


def test_a_law_prints_as_the_book_does(laws):
    text = to_terminal(law_blocks(cite(laws, LawRef.parse("43B"), whole=True)))
    assert [line for line in text.splitlines() if " 2." in line or "(b)" in line] == [
        "│    2. If dummy, after his violation of the limitations listed in A2:",
        "│       (b) is the first to ask declarer if a play from declarer’s hand constitutes a revoke,",
    ]


def test_a_comparison_shows_both_words(editions):
    changes = compare(editions["2007"], editions["2017"])
    text = to_terminal(change_blocks([c for c in changes if c.ref.law == 41], editions["2007"], editions["2017"]))
    assert "41A, Commencement of Play: changed cross-reference, the rule is the same" in text
    assert "2017: separate columns" in text


def test_json_has_the_stable_keys(laws):
    answer = Answer("q", Outcome.ANSWERED, laws, 0.93, (cite(laws, LawRef.parse("41B")),), (LawRef.parse("42B2"),))
    found = replace(answer, elapsed_ms=9.12).to_json()
    assert list(found)[:6] == ["question", "outcome", "edition", "confidence", "citations", "see_also"]
    assert {"pointers", "corpus", "composed", "elapsed_ms"} <= set(found)
    assert found["citations"][0]["footnotes"][0]["mark"] == "**"
    assert found["corpus"] == {"edition": "2017", "title": laws.title, "sha256": laws.sha256}
