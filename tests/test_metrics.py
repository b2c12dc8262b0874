"""Known answers for every figure of the evaluation."""

import json

import pytest

from bot.answer import Answer, Outcome, Pointer, cite
from corpus.errors import LawbookError
from corpus.refs import LawRef
from evals.gold import GoldQuestion, Kind, read_gold
from evals.metrics import Result, among, citation_precision, confusion, interval, reliability, share
from evals.report import compare
from index.search import Hit


def gold(*refs, kind=Kind.ANSWERABLE, also=(), id="g1"):
    parsed = tuple(map(LawRef.parse, refs)), tuple(map(LawRef.parse, also))
    return GoldQuestion(id, "q", *parsed, kind, "player", "full", ())


HITS = [
    (["43A1(a)"], [], "43A1(a)", True, "the clause itself"),
    (["43A1(a)"], [], "43A1", True, "above it"),
    (["43A1(a)"], [], "43A", True, "its letter"),
    (["43A1(a)"], [], "43", False, "the whole law says too much"),
    (["43A1(a)"], [], "43A1(b)", False, "its neighbour"),
    (["43A"], [], "43A2(b)", True, "below it"),
    (["42"], [], "42", True, "a law where the law is wanted"),
    (["42"], [], "42B1", True, "a clause of it"),
    (["42B2"], ["9A3"], "9A3", True, "also right"),
    (["1"], [], "10A", False, "another law that begins alike"),
]


@pytest.mark.parametrize(("wanted", "also", "cited", "hit", "why"), HITS, ids=[row[4] for row in HITS])
def test_when_a_citation_hits(wanted, also, cited, hit, why):
    assert gold(*wanted, also=also).hit_by(LawRef.parse(cited)) is hit, why


def result(laws, question, cited=(), ranking=(), outcome=Outcome.ANSWERED, confidence=1.0, pointers=()):
    citations = tuple(cite(laws, LawRef.parse(ref)) for ref in cited)
    answer = Answer(
        "q", outcome, laws, confidence, citations, pointers=tuple(Pointer(LawRef.parse(p)) for p in pointers)
    )
    return Result(question, answer, tuple(Hit(LawRef.parse(ref), 0.5) for ref in ranking))


def test_ranks_and_precision(laws):
    results = [
        result(laws, gold("43A2b"), ["43A2b", "43A2a"], ["43A2b", "41A"]),
        result(laws, gold("42B2"), ["41A"], ["41A", "41B", "42B2"]),
        result(laws, gold("45F"), ["41A"], ["41A", "41B", "41C"]),
        result(laws, gold("41D"), ["41D"], ["41C", "41D"]),
    ]
    assert [r.rank for r in results] == [1, 3, None, 2]
    assert [among(results, k) for k in (1, 2, 3)] == [0.25, 0.5, 0.75]
    assert citation_precision(results) == 2 / 5


RIGHT = [
    (gold("43A2b"), {"cited": ["43A2b"]}, True, "the first citation governs"),
    (gold("43A2b"), {"cited": ["41A", "43A2b"]}, False, "it comes second"),
    (gold("64A"), {"outcome": Outcome.NOT_LOADED, "pointers": ["64B"]}, True, "the law is named"),
    (gold("64A"), {"outcome": Outcome.NOT_LOADED, "pointers": ["63"]}, False, "another law is named"),
    (gold("64A"), {"cited": ["43A2b"]}, False, "answered with something else"),
    (gold(kind=Kind.OUT_OF_SCOPE), {"outcome": Outcome.OUT_OF_SCOPE}, True, "refused"),
    (gold(kind=Kind.OUT_OF_SCOPE), {"outcome": Outcome.UNSURE, "cited": ["41A"]}, False, "not refused"),
    (gold("42", kind=Kind.LOOKUP), {"cited": ["42"]}, True, "the very clause"),
    (gold("42", kind=Kind.LOOKUP), {"cited": ["42A"]}, False, "a look-up wants the clause itself"),
    (gold("41D", kind=Kind.EDITION), {"cited": ["41D"]}, False, "one edition's words alone"),
    (gold("43A2b", "41D", kind=Kind.MULTI), {"cited": ["41D", "43A2b"]}, True, "both"),
    (gold("43A2b", "41D", kind=Kind.MULTI), {"cited": ["41D"]}, False, "one of two"),
]


@pytest.mark.parametrize(("question", "answer", "right", "why"), RIGHT, ids=[row[3] for row in RIGHT])
def test_when_an_answer_is_right(laws, question, answer, right, why):
    assert result(laws, question, **answer).right is right, why


def test_confusion_counts_pairs(laws):
    results = [
        result(laws, gold("43A2b"), ["43A2b"]),
        result(laws, gold("64A"), outcome=Outcome.OUT_OF_SCOPE),
        result(laws, gold("64A"), outcome=Outcome.OUT_OF_SCOPE),
    ]
    assert confusion(results) == {
        (Outcome.ANSWERED, Outcome.ANSWERED): 1,
        (Outcome.NOT_LOADED, Outcome.OUT_OF_SCOPE): 2,
    }


def test_share_and_interval():
    assert share([]) == 0
    assert share([True, False, False, False]) == 0.25
    assert interval([True] * 20) == (1.0, 1.0)
    low, high = interval([True, False] * 50)
    assert 0.38 < low < 0.45
    assert 0.55 < high < 0.62
    assert interval([True, False] * 50) == (low, high), "the seed is fixed"


def test_reliability_sets_stated_beside_observed(laws):
    right, wrong = ["43A2b"], ["41A"]
    results = [result(laws, gold("43A2b"), ranking=right, confidence=0.9) for _ in range(3)]
    results += [result(laws, gold("43A2b"), ranking=wrong, confidence=1.0)]
    results += [result(laws, gold("43A2b"), ranking=wrong, confidence=0.1)]
    low, high = reliability(results)
    assert (low.count, low.observed) == (1, 0.0)
    assert (high.count, high.observed) == (4, 0.75)
    assert high.stated == pytest.approx(0.925)


def test_gains_and_losses():
    change = compare({"a": True, "b": False, "c": True, "gone": True}, {"a": False, "b": True, "c": True, "new": False})
    assert (change.gains, change.losses, change.compared) == (("b",), ("a",), 3)


WORSE = [
    (0, 0, False, "nothing lost"),
    (0, 2, False, "two of two hundred: as much as rounding does"),
    (0, 3, True, "three of two hundred"),
    (3, 5, False, "more lost than gained, but by two"),
    (9, 3, False, "more gained"),
]


@pytest.mark.parametrize(("gained", "lost", "worse", "why"), WORSE, ids=[row[3] for row in WORSE])
def test_a_run_is_worse_when_it_loses_on_balance(gained, lost, worse, why):
    before = {f"q{n}": n >= gained for n in range(200)}
    now = before | {f"q{n}": True for n in range(gained)} | {f"q{n}": False for n in range(100, 100 + lost)}
    assert compare(before, now).worse is worse


def test_the_half_of_a_question_never_moves():
    halves = [gold("42", id=f"g{n:03}").held_back for n in range(200)]
    assert 70 < sum(halves) < 130
    assert [gold("42", id="g001").held_back, gold("42", id="g002").held_back] == halves[1:3]


@pytest.mark.parametrize(
    ("line", "why"),
    [("{", "no JSON"), ("{}", "no fields"), ('{"id": 1}', "fields missing"), ("[1]", "no object")],
)
def test_a_gold_file_that_cannot_be_read_is_told_with_its_line(tmp_path, line, why):
    (tmp_path / "gold.jsonl").write_text("\n" + line)
    with pytest.raises(LawbookError, match="line 2"):
        read_gold(tmp_path / "gold.jsonl")


def test_the_sample_form_is_read(tmp_path):
    entry = {
        "id": "d1", "question": "q", "gold": ["42B2"], "also_ok": [], "kind": "answerable", "register": "player",
        "scope": "excerpt", "verdict": None, "must_say": ["He may"], "source": "written",
    }  # fmt: skip
    (tmp_path / "gold.jsonl").write_text(json.dumps(entry))
    assert read_gold(tmp_path / "gold.jsonl")[0].gold == (LawRef.parse("42B2"),)
