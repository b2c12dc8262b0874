"""For those who look after the club: `/unanswered` and `/stats`."""

import asyncio
import io
import time
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot.answer import Outcome
from bot.charts import stats_picture
from bot.discord_embeds import cut
from bot.discord_rulings import NOT_A_DIRECTOR, may_rule
from bot.likeness import grouped
from bot.records import Kept
from bot.render import escape_markdown
from bot.stats import WEEKS, Asked, Stats, count, monday

if TYPE_CHECKING:
    from bot.discord_bot import LawbookClient

    Interaction: TypeAlias = discord.Interaction[LawbookClient]
    Command: TypeAlias = app_commands.Command[Any, ..., None]

ROOM = 3800
"""Characters of a list: below the 4 096 of an embed's description."""

_TOLD = {
    Outcome.ANSWERED: "answered",
    Outcome.UNSURE: "unsure",
    Outcome.NOT_LOADED: "text not loaded",
    Outcome.OUT_OF_SCOPE: "not about the laws",
}


def club_commands() -> list["Command"]:
    """The commands for directors and managers."""

    @app_commands.command(name="unanswered", description="What I was not sure of, or what did not help")
    @app_commands.guild_only()
    async def unanswered(interaction: "Interaction") -> None:
        if not await may_rule(interaction):
            await interaction.response.send_message(NOT_A_DIRECTOR, ephemeral=True)
            return
        desk = interaction.client.desk
        await interaction.response.defer(ephemeral=True, thinking=True)
        kept = await desk.run(desk.records.unanswered, interaction.guild_id or 0)
        groups = await asyncio.to_thread(grouped, kept, lambda one: one.question)
        await interaction.edit_original_response(embed=_list(groups, interaction.guild_id or 0))

    @app_commands.command(name="stats", description="Questions a week, how they ended, and the laws cited most")
    @app_commands.guild_only()
    async def stats(interaction: "Interaction") -> None:
        desk, now = interaction.client.desk, time.time()
        await interaction.response.defer(thinking=True)
        since = monday(now, WEEKS - 1).timestamp()
        kept = await desk.run(desk.records.since, interaction.guild_id or 0, since)
        counted = count((Asked(one.asked_at, one.outcome, one.refs) for one in kept), now)
        name = interaction.guild.name if interaction.guild else "this server"
        picture = await asyncio.to_thread(stats_picture, counted, name)
        file = discord.File(io.BytesIO(picture), "stats.png", description=_in_words(counted))
        embed = discord.Embed(title=f"The last {WEEKS} weeks", description=_in_words(counted))
        await interaction.edit_original_response(
            embed=embed.set_image(url="attachment://stats.png"), attachments=[file]
        )

    return [unanswered, stats]


def _list(groups: list[list[Kept]], server: int) -> discord.Embed:
    """Each matter once, with how often it came and the way to its latest question; as many as there is room for."""
    lines: list[str] = []
    for shown, group in enumerate(groups):
        entry = _entry(group, server)
        if sum(map(len, lines)) + len(lines) + len(entry) > ROOM:
            lines.append(f"… and {len(groups) - shown} more")
            break
        lines.append(entry)
    embed = discord.Embed(title="Unanswered", description="\n".join(lines) or "Nothing: all is answered.")
    return embed.set_footer(text="Open one and press “Ask a director”, then “Rule…”, to have it answered from then on.")


def _entry(group: list[Kept], server: int) -> str:
    first = group[0]
    link = f"https://discord.com/channels/{server}/{first.channel}/{first.id}"
    times = f"**{len(group)}×** " if len(group) > 1 else ""
    why = "not helpful" if any(one.not_helpful for one in group) else "unsure"
    refs = f", nearest {', '.join(first.refs[:3])}" if first.refs else ""
    question = escape_markdown(cut(" ".join(first.question.split()), 150))
    return f"- {times}{question} ({why}{escape_markdown(refs)}) [open]({link})"


def _in_words(stats: Stats) -> str:
    """The picture told in words, for those who don't see it."""
    ended = ", ".join(f"{stats.count(outcome)} {told}" for outcome, told in _TOLD.items() if stats.count(outcome))
    cited = ", ".join(f"Law {law} ({n}×)" for law, n in stats.laws[:3])
    return f"{stats.total} questions" + (f": {ended}." if ended else ".") + (f" Cited most: {cited}." if cited else "")
