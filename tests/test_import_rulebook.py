"""The importer reads back what was typeset: our own rule book and the bundled excerpts, in the layout of the Laws."""

import re
from dataclasses import replace

import pytest
from printed_book import DEFAULT, Layout, print_book, rule_book, type_book

from corpus.load import dumps, loads
from corpus.parse import parse_pages
from corpus.plaintext import decode, read_text
from corpus.refs import LawRef
from corpus.report import make_report
from corpus.sources import read_bytes


@pytest.fixture(scope="module")
def printed():
    return rule_book()


def read_back(edition, pages):
    return parse_pages(pages, edition.key, edition.title)


def clauses(edition):
    """The clauses with their tables' columns closed up: how far apart they stand depends on the type."""
    return [replace(clause, text=re.sub(" {2,}", "  ", clause.text)) for clause in edition.clauses]


def assert_same(read, edition):
    assert clauses(read) == clauses(edition)
    assert read.footnotes == edition.footnotes
    assert read.index == edition.index


LAYOUTS = [
    (DEFAULT, "the layout of the official Laws"),
    (Layout(right=236.0), "narrow lines: more words are divided"),
    (Layout(right=270.0), "wide lines"),
    (Layout(bottom=150.0), "short pages: laws and clauses cross them often"),
    (Layout(right=228.0, bottom=230.0), "narrow and short: words are divided at page ends"),
    (Layout(note_lines=2), "footnotes run on at the foot of the next page"),
    (Layout(note_lines=50), "long footnotes stay whole"),
    (Layout(running_head="RULES OF PEBBLES"), "a running head on each page"),
]


@pytest.mark.parametrize(("layout", "why"), LAYOUTS, ids=[row[1] for row in LAYOUTS])
def test_a_typeset_book_is_read_back(printed, layout, why):
    parsed = read_back(printed, read_bytes(print_book(printed, layout), "rules.pdf").pages)
    assert_same(parsed.edition, printed)
    report = make_report(parsed)
    assert report.unaccounted == 0, report.account.faults
    assert (report.contents.not_in_body, report.contents.not_in_contents) == ((), ())


TYPED = [
    ({}, "utf-8", "pdftotext -layout"),
    ({}, "cp1252", "Windows-1252"),
    ({}, "utf-8-sig", "a byte order mark in front"),
    ({"form_feeds": False}, "utf-8", "page numbers and no form feeds"),
    ({"numbered": False}, "utf-8", "form feeds and no page numbers"),
]


@pytest.mark.parametrize(("form", "encoding", "why"), TYPED, ids=[row[2] for row in TYPED])
def test_a_typed_book_is_read_back(printed, form, encoding, why):
    text = decode(type_book(printed, **form).encode(encoding))
    parsed = read_back(printed, read_text(text))
    assert_same(parsed.edition, printed)
    assert make_report(parsed).unaccounted == 0


def test_without_indentation_only_the_lines_after_a_list_move(printed):
    parsed = read_back(printed, read_text(type_book(printed, indented=False)))
    moved = {"69B", "69B2", "71", "71B"}
    same = [clause for clause in clauses(printed) if str(clause.ref) not in moved]
    assert [clause for clause in clauses(parsed.edition) if str(clause.ref) not in moved] == same
    assert make_report(parsed).unaccounted == 0


@pytest.fixture(scope="module")
def parsed(printed):
    return read_back(printed, read_bytes(print_book(printed), "rules.pdf").pages)


TRAPS = [
    ("6D1(a)", "text", "(a) and (b) are both about baskets.", "“(a)” at a line's front is prose where it can't begin"),
    ("12C1(b)(ii)", "text", "the other side is given", "a roman number in brackets with a stop"),
    ("80B2(i)", "text", "to collect them again.", "(i) after (h) is a letter"),
    ("80B2(g)(i)", "text", "to appoint an assistant sweeper.", "(g)(i) on one line, and (g) has no text"),
    ("9", "text", "neither of them is forgotten overnight.", "an opening paragraph that carries a rule"),
    ("5B", "heading", "Change of Corner, of Basket, or of Any Unfinished Sequence of Throws", "a heading on two lines"),
    ("61", "heading", "Failure to Follow Suit - Inquiries Concerning a Revoke", "a title on two lines"),
    ("Definitions:Lapse", "heading", "Lapse (see also “Remedy”)", "a remark at a headword is no part of its term"),
    ("69B", "text", "The yard is recounted accordingly.", "text after the sub-clauses is the section's"),
    ("71", "text", "that side.", "text after the sections is the law's"),
]


@pytest.mark.parametrize(("ref", "part", "words", "why"), TRAPS, ids=[row[3] for row in TRAPS])
def test_traps(parsed, ref, part, words, why):
    assert words in getattr(parsed.edition.by_ref[LawRef.parse(ref)], part)


def test_footnotes_hang_where_they_are_marked(parsed):
    clause = parsed.edition.by_ref[LawRef.parse("6D1(a)")]
    assert clause.text[: clause.notes[0].at].endswith("an unshaken")
    assert [note.at for note in parsed.edition.by_ref[LawRef(13)].notes] == [0]


def test_the_edition_is_its_canonical_text(parsed):
    assert loads(dumps(parsed.edition)) == parsed.edition


def test_words_were_divided(parsed):
    assert parsed.hyphens.total() > 5
    assert "mis-under" not in dumps(parsed.edition)
