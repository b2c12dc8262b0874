"""Question channels, forums and `/setup`: nothing speaks where nobody chose it."""

import asyncio
from typing import Any

import pytest
from fake_discord.club import Club, club
from fake_discord.people import NotAllowed, shown
from fake_discord.things import Channel, ChannelType, Permission

SURE = "May dummy call the director?"
ODD = "dummy said something odd?"


async def questions(one: Club, **more: Any) -> Channel:
    """A channel in which questions are answered."""
    channel = one.discord.world.add_channel(one.guild, "questions")
    one.discord.gateway.dispatch("CHANNEL_CREATE", channel.payload(), channel)
    await one.owner.runs("setup", question_channel=channel, **more)
    return channel


async def test_a_question_is_answered_in_a_thread_of_its_own() -> None:
    async with club() as one:
        channel = await questions(one)
        one.anna.at(channel).says(SURE)
        await one.discord.world.until(lambda: one.discord.world.threads_of(channel))
        (thread,) = one.discord.world.threads_of(channel)
        assert thread.name == SURE
        answer = await one.anna.at(thread).hears()
        assert answer.embeds[0]["title"] == "Laws 43A1(a) and 42B3 govern"
        assert one.discord.world.messages_in(channel, one.discord.world.bot) == []
        assert answer.notified == set()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("see you at eight tonight", "chat"),
        ("what's for lunch?", "a question, and not about the laws"),
        ("ok", "a word"),
    ],
)
async def test_chat_is_left_alone(text: str, why: str) -> None:
    async with club() as one:
        channel = await questions(one)
        one.anna.at(channel).says(text)
        one.bert.at(channel).says(SURE)
        await one.discord.world.until(lambda: one.discord.world.threads_of(channel))
        assert [thread.name for thread in one.discord.world.threads_of(channel)] == [SURE], why


async def test_nothing_is_said_in_channels_that_nobody_chose() -> None:
    async with club() as one:
        channel = await questions(one)
        one.anna.says(SURE)
        one.anna.at(channel).says(SURE)
        await one.discord.world.until(lambda: one.discord.world.threads_of(channel))
        assert one.discord.world.threads_of(one.lounge) == []
        said = one.discord.world.messages_in(one.lounge, one.discord.world.bot)
        assert [message for message in said if one.anna.sees(message)] == []


async def test_no_longer_where_it_was_taken_back() -> None:
    async with club() as one:
        channel = await questions(one)
        await one.owner.runs("setup", not_channel=channel)
        one.anna.at(channel).says(SURE)
        await asyncio.sleep(0.15)
        assert one.ask.asked == []


async def test_a_post_in_a_forum_is_answered_in_it_title_and_text_together() -> None:
    async with club() as one:
        forum = one.discord.world.add_channel(one.guild, "ask-the-laws", ChannelType.FORUM)
        one.discord.gateway.dispatch("CHANNEL_CREATE", forum.payload(), forum)
        await one.owner.runs("setup", question_channel=forum)
        post = one.anna.opens_post(forum, "May dummy call", "the director?")
        answer = await one.anna.at(post.channel).hears()
        assert answer.embeds[0]["author"]["name"] == SURE
        one.bert.at(post.channel).says("How do I put down dummy?")
        await asyncio.sleep(0.15)
        assert one.ask.asked == [SURE], "further talk in a post is talk"


async def test_unsure_calls_the_director_into_the_thread_once() -> None:
    async with club() as one:
        one.ask.also(ODD, "dummy said something odd")
        one.gets(one.bert, one.directors)
        channel = await questions(one, director_role=one.directors)
        one.anna.at(channel).says(ODD)
        await one.discord.world.until(lambda: one.discord.world.threads_of(channel))
        (thread,) = one.discord.world.threads_of(channel)
        answer = await one.anna.at(thread).hears()
        assert answer.embeds[0]["title"].startswith("Not sure")
        notice = await one.anna.at(thread).hears(answer)
        assert notice.notified == {one.bert.user}
        assert "Rule…" in notice.buttons
        assert "already" in shown(await one.anna.clicks(answer, "Ask a director")).content


async def test_unsure_and_nobody_to_call_is_silence() -> None:
    async with club() as one:
        one.ask.also(ODD, "dummy said something odd")
        channel = await questions(one)
        one.anna.at(channel).says(ODD)
        await one.discord.world.until(lambda: one.ask.asked)
        await asyncio.sleep(0.1)
        assert one.discord.world.threads_of(channel) == []


@pytest.mark.parametrize(("sure", "speaks"), [(90, True), (95, False)])
async def test_how_sure_it_must_be_is_a_setting(sure: int, speaks: bool) -> None:
    async with club() as one:
        channel = await questions(one, sure=sure)
        one.anna.at(channel).says(SURE)  # the table is 93% sure of it
        await one.discord.world.until(lambda: one.ask.asked)
        await asyncio.sleep(0.15)
        assert bool(one.discord.world.threads_of(channel)) is speaks


async def test_the_edition_of_the_server() -> None:
    async with club() as one:
        await one.owner.runs("setup", edition="2007")
        assert (
            "2007" in shown(await one.anna.runs("ask", question="How do I put down dummy?")).embeds[0]["footer"]["text"]
        )
        assert "(2007)" in shown(await one.anna.runs("law", ref="41D")).embeds[0]["title"]
        chosen = shown(await one.anna.runs("ask", question="How do I put down dummy?", edition="2017"))
        assert "Bridge 2017" in chosen.embeds[0]["footer"]["text"], "a person's choice goes before it"


async def test_off_elsewhere_means_silence_on_mentions_but_commands_work() -> None:
    async with club() as one:
        channel = await questions(one, elsewhere="off")
        one.anna.says(f"{one.mention} {SURE}")
        await asyncio.sleep(0.15)
        assert one.ask.asked == []
        assert (await one.anna.at(channel).asks(f"{one.mention} {SURE}")).embeds
        assert shown(await one.anna.runs("ask", question=SURE)).embeds
        await one.owner.runs("setup", elsewhere="mentions")
        assert (await one.anna.asks(f"{one.mention} {SURE}")).embeds


async def test_setup_shows_how_things_stand_to_one_alone() -> None:
    async with club() as one:
        first = shown(await one.owner.runs("setup"))
        assert "none; I speak only when asked" in first.text
        assert not one.anna.sees(first)
        channel = await questions(one, director_role=one.directors, sure=60, edition="2007")
        told = shown(await one.owner.runs("setup")).text
        for words in (f"<#{channel.id}>", f"<@&{one.directors.id}>", "60%", "2007"):
            assert words in told


async def test_setup_is_for_those_who_manage_the_server() -> None:
    async with club() as one:
        with pytest.raises(NotAllowed):
            await one.anna.runs("setup")
        with pytest.raises(NotAllowed):
            await one.anna.direct.runs("setup")
        command = next(command for command in one.discord.world.commands if command["name"] == "setup")
        command["default_member_permissions"] = None  # an administrator opened it to everyone
        refused = shown(await one.anna.runs("setup", sure=1))
        assert "may manage this server" in refused.content


@pytest.mark.parametrize(
    ("denied", "lacks"),
    [
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (Permission.EMBED_LINKS, "Embed Links"),
    ],
)
async def test_setup_says_which_permission_is_missing(denied: Permission, lacks: str) -> None:
    async with club() as one:
        channel = one.discord.world.add_channel(one.guild, "questions")
        channel.denied[one.guild.id] = denied
        one.discord.gateway.dispatch("CHANNEL_CREATE", channel.payload(), channel)
        told = shown(await one.owner.runs("setup", question_channel=channel)).text
        assert f"I lack: {lacks}" in told


async def test_setup_says_that_the_role_cannot_be_notified_and_that_the_intent_is_missing() -> None:
    async with club(granted=False) as one:
        one.directors.mentionable = False
        one.discord.gateway.dispatch(
            "GUILD_ROLE_UPDATE", {"guild_id": str(one.guild.id), "role": one.directors.payload()}, one.lounge
        )
        channel = one.lounge
        told = shown(await one.owner.runs("setup", question_channel=channel, director_role=one.directors)).text
        assert "allow anyone to mention that role" in told
        assert "Message Content Intent" in told


async def test_without_the_intent_question_channels_are_silent_and_the_rest_works() -> None:
    async with club(granted=False) as one:
        await one.owner.runs("setup", question_channel=one.lounge)
        one.anna.says(SURE)
        assert (await one.anna.asks(f"{one.mention} {SURE}")).embeds
        assert one.ask.asked == [SURE]


async def test_no_permission_for_a_thread_ends_nothing() -> None:
    async with club() as one:
        channel = await questions(one)
        channel.denied[one.guild.id] = Permission.CREATE_PUBLIC_THREADS
        one.anna.at(channel).says(SURE)
        await one.discord.world.until(lambda: one.ask.asked)
        await asyncio.sleep(0.1)
        assert shown(await one.anna.runs("ask", question=SURE)).embeds
