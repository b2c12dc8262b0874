"""Whatever stands where: the parser refuses or reads, loses nothing, and what it reads is what it writes."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.contents import TITLES
from corpus.errors import ImportRefused
from corpus.lines import Line, Page, Run
from corpus.load import dumps, loads
from corpus.parse import parse_pages
from corpus.plaintext import read_text
from corpus.report import make_report

PIECES = (
    "A.", "B.", "C.", "H.", "1.", "2.", "3.", "12.", "(a)", "(b)", "(h)", "(i)", "(i.)", "(ii)", "(v)", "(x)", "2.(a)",
    "(g) (i)", "LAW 1", "LAW 2", "LAW 40", "LAW 93", "LAW 94", "LAW 0", "Definitions", "Index", "Index to the Laws",
    "Table of Contents", "Introduction", "Bid:", "See Card", "See also Bid", "12C1(e)(ii), 40", "Definitions, 7",
    "53 footnote", "20 second footnote", "Bid (continued)", "*", "**", "*note", "word*", "9", "9.", "own9", "non-",
    "offending", "and/", "East-", "West", "word", "a b c", "Law 16", "[^1]", "[43A]", "[...]", "[Index]", "\\", "= 12A",
    " = ", "Title Case Words", "The end.", "iv", "103", "see B and C", "“quoted”", "\ufffd", "♠", "A", "ﬁ",
)  # fmt: skip
WORDS = st.sampled_from(PIECES) | st.text("ab1. ()[]*-:=^\\", min_size=1, max_size=6).map(str.strip).filter(bool)
SIZES = st.sampled_from([5.25, 7.0, 8.0, 9.0, 12.0])
PLACES = st.sampled_from([0.0, 9.0, 13.5, 20.0, 34.0, 60.0, 200.0])


@st.composite
def runs(draw):
    found, x = [], draw(PLACES)
    for words in draw(st.lists(WORDS, min_size=1, max_size=4)):
        end = x + 4.5 * len(words)
        raised, bold = draw(st.sampled_from([(False, False), (False, False), (False, True), (True, False)]))
        found.append(Run(words, x, end, draw(SIZES), bold, raised, spaced=bool(found) and draw(st.booleans())))
        x = end + draw(st.sampled_from([0.0, 3.0, 40.0]))
    return tuple(found)


DERANDOMIZED = True
ROWS = st.lists(runs() | st.none(), max_size=25)  # None is a page break


def heads(first, last):
    return [(Run(f"LAW {law}", 90.0, 130.0, 12.0, True),) for law in range(first, last + 1)]


def pages_of(rows):
    """The rows as pages, a page break at each None."""
    pages, number = [[]], 0
    for row in rows:
        if row is None:
            pages.append([])
            continue
        y = 460.0 - 11 * len(pages[-1])
        pages[-1].append(Line(len(pages), number, y, row))
        number += 1
    return [Page(at, tuple(lines)) for at, lines in enumerate(pages, 1)]


def check(pages):
    try:
        parsed = parse_pages(pages, "2017", "Fuzz")
    except ImportRefused as refused:
        assert str(refused).endswith(".")
        return
    report = make_report(parsed)
    assert report.unaccounted == 0, report.account.faults
    assert loads(dumps(parsed.edition)) == parsed.edition
    assert "\n".join(report.lines())


@settings(max_examples=300, deadline=None, derandomize=DERANDOMIZED, suppress_health_check=[HealthCheck.too_slow])
@given(ROWS, ROWS, ROWS, st.integers(1, 92))
def test_no_sequence_of_markers_headings_and_page_breaks_breaks_the_parser(front, body, back, law):
    check(pages_of([*front, *heads(1, law), *body, *heads(law + 1, 93), *back]))


@settings(max_examples=100, deadline=None, derandomize=DERANDOMIZED)
@given(ROWS)
def test_what_is_no_law_book_is_refused(rows):
    check(pages_of(rows))


ROWS_OF_TEXT = st.lists(
    st.lists(WORDS, max_size=5).map(" ".join) | st.sampled_from(["", "\f", "   a    b    c", "12", "13"]), max_size=40
)


@settings(max_examples=200, deadline=None, derandomize=DERANDOMIZED)
@given(ROWS_OF_TEXT, ROWS_OF_TEXT, st.integers(1, 92))
def test_no_text_breaks_the_reader_of_texts(body, back, law):
    laws = [f"LAW {number}\n{TITLES[number].upper()}" for number in range(1, 94)]
    check(read_text("\n".join([*laws[:law], *body, *laws[law:], *back])))


@settings(max_examples=200, deadline=None, derandomize=DERANDOMIZED)
@given(st.text(max_size=300))
def test_no_characters_break_the_reader_of_texts(text):
    check(read_text(text))
    check(read_text("\n".join([*(f"LAW {law}" for law in range(1, 93)), text, "LAW 93", text])))
