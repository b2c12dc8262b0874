"""A club with the real client in it: what most tests start from."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from bot.discord_client import serve
from bot.discord_config import DiscordSettings
from bot.discord_desk import Teach
from corpus.library import Library
from fake_discord.asking import TableAsk, library
from fake_discord.people import Person
from fake_discord.server import FakeDiscord
from fake_discord.things import Channel, Guild, Role, User


@dataclass
class Club:
    """A server of a bridge club: its owner, its players, a channel; the fake, and the bot that serves it."""

    discord: FakeDiscord
    guild: Guild
    lounge: Channel
    owner: Person
    anna: Person
    bert: Person
    ask: TableAsk
    directors: Role
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    bot: "asyncio.Task[None] | None" = None

    @property
    def mention(self) -> str:
        """What a person types to address the bot."""
        return f"<@{self.discord.world.bot.id}>"

    def start(self, teach: Teach | None = None, books: Library | None = None, **changed: Any) -> None:
        """Start the bot."""
        self.stop = asyncio.Event()
        settings = settings_for(self.discord, **changed)
        serving = serve(settings, self.ask, books or library(), self.stop, teach or self.ask.teach)
        self.bot = asyncio.create_task(serving)

    async def ready(self, sessions: int = 1) -> None:
        """Wait until the bot is connected and its commands are registered."""
        world, gateway = self.discord.world, self.discord.gateway
        await world.until(lambda: world.commands and len(gateway.connected) >= sessions, 15, "the bot")

    def gets(self, person: Person, role: Role) -> None:
        """Give a person a role."""
        self.guild.members[person.user].add(role)

    async def leave(self) -> None:
        """End the bot, and raise what it ended with."""
        self.stop.set()
        if self.bot:
            bot, self.bot = self.bot, None
            await asyncio.wait_for(bot, 15)


def build_club(discord: FakeDiscord, ask: TableAsk) -> Club:
    """The club without a bot in it."""
    world = discord.world
    owner, anna, bert = (User(name) for name in ("olga", "anna", "bert"))
    world.users += [owner, anna, bert]
    guild = world.add_guild("Bridge Club", owner)
    guild.members |= {anna: set(), bert: set()}
    lounge = world.add_channel(guild, "lounge")
    first, second, third = (Person(world, user, lounge) for user in (owner, anna, bert))
    directors = Role("Directors", mentionable=True)
    guild.roles.append(directors)
    return Club(discord, guild, lounge, first, second, third, ask, directors)


def settings_for(discord: FakeDiscord, **changed: Any) -> DiscordSettings:
    """Settings that point at the fake, with short waits."""
    fixed: dict[str, Any] = {
        "token": discord.world.token,
        "api_base": discord.api_base,
        "gateway_url": discord.gateway_url,
        "ready_wait": 0.0,
        "first_retry": 0.05,
        "grace": 5.0,
    }
    return DiscordSettings(**(fixed | changed))


@asynccontextmanager
async def club(
    *, slow: float = 0.0, faulty: bool = False, granted: bool = True, refusals: int = 0, **changed: Any
) -> AsyncIterator[Club]:
    """A club with the bot connected. At the end nothing may have been found wrong, unless `faulty`.

    `granted`: the message-content intent is. `refusals`: requests that may have come too early, at most.
    """
    async with FakeDiscord() as discord:
        discord.world.message_content = granted
        made = build_club(discord, TableAsk(slow))
        made.start(**changed)
        try:
            await made.ready()
            yield made
        finally:
            await made.leave()
        if not faulty:
            assert discord.world.faults == []
            assert discord.rates.refused <= refusals


async def identify_at_once(self: object, shard: int | None, *, initial: bool = False) -> None:
    """In the place of the library's hook, which waits five seconds before it identifies anew."""
