"""The Discord client: hands what happens to those who deal with it, and finishes what is in flight before it leaves.

It is handed `ask` and the library and knows neither chain nor store. `discord_client` keeps it connected.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import discord
from discord import app_commands

from bot.discord_commands import MENU, CommandTree, commands, message_menu
from bot.discord_config import Shards
from bot.discord_desk import Desk
from bot.discord_embeds import FAILED, told
from bot.discord_questions import Turns, edited, heard
from bot.discord_rulings import submitted
from bot.discord_views import LawbookButton
from corpus.errors import LawbookError

log = logging.getLogger(__name__)

_GONE = frozenset({10008, 10062, 10015, 50027})
"""What Discord says of messages and interactions that are no longer there."""


class LawbookClient(discord.Client):
    """Answers commands, buttons, mentions, direct messages and the questions of chosen channels."""

    def __init__(self, desk: Desk, *, content: bool = True, register: bool = True, **options: Any) -> None:
        # It never speaks aloud, so that what voice would need is not missed.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=content)
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=desk.settings.ready_wait,
            max_messages=None,
            **options,
        )
        self.desk = desk
        self.turns = Turns()
        self.closing = False
        self.tree = CommandTree(
            self, allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
        )
        self._register = register
        self._in_flight = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def me(self) -> int:
        """The id of the bot."""
        return self.user.id if self.user else 0

    @property
    def busy(self) -> int:
        """How much is in flight."""
        return self._in_flight

    @contextmanager
    def in_flight(self) -> Iterator[None]:
        """Hold the connection open for the time of the block, within the grace."""
        self._in_flight += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._in_flight -= 1
            if not self._in_flight:
                self._idle.set()

    async def setup_hook(self) -> None:
        """Register buttons and commands; a failure to register commands leaves those that Discord has."""
        self.add_dynamic_items(*LawbookButton.kinds)
        for command in commands(self.desk.library):
            self.tree.add_command(command)
        self.tree.add_command(app_commands.ContextMenu(name=MENU, callback=message_menu))
        if not self._register:
            return
        try:
            await self.tree.sync()
        except discord.HTTPException as error:
            log.error("The commands could not be registered: %s", error)

    async def close(self) -> None:
        """Finish what is in flight, as far as the grace allows, then leave."""
        self.closing = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), self.desk.settings.grace)
        await super().close()

    async def on_ready(self) -> None:
        """Say in the log that it works."""
        log.info("Connected as %s, in %d servers.", self.user, len(self.guilds))

    async def on_message(self, message: discord.Message) -> None:
        """Something was said."""
        if not self.closing:
            with self.in_flight(), _only_logged("answered"):
                await heard(self, message)

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        """Something was edited."""
        if not self.closing:
            with self.in_flight(), _only_logged("answered anew"):
                await edited(self, event.message)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms are dealt with here, as the library forgets them when the process ends."""
        if interaction.type is discord.InteractionType.modal_submit:
            with self.in_flight():
                try:
                    await submitted(interaction)
                except Exception as error:
                    await self.failed(interaction, error)

    async def failed(self, interaction: discord.Interaction[Any], error: BaseException) -> None:
        """What Lawbook refuses is said to the person alone; what is unexpected is logged as well."""
        if isinstance(error, discord.NotFound) and error.code in _GONE:
            log.warning("What was to be answered is gone: %s", error)
        elif isinstance(error, LawbookError):
            await _say(interaction, told(error))
        elif isinstance(error, app_commands.MissingPermissions):
            await _say(interaction, "That is for people who may manage this server.")
        else:
            log.error("An interaction failed.", exc_info=error)
            await _say(interaction, FAILED)


class ShardedLawbookClient(LawbookClient, discord.AutoShardedClient):
    """The same over several connections, for a bot in very many servers."""


def make_client(desk: Desk, shards: Shards | None, *, content: bool, register: bool) -> LawbookClient:
    """A client as the settings want it."""
    if shards is None:
        return LawbookClient(desk, content=content, register=register)
    ids = list(shards.ids) if shards.ids is not None else None
    return ShardedLawbookClient(desk, content=content, register=register, shard_count=shards.count, shard_ids=ids)


@contextmanager
def _only_logged(what: str) -> Iterator[None]:
    """No permission here, or the message is gone: there is nobody that could be told."""
    try:
        yield
    except (discord.HTTPException, LawbookError) as error:
        log.warning("A message could not be %s: %s", what, error)
    except Exception:
        log.exception("A message could not be %s.", what)


async def _say(interaction: discord.Interaction[Any], text: str) -> None:
    """Tell the person alone, whether or not the interaction has been acknowledged."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except discord.HTTPException as error:
        log.warning("An error could not be told: %s", error)
