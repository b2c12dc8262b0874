"""`/unanswered`, `/stats`, `/define`, `/help`, `/forget-me`, and how often people may ask."""

import asyncio
import io
import time
from dataclasses import replace
from pathlib import Path

import pytest
from fake_discord.club import club
from fake_discord.people import shown
from PIL import Image

from bot.discord_embeds import FAILED
from bot.discord_rulings import NOT_A_DIRECTOR
from bot.records import Kept, Records
from bot.render import unescape_markdown
from corpus.errors import IndexDamaged, StateError
from corpus.library import Library
from corpus.load import loads

ODD = "dummy said something odd"


async def test_unanswered_groups_what_is_alike() -> None:
    async with club() as one:
        one.ask.also("dummy was saying something odd to him", ODD)
        for question in (ODD, "dummy was saying something odd to him", "How do I put down dummy?"):
            await one.anna.runs("ask", question=question)
        bad = shown(await one.anna.runs("ask", question="May dummy call the director?"))
        await one.bert.clicks(bad, "Not helpful")
        told = shown(await one.owner.runs("unanswered"))
        lines = unescape_markdown(told.embeds[0]["description"]).split("\n")
        assert len(lines) == 2
        assert lines[0].startswith("- **2×** dummy was saying something odd")
        assert "May dummy call the director? (not helpful" in lines[1]
        assert f"/{bad.channel.id}/{bad.id}" in lines[1]
        assert not one.anna.sees(told)


async def test_unanswered_is_for_directors() -> None:
    async with club() as one:
        assert shown(await one.anna.runs("unanswered")).content == NOT_A_DIRECTOR
        one.gets(one.anna, one.directors)
        await one.owner.runs("setup", director_role=one.directors)
        assert "Nothing" in shown(await one.anna.runs("unanswered")).text


async def test_a_long_list_of_unanswered_fits() -> None:
    async with club(person_limit=0) as one:
        for number in range(40):
            question = f"{chr(97 + number % 26) * 5}{number} " * 20
            one.ask.also(question.strip(), ODD)
            await one.anna.runs("ask", question=question)
        told = shown(await one.owner.runs("unanswered")).embeds[0]["description"]
        assert "more" in told.split("\n")[-1]
        assert len(told) <= 4096


async def test_stats_are_a_picture_and_told_in_words() -> None:
    async with club() as one:
        for question in ("May dummy call the director?", ODD, "what's for lunch?"):
            await one.anna.runs("ask", question=question)
        told = shown(await one.bert.runs("stats"))
        picture = Image.open(io.BytesIO(told.files["stats.png"]))
        assert picture.format == "PNG"
        assert told.embeds[0]["description"].startswith("3 questions: 1 answered, 1 unsure, 1 not about the laws.")
        assert told.embeds[0]["image"]["url"] == "attachment://stats.png"
        assert one.anna.sees(told)


async def test_a_term_that_is_not_in_the_excerpts() -> None:
    async with club() as one:
        assert "not in the loaded text" in shown(await one.anna.runs("define", term="trick")).content


TERMS = """edition: 2017
title: A book of our own words

[Definitions]

[Definitions:Trick]
Four cards, one from each hand.

[Definitions:Penalty Card]
A card that lies open for a fault.

[41] Commencement of Play
Somebody leads.
"""


async def test_a_term_that_is_defined_and_what_is_offered_while_typing() -> None:
    async with club(books=Library({"2017": loads(TERMS)})) as one:
        assert "Four cards" in shown(await one.anna.runs("define", term="trick")).text
        assert [choice["value"] for choice in await one.anna.types("define", term="card")] == ["Penalty Card"]
        assert len(await one.anna.types("define", term="")) == 2
        told = shown(await one.anna.runs("define", term="tempo")).content
        assert "define no “tempo”" in told
        assert "Trick" in told


async def test_what_is_too_old_is_removed_at_the_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'records.sqlite3'}"
    records = Records(url)
    kept = Kept(1, 5, 6, None, ODD, "2017", "unsure", (), 0.4, time.time() - 3 * 24 * 3600)
    records.keep(kept, 7)
    records.keep(replace(kept, id=2, asked_at=time.time()), 7)
    async with club(database_url=url, retention_days=2) as one:
        await one.discord.world.until(lambda: records.find(1) is None, what="the removal")
    assert records.find(2) is not None
    records.close()


@pytest.mark.parametrize("error", [RuntimeError("a fault"), IndexDamaged("The index /home/x is cut short.")])
async def test_what_goes_wrong_on_this_machine_is_said_without_its_inside(error: Exception) -> None:
    async with club() as one:
        one.ask.broken = error
        for told in (
            shown(await one.anna.runs("ask", question=ODD)),
            await one.anna.asks(f"{one.mention} {ODD}"),
        ):
            assert told.content == FAILED
        one.ask.broken = None
        assert shown(await one.anna.runs("ask", question=ODD)).embeds


async def test_without_its_database_it_still_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with club() as one:

        def gone(*_: object, **__: object) -> None:
            raise StateError("The database postgresql://user:***@db/lawbook can't be used: it went away")

        for name in ("server", "keep", "find", "vote"):
            monkeypatch.setattr(Records, name, gone)
        answer = shown(await one.anna.runs("ask", question=ODD))
        assert answer.embeds
        assert "Law 43" in shown(await one.anna.clicks(answer, "Whole law")).text
        assert shown(await one.anna.clicks(answer, "Helpful")).content == FAILED
        assert (await one.anna.asks(f"{one.mention} {ODD}")).embeds


async def test_help_is_for_the_one_who_asks() -> None:
    async with club() as one:
        told = shown(await one.anna.runs("help"))
        for command in one.discord.world.commands:
            if command["type"] == 1:
                assert f"/{command['name']}" in told.content or command["name"] == "help"
        assert not one.bert.sees(told)


async def test_forget_me() -> None:
    async with club() as one:
        await one.anna.runs("ask", question=ODD)
        assert shown(await one.anna.runs("forget-me")).content == "1 records of yours are removed."
        assert "nothing of yours" in shown(await one.anna.runs("forget-me")).content
        assert "Nothing" in shown(await one.owner.runs("unanswered")).text


async def test_who_asks_too_often_is_told_alone() -> None:
    async with club(person_limit=1) as one:
        await one.anna.runs("ask", question=ODD)
        refused = shown(await one.anna.runs("ask", question=ODD))
        assert "Please try again in" in refused.content
        assert not one.bert.sees(refused)
        assert shown(await one.bert.runs("ask", question=ODD)).embeds, "another person may"


async def test_who_mentions_too_often_is_told_in_a_direct_message_once() -> None:
    async with club(person_limit=1) as one:
        first = await one.anna.asks(f"{one.mention} {ODD}")
        for _ in range(3):
            one.anna.says(f"{one.mention} {ODD}")
        notice = await one.anna.direct.hears()
        assert "Please try again in" in notice.content
        await asyncio.sleep(0.1)
        assert one.discord.world.messages_in(one.anna.direct.channel, one.discord.world.bot) == [notice]
        assert one.discord.world.messages_in(one.lounge, one.discord.world.bot) == [first]


async def test_a_closed_door_ends_nothing() -> None:
    async with club(person_limit=1) as one:
        one.discord.world.closed_doors.add(one.anna.user)
        await one.anna.asks(f"{one.mention} {ODD}")
        one.anna.says(f"{one.mention} {ODD}")
        await asyncio.sleep(0.1)
        assert shown(await one.bert.runs("ask", question=ODD)).embeds


async def test_a_channel_has_a_limit_of_its_own() -> None:
    async with club(channel_limit=1) as one:
        await one.anna.runs("ask", question=ODD)
        assert "in this channel" in shown(await one.bert.runs("ask", question=ODD)).content
