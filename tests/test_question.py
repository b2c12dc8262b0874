"""What a question says of itself, before any search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.question import MAX_LENGTH, read_question
from corpus.errors import BadQuestion

READINGS = [
    ("law 42", True, ["42"], "a bare look-up"),
    ("what does L70D1 say?", True, ["70D1"], "a look-up in a sentence"),
    ("43 a 1 a", True, ["43A1(a)"], "a look-up without the word law"),
    ("Law 25 b 1 text pls", True, ["25B1"], "shorthand"),
    ("can you show me laws 42 and 43", True, ["42", "43"], "two at once"),
    ("under law 43, may dummy leave the table?", False, ["43"], "a question about a law"),
    ("dummy called the director", False, [], "no reference"),
]


@pytest.mark.parametrize(("text", "lookup", "refs", "why"), READINGS, ids=[row[0] for row in READINGS])
def test_lookups_are_told_from_questions(text, lookup, refs, why):
    reading = read_question(text)
    assert (reading.lookup, [str(ref) for ref in reading.refs]) == (lookup, refs), why


@pytest.mark.parametrize(
    ("text", "law_years", "other", "why"),
    [
        ("what changed in 41D since 2007?", (), False, "a year alone"),
        ("did the 2007 laws say separate columns?", ("2007",), False, "a year of laws"),
        ("the Laws of 1997", ("1997",), False, "the year behind"),
        ("who won in 2019?", (), False, "another year"),
        ("how was this in the old laws?", (), True, "an edition without its year"),
        ("the old man at table 4", (), False, "old, but no edition"),
    ],
)
def test_editions_in_a_question(text, law_years, other, why):
    reading = read_question(text)
    assert (reading.law_years, reading.other_edition) == (law_years, other), why


BAD = [
    ("", "empty", "nothing"),
    ("   \n\t ", "empty", "white space"),
    ("\x00\x07\x1b", "empty", "control characters alone"),
    ("?!... -- ***", "no words", "signs alone"),
    ("x" * 10_000, "10000 characters", "too long"),
]


@pytest.mark.parametrize(("text", "says", "why"), BAD, ids=[row[2] for row in BAD])
def test_what_cannot_be_a_question_is_told_so(text, says, why):
    with pytest.raises(BadQuestion, match=says):
        read_question(text)


def test_control_characters_are_left_out_of_what_is_read():
    assert read_question("may\x00 dummy\x1b[31m call\r\n?").text == "may dummy [31m call ?"


@given(st.text(max_size=MAX_LENGTH + 50))
def test_reading_never_raises_anything_else(text):
    try:
        reading = read_question(text)
    except BadQuestion:
        return
    assert reading.text
    assert not any(ord(character) < 32 for character in reading.text)
