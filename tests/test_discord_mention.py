"""An answer on a mention and in direct messages; silence everywhere else."""

import asyncio

import pytest
from fake_discord.club import club
from fake_discord.things import Permission

from bot.render import unescape_markdown


async def test_a_mention_is_answered_as_a_reply_without_a_ping() -> None:
    async with club() as one:
        answer = await one.anna.asks(f"{one.mention} May dummy call the director?")
        assert answer.embeds[0]["author"]["name"] == "May dummy call the director?"
        assert answer.reference is not None
        assert answer.reference.author is one.anna.user
        assert answer.notified == set()


async def test_the_mention_of_the_bots_own_role_is_not_met_with_silence() -> None:
    async with club() as one:
        role = next(role for role in one.guild.roles if role.bot)
        answer = await one.anna.asks(f"<@&{role.id}> May dummy call the director?")
        assert "43A1" in answer.text


async def test_without_the_intent_the_mention_of_the_role_is_told_how_to_ask() -> None:
    async with club(granted=False) as one:
        role = next(role for role in one.guild.roles if role.bot)
        answer = await one.anna.asks(f"<@&{role.id}> May dummy call the director?")
        assert "I quote the Laws" in answer.content, "Discord shows the text of such a message to nobody but people"


async def test_other_people_in_a_question_are_players() -> None:
    async with club() as one:
        answer = await one.anna.asks(f"{one.mention} may <@{one.bert.user.id}> call the director?")
        assert answer.embeds[0]["author"]["name"] == "may a player call the director?"
        assert answer.notified == set()


async def test_a_mention_alone_is_told_what_the_bot_is_for() -> None:
    async with club() as one:
        assert "I quote the Laws" in (await one.anna.asks(one.mention)).content


async def test_a_direct_message_needs_no_mention() -> None:
    async with club() as one:
        answer = await one.anna.direct.asks("May dummy call the director?")
        assert "43A1" in answer.text
        assert "Delete" not in answer.buttons


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("May dummy call the director?", "nobody asked the bot"),
        ("@everyone May dummy call the director?", "everyone is not the bot"),
    ],
)
async def test_nothing_is_said_unasked(text: str, why: str) -> None:
    async with club() as one:
        one.anna.says(text)
        answer = await one.bert.asks(f"{one.mention} How do I put down dummy?")
        assert one.discord.world.messages_in(one.lounge, one.discord.world.bot) == [answer], why


async def test_bots_are_not_answered() -> None:
    async with club() as one:
        one.anna.user.bot = True
        one.anna.says(f"{one.mention} May dummy call the director?")
        answer = await one.bert.asks(f"{one.mention} How do I put down dummy?")
        assert one.discord.world.messages_in(one.lounge, one.discord.world.bot) == [answer]


async def test_no_permission_to_answer_ends_nothing() -> None:
    async with club() as one:
        one.lounge.denied[one.discord.world.bot.id] = Permission.SEND_MESSAGES
        one.anna.says(f"{one.mention} May dummy call the director?")
        await one.discord.world.until(lambda: one.ask.asked)
        one.lounge.denied.clear()
        assert (await one.bert.asks(f"{one.mention} How do I put down dummy?")).embeds


async def test_a_question_deleted_before_the_answer_is_answered_all_the_same() -> None:
    async with club(slow=0.6) as one:
        said = one.anna.says(f"{one.mention} May dummy call the director?")
        await one.discord.world.until(lambda: one.ask.asked)
        one.discord.world.delete(said)
        answer = await one.anna.hears()
        assert answer.reference is None
        assert answer.embeds


async def test_the_words_of_a_refusal_are_escaped() -> None:
    async with club() as one:
        one.ask.slow = 0.0
        answers = await asyncio.gather(one.anna.asks(f"{one.mention} May dummy call the director?"))
        assert "43A1(a)" in unescape_markdown(answers[0].text)
