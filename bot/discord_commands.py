"""The slash commands and the message menu. Each reads its options, calls one function and sends what that gives."""

import logging
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.conversation import LONGEST, question_of
from bot.discord_answers import Asked, keep, reply_to
from bot.discord_club import club_commands
from bot.discord_embeds import WHAT_I_AM_FOR, page_embed, told
from bot.discord_setup import setup_command
from bot.discord_views import document_view
from bot.documents import Document, differences, page
from corpus.errors import BadReference, LawbookError
from corpus.library import Library
from corpus.refs import LawRef

if TYPE_CHECKING:
    from bot.discord_bot import LawbookClient

    Interaction: TypeAlias = discord.Interaction[LawbookClient]
    Command: TypeAlias = app_commands.Command[Any, ..., None]

log = logging.getLogger(__name__)

MENU = "What do the Laws say?"

_HELP = f"""{WHAT_I_AM_FOR}

**/ask** answers a question with the clauses that govern, word for word; *private* shows it to you alone.
**/law** shows a law or a clause: type a number, words of its title, or what people call it.
**/compare** shows what changed in a law between two editions.
**/define** shows a term of the book's definitions.
Mention me, write to me directly, or choose *{MENU}* under *Apps* on a message. Reply to an answer to ask on; \
edit your question within five minutes and it is answered anew.
**/unanswered** and **/stats** are for the club, **/setup** for those who manage the server.
**/forget-me** removes what you asked. I keep questions, and who asked only as a hash.

I quote; a ruling is the director's."""


def commands(library: Library) -> list["Command"]:
    """Every slash command; the editions that can be chosen are those that are loaded."""
    editions = [Choice(name=f"{edition.key} Laws", value=edition.key) for edition in library][:25]
    reading = [_ask(editions), _law(editions), _compare(editions), _define(editions)]
    return [*reading, _help(), _forget_me(), *club_commands(), setup_command(editions)]


def _ask(editions: list[Choice[str]]) -> "Command":
    @app_commands.command(name="ask", description="What do the Laws of Duplicate Bridge say? Ask in your own words.")
    @app_commands.describe(
        question="What happened at the table, or what you want to know",
        edition="Which edition of the Laws (otherwise the current one)",
        private="Show the answer to you alone",
    )
    @app_commands.choices(edition=editions)
    async def ask(
        interaction: "Interaction",
        question: Range[str, 1, LONGEST],
        edition: str | None = None,
        private: bool = False,
    ) -> None:
        await answer_interaction(interaction, question, edition, private=private)

    return ask


def _law(editions: list[Choice[str]]) -> "Command":
    @app_commands.command(name="law", description="The words of a law, or of one clause")
    @app_commands.describe(
        ref="A number such as 43A1, words of a title, or what people call it",
        edition="Which edition of the Laws (otherwise the current one)",
    )
    @app_commands.choices(edition=editions)
    @app_commands.autocomplete(ref=_suggest)
    async def law(interaction: "Interaction", ref: Range[str, 1, 100], edition: str | None = None) -> None:
        wanted = await _reference(interaction, ref, edition)
        await _show_clause(interaction, wanted, edition)

    return law


def _compare(editions: list[Choice[str]]) -> "Command":
    @app_commands.command(name="compare", description="What changed in a law between two editions")
    @app_commands.describe(
        ref="A number such as 41 or 41D",
        old="The older edition (otherwise the oldest that has it)",
        new="The newer edition (otherwise the newest that has it)",
    )
    @app_commands.choices(old=editions, new=editions)
    @app_commands.autocomplete(ref=_suggest)
    async def compare(
        interaction: "Interaction", ref: Range[str, 1, 100], old: str | None = None, new: str | None = None
    ) -> None:
        wanted = await _reference(interaction, ref, new)
        await _show(interaction, differences(interaction.client.desk.library, wanted.bare, old, new))

    return compare


def _define(editions: list[Choice[str]]) -> "Command":
    @app_commands.command(name="define", description="A term of the book's definitions")
    @app_commands.describe(term="For instance: trick", edition="Which edition of the Laws (otherwise the current one)")
    @app_commands.choices(edition=editions)
    @app_commands.autocomplete(term=_suggest_term)
    async def define(interaction: "Interaction", term: Range[str, 1, 100], edition: str | None = None) -> None:
        await _show_clause(interaction, LawRef(0, (term.strip(),)), edition)

    return define


def _help() -> "Command":
    @app_commands.command(name="help", description="What I am for, and how to ask")
    async def help_(interaction: "Interaction") -> None:
        await interaction.response.send_message(_HELP, ephemeral=True)

    return help_


def _forget_me() -> "Command":
    @app_commands.command(name="forget-me", description="Remove what you asked and how you voted, on every server")
    async def forget_me(interaction: "Interaction") -> None:
        desk = interaction.client.desk
        gone = await desk.run(desk.records.forget, interaction.user.id)
        what = f"{gone} records of yours are removed." if gone else "There was nothing of yours on record."
        await interaction.response.send_message(what, ephemeral=True)

    return forget_me


async def message_menu(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    """ "What do the Laws say?" on somebody's message."""
    client: LawbookClient = interaction.client
    question = question_of(message.content, client.me)
    if not question:
        await interaction.response.send_message("There is no text in that message to look up.", ephemeral=True)
        return
    await answer_interaction(interaction, question, None, private=False)


async def answer_interaction(interaction: "Interaction", question: str, edition: str | None, *, private: bool) -> None:
    """Answer a question that came as a command: acknowledged at once, answered when the answer is there."""
    desk = interaction.client.desk
    desk.limit(interaction.user.id, interaction.channel_id or 0)
    desk.pool.check()
    asked = Asked(question, interaction.user.id, interaction.channel_id or 0, interaction.guild_id, private=private)
    with interaction.client.in_flight():
        await _answer(interaction, asked, edition)


async def _answer(interaction: "Interaction", asked: Asked, edition: str | None) -> None:
    desk = interaction.client.desk
    in_time = await _defer(interaction, private=asked.private)
    try:
        reply = await reply_to(desk, asked, edition)
    except LawbookError as error:
        if in_time:
            await interaction.edit_original_response(content=told(error))
        return
    with desk.replying():
        if in_time:
            sent: discord.Message = await interaction.edit_original_response(embed=reply.embed, view=reply.view)
        elif not asked.private and isinstance(interaction.channel, discord.abc.Messageable):
            sent = await interaction.channel.send(embed=reply.embed, view=reply.view)
        else:
            return
        await keep(desk, asked, reply.answer, sent.id)


async def _defer(interaction: "Interaction", *, private: bool) -> bool:
    """Acknowledge; False where Discord says that it waited too long, which now and then is its own doing."""
    try:
        await interaction.response.defer(ephemeral=private, thinking=True)
    except discord.NotFound:
        log.warning("Discord no longer knew an interaction when it was acknowledged.")
        return False
    return True


async def _show_clause(interaction: "Interaction", wanted: LawRef, edition: str | None) -> None:
    """A clause as the book prints it, in the edition chosen, named with it, or set for the server."""
    desk = interaction.client.desk
    book = desk.library.edition(edition or wanted.edition or await _default_edition(interaction))
    await _show(interaction, Document.law(book.key, book.resolve(wanted).ref))


async def _show(interaction: "Interaction", document: Document) -> None:
    library = interaction.client.desk.library
    shown = page(library, document)
    await interaction.response.send_message(embed=page_embed(shown), view=document_view(library, document, shown))


async def _default_edition(interaction: "Interaction") -> str:
    desk = interaction.client.desk
    return (await desk.server(interaction.guild_id)).edition or desk.edition


async def _reference(interaction: "Interaction", typed: str, edition: str | None) -> LawRef:
    """The clause that was typed; where it is no reference, the one clause that its words mean."""
    try:
        return LawRef.parse(typed)
    except BadReference:
        key = edition or await _default_edition(interaction)
        found = interaction.client.desk.suggestions[key].find(typed, 5)
        if len(found) == 1:
            return LawRef.parse(found[0].value)
        if not found:
            raise
        near = "; ".join(choice.name for choice in found)
        raise BadReference(f"“{typed}” could be several laws. Choose one as you type: {near}.") from None


async def _suggest(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """What `/law` and `/compare` offer while a person types."""
    desk, named = interaction.client.desk, interaction.namespace
    chosen = getattr(named, "edition", None) or getattr(named, "new", None) or await _default_edition(interaction)
    suggestions = desk.suggestions[chosen if chosen in desk.suggestions else desk.edition]
    return [Choice(name=found.name, value=found.value) for found in suggestions.find(typed)]


async def _suggest_term(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The terms that are defined and begin, or hold a word that begins, with what was typed."""
    desk = interaction.client.desk
    chosen = getattr(interaction.namespace, "edition", None) or await _default_edition(interaction)
    suggestions = desk.suggestions[chosen if chosen in desk.suggestions else desk.edition]
    return [Choice(name=term, value=term) for term in suggestions.terms(typed)]


class CommandTree(app_commands.CommandTree["LawbookClient"]):
    """The commands, and what happens when one fails."""

    async def interaction_check(self, interaction: "Interaction", /) -> bool:
        """Take nothing new on while the process ends."""
        if not interaction.client.closing or interaction.type is discord.InteractionType.autocomplete:
            return True
        await interaction.response.send_message("I am just restarting. Please ask again in a minute.", ephemeral=True)
        return False

    async def on_error(self, interaction: "Interaction", error: app_commands.AppCommandError, /) -> None:
        """Leave it to the client, which does the same for buttons."""
        await interaction.client.failed(interaction, getattr(error, "original", error))
