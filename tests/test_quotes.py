"""Finding words in a clause: exact but for white space and the shape of quote marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.model import Clause
from corpus.quotes import locate_quote
from corpus.refs import LawRef

CLAUSE = Clause(LawRef(64), text="the transfer of 12 tricks from declarer’s side,\nor “two” of them (see 64A)")

QUOTES = [
    ("12 tricks", True, "whole tokens"),
    ("2 tricks", False, "not inside a longer number"),
    ("12 trick", False, "not inside a longer word"),
    ("declarer's side", True, "a straight quote mark for a curly one"),
    ('"two" of them', True, "straight double quotes"),
    ("side, or", True, "any white space for a line break"),
    ("side or", False, "a comma left out"),
    ("The transfer", False, "another case"),
    ("(see 64A)", True, "brackets at the ends"),
    ("11 tricks", False, "another number"),
    ("", False, "nothing"),
    ("   ", False, "only white space"),
]


@pytest.mark.parametrize(("words", "found", "why"), QUOTES, ids=[row[2] for row in QUOTES])
def test_locates(words, found, why):
    assert (locate_quote(words, CLAUSE, "2017") is not None) is found, why


@given(st.data())
def test_what_is_found_is_the_slice(data):
    tokens = CLAUSE.text.split()
    start = data.draw(st.integers(0, len(tokens) - 1))
    end = data.draw(st.integers(start + 1, len(tokens)))
    span = locate_quote("  ".join(tokens[start:end]), CLAUSE, "2017")
    assert span is not None
    assert CLAUSE.text[span.start : span.end].split() == tokens[start:end]
