"""What `/law` offers while a person types."""

import time

import pytest

from bot.autocomplete import LENGTH, MOST, Suggestions
from bot.everyday import EVERYDAY
from corpus.contents import LAST_LAW
from corpus.load import bundled
from corpus.refs import LawRef

BOOK = Suggestions(bundled()["2017"])

FOUND = [
    ("", ["41", "42", "43", "45"], "nothing typed: the laws that are there"),
    ("law", ["41", "42", "43", "45"], "the word alone says nothing yet"),
    ("43a1", ["43A1", "43A1(a)", "43A1(b)", "43A1(c)"], "a number offers its clause, then those below"),
    ("43 A 1 (b)", ["43A1(b)"], "however it is written"),
    ("L43A2", ["43A2", "43A2(a)", "43A2(b)", "43A2(c)"], "as directors write it"),
    ("law 64", ["64"], "a law whose text isn't loaded is offered all the same"),
    ("64a", ["64"], "a clause that isn't loaded leads to its law"),
    ("revoke", ["61", "62", "63", "64"], "an everyday word"),
    ("insuff", ["27"], "cut short as people do"),
    ("penalty card", ["50", "51", "52"], "two words"),
    ("penalty ca", ["50", "51", "52"], "while the second is typed"),
    ("UI", ["16", "73"], "an abbreviation, in any case"),
    ("loot", ["53", "54", "55", "56"], "lead out of turn"),
    ("dummy's limit", ["43"], "words of a title"),
    ("qualified", ["42B"], "a word of a heading"),
]


@pytest.mark.parametrize(("typed", "refs", "why"), FOUND)
def test_the_first_suggestions_are(typed: str, refs: list[str], why: str) -> None:
    assert [choice.value for choice in BOOK.find(typed)][: len(refs)] == refs, why


@pytest.mark.parametrize(
    ("typed", "without", "why"),
    [
        ("suit", "16", "UI stands inside the word, and is another word"),
        ("4", "14", "numbers are matched from their start"),
        ("zzz", "43", "no word begins like this"),
    ],
)
def test_not_suggested(typed: str, without: str, why: str) -> None:
    assert without not in [choice.value for choice in BOOK.find(typed)], why


def test_four_leads_to_law_4_before_the_forties() -> None:
    assert [choice.value for choice in BOOK.find("4")][:3] == ["4", "41", "42"]


def test_within_discords_limits_and_readable_again() -> None:
    for typed in ["", "4", "d", "dummy", "a", "1", *EVERYDAY]:
        choices = BOOK.find(typed)
        assert len(choices) <= MOST
        for choice in choices:
            assert 1 <= len(choice.name) <= LENGTH
            assert str(LawRef.parse(choice.value)) == choice.value


def test_every_everyday_term_is_found_and_names_laws_that_exist() -> None:
    for term, refs in EVERYDAY.items():
        assert all(1 <= LawRef.parse(ref).law <= LAST_LAW for ref in refs.split())
        first = LawRef.parse(refs.split()[0])
        offered = [LawRef.parse(choice.value) for choice in BOOK.find(term)]
        assert any(found.law == first.law for found in offered), term


def test_quick_enough_to_type_along() -> None:
    started = time.perf_counter()
    for typed in ("d", "du", "dum", "dumm", "dummy", "4", "43", "43a", "rev", "revoke"):
        BOOK.find(typed)
    assert (time.perf_counter() - started) / 10 < 0.05
