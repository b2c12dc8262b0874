"""The official Laws of 2017, where a copy lies beside the checkout: structure and counts, no sentence of theirs."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from corpus.contents import TITLES
from corpus.importer import import_edition
from corpus.library import INTRODUCTION
from corpus.load import dumps, loads
from corpus.parse import parse_pages
from corpus.plaintext import read_text
from corpus.quotes import locate_quote
from corpus.refs import LawRef
from corpus.report import make_report

SHARED = Path(__file__).parent.parent.parent / "shared"
BOOK = SHARED / "laws" / "acbl-laws-2017.pdf"
GOLD = SHARED / "gold" / "sample.jsonl"

pytestmark = pytest.mark.skipif(not BOOK.exists(), reason=f"the official Laws are not at {BOOK}")


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    return import_edition(BOOK, "2017", "", tmp_path_factory.mktemp("editions"))


@pytest.fixture(scope="module")
def book(imported):
    return imported[0]


@pytest.fixture(scope="module")
def report(imported):
    return imported[1]


def test_nothing_is_lost_and_nothing_invented(report):
    assert report.unaccounted == 0, report.account.faults


def test_counts(report):
    counts = report.counts
    assert (counts.laws, counts.definitions, counts.footnotes) == (93, 66, 29)
    assert (counts.clauses, counts.index_entries) == (828, 826)
    assert report.indexed >= 440


def test_titles_are_those_that_everybody_knows(book):
    assert {law: book.by_ref[LawRef(law)].heading for law in range(1, 94)} == {law: TITLES[law] for law in range(1, 94)}


def test_the_table_of_contents_agrees(report):
    contents = report.contents
    assert contents.listed == 354
    assert (contents.not_in_body, contents.not_in_contents) == ((), ())
    assert [row[:2] for row in contents.worded_otherwise] == ["84"]  # it has a slip of the pen there


def test_references_that_point_nowhere_are_slips_of_the_index(report):
    in_index = {ref for ref, where in report.dangling if where.startswith("index")}
    assert in_index == {"70D3", "16A3"}


def test_the_text_round_trips(book):
    assert loads(dumps(book)) == book


DEPTHS = [
    ("12C1(e)(ii)", "a roman number with a stop, (ii.)"),
    ("20F5(b)(ii)", "a roman number"),
    ("40B2(a)(v)", "five of them across a page"),
    ("40B2(c)(ii)", "under the next letter"),
    ("30B1(b)(i)", "(i.)"),
    ("68D2(b)(ii)", "the last level of Law 68"),
    ("80B2(g)(i)", "a letter without text of its own"),
    ("80B2(i)", "(i) after (h) is a letter"),
    ("80B2(l)", "and goes on to (l)"),
    ("16A1(d)", "a first section after a page break"),
    ("28B", "a first section after a page break"),
    ("47F2", "a first section after a page break"),
    ("65D", "a first section after a page break"),
    ("22B", "sections without headings"),
    ("56B", "sections without headings"),
    ("Definitions:Penalty", "a headword with a remark in brackets"),
    ("Definitions:Psychic call", "a headword with a remark in brackets"),
    ("Definitions:International Matchpoint (IMP)", "a headword with its abbreviation"),
]


@pytest.mark.parametrize(("ref", "why"), DEPTHS, ids=[row[0] for row in DEPTHS])
def test_clauses_at_their_depth(book, ref, why):
    assert LawRef.parse(ref) in book


ABSENT = ["12C5", "50D1(c)", "52B1(d)", "80B2(m)", "80B3", "93D", "Definitions:Deal”)"]


@pytest.mark.parametrize("ref", ABSENT)
def test_prose_makes_no_clauses(book, ref):
    assert LawRef.parse(ref) not in book


OPENINGS = [
    ("54", "When an opening lead out of turn", "an opening paragraph that carries a rule"),
    ("68", "For a statement or action", "an opening paragraph that carries a rule"),
    ("25B3", "Law 16C applies to any call", "a marker without a space, 3.Law"),
    ("16A1", "A player may use information", "a marker without a space, 1.A"),
    ("20B", "During the auction period", "a heading that runs into its text"),
    ("86B2", "In team play when two or more", "a heading in plain type"),
    ("69B", "Agreement with a claim or concession", "text before and after a list"),
]


@pytest.mark.parametrize(("ref", "words", "why"), OPENINGS, ids=[row[0] for row in OPENINGS])
def test_texts_begin_where_they_begin(book, ref, words, why):
    assert book.by_ref[LawRef.parse(ref)].text.startswith(words)


def test_what_follows_a_list_is_told_apart(book):
    assert [str(clause.ref) for clause in book.clauses if clause.children_at is not None] == ["69B", "71"]


HEADINGS = [
    ("10B", "Cancelation of Enforcement or Waiver of Rectification"),
    ("20B", "Review of Auction during Auction Period"),
    ("53C", "Wrong Defender Plays Card to Declarer’s Irregular Lead"),
    ("86B1", "Single Result Obtained"),
    ("86B2", "Multiple Results Obtained at One or More Tables"),
    ("35A", ""),
]


@pytest.mark.parametrize(("ref", "heading"), HEADINGS, ids=[row[0] for row in HEADINGS])
def test_headings(book, ref, heading):
    assert book.by_ref[LawRef.parse(ref)].heading == heading


MARKS = {
    "6D2": "1", "13": "2", "15A3": "3", "15B": "4", "16B3": "5", "20C2": "6", "20F1": "7", "31A2": "8", "41A": "9",
    "45A": "12", "52": "", "53A": "17", "57C1": "18", "67B2(a)": "20", "71B": "22", "74C5": "23", "76D": "24",
    "79C1": "25", "80B2(j)": "26", "86B2": "27", "93C3(b)": "28",
}  # fmt: skip


@pytest.mark.parametrize(("ref", "mark"), MARKS.items(), ids=MARKS)
def test_footnotes_hang_where_they_are_marked(book, ref, mark):
    assert "".join(note.mark for note in book.by_ref[LawRef.parse(ref)].notes) == mark


def test_a_footnote_that_two_laws_mark_hangs_in_both(book):
    assert {note.law for note in book.footnotes if note.mark == "13"} == {50, 51}


def test_marks_stand_at_the_ends_of_words(book):
    clause = book.by_ref[LawRef.parse("41A")]
    assert clause.text[: clause.notes[0].at].endswith("face down")


def test_compounds_keep_their_hyphens_at_line_ends(book):
    text = dumps(book)
    for joined in ("nonoffending", "noncomparable", "agreedupon", "higherranking", "EastWest"):
        assert joined not in text


def test_tables_keep_their_columns(book):
    text = book.by_ref[LawRef(77)].text
    rows = [line.split() for line in text.splitlines()]
    assert ["Undoubled", "20", "20", "30", "30"] in rows
    assert ["Redoubled", "400", "600"] in rows
    places = {line.index("50 ") for line in text.splitlines() if line.startswith("Undoubled   ") and "50 " in line}
    assert len(places) == 1
    imps = [line.split() for line in book.by_ref[LawRef.parse("78B")].text.splitlines()[1:]]
    assert [len(row) for row in imps[2:]] == [6] * 8 + [2]


def test_suits_stay_as_printed(book):
    assert {"♠", "♥", "♦", "♣"} <= set(book.by_ref[LawRef.parse("1A")].text)


INDEX = [
    ("Dummy, Rights, absolute", ["42A"], "words under their head"),
    ("Auction, Visible card", ["Definitions:Visible Card", "24"], "Definitions means the one that is named"),
    ("Card, Visible", ["Definitions:Visible Card"], "and under a head, with the head's word"),
    ("Lead, Out of turn, trick thirteen", ["53A"], "a footnote is found at its mark"),
    ("Question, Required by Law to pass", ["20B", "20F1"], "the second footnote of a law"),
    ("May", ["Definitions:Introduction"], "the introduction"),
    ("Agreement, See Partnership Understanding", ["40"], "an entry that sends to another"),
    ("Rectification, Revoke, See Revoke", ["61", "62", "63", "64"], "a sub-entry that is set as a head"),
    (
        "Clarification Period",
        ["17D1", "20F4", "20F5(b)(ii)", "40B2(b)", "40B2(c)(ii)", "41"],
        "references on two lines",
    ),
]


@pytest.mark.parametrize(("words", "refs", "why"), INDEX, ids=[row[2] for row in INDEX])
def test_index_entries(book, words, refs, why):
    assert [list(map(str, entry.refs)) for entry in book.index if entry.words == words] == [refs]


def test_the_introduction_is_kept(book):
    assert len(book.by_ref[INTRODUCTION].text.splitlines()) == 8
    assert not any(book.lead_in(LawRef.parse("Definitions:Dummy")))


def gold():
    return [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()] if GOLD.exists() else []


@pytest.mark.parametrize("question", gold(), ids=[question["id"] for question in gold()])
def test_gold_clauses_exist_and_say_what_they_must(book, question):
    refs = [LawRef.parse(ref) for ref in question["gold"]]
    assert all(ref in book for ref in [*refs, *map(LawRef.parse, question["also_ok"])])
    texts = [clause for ref in refs for clause in book.subtree(ref)]
    for words in question["must_say"]:
        assert any(locate_quote(words, clause, "2017") for clause in texts), words


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
@pytest.mark.parametrize("options", [["-layout"], [], ["-raw"]], ids=["layout", "plain", "raw"])
def test_as_plain_text_it_is_the_same_book(book, options):
    command = ["pdftotext", *options, BOOK, "-"]
    text = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    parsed = parse_pages(read_text(text), "2017", "as text")
    assert make_report(parsed).unaccounted == 0
    assert [clause.ref for clause in parsed.edition.clauses] == [clause.ref for clause in book.clauses]
    if options == ["-layout"]:
        other = {
            str(a.ref) for a, b in zip(parsed.edition.clauses, book.clauses, strict=True) if _close(a) != _close(b)
        }
        assert other <= {
            "Definitions:Introduction",
            "2",
            "77",
            "78B",
        }  # tables, and paragraphs that a text doesn't show


def _close(clause):
    return clause.heading, " ".join(clause.text.split()), clause.notes
