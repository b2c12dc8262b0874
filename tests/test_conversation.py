"""What a chat message is to the bot, and what a reply asks."""

import pytest

from bot.conversation import LONGEST, addressed, follow_up, is_question, question_of


@pytest.mark.parametrize(
    ("text", "asks", "why"),
    [
        ("May dummy call the director?", True, "a question mark"),
        ("dummy called the director, is he allowed to do so", True, "asked without one"),
        ("LHO led out of turn. What now", True, "the second sentence asks"),
        ("ruling please: I revoked at trick 12", True, "asks for a ruling"),
        ("if declarer names a card that dummy hasn't got", True, "a case put"),
        ("see you at eight tonight", False, "chat"),
        ("thanks, that was quick", False, "thanks"),
        ("lol", False, "a word"),
        ("really?", False, "too short to be about anything"),
        ("I think dummy may do that", False, "an opinion"),
        ("", False, "nothing"),
    ],
)
def test_questions_are_told_from_chat(text: str, asks: bool, why: str) -> None:
    assert is_question(text) is asks, why


@pytest.mark.parametrize(
    ("text", "asked", "why"),
    [
        ("<@5> May dummy call?", "May dummy call?", "the mention goes"),
        ("<@!5> May dummy call?", "May dummy call?", "in its older form too"),
        ("<@&6> May dummy call?", "May dummy call?", "the mention of the role goes"),
        ("may <@77> call?", "may a player call?", "other people are players"),
        ("> he said this\nis it so?", "he said this is it so?", "signs of quoting go, the words stay"),
        ("  a\n\n b  ", "a b", "white space is one space"),
        ("<@5>", "", "nothing is asked"),
    ],
)
def test_the_question_in_a_message(text: str, asked: str, why: str) -> None:
    assert question_of(text, 5, 6) == asked, why


@pytest.mark.parametrize(
    ("text", "named"),
    [("<@5> hi", True), ("<@!5> hi", True), ("<@&6> hi", True), ("<@55> hi", False), ("5 hi", False), ("hi", False)],
)
def test_whether_a_text_names_the_bot(text: str, named: bool) -> None:
    assert addressed(text, 5, 6) is named


BEFORE = "May dummy call the director?"


@pytest.mark.parametrize(
    ("text", "joined", "why"),
    [
        ("and if declarer asked for it?", True, "goes on"),
        ("what about declarer?", True, "goes on"),
        ("even if he saw a revoke in dummy's own hand?", True, "goes on"),
        ("would that be a penalty for the whole side?", True, "points back"),
        ("in the 2007 laws?", True, "too short to stand alone"),
        ("Who decides which hand declarer leads from after a wrong claim?", False, "stands alone"),
    ],
)
def test_a_reply_is_understood_with_the_question_before(text: str, joined: bool, why: str) -> None:
    assert follow_up(BEFORE, text) == (f"{BEFORE} {text}" if joined else text), why


def test_a_follow_up_is_never_longer_than_a_question() -> None:
    asked = follow_up("x" * 3000, "and if declarer asked for it?")
    assert len(asked) == LONGEST
    assert asked.endswith(" and if declarer asked for it?")
    assert follow_up("before", "and " + "y" * LONGEST) == "and " + "y" * LONGEST
