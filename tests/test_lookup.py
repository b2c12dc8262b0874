"""Look-ups in words: one clause, asked for with nothing but courtesies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.lookup import spoken_lookup, with_law_repeated

SPOKEN = [
    ("read me law forty-six b five", "46B5", "numbers in words"),
    ("Law 12, section C, paragraph 1, letter (e) please", "12C1(e)", "every level named"),
    ("law no. 25.A.2", "25A2", "points between levels"),
    ("can you quote Law XXII?", "22", "a roman number"),
    ("I'm after law no. 43A2a", "43A2(a)", "glued levels"),
    ("no. 76 letter B point 4", "76B4", "without the word law"),
    ("section b of rule 26", "26B", "the section first"),
    ("89th law?", "89", "an ordinal"),
    ("lw 61 b 3", "61B3", "mistyped"),
    ("Art. 23 A 2", "23A2", "article"),
    ('Definition of "extraneous" in the law book', "Definitions:extraneous", "a definition"),
    ("define dummy please", "Definitions:dummy", "a courtesy behind"),
    ("About exposed cards and what may be known: fifty E two", "50E2", "an address after a colon"),
]


@pytest.mark.parametrize(("text", "ref", "why"), SPOKEN, ids=[row[0] for row in SPOKEN])
def test_reads(text, ref, why):
    assert str(spoken_lookup(text)) == ref, why


OTHERS = [
    ("what's the rule of 20", "a bidding rule"),
    ("and the rule of eleven please", "a card-play rule"),
    ("law 43 dummy", "a word that is no courtesy"),
    ("how many tricks for 2 revokes", "a count"),
    ("please", "no number"),
    ("the contract was: 4H", "a bid after a colon"),
    ("score at trick twelve: 4", "a number after a colon"),
    ("law ninety-nine", "no such law"),
    ("", "nothing"),
]


@pytest.mark.parametrize(("text", "why"), OTHERS, ids=[row[1] for row in OTHERS])
def test_other_texts_are_no_lookups(text, why):
    assert spoken_lookup(text) is None, why


@given(st.text(max_size=60))
def test_random_text_never_raises(text):
    spoken_lookup(text)


LISTED = [
    ("what do laws 36 a and c read", "what do laws 36A and 36C read", "small letters"),
    ("Law 42 A, B and C", "Law 42A and 42B and 42C", "three of them"),
    ("law 64 or law 62", "law 64 or law 62", "two laws"),
    ("law 41 and a question", "law 41 and a question", "an article"),
    ("under law 20 F a question", "under law 20 F a question", "one section"),
]


@pytest.mark.parametrize(("text", "expected", "why"), LISTED, ids=[row[2] for row in LISTED])
def test_the_law_is_repeated_before_each_section_of_a_list(text, expected, why):
    assert with_law_repeated(text) == expected
