"""Bank files: how they are read, and that the shipped bank is honest."""

import pytest

from corpus.bank import Bank, read_bank, shipped_bank
from corpus.errors import BankError
from corpus.refs import LawRef
from evals.gold import FOLDER, read_gold
from evals.lint import near_duplicates, normal, shared_with


def test_reads_questions_and_what_is_outside():
    bank = read_bank(
        "# a club's own\n[43A1(a)]\nmay dummy call?\n\n[outside:advice]\nwhat do I lead?\n[43a1A]\nand why\n"
    )
    assert [(str(entry.ref), entry.text) for entry in bank.questions] == [
        ("43A1(a)", "may dummy call?"),
        ("43A1(a)", "and why"),
    ]
    assert [(entry.kind, entry.text) for entry in bank.outside] == [("advice", "what do I lead?")]


@pytest.mark.parametrize(
    ("text", "says", "why"),
    [
        ("may dummy call?", "line 1: a question stands before any header", "no header"),
        ("[dummy]\nx", "neither a reference", "a header that is no reference"),
        ("[43]\n" + "x" * 601, "601 characters", "a question that is a story"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text, says, why):
    with pytest.raises(BankError, match=says):
        read_bank(text, "club.txt")


def test_banks_add_up_without_repeats():
    one = read_bank("[43]\na\nb")
    assert (one + read_bank("[43]\nb\nc")).questions == read_bank("[43]\na\nb\nc").questions
    assert one.sha256 == read_bank("[43]\nb\na").sha256, "the order of lines is no difference"
    assert Bank().sha256 != one.sha256


@pytest.fixture(scope="module")
def bank():
    return shipped_bank()


def test_enough_for_every_bundled_clause(bank, laws):
    counts = {clause.ref: 0 for clause in laws.clauses if clause.text and not laws.children(clause.ref)}
    for entry in bank.questions:
        if entry.ref in counts:
            counts[entry.ref] += 1
    assert {str(ref): count for ref, count in counts.items() if count < 8} == {}


def test_every_law_can_be_named(bank):
    assert {entry.ref.law for entry in bank.questions} >= set(range(1, 94))


@pytest.mark.parametrize("name", ["bundled.jsonl", "book.jsonl"])
def test_no_gold_question_is_in_the_bank(bank, name):
    assert shared_with(bank, read_gold(FOLDER / name)) == []


def test_no_question_stands_under_two_clauses(bank):
    assert near_duplicates(bank) == []


def test_a_planted_gold_question_is_found():
    gold = read_gold(FOLDER / "bundled.jsonl")[0]
    planted = read_bank(f"[43]\n{gold.question.upper()}!!")
    assert shared_with(planted, [gold]) == [(gold.id, gold.question.upper() + "!!")]
    outside = read_bank(f"[outside:x]\n{gold.question}")
    assert len(shared_with(outside, [gold])) == 1, "in the negatives too"


def test_planted_near_duplicates_are_found():
    planted = read_bank("[43]\nMay dummy call the director?\n[42]\nmay dummy call the Director\n[41]\nsomething else")
    assert [tuple(map(str, refs)) for refs, _ in near_duplicates(planted)] == [("42", "43")]
    assert normal("It's — OK!") == normal("its ok")


def test_references_of_the_shipped_bank_print_as_they_are_read(bank):
    assert all(LawRef.parse(str(entry.ref)) == entry.ref for entry in bank.questions)
