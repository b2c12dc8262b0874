"""`/setup`: where the bot answers unasked, whom it calls, and how sure it must be. For those who manage the server."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.records import Server

if TYPE_CHECKING:
    from bot.discord_bot import LawbookClient

    Interaction: TypeAlias = discord.Interaction[LawbookClient]
    Command: TypeAlias = app_commands.Command[Any, ..., None]


class QuestionChannel(app_commands.Transformer):
    """A text channel or a forum. The library's own union of the two offers kinds that Discord does not list."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """An option that takes a channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds that can be chosen."""
        return [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> app_commands.AppCommandChannel:
        """The channel as Discord gives it; only its id is wanted."""
        channel: app_commands.AppCommandChannel = value
        return channel


Chosen: TypeAlias = app_commands.Transform[app_commands.AppCommandChannel, QuestionChannel]

_ELSEWHERE = [
    Choice(name="answer mentions and replies", value="mentions"),
    Choice(name="off: be silent but for commands", value="off"),
]
_NEEDED = {
    "view_channel": "View Channel",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "embed_links": "Embed Links",
    "read_message_history": "Read Message History",
}


def setup_command(editions: list[Choice[str]]) -> "Command":
    """The command; without any option it shows how things stand."""

    @app_commands.command(name="setup", description="Where I answer unasked, whom I call, how sure I must be")
    @app_commands.describe(
        question_channel="Answer every new question in this channel or forum, in a thread of its own",
        not_channel="No longer answer unasked in this channel",
        elsewhere="What I do in the other channels",
        director_role="Whom I call when I am not sure, or when a player asks for a director",
        edition="The edition that questions are answered from",
        sure="How sure I must be before I answer unasked, in percent",
    )
    @app_commands.choices(elsewhere=_ELSEWHERE, edition=editions)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.checks.has_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def setup(
        interaction: "Interaction",
        question_channel: Chosen | None = None,
        not_channel: Chosen | None = None,
        elsewhere: str | None = None,
        director_role: discord.Role | None = None,
        edition: str | None = None,
        sure: Range[int, 0, 100] | None = None,
    ) -> None:
        assert interaction.guild_id
        desk = interaction.client.desk
        server = await desk.server(interaction.guild_id)
        channels = server.channels | ({question_channel.id} if question_channel else set())
        changed = replace(
            server,
            channels=frozenset(channels - ({not_channel.id} if not_channel else set())),
            mentions=server.mentions if elsewhere is None else elsewhere == "mentions",
            director_role=director_role.id if director_role else server.director_role,
            edition=edition or server.edition,
            sure=server.sure if sure is None else sure / 100,
        )
        if changed != server:
            await desk.set_server(changed)
        embed = settings_embed(changed, desk.edition)
        if warnings := _warnings(interaction, changed):
            embed.add_field(name="What stands in the way", value="\n".join(warnings)[:1024], inline=False)
        await interaction.response.send_message(embed=embed, ephemeral=True)

    return setup


def settings_embed(server: Server, edition: str) -> discord.Embed:
    """The settings of a server, readable."""
    channels = ", ".join(f"<#{channel}>" for channel in sorted(server.channels)[:30])
    lines = [
        f"**Question channels:** {channels or 'none; I speak only when asked'}",
        f"**Elsewhere:** {'I answer mentions and replies' if server.mentions else 'off, but for commands'}",
        f"**Directors:** {f'<@&{server.director_role}>' if server.director_role else 'nobody is called'}",
        f"**Edition:** {server.edition or edition}",
        f"**Unasked:** I answer when I am {server.sure:.0%} sure",
    ]
    return discord.Embed(title="How I am set up here", description="\n".join(lines))


def _warnings(interaction: "Interaction", server: Server) -> list[str]:
    """What keeps the settings from working, each with what to do."""
    guild = interaction.guild
    if guild is None:
        return []
    found = []
    if server.channels and not interaction.client.intents.message_content:
        found.append("I can't read messages: switch on “Message Content Intent” in the developer portal, under Bot.")
    for number in sorted(server.channels):
        channel = guild.get_channel(number)
        if channel is None:
            found.append(f"<#{number}> is not there, or I can't see it.")
            continue
        may = channel.permissions_for(guild.me)
        if missing := [name for flag, name in _NEEDED.items() if not getattr(may, flag)]:
            found.append(f"In <#{number}> I lack: {', '.join(missing)}.")
    role = guild.get_role(server.director_role) if server.director_role else None
    if server.director_role and role is None:
        found.append("The director role is no longer there.")
    elif role and not role.mentionable and not guild.me.guild_permissions.mention_everyone:
        found.append(f"I can't notify {role.mention}: allow anyone to mention that role, in its settings.")
    return found
