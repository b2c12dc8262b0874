"""Answers as embeds, within Discord's limits whatever stands in them."""

from dataclasses import replace

import pytest
from fake_discord.asking import TABLE, TableAsk, library
from fake_discord.judge import embed_length

from bot.answer import Answer, Outcome, Pointer, cite
from bot.discord_embeds import answer_document, answer_embed, told, turned
from bot.documents import page
from bot.render import unescape_markdown
from corpus.errors import BadQuestion, IndexDamaged
from corpus.refs import LawRef

BOOK = library().edition("2017")
WHOLE = tuple(cite(BOOK, LawRef(law), whole=True) for law in (41, 42, 43))
FULL = Answer(
    "q" * 2000,
    Outcome.ANSWERED,
    BOOK,
    0.9,
    WHOLE,
    see_also=tuple(LawRef(law) for law in range(1, 94)),
    pointers=tuple(Pointer(LawRef(law)) for law in range(1, 94)),
    note="*" * 3000,
    composed="_" * 3000,
)


@pytest.mark.parametrize(
    "answer", [FULL, *(TableAsk()(question) for question in TABLE)], ids=lambda one: one.question[:20]
)
def test_every_page_is_within_the_limits(answer: Answer) -> None:
    embed = answer_embed(answer, library())
    assert embed_length(embed.to_dict()) <= 6000
    if answer.citations:
        document = answer_document(answer)
        for number in range(page(library(), document).count):
            shown = turned(embed, page(library(), document, number)).to_dict()
            assert embed_length(shown) <= 6000
            assert len(shown["description"]) <= 4096
            assert all(1 <= len(field["value"]) <= 1024 for field in shown.get("fields", []))


def test_the_words_around_the_quotations_are_escaped_whole() -> None:
    for field in answer_embed(replace(FULL, note="a*b_c" * 200), library()).fields:
        assert field.value
        assert not field.value.endswith("\\")


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        (Answer("q", Outcome.ANSWERED, BOOK, 0.9, (WHOLE[0],)), "Law 41 governs"),
        (Answer("q", Outcome.ANSWERED, BOOK, 0.9, WHOLE), "Laws 41, 42 and 43 govern"),
        (Answer("q", Outcome.ANSWERED, BOOK, 0.9), "What I have on it"),
        (
            Answer("q", Outcome.NOT_LOADED, BOOK, 0.9, pointers=(Pointer(LawRef(0, ("Trick",))),)),
            "the definition of Trick governs; I don't have the text",
        ),
        (Answer("q", Outcome.NOT_LOADED, BOOK, 0.9), "I don't have the text of the law that governs"),
    ],
)
def test_the_outcome_in_the_title(answer: Answer, title: str) -> None:
    assert answer_embed(answer, library()).title == title


def test_an_error_is_one_message_that_orders_nothing() -> None:
    text = told(BadQuestion("*" * 5000))
    assert len(text) <= 2000
    assert unescape_markdown(text).startswith("***")
    assert "/home" not in told(IndexDamaged("The index /home/x is cut short."))
