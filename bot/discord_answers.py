"""Answers as messages: the embed, the buttons under it, and the record of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.answer import Answer
from bot.custom_ids import DELETE, VOTE, delete_id, director_id, vote_id
from bot.discord_desk import Desk
from bot.discord_embeds import answer_document, answer_embed
from bot.discord_rulings import DirectorButton
from bot.discord_views import LawbookButton, add_opener, add_see_also, with_turns
from bot.documents import Document, page
from bot.records import Kept
from corpus.refs import LawRef

if TYPE_CHECKING:
    from bot.discord_bot import LawbookClient

    Interaction: TypeAlias = discord.Interaction[LawbookClient]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with who asked it where; `private` is seen by him alone."""

    question: str
    asker: int
    channel: int
    server: int | None = None
    message: int | None = None
    private: bool = False


@dataclass(frozen=True)
class Reply:
    """An answer as it is sent."""

    answer: Answer
    embed: discord.Embed
    view: ui.View


class VoteButton(LawbookButton, template=VOTE):
    """Whether the answer helped."""

    async def press(self, interaction: "Interaction") -> None:
        """Keep the vote; a later one takes its place."""
        assert interaction.message
        desk, helpful = interaction.client.desk, self.custom_id == vote_id(helpful=True)
        kept = await desk.find(interaction.message.id) is not None and await desk.run(
            desk.records.vote, interaction.message.id, interaction.user.id, helpful=helpful
        )
        thanks = "Thank you." if helpful else "Thank you. It is on the list that the directors look through."
        text = thanks if kept else "This answer is no longer on record, so that there is nothing to vote on."
        await interaction.response.send_message(text, ephemeral=True)


class DeleteButton(LawbookButton, template=DELETE):
    """Takes an answer away, for the person who asked."""

    async def press(self, interaction: "Interaction") -> None:
        """Delete the message, or say whose it is."""
        if self.custom_id != delete_id(interaction.user.id):
            await interaction.response.send_message("Only the person who asked can delete this answer.", ephemeral=True)
            return
        await interaction.response.defer()
        await interaction.delete_original_response()
        if interaction.message:
            desk = interaction.client.desk
            await desk.run(desk.records.drop, interaction.message.id)


async def reply_to(desk: Desk, asked: Asked, edition: str | None = None) -> Reply:
    """Find the answer and set it as a message."""
    server = await desk.server(asked.server)
    answer = await desk.answer(asked.question, edition or server.edition)
    return Reply(answer, answer_embed(answer, desk.library), answer_view(desk, asked, answer))


def answer_view(desk: Desk, asked: Asked, answer: Answer) -> ui.View:
    """The buttons under an answer; deleting it and asking a director are for where others see it."""
    view = ui.View(timeout=None)
    if answer.citations:
        first = answer.citations[0]
        if first.ref.law:
            add_opener(view, "Whole law", Document.law(first.source.key, LawRef(first.ref.law)))
        add_see_also(view, answer.edition, answer.see_also)
    for label, helpful in (("Helpful", True), ("Not helpful", False)):
        view.add_item(VoteButton(ui.Button(label=label, custom_id=vote_id(helpful=helpful))))
    if asked.server and not asked.private:
        button: ui.Button[ui.View] = ui.Button(
            label="Ask a director", custom_id=director_id(), style=ButtonStyle.primary
        )
        view.add_item(DirectorButton(button))
        view.add_item(DeleteButton(ui.Button(label="Delete", custom_id=delete_id(asked.asker), row=1)))
    if answer.citations:
        document = answer_document(answer)
        with_turns(view, document, page(desk.library, document))
    return view


async def keep(desk: Desk, asked: Asked, answer: Answer, message: int, channel: int | None = None) -> Kept:
    """Record the answer that a message gave, in the channel where it stands."""
    refs = [citation.ref for citation in answer.citations] or [pointer.ref for pointer in answer.pointers]
    kept = Kept(
        message,
        asked.server,
        channel or asked.channel,
        asked.message,
        asked.question,
        answer.edition.key,
        str(answer.outcome),
        tuple(dict.fromkeys(map(str, refs))),
        answer.confidence,
    )
    await desk.keep(kept, asked.asker)
    return kept
