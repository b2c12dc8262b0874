"""References: what people write, what is printed, and what isn't a reference."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import BadReference, ClauseNotLoaded, UnknownClause
from corpus.refs import LawRef, find_editions, find_refs

WRITTEN = [
    # what is written, what it prints as, why it is here
    ("43A1(a)", "43A1(a)", "the printed form"),
    ("43 a 1 a", "43A1(a)", "letters and spaces, as typed on a phone"),
    ("L43A1a", "43A1(a)", "directors' shorthand"),
    ("Law 43(A)(1)(a)", "43A1(a)", "every level in brackets"),
    ("law forty-three", "43", "a number in words"),
    ("law forty three b", "43B", "words without the hyphen, with a section"),
    ("LAW 43.A.1.(a)", "43A1(a)", "points between the levels"),
    ("43-A-1", "43A1", "hyphens between the levels"),
    ("27b1b", "27B1(b)", "all small, no separators"),
    ("20F5bii", "20F5(b)(ii)", "a roman level glued to its letter"),
    ("12C1(e)(ii)", "12C1(e)(ii)", "four levels"),
    ("80B2(i)", "80B2(i)", "(i) directly under a number is a letter"),
    ("§ 64", "64", "a section sign"),
    ("the law 7", "7", "an article before it"),
    ("41D (2007)", "41D (2007)", "edition behind"),
    ("2007 Law 41D", "41D (2007)", "edition in front"),
    ("41D/2007", "41D (2007)", "edition after a slash"),
    ("41D in the 2007 edition", "41D (2007)", "edition in words"),
    ("Definitions:Dummy", "Definitions:Dummy", "a definition"),
    ("definition of dummy", "Definitions:dummy", "a definition in words"),
    ("Definitions", "Definitions", "the chapter"),
    ("7C", "7C", "alone it is a law, not seven clubs"),
]


@pytest.mark.parametrize(("written", "printed", "why"), WRITTEN, ids=[row[0] for row in WRITTEN])
def test_reads_what_people_write(written, printed, why):
    assert str(LawRef.parse(written)) == printed, why


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "nothing"),
        ("law", "no number"),
        ("94", "there are 93 laws"),
        ("0", "laws begin at 1"),
        ("law ninety-nine", "in words too"),
        ("dummy", "a word"),
        ("43 players", "a number that counts something"),
        ("43A1(a)(b)(c)(d)", "too deep"),
    ],
)
def test_what_is_no_reference_says_what_is_expected(written, why):
    with pytest.raises(BadReference, match="43A1"):
        LawRef.parse(written)


levels = st.tuples(
    st.sampled_from("ABCDEFGH"),
    st.integers(1, 20).map(str),
    st.sampled_from("abcdefghijk"),
    st.sampled_from(["i", "ii", "iii", "iv", "v", "vi"]),
)
refs = st.builds(
    lambda law, path, depth, edition: LawRef(law, path[:depth], edition),
    st.integers(1, 93),
    levels,
    st.integers(0, 4),
    st.sampled_from([None, "2007", "2017"]),
)


@given(refs)
def test_parse_and_print_are_inverses(ref):
    assert LawRef.parse(str(ref)) == ref


@given(st.text(max_size=80))
def test_random_text_never_raises_anything_else(text):
    find_refs(text, within=LawRef(43, ("B",)))
    find_editions(text)
    with suppress(BadReference):
        LawRef.parse(text)


IN_TEXT = [
    ("(see Laws 47E and 54)", ["47E", "54"], "a list after Laws takes bare numbers"),
    ("(see Law 20F2 and 20F3)", ["20F2", "20F3"], "a list after Law takes numbers with letters"),
    ("Laws 12, 16B and 73C1.", ["12", "16B", "73C1"], "a list with commas"),
    ("see Law 45F if dummy suggests", ["45F"], "a word after it"),
    ("what does L70D1 say?", ["70D1"], "shorthand in a sentence"),
    ("Law 25 b 1 text pls", ["25B1"], "spaced levels and a word"),
    ("law 43 a 1 a please", ["43A1(a)"], "a spaced letter a is a level where the others are spaced too"),
    ("law 45 f please", ["45F"], "a spaced section"),
    ("Law 27 a bid was made", ["27"], "the article is no section"),
    ("Law 45F 2 tricks", ["45F"], "a count is no level"),
    ("under Law 64. 2 tricks", ["64"], "the next sentence is no level"),
    ("is 27B1b the right one?", ["27B1(b)"], "without the word law"),
    ("I opened 2D and LHO bid 1H", [], "contracts are no laws"),
    ("boards 7a and 3C, table 4b", [], "boards and tables are no laws"),
    ("13 tricks, 52 cards, 4-4 fit", [], "counts are no laws"),
    ("law 99 and law 0", [], "laws that don't exist"),
    ("as in 2(c) and (b) above", [], "a number with a bracketed letter is no law"),
    ("lawful 43", [], "law must be a word of its own"),
]


@pytest.mark.parametrize(("text", "found", "why"), IN_TEXT, ids=[row[0] for row in IN_TEXT])
def test_finds_references_in_a_text(text, found, why):
    mentions = find_refs(text)
    assert [str(mention.ref) for mention in mentions] == found, why
    assert all(str(mention.ref.law) in text[mention.start : mention.end] for mention in mentions)


def test_short_references_are_read_within_their_section():
    mentions = find_refs("applies as in 2(c) to all (see B2)", within=LawRef(16, ("D", "3")))
    assert [str(mention.ref) for mention in mentions] == ["16D2(c)", "16B2"]


@pytest.mark.parametrize(
    ("clause", "found", "why"),
    [
        ("43B1", ["90", "43A1", "43A2"], "a law, and A1 and A2 of its own"),
        ("41C", ["54A", "41B"], "see B"),
        ("43B2", ["43A2"], "in A2"),
        ("42A3", ["45F"], "see Law 45F"),
        ("42A2", [], "names none"),
    ],
)
def test_what_a_clause_refers_to(laws, clause, found, why):
    assert [str(ref) for ref in laws.refers_to(LawRef.parse(clause))] == found, why


MISSING = [
    ("43C", UnknownClause, "Law 43 has A and B; there is no C", "an unknown section"),
    ("43A1(d)", UnknownClause, "Law 43A1 has a, b and c; there is no d", "an unknown letter"),
    ("42B2(a)", UnknownClause, "Law 42B2 has no sub-clauses", "below a leaf"),
    ("64", ClauseNotLoaded, "Procedure after Establishment of a Revoke", "a law that isn't loaded, by its title"),
    ("45A", ClauseNotLoaded, "it has 45F", "a section of a law of which one is loaded"),
    ("Definitions:Dummy", ClauseNotLoaded, "definitions are not in the loaded text", "a chapter that isn't loaded"),
]


@pytest.mark.parametrize(("written", "error", "says", "why"), MISSING, ids=[row[0] for row in MISSING])
def test_a_reference_that_cannot_be_resolved_names_what_there_is(laws, written, error, says, why):
    with pytest.raises(error, match=says):
        laws.resolve(LawRef.parse(written))


@pytest.mark.parametrize(
    ("text", "years", "why"),
    [
        ("what changed in 41D since 2007?", ["2007"], "a year"),
        ("2007 or 2017, or 2007 again", ["2007", "2017"], "each once"),
        ("board 2017-3", [], "part of a number"),
        ("no years", [], "none"),
    ],
)
def test_finds_years(text, years, why):
    assert find_editions(text) == years, why
