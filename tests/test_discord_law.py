"""`/law` and `/compare`, with what is offered while a person types."""

import time
from typing import Any

import pytest
from fake_discord.asking import library
from fake_discord.club import club
from fake_discord.people import shown

from bot.render import unescape_markdown
from corpus.refs import LawRef


@pytest.mark.parametrize(
    ("typed", "first"),
    [("revoke", "61"), ("insuff", "27"), ("penalty card", "50"), ("43a1", "43A1"), ("dummy's r", "42"), ("", "41")],
)
async def test_choices_while_typing(typed: str, first: str) -> None:
    async with club() as one:
        started = time.perf_counter()
        choices = await one.anna.types("law", ref=typed)
        assert time.perf_counter() - started < 0.5
        assert choices[0]["value"] == first


async def test_choices_are_of_the_edition_that_was_chosen() -> None:
    async with club() as one:
        choices = await one.anna.types("law", edition="2007", ref="4")
        assert "42 · Dummy's Rights (text not loaded)" in [choice["name"] for choice in choices]


@pytest.mark.parametrize(
    ("ref", "title", "clause"),
    [
        ("43A1a", "Law 43A1(a) (2017): Dummy's Limitations, Limitations on Dummy", "43A1(a)"),
        ("law forty-five F", "Law 45F (2017): Card Played, Dummy Indicates Card", "45F"),
        ("qualified", "Law 42B (2017): Dummy's Rights, Qualified Rights", "42B3"),
    ],
)
async def test_the_words_of_a_clause(ref: str, title: str, clause: str) -> None:
    async with club() as one:
        law = shown(await one.anna.runs("law", ref=ref))
        assert law.embeds[0]["title"] == title
        assert library().edition("2017").by_ref[LawRef.parse(clause)].text in unescape_markdown(law.text)
        assert one.bert.sees(law)


@pytest.mark.parametrize(
    ("ref", "edition", "within", "why"),
    [
        ("64", None, "Procedure after Establishment of a Revoke", "not loaded: number and title"),
        ("43C", None, "Law 43 has A and B; there is no C", "what there is instead"),
        ("94", None, "is not a reference", "no such law"),
        ("43", "2007", "2007 Laws", "not in that edition"),
        ("**dummy**", None, r"\*\*dummy\*\*", "shown, not obeyed"),
    ],
)
async def test_what_is_not_there_is_said_to_the_person_alone(
    ref: str, edition: str | None, within: str, why: str
) -> None:
    async with club() as one:
        options: dict[str, Any] = {"ref": ref} | ({"edition": edition} if edition else {})
        told = shown(await one.anna.runs("law", **options))
        assert within in (told.content if "\\" in within else unescape_markdown(told.content)), why
        assert not one.bert.sees(told)


async def test_an_edition_in_the_reference() -> None:
    async with club() as one:
        assert "(2007)" in shown(await one.anna.runs("law", ref="41D (2007)")).embeds[0]["title"]


async def test_the_differences_of_law_41() -> None:
    async with club() as one:
        told = shown(await one.anna.runs("compare", ref="41"))
        assert told.text.count("**Law 41") == 2
        assert "**separate columns**" in told.text
        assert "2007" in told.embeds[0]["footer"]["text"]


async def test_nothing_to_compare_with() -> None:
    async with club() as one:
        told = shown(await one.anna.runs("compare", ref="43"))
        assert "2007 Laws" in told.content
        assert not one.bert.sees(told)


async def test_pages_are_turned_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.documents.PAGE", 700)
    async with club() as one:
        law = shown(await one.anna.runs("law", ref="43"))
        first = law.embeds[0]["description"]
        assert law.embeds[0]["footer"]["text"].endswith("page 1 of 3")
        assert law.buttons["◀"]["disabled"]
        await one.anna.clicks(law, "▶")
        assert law.embeds[0]["description"] != first
        assert law.embeds[0]["title"] == "Law 43 (2017): Dummy's Limitations"
        await one.anna.clicks(law, "▶")
        assert law.embeds[0]["footer"]["text"].endswith("page 3 of 3")
        assert law.buttons["▶"]["disabled"]
        assert "See also" in law.buttons
        await one.bert.clicks(law, "◀")
        assert law.embeds[0]["footer"]["text"].endswith("page 2 of 3")


async def test_an_answer_is_paged_and_keeps_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.documents.PAGE", 700)
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question="What are all the limits on dummy?"))
        await one.anna.clicks(answer, "▶")
        assert answer.embeds[0]["author"]["name"] == "What are all the limits on dummy?"
        assert answer.embeds[0]["title"] == "Law 43 governs"
        assert "page 2 of" in answer.embeds[0]["footer"]["text"]
        assert set(answer.buttons) >= {"Whole law", "See also", "Helpful", "Delete", "◀", "▶"}
