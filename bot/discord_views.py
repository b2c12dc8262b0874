"""Buttons whose deed stands in their custom id, so that they work after a restart; and those that show documents."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

import discord
from discord import ui

from bot.custom_ids import DOCUMENT, Deed, Press, pack, unpack
from bot.discord_embeds import page_embed, turned
from bot.documents import Document, Kind, Page, Part, page
from corpus.library import Library
from corpus.model import Edition
from corpus.refs import LawRef

if TYPE_CHECKING:
    from bot.discord_bot import LawbookClient

    Interaction: TypeAlias = discord.Interaction[LawbookClient]

Button: TypeAlias = "ui.Button[ui.View]"


class LawbookButton(ui.DynamicItem["Button"], template=r"lawbook\|.+"):
    """A button that is told apart by its custom id alone; `press` is what it does. `kinds` are all of them."""

    kinds: ClassVar[list[type["LawbookButton"]]] = []

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__(template=template)
        cls.kinds.append(cls)

    def __init__(self, button: Button) -> None:
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as it was pressed, perhaps on a message of a process that ended long ago."""
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says; the process doesn't end before it is done."""
        with interaction.client.in_flight():
            try:
                await self.press(interaction)
            except Exception as error:
                await interaction.client.failed(interaction, error)

    async def press(self, interaction: "Interaction") -> None:
        """What the button does."""
        raise NotImplementedError


class DocumentButton(LawbookButton, template=DOCUMENT):
    """Opens a document on a private message, or turns the page of the one that it stands under."""

    async def press(self, interaction: "Interaction") -> None:
        """Show the page."""
        wanted, library = unpack(self.custom_id), interaction.client.desk.library
        shown = page(library, wanted.document, wanted.page)
        if wanted.deed is Deed.TURN and interaction.message and interaction.message.embeds:
            view = with_turns(_without_turns(interaction.message), wanted.document, shown)
            await interaction.response.edit_message(embed=turned(interaction.message.embeds[0], shown), view=view)
        else:
            view = document_view(library, wanted.document, shown)
            await interaction.response.send_message(embed=page_embed(shown), view=view, ephemeral=True)


def document_view(library: Library, document: Document, shown: Page) -> ui.View:
    """The buttons under a page of a document."""
    view = ui.View(timeout=None)
    if document.kind is Kind.LAW:
        ref, edition = document.parts[0].ref, library.edition(document.edition)
        if ref.path and ref.law:
            add_opener(view, "Whole law", Document.law(edition.key, LawRef(ref.law)))
        add_see_also(view, edition, _referred(edition, ref))
    return with_turns(view, document, shown)


def with_turns(view: ui.View, document: Document, shown: Page) -> ui.View:
    """The view with buttons for the page before and after, where there are several pages."""
    if shown.count > 1:
        for label, number in (("◀", shown.number - 1), ("▶", shown.number + 1)):
            # No two buttons may share an id, so the one before the first page is numbered past the last.
            custom_id = pack(Press(Deed.TURN, document, number % (shown.count + 1)))
            if custom_id:
                off = not 0 <= number < shown.count
                view.add_item(DocumentButton(ui.Button(label=label, custom_id=custom_id, row=2, disabled=off)))
    return view


def _without_turns(message: discord.Message) -> ui.View:
    """The buttons of a message, less those that turn pages."""
    view = ui.View(timeout=None)
    for item in ui.View.from_message(message, timeout=None).children:
        if isinstance(item, ui.Button) and (revived := _revived(item)):
            view.add_item(revived)
    return view


def _revived(button: "ui.Button[Any]") -> LawbookButton | None:
    custom_id = button.custom_id or ""
    if re.fullmatch(DOCUMENT, custom_id) and unpack(custom_id).deed is Deed.TURN:
        return None
    kinds = (kind for kind in LawbookButton.kinds if kind.__discord_ui_compiled_template__.fullmatch(custom_id))
    return next((kind(button) for kind in kinds), None)


def add_opener(view: ui.View, label: str, document: Document) -> None:
    """A button that opens a document, where its address fits into a custom id."""
    if custom_id := pack(Press(Deed.OPEN, document)):
        view.add_item(DocumentButton(ui.Button(label=label, custom_id=custom_id)))


def add_see_also(view: ui.View, edition: Edition, refs: Iterable[LawRef]) -> None:
    """A button that quotes the clauses referred to, with those below them, as far as their text is loaded."""
    parts = tuple(Part(ref.bare, whole=True) for ref in refs if ref in edition)
    if parts:
        add_opener(view, "See also", Document(Kind.QUOTES, edition.key, parts))


def _referred(edition: Edition, ref: LawRef) -> list[LawRef]:
    """What a clause, its lead-in and those below it refer to, itself left out."""
    clauses = [*(span.ref for span in edition.lead_in(ref)), *(clause.ref for clause in edition.subtree(ref))]
    named = (other for clause in clauses for other in edition.refers_to(clause))
    return [other for other in dict.fromkeys(named) if not ref.covers(other)]
