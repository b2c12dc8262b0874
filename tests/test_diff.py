"""Comparing editions: changed, moved, added, removed, and a renumbered reference told apart."""

import pytest

from corpus.diff import ChangeKind, compare
from corpus.model import Clause, Edition
from corpus.refs import LawRef


def edition(key, **texts):
    return Edition(
        key, key, tuple(Clause(LawRef.parse(ref.replace("_", "")), text=text) for ref, text in texts.items())
    )


def test_law_41_differs_in_exactly_two_places(editions):
    changes = compare(editions["2007"], editions["2017"], LawRef(41))
    told = [(change.kind, str(change.ref), [change.words(edit) for edit in change.edits]) for change in changes]
    assert told == [
        (ChangeKind.REFERENCE, "41A", [("(see Law 47E2)", "(see Laws 47E and 54)")]),
        (ChangeKind.CHANGED, "41D", [("columns", "separate columns")]),
    ]


LONG = "the player who led out of turn must put the card back and wait until his partner has led to the trick"
PAIRS = [
    ({"_1": LONG}, {"_1": LONG}, [], "the same text is no change"),
    ({"_1": "dummy’s hand"}, {"_1": "dummy's  hand"}, [], "quote marks and white space don't count"),
    ({"_1": LONG}, {"_1": LONG.replace("must", "may")}, [("changed", "1", "1")], "one word"),
    (
        {"_1": f"{LONG} (see Law 9)"},
        {"_1": f"{LONG} (see Law 10B)"},
        [("reference", "1", "1")],
        "a renumbered reference",
    ),
    ({"_1": f"{LONG} (Law 9)"}, {"_1": f"{LONG} (Laws 9 and 10)"}, [("reference", "1", "1")], "a longer list of them"),
    ({"_1": f"{LONG} (Law 9)"}, {"_1": f"{LONG} not (Law 8)"}, [("changed", "1", "1")], "a reference and a word"),
    ({"_1": LONG}, {"_2": LONG}, [("moved", "1", "2")], "the same words elsewhere"),
    ({"_1": LONG}, {}, [("removed", "1", None)], "gone"),
    ({}, {"_1": LONG}, [("added", None, "1")], "new"),
    (
        {"_1": LONG, "_2": "a rule on the shuffle of four hands into the board"},
        {"_1": "a rule on the shuffle of four hands into the board", "_2": LONG},
        [("moved", "2", "1"), ("moved", "1", "2")],
        "two that changed places",
    ),
    ({"_1": LONG}, {"_1": "Players sit where the draw puts them."}, [("changed", "1", "1")], "rewritten at its place"),
]


@pytest.mark.parametrize(("old", "new", "found", "why"), PAIRS, ids=[row[3] for row in PAIRS])
def test_kinds_of_change(old, new, found, why):
    changes = compare(edition("2007", **old), edition("2017", **new))
    told = [(str(c.kind), str(c.old.ref) if c.old else None, str(c.new.ref) if c.new else None) for c in changes]
    assert told == found, why
