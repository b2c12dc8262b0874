"""What a director does: he is called to a question, rules on it by a clause, and puts it into the club's bank."""

import logging
import re
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.custom_ids import DIRECTOR, RULE, RULING, TEACH, rule_id, ruling_id, teach_id
from bot.discord_embeds import AUTHOR, FIELD, TITLE, cut, page_embed
from bot.discord_views import LawbookButton, document_view
from bot.documents import Document, Page, page
from bot.records import Kept, Server
from bot.render import escape_markdown
from corpus.errors import LawbookError
from corpus.refs import LawRef

if TYPE_CHECKING:
    from bot.discord_bot import LawbookClient

    Interaction: TypeAlias = discord.Interaction[LawbookClient]

log = logging.getLogger(__name__)

GONE = "This question is no longer on record; please ask it again."
NO_ROLE = "No director role is chosen here yet. Somebody who may manage the server can choose one with `/setup`."
CHANGED = "The question, or the ruling on it, has changed since. Please rule on it again."
NOT_A_DIRECTOR = "This is for the directors of the club."

THREAD_NAME = 100
_REF, _NOTE = "ref", "note"


class DirectorButton(LawbookButton, template=DIRECTOR):
    """Notifies the directors of a question, once."""

    async def press(self, interaction: "Interaction") -> None:
        """Call a director into a thread of the question, or say why not."""
        assert interaction.message
        client = interaction.client
        server = await client.desk.server(interaction.guild_id)
        kept = await client.desk.find(interaction.message.id)
        if kept is None or not server.director_role:
            await interaction.response.send_message(NO_ROLE if kept else GONE, ephemeral=True)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        place = await call_director(client, interaction.message, kept, server)
        told = f"A director is asked in {place.mention}." if place else "A director has been asked already."
        await interaction.edit_original_response(content=told)


async def call_director(client: "LawbookClient", message: discord.Message, kept: Kept, server: Server) -> Any:
    """Notify the director role where the question is discussed; None where that has been done before."""
    desk = client.desk
    if not await desk.run(desk.records.call_director, kept.id):
        return None
    try:
        place = await _thread_of(message, kept.question)
        role = discord.Object(server.director_role or 0)
        view = ui.View(timeout=None)
        view.add_item(RuleButton(ui.Button(label="Rule…", custom_id=rule_id(kept.id), style=ButtonStyle.primary)))
        await place.send(
            f"<@&{role.id}> A ruling is asked for.",
            embed=discord.Embed(description=escape_markdown(cut(kept.question, 2000))),
            view=view,
            # the one place where anybody is notified, and only this role
            allowed_mentions=discord.AllowedMentions(everyone=False, users=False, roles=[role], replied_user=False),
        )
    except discord.HTTPException:
        await desk.run(desk.records.take_back, kept.id, called=True)
        raise
    return place


async def _thread_of(message: discord.Message, question: str) -> Any:
    """The thread of an answer; where none can be opened, the channel itself."""
    if isinstance(message.channel, discord.Thread):
        return message.channel
    try:
        return await message.create_thread(name=cut(" ".join(question.split()), THREAD_NAME))
    except discord.HTTPException as error:
        if error.code == 160004:  # there is one already, with the id of its message
            return message.channel.guild.get_thread(message.id) or message.channel  # type: ignore[union-attr]
        log.warning("No thread could be opened: %s", error)
        return message.channel


class RuleButton(LawbookButton, template=RULE):
    """Opens the form in which a director rules."""

    async def press(self, interaction: "Interaction") -> None:
        """Show the form to a director."""
        if not await may_rule(interaction):
            await interaction.response.send_message(NOT_A_DIRECTOR, ephemeral=True)
            return
        match = re.fullmatch(RULE, self.custom_id)
        assert match
        await interaction.response.send_modal(RulingForm(int(match["answer"])))


class RulingForm(ui.Modal, title="Ruling"):
    """A reference, and a remark. What is sent is read by `submitted`, as the form may outlive the process."""

    ref: ui.TextInput["RulingForm"] = ui.TextInput(
        label="The clause that governs", custom_id=_REF, placeholder="43A1(a)", max_length=60
    )
    note: ui.TextInput["RulingForm"] = ui.TextInput(
        label="In your own words (may stay empty)",
        custom_id=_NOTE,
        style=discord.TextStyle.paragraph,
        required=False,
        max_length=500,
    )

    def __init__(self, answer: int) -> None:
        super().__init__(custom_id=ruling_id(answer), timeout=900)


async def may_rule(interaction: "Interaction") -> bool:
    """Whether a person has the director role, or may manage the server."""
    server = await interaction.client.desk.server(interaction.guild_id)
    role = server.director_role
    is_director = role is not None and isinstance(interaction.user, discord.Member) and interaction.user.get_role(role)
    return bool(is_director) or interaction.permissions.manage_guild


async def submitted(interaction: "Interaction") -> None:
    """A form that was sent: check the reference against the book, and post the clause as the ruling."""
    data: Any = interaction.data
    match = re.fullmatch(RULING, data.get("custom_id", ""))
    if match is None:
        return
    if not await may_rule(interaction):
        await interaction.response.send_message(NOT_A_DIRECTOR, ephemeral=True)
        return
    typed, desk = _typed(data["components"]), interaction.client.desk
    kept = await desk.find(int(match["answer"]))
    wanted = LawRef.parse(typed.get(_REF, ""))
    edition = desk.library.edition(wanted.edition or (kept.edition if kept else desk.edition))
    document = Document.law(edition.key, edition.resolve(wanted).ref)
    shown = page(desk.library, document)
    view = document_view(desk.library, document, shown)
    if kept:
        ref = document.parts[0].ref
        await desk.run(desk.records.rule, kept.id, str(ref))
        if desk.can_teach and (custom_id := teach_id(kept.id, edition.key, ref)):
            view.add_item(TeachButton(ui.Button(label="Answer this so from now on", custom_id=custom_id, row=1)))
    embed = _ruling_embed(shown, kept.question if kept else "", interaction.user.display_name, typed.get(_NOTE, ""))
    await interaction.response.send_message(embed=embed, view=view)


def _ruling_embed(shown: Page, question: str, director: str, note: str) -> discord.Embed:
    """The clause of a ruling, with the question and what the director adds."""
    embed = page_embed(shown)
    embed.title = cut(f"Ruling: {shown.title}", TITLE)
    if question:
        embed.set_author(name=cut(" ".join(question.split()), AUTHOR))
    if note:
        # half of the limit, as every character may be escaped
        name, value = escape_markdown(cut(f"{director} says", 120)), escape_markdown(cut(note, FIELD // 2))
        embed.add_field(name=name, value=value, inline=False)
    return embed


def _typed(components: list[Any]) -> dict[str, str]:
    """What was typed into the fields of a form, by their custom ids."""
    found = {}
    for row in components:
        for item in row.get("components") or [row.get("component") or {}]:
            found[item.get("custom_id", "")] = str(item.get("value", "")).strip()
    return found


class TeachButton(LawbookButton, template=TEACH):
    """Puts a question into the club's bank under the clause of the ruling."""

    async def press(self, interaction: "Interaction") -> None:
        """The second click: from now on the question is answered so."""
        match = re.fullmatch(TEACH, self.custom_id)
        assert match and interaction.message
        if not await may_rule(interaction):
            await interaction.response.send_message(NOT_A_DIRECTOR, ephemeral=True)
            return
        desk, answer, ref = interaction.client.desk, int(match["answer"]), LawRef.parse(match["ref"])
        kept = await desk.find(answer)
        if kept is None or not desk.can_teach:
            await interaction.response.send_message(GONE, ephemeral=True)
            return
        if kept.ruling != match["ref"]:
            await interaction.response.send_message(CHANGED, ephemeral=True)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        if not await desk.run(desk.records.teach, answer):
            await interaction.edit_original_response(content="This question is in the bank already.")
            return
        try:
            await desk.teach(ref, kept.question)
        except LawbookError:
            await desk.run(desk.records.take_back, answer, taught=True)
            raise
        log.info("taught", extra={"ref": str(ref), "server": interaction.guild_id})
        await interaction.edit_original_response(content=f"From now on this question is answered with Law {ref}.")
