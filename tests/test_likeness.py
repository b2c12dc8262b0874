"""Questions grouped by likeness."""

from bot.likeness import grouped

DIRECTOR = [
    "May dummy call the director?",
    "is dummy allowed to call the director",
    "Can dummy call a director when declarer revokes?",
]
OTHERS = ["What is the penalty for a revoke?", "who shuffles the cards"]


def test_alike_questions_are_one_group_and_the_largest_comes_first() -> None:
    groups = grouped([OTHERS[0], DIRECTOR[0], OTHERS[1], DIRECTOR[1]], lambda text: text)
    assert groups == [[DIRECTOR[0], DIRECTOR[1]], [OTHERS[0]], [OTHERS[1]]]


def test_every_item_is_in_one_group() -> None:
    items = [*DIRECTOR, *OTHERS, "", "?"]
    assert sorted(one for group in grouped(items, lambda text: text) for one in group) == sorted(items)


def test_nothing_is_no_group() -> None:
    assert grouped([], str) == []
