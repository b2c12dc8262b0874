"""Keeps a Discord client connected: restarts it with a growing pause, and ends in order on SIGTERM or Ctrl-C."""

import asyncio
import logging
import signal
from contextlib import suppress

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.answer import Ask
from bot.discord_bot import LawbookClient, make_client
from bot.discord_config import DiscordSettings, Shards
from bot.discord_desk import Desk, Teach
from bot.health import Health, State
from bot.logs import log_to
from corpus.errors import SettingsError
from corpus.library import Library

log = logging.getLogger(__name__)

REFUSED = "Discord refused the token in DISCORD_TOKEN. Copy the bot's token anew from the developer portal."
_FATAL = {
    4004: REFUSED,
    4010: "Discord refused the shard numbers.",
    4011: "Discord wants this bot to be sharded: start it with --shards auto.",
    4012: "Discord no longer speaks this version of its API.",
    4013: "Discord knows no such intents.",
}
NO_CONTENT = (
    "Discord did not grant the message-content intent, so only commands, mentions and direct messages are answered. "
    "Switch it on in the developer portal, under Bot, for question channels."
)


def run(settings: DiscordSettings, ask: Ask, library: Library, teach: Teach | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C, with a log on stderr; SettingsError where a restart would not help."""
    log_to()
    asyncio.run(_until_signal(settings, ask, library, teach))


async def _until_signal(settings: DiscordSettings, ask: Ask, library: Library, teach: Teach | None) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await serve(settings, ask, library, stop, teach)


async def serve(
    settings: DiscordSettings, ask: Ask, library: Library, stop: asyncio.Event, teach: Teach | None = None
) -> None:
    """Keep a client connected until `stop`."""
    desk = Desk(settings, ask, library, teach)
    runner = _Runner(desk)
    try:
        async with Health(runner.state, settings.health_port):
            purging = asyncio.create_task(desk.purge())
            try:
                await runner.run(stop)
            finally:
                purging.cancel()
    finally:
        desk.close()


class _Runner:
    """Starts one client after the other; only one is connected at a time."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.settings = desk.settings
        self.content = True
        self.registered = False
        self.client: LawbookClient | None = None
        # The library has no setting for these two; they are class attributes, read when a connection is made.
        Route.BASE = self.settings.api_base.rstrip("/")
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.settings.gateway_url)

    def state(self) -> State:
        """How it is, for a supervisor."""
        client = self.client
        if client is None:
            return State(False, None, 0, self.desk.pool.held, 0)
        ready = client.is_ready() and not client.closing
        latency = client.latency if ready else None
        return State(ready, latency, client.busy, self.desk.pool.held, len(client.guilds))

    async def run(self, stop: asyncio.Event) -> None:
        """Run clients until `stop`; whatever ends one, the next is started after a growing pause."""
        pause = self.settings.first_retry
        while not stop.is_set():
            shards = Shards.parse(self.settings.shards)
            leads = shards is None or shards.ids is None or 0 in shards.ids
            client = self.client = make_client(
                self.desk, shards, content=self.content, register=leads and not self.registered
            )
            try:
                await _run_once(client, self.settings.token, stop)
            except discord.PrivilegedIntentsRequired:
                log.warning(NO_CONTENT)
                self.content = False
                continue
            except Exception as error:
                _raise_if_final(error)
                log.exception("The connection to Discord ended; the next try is in %.1f s.", pause)
            self.registered |= client.is_ready()
            pause = self.settings.first_retry if client.is_ready() else pause
            if not stop.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), pause)
            pause = min(pause * 2, self.settings.last_retry)


async def _run_once(client: LawbookClient, token: str, stop: asyncio.Event) -> None:
    """Run one client until it ends or `stop` is set; either way it finishes what is in flight."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        await client.close()
        await running
    finally:
        stopping.cancel()
        running.cancel()


def _raise_if_final(error: Exception) -> None:
    """Raise SettingsError for what no restart mends."""
    if isinstance(error, discord.LoginFailure):
        raise SettingsError(REFUSED) from error
    if isinstance(error, discord.ConnectionClosed) and error.code in _FATAL:
        raise SettingsError(_FATAL[error.code]) from error
