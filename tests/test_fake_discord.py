"""The fake bites: faults planted into a bot are each caught, by a refusal and in the list of faults."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from fake_discord.asking import TableAsk
from fake_discord.club import Club, build_club
from fake_discord.judge import OPENAPI
from fake_discord.people import NotAllowed, shown
from fake_discord.server import FakeDiscord
from fake_discord.things import Permission

Interaction = discord.Interaction[Any]
Deed = Callable[[Interaction], Awaitable[Any]]

described = pytest.mark.skipif(not OPENAPI.exists(), reason=f"Discord's description is not at {OPENAPI}")


class Bot(discord.Client):
    """A bot with one command, which does what the test plants."""

    def __init__(self, deed: Deed, intents: discord.Intents, allowed: discord.AllowedMentions | None) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0, allowed_mentions=allowed)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.deed = deed

        @self.tree.command(name="do", description="What the test plants")
        async def do(interaction: discord.Interaction, word: str = "") -> None:
            await deed(interaction)

        @do.autocomplete("word")
        async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name="x" * int(typed or 1), value=str(n)) for n in range(26)]

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)


@asynccontextmanager
async def planted(
    deed: Deed, intents: discord.Intents | None = None, allowed: discord.AllowedMentions | None = None
) -> AsyncIterator[tuple[Club, Bot]]:
    """A club in which that bot is at work."""
    async with FakeDiscord() as fake:
        one = build_club(fake, TableAsk())
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = fake.api_base, yarl.URL(fake.gateway_url)
        bot = Bot(deed, intents or discord.Intents(guilds=True, guild_messages=True), allowed)
        running = asyncio.create_task(bot.start(fake.world.token))
        await one.ready()
        try:
            yield one, bot
        finally:
            await bot.close()
            await asyncio.wait([running])


async def caught(one: Club, doing: Coroutine[Any, Any, Any]) -> str:
    """What the fake finds wrong while a person does something, who then waits in vain."""
    waiting = asyncio.create_task(doing)
    faults = await one.discord.world.until(lambda: one.discord.world.faults, what="a fault")
    waiting.cancel()
    return "; ".join(faults)


def sends(**message: Any) -> Deed:
    async def deed(interaction: Interaction) -> None:
        await interaction.response.send_message(**message)

    return deed


def button(custom_id: str, label: str = "Press") -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=label, custom_id=custom_id))
    return view


def fields(count: int, length: int) -> discord.Embed:
    embed = discord.Embed()
    for _ in range(count):
        embed.add_field(name="n", value="v" * length)
    return embed


def _same_id() -> ui.View:
    view = button("one")
    view.add_item(ui.Button(label="Again", custom_id="one"))
    return view


@pytest.mark.parametrize(
    ("message", "named"),
    [
        pytest.param({"embed": discord.Embed(description="x" * 4097)}, "description: maxLength 4096", marks=described),
        pytest.param({"embed": discord.Embed(title="x" * 257)}, "title: maxLength 256", marks=described),
        pytest.param({"embed": fields(1, 1025)}, "value: maxLength 1024", marks=described),
        ({"content": "x" * 2001}, "2000"),
        ({"embed": fields(7, 1000)}, "6000"),
        ({"embed": discord.Embed().add_field(name="", value="v")}, "without name"),
        ({"content": ""}, "empty message"),
        ({"content": "x", "view": _same_id()}, "stands twice"),
        pytest.param({"content": "x", "view": button("one", "x" * 81)}, "label: maxLength 80", marks=described),
    ],
)
async def test_messages_over_the_limits_are_refused(message: dict[str, Any], named: str) -> None:
    async with planted(sends(**message)) as (one, _):
        assert named in await caught(one, one.anna.runs("do"))


@described
async def test_a_custom_id_of_110_characters() -> None:
    # the library itself lets this one through to Discord
    async def deed(interaction: Interaction) -> None:
        view = button("one")
        item = view.children[0]
        assert isinstance(item, ui.Button)
        item._underlying.custom_id = "x" * 110
        await interaction.response.send_message("x", view=view)

    async with planted(deed) as (one, _):
        assert "custom_id: maxLength 100" in await caught(one, one.anna.runs("do"))


async def test_twenty_six_choices() -> None:
    async with planted(sends(content="x")) as (one, _):
        assert "25" in await caught(one, one.anna.types("do", word="1"))


async def test_an_acknowledgement_after_3_2_seconds() -> None:
    async def deed(interaction: Interaction) -> None:
        one_club[0].discord.world.ahead += 3.2
        await interaction.response.send_message("too late")

    one_club: list[Club] = []
    async with planted(deed) as (one, _):
        one_club.append(one)
        assert "after 3.2 s" in await caught(one, one.anna.runs("do"))


async def test_a_token_after_fifteen_minutes() -> None:
    async with planted(sends(content="x")) as (one, bot):
        asked = await one.anna.runs("do")
        one.discord.world.ahead += 15 * 60 + 1
        with pytest.raises(discord.HTTPException, match="50027"):
            await _followup(bot, asked.token).send("late")


async def test_a_follow_up_before_the_acknowledgement() -> None:
    async def deed(interaction: Interaction) -> None:
        await interaction.followup.send("first?")

    async with planted(deed) as (one, _):
        assert "followed up before it was acknowledged" in await caught(one, one.anna.runs("do"))


def _followup(bot: Bot, token: str) -> discord.Webhook:
    data: Any = {"id": bot.application_id, "type": 3, "token": token}
    return discord.Webhook.from_state(data=data, state=bot._connection)


async def test_acknowledged_twice() -> None:
    async def deed(interaction: Interaction) -> None:
        await interaction.response.send_message("once")
        interaction.response._response_type = None
        await interaction.response.send_message("twice")

    async with planted(deed) as (one, _):
        await one.anna.runs("do")
        await one.discord.world.until(lambda: "interaction acknowledged twice" in one.discord.world.faults)


async def test_a_private_answer_is_seen_by_one_and_reached_by_no_id() -> None:
    async with planted(sends(content="for you", ephemeral=True)) as (one, bot):
        told = shown(await one.anna.runs("do"))
        assert one.anna.sees(told)
        assert not one.bert.sees(told)
        assert bot.heard == []
        channel = bot.get_channel(one.lounge.id)
        assert isinstance(channel, discord.TextChannel)
        with pytest.raises(discord.NotFound, match="10008"):
            await channel.fetch_message(told.id)


async def test_ephemeral_dropped_is_seen_by_others() -> None:
    async with planted(sends(content="for you")) as (one, _):
        assert one.bert.sees(shown(await one.anna.runs("do")))


@pytest.mark.parametrize(
    ("allowed", "notified"),
    [(None, {"anna"}), (discord.AllowedMentions.none(), set())],
)
async def test_without_allowed_mentions_people_are_pinged(
    allowed: discord.AllowedMentions | None, notified: set[str]
) -> None:
    async with planted(sends(content="x"), allowed=allowed) as (one, bot):
        channel = bot.get_channel(one.lounge.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send(f"{one.anna.user.name} is <@{one.anna.user.id}>")
        message = one.discord.world.messages_in(one.lounge, one.discord.world.bot)[-1]
        assert {user.name for user in message.notified} == notified


@pytest.mark.parametrize(("content", "heard"), [(True, "hello"), (False, "")])
async def test_without_the_intent_messages_are_empty(content: bool, heard: str) -> None:
    intents = discord.Intents(guilds=True, guild_messages=True, message_content=content)
    async with planted(sends(content="x"), intents) as (one, bot):
        one.anna.says("hello")
        one.anna.says(f"{one.mention} hello")
        await one.discord.world.until(lambda: len(bot.heard) == 2)
        assert bot.heard == [heard, f"{one.mention} hello"]


async def test_an_intent_that_was_not_granted_is_4014() -> None:
    async with FakeDiscord() as fake:
        build_club(fake, TableAsk())
        fake.world.message_content = False
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = fake.api_base, yarl.URL(fake.gateway_url)
        async with Bot(sends(), discord.Intents(message_content=True), None) as bot:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await bot.start(fake.world.token)


async def test_a_view_that_is_not_registered_again_does_nothing() -> None:
    async with FakeDiscord() as fake:
        one = build_club(fake, TableAsk())
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = fake.api_base, yarl.URL(fake.gateway_url)
        intents = discord.Intents(guilds=True, guild_messages=True)
        first, second = (Bot(sends(content="x", view=button("one")), intents, None) for _ in range(2))
        running = asyncio.create_task(first.start(fake.world.token))
        await one.ready()
        told = shown(await one.anna.runs("do"))
        await first.close()
        await running
        running = asyncio.create_task(second.start(fake.world.token))
        await fake.world.until(lambda: fake.gateway.identified == 2)
        with pytest.raises(AssertionError, match="did not come"):
            await one.anna.clicks(told, "Press", wait=0.3)
        await second.close()
        await running


async def test_missing_permissions() -> None:
    async with planted(sends(content="x")) as (one, bot):
        channel = bot.get_channel(one.lounge.id)
        assert isinstance(channel, discord.TextChannel)
        said = one.anna.says("hello")
        one.lounge.denied[bot.application_id or 0] = Permission.SEND_MESSAGES
        with pytest.raises(discord.Forbidden, match="50013"):
            await channel.send("x")
        one.lounge.denied[bot.application_id or 0] = Permission.VIEW_CHANNEL
        with pytest.raises(discord.Forbidden, match="50001"):
            await channel.send("x")
        one.lounge.denied.clear()
        with pytest.raises(discord.Forbidden, match="50005"):
            await channel.get_partial_message(said.id).edit(content="x")
        with pytest.raises(discord.NotFound, match="10008"):
            await channel.get_partial_message(1).edit(content="x")


async def test_a_429_is_sent_and_waited_out() -> None:
    async with planted(sends(content="x")) as (one, bot):
        one.discord.rates.rules["POST", "/channels/{channel_id}/messages"] = (2, 0.3)
        channel = bot.get_channel(one.lounge.id)
        assert isinstance(channel, discord.TextChannel)
        bot.http._buckets.clear()
        await asyncio.gather(*(_unprepared(bot, channel.id, n) for n in range(4)))
        assert len(one.discord.world.messages_in(one.lounge)) == 4
        assert one.discord.rates.refused > 0, "a client that keeps no count runs into it"


async def _unprepared(bot: Bot, channel: int, number: int) -> None:
    route = Route("POST", f"/channels/{channel}/messages", metadata=str(number))
    await bot.http.request(route, json={"content": "x"})


async def test_what_a_person_cannot_do() -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Off", custom_id="off", disabled=True))
    async with planted(sends(content="x", view=view)) as (one, _):
        told = shown(await one.anna.runs("do"))
        for deed in (one.anna.clicks(told, "Off"), one.anna.clicks(told, "None"), one.anna.runs("undo")):
            with pytest.raises(NotAllowed):
                await deed
        with pytest.raises(NotAllowed):
            one.anna.says("x" * 2001)


@pytest.mark.parametrize(
    ("payload", "code"),
    [("nonsense", 4002), ('{"op": 3}', 4003), ('{"op": 2, "d": {"token": "other"}}', 4004)],
)
async def test_the_gateway_hangs_up(payload: str, code: int) -> None:
    async with FakeDiscord() as fake, aiohttp.ClientSession() as http, http.ws_connect(fake.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(payload)
        assert (await socket.receive()).data == code
