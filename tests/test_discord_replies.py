"""Follow-ups, edits, deletions, and the menu on somebody's message."""

import asyncio

import pytest
from fake_discord.club import club
from fake_discord.people import shown

from bot import discord_questions

DIRECTOR = "May dummy call the director?"
DOWN = "How do I put down dummy?"
ON = "and if declarer asked for it?"


async def test_a_reply_to_an_answer_is_a_follow_up() -> None:
    async with club() as one:
        answer = await one.anna.asks(f"{one.mention} {DIRECTOR}")
        second = await one.anna.asks(ON, reply_to=answer)
        assert one.ask.asked == [DIRECTOR, f"{DIRECTOR} {ON}"]
        assert second.embeds[0]["author"]["name"] == f"{DIRECTOR} {ON}"
        await one.bert.asks("what about in 2007?", reply_to=second)
        assert one.ask.asked[-1] == f"{DIRECTOR} {ON} what about in 2007?"


async def test_a_reply_that_stands_alone_is_asked_alone() -> None:
    async with club() as one:
        answer = await one.anna.asks(f"{one.mention} {DIRECTOR}")
        await one.anna.asks("Who decides which hand declarer leads from after a wrong claim?", reply_to=answer)
        assert one.ask.asked[-1] == "Who decides which hand declarer leads from after a wrong claim?"


async def test_a_reply_to_what_a_command_answered() -> None:
    async with club() as one:
        answer = shown(await one.anna.runs("ask", question=DIRECTOR))
        await one.anna.asks(ON, reply_to=answer)
        assert one.ask.asked[-1] == f"{DIRECTOR} {ON}"


@pytest.mark.parametrize("text", ["thanks!", "that was quick, thank you", "👍"])
async def test_thanks_are_not_answered(text: str) -> None:
    async with club() as one:
        answer = await one.anna.asks(f"{one.mention} {DIRECTOR}")
        one.anna.says(text, reply_to=answer)
        await asyncio.sleep(0.15)
        assert one.ask.asked == [DIRECTOR]


async def test_a_reply_to_something_else_is_no_follow_up() -> None:
    async with club() as one:
        said = one.bert.says("I think dummy may do that")
        one.anna.says("and if declarer asked for it?", reply_to=said)
        await asyncio.sleep(0.15)
        assert one.ask.asked == []


async def test_follow_ups_in_direct_messages() -> None:
    async with club() as one:
        answer = await one.anna.direct.asks(DIRECTOR)
        await one.anna.direct.asks(ON, reply_to=answer)
        assert one.ask.asked[-1] == f"{DIRECTOR} {ON}"


async def test_an_edited_question_is_answered_anew_in_place() -> None:
    async with club() as one:
        said = one.anna.says(f"{one.mention} {DIRECTOR}")
        answer = await one.anna.hears(said)
        one.anna.edits(said, f"{one.mention} {DOWN}")
        await one.discord.world.until(lambda: answer.embeds[0]["title"] == "Law 41D governs")
        assert answer.embeds[0]["author"]["name"] == DOWN
        assert one.discord.world.messages_in(one.lounge, one.discord.world.bot) == [answer]
        await one.bert.asks(ON, reply_to=answer)
        assert one.ask.asked[-1] == f"{DOWN} {ON}", "the record changed as well"


async def test_a_preview_that_discord_adds_is_no_edit() -> None:
    async with club(slow=0.2) as one:
        said = one.anna.says(f"{one.mention} {DIRECTOR}")
        one.discord.world.edit(said)  # before the answer is there
        await one.anna.hears(said)
        one.discord.world.edit(said)  # and after
        await asyncio.sleep(0.3)
        assert one.ask.asked == [DIRECTOR]
        assert len(one.discord.world.messages_in(one.lounge, one.discord.world.bot)) == 1


async def test_an_edit_while_the_first_answer_is_on_its_way() -> None:
    async with club(slow=0.3) as one:
        said = one.anna.says(f"{one.mention} {DIRECTOR}")
        await one.discord.world.until(lambda: one.ask.asked)
        one.anna.edits(said, f"{one.mention} {DOWN}")
        answer = await one.anna.hears(said)
        await one.discord.world.until(lambda: answer.embeds[0]["title"] == "Law 41D governs")
        assert len(one.discord.world.messages_in(one.lounge, one.discord.world.bot)) == 1


async def test_an_edit_after_five_minutes_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with club() as one:
        said = one.anna.says(f"{one.mention} {DIRECTOR}")
        await one.anna.hears(said)
        monkeypatch.setattr(discord_questions, "EDITED_WITHIN", discord_questions.EDITED_WITHIN * 0)
        one.anna.edits(said, f"{one.mention} {DOWN}")
        await asyncio.sleep(0.15)
        assert one.ask.asked == [DIRECTOR]


async def test_a_mention_that_is_added_in_an_edit_is_answered() -> None:
    async with club() as one:
        said = one.anna.says(DIRECTOR)
        one.anna.edits(said, f"{one.mention} {DIRECTOR}")
        assert (await one.anna.hears(said)).embeds


async def test_an_edit_to_nothing_leaves_the_answer() -> None:
    async with club() as one:
        said = one.anna.says(f"{one.mention} {DIRECTOR}")
        answer = await one.anna.hears(said)
        one.anna.edits(said, one.mention)
        await asyncio.sleep(0.15)
        assert answer.embeds[0]["author"]["name"] == DIRECTOR


async def test_an_edit_of_an_answer_that_was_deleted() -> None:
    async with club() as one:
        said = one.anna.says(f"{one.mention} {DIRECTOR}")
        answer = await one.anna.hears(said)
        await one.anna.clicks(answer, "Delete")
        await one.discord.world.until(lambda: answer.deleted)
        await asyncio.sleep(0.05)
        one.anna.edits(said, f"{one.mention} {DOWN}")
        assert (await one.anna.hears(answer)).embeds[0]["title"] == "Law 41D governs"


async def test_the_menu_on_somebodys_message() -> None:
    async with club() as one:
        said = one.bert.says(f"<@{one.anna.user.id}> How do I put down dummy?")
        answer = shown(await one.anna.picks("What do the Laws say?", said))
        assert answer.embeds[0]["author"]["name"] == "a player How do I put down dummy?"
        assert answer.notified == set()


async def test_the_menu_on_a_message_without_text() -> None:
    async with club() as one:
        told = shown(await one.anna.picks("What do the Laws say?", one.bert.says("")))
        assert "no text" in told.content
        assert not one.bert.sees(told)
