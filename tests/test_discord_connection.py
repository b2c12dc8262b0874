"""Connecting, losing the connection, and what no restart mends."""

import asyncio

import pytest
from fake_discord.asking import TableAsk, library
from fake_discord.club import Club, build_club, club, identify_at_once, settings_for
from fake_discord.people import shown
from fake_discord.server import FakeDiscord

from bot.discord_client import REFUSED, serve
from corpus.errors import SettingsError, UnknownEdition


async def test_a_refused_token_is_one_sentence() -> None:
    async with FakeDiscord() as discord:
        build_club(discord, TableAsk())
        with pytest.raises(SettingsError, match="refused the token") as caught:
            await serve(settings_for(discord, token="another"), TableAsk(), library(), asyncio.Event())
        assert str(caught.value) == REFUSED


async def test_a_token_that_the_gateway_refuses() -> None:
    async with FakeDiscord() as discord:
        build_club(discord, TableAsk())
        discord.gateway.refusing = 4004
        with pytest.raises(SettingsError, match="refused the token"):
            await serve(settings_for(discord), TableAsk(), library(), asyncio.Event())


async def test_an_edition_that_is_not_loaded_is_told_before_connecting() -> None:
    async with FakeDiscord() as discord:
        with pytest.raises(UnknownEdition, match="1997"):
            await serve(settings_for(discord, edition="1997"), TableAsk(), library(), asyncio.Event())
        assert discord.rest.requests == []


async def answers(one: Club) -> None:
    answer = shown(await one.anna.runs("ask", question="May dummy call the director?"))
    assert "43A1" in answer.text


async def test_the_first_connection_is_tried_until_it_succeeds() -> None:
    async with FakeDiscord() as discord:
        one = build_club(discord, TableAsk())
        discord.gateway.refusing = 1011
        discord.rest.failing["/users/@me"] = [503, 503]
        one.start()
        await asyncio.sleep(0.6)
        discord.gateway.refusing = None
        await one.ready()
        await answers(one)
        await one.leave()
        assert discord.world.faults == []


@pytest.mark.parametrize("code", [4000, 4009, 1001, 1006])
async def test_a_drop_is_resumed_and_nothing_said_meanwhile_is_lost(code: int) -> None:
    async with club() as one:
        await one.discord.gateway.close_all(code if code != 1006 else 1011)
        said = one.anna.says(f"{one.mention} May dummy call the director?")
        assert "43A1" in (await one.anna.hears(said)).text
        assert one.discord.gateway.resumed == 1
        assert one.discord.gateway.identified == 1


async def test_discord_asks_for_a_reconnect() -> None:
    async with club() as one:
        await one.discord.gateway.say({"op": 7, "d": None})
        await one.discord.world.until(lambda: one.discord.gateway.resumed)
        await answers(one)


async def test_a_session_that_can_be_resumed_is() -> None:
    async with club() as one:
        await one.discord.gateway.say({"op": 9, "d": True})
        await one.discord.world.until(lambda: one.discord.gateway.resumed)
        await answers(one)


async def test_a_session_that_ended_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.Client.before_identify_hook", identify_at_once)
    async with club() as one:
        await one.discord.gateway.say({"op": 9, "d": False})
        await one.discord.world.until(lambda: one.discord.gateway.identified == 2)
        await answers(one)


async def test_one_malformed_event_ends_nothing() -> None:
    async with club() as one:
        one.discord.gateway.raw("MESSAGE_CREATE", {"id": "no number"})
        await one.discord.world.until(lambda: one.discord.gateway.identified == 2, what="a new session")
        await answers(one)


async def test_what_is_in_flight_is_finished_when_a_malformed_event_ends_the_client() -> None:
    async with club(slow=0.3) as one:
        asking = asyncio.create_task(one.anna.runs("ask", question="May dummy call the director?"))
        await one.discord.world.until(lambda: one.ask.asked)
        one.discord.gateway.raw("MESSAGE_CREATE", {"id": "no number"})
        assert "43A1" in shown(await asking).text


async def test_the_end_waits_for_what_is_in_flight() -> None:
    async with club(slow=0.4) as one:
        asking = asyncio.create_task(one.anna.runs("ask", question="May dummy call the director?"))
        await one.discord.world.until(lambda: one.ask.asked)
        one.stop.set()
        late = asyncio.create_task(one.bert.runs("ask", question="How do I put down dummy?"))
        assert "43A1" in shown(await asking).text
        assert "restarting" in shown(await late).content


async def test_the_end_does_not_wait_longer_than_the_grace() -> None:
    async with club(slow=1.5, grace=0.1) as one:
        one.anna.says(f"{one.mention} May dummy call the director?")
        await one.discord.world.until(lambda: one.ask.asked)
        started = asyncio.get_running_loop().time()
        await one.leave()
        assert asyncio.get_running_loop().time() - started < 1.0


async def test_commands_that_cannot_be_registered_leave_the_bot_running() -> None:
    async with FakeDiscord() as discord:
        one = build_club(discord, TableAsk())
        discord.rest.failing["/applications/{application_id}/commands"] = [503]
        one.start()
        await discord.world.until(lambda: discord.gateway.connected)
        assert "43A1" in (await one.anna.asks(f"{one.mention} May dummy call the director?")).text
        await one.leave()


async def test_the_least_intents_are_asked_for() -> None:
    async with club() as one:
        (session,) = one.discord.gateway.connected
        assert session.intents == 1 << 0 | 1 << 9 | 1 << 12 | 1 << 15
