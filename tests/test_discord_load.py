"""Many people at once, rate limits, shards, and several processes for one bot."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from fake_discord.asking import TableAsk, library
from fake_discord.club import build_club, club, identify_at_once, settings_for
from fake_discord.people import Person, shown
from fake_discord.server import FakeDiscord
from fake_discord.things import Guild, User

from bot.discord_client import serve
from bot.records import Records

DIRECTOR = "May dummy call the director?"
MESSAGES = ("POST", "/channels/{channel_id}/messages")


async def test_a_hundred_people_at_once_and_nothing_is_lost() -> None:
    async with club(slow=0.02) as one:
        world = one.discord.world
        people = [Person(world, User(f"player{number}"), one.lounge) for number in range(100)]
        for person in people:
            world.users.append(person.user)
            one.guild.members[person.user] = set()
        asked = await asyncio.gather(*(person.runs("ask", question=DIRECTOR, wait=30) for person in people))
        assert all("43A1(a)" in shown(each).text.replace("\\", "") for each in asked)
        assert max(each.took for each in asked) < 2.5, "each is acknowledged within the three seconds"
        assert len(one.ask.asked) == 100


async def test_rate_limits_are_kept_by_waiting() -> None:
    # When a window begins discord.py (2.7, `Ratelimit.update`) forgets what is under way, and may send two too many
    # for a limit of three, which it then waits out. A client that doesn't wait is refused five of eight and more.
    async with club(person_limit=0, refusals=4) as one:
        one.discord.rates.rules[MESSAGES] = (3, 0.4)
        said = [one.anna.says(f"{one.mention} {DIRECTOR}") for _ in range(8)]
        await one.discord.world.until(
            lambda: len(one.discord.world.messages_in(one.lounge, one.discord.world.bot)) == 8, 10
        )
        answers = one.discord.world.messages_in(one.lounge, one.discord.world.bot)
        assert {answer.reference for answer in answers} == set(said)


async def test_a_limit_that_came_without_warning_is_waited_out() -> None:
    async with club(faulty=True, person_limit=0) as one:
        await one.anna.asks(f"{one.mention} {DIRECTOR}")
        one.discord.rates.unannounced = 1
        answer = await one.anna.asks(f"{one.mention} How do I put down dummy?")
        assert answer.embeds
        assert one.discord.rates.refused == 1
        assert one.discord.world.faults == []


def guild_on(one_world: FakeDiscord, shard: int, count: int, owner: User) -> Guild:
    """A server that Discord puts on that shard."""
    while True:
        guild = Guild("Another Club", owner)
        if (guild.id >> 22) % count == shard:
            guild.members |= {owner: set(), one_world.world.bot: set()}
            one_world.world.guilds.append(guild)
            return guild


async def test_sharded_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.Client.before_identify_hook", identify_at_once)
    async with FakeDiscord() as discord:
        one = build_club(discord, TableAsk())
        discord.world.shards = 2
        other = guild_on(discord, 1 - (one.guild.id >> 22) % 2, 2, one.owner.user)
        there = discord.world.add_channel(other, "lounge")
        one.start(shards="auto")
        await one.ready(2)
        assert sorted(session.shard for session in discord.gateway.connected) == [(0, 2), (1, 2)]
        assert shown(await one.anna.runs("ask", question=DIRECTOR)).embeds
        assert shown(await one.owner.at(there).runs("ask", question=DIRECTOR)).embeds
        assert (await one.owner.at(there).asks(f"{one.mention} {DIRECTOR}")).embeds
        await one.leave()
        assert discord.world.faults == []


async def test_two_processes_serve_one_bot_over_one_database(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        one = build_club(discord, TableAsk())
        own = (one.guild.id >> 22) % 2
        other = guild_on(discord, 1 - own, 2, one.owner.user)
        there = discord.world.add_channel(other, "lounge")
        url = f"sqlite:///{tmp_path / 'records.sqlite3'}"
        base, records = settings_for(discord, database_url=url), Records(url)
        stop = asyncio.Event()
        serving = [
            asyncio.create_task(serve(replace(base, shards=f"{shard}/2"), TableAsk(), library(), stop))
            for shard in (0, 1)
        ]
        try:
            await one.ready(2)
            for place in (one.lounge, there):
                assert shown(await one.owner.at(place).runs("ask", question=DIRECTOR)).embeds
            # An answer is seen a moment before it is on record.
            await discord.world.until(lambda: all(records.since(guild.id, 0) for guild in (one.guild, other)))
            assert "2 records" in shown(await one.owner.at(there).runs("forget-me")).content, (
                "what both processes wrote"
            )
            assert [call[0] for call in discord.rest.requests].count("PUT") == 1, "one of them registers the commands"
        finally:
            stop.set()
            await asyncio.gather(*serving)
            records.close()
        assert discord.world.faults == []
