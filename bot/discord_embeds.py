"""Answers and pages of documents as Discord embeds, within Discord's limits. Pure functions."""

import discord

from bot.answer import Answer, Outcome, Pointer
from bot.documents import Document, Page, page, sources
from bot.render import escape_markdown
from corpus.errors import LawbookError, StateError
from corpus.library import Library
from corpus.model import title_of
from corpus.refs import LawRef

TITLE = 256
AUTHOR = 256
FIELD = 1024
FOOTER = 400
MESSAGE = 2000
FIELDS = 1400
"""Characters of all fields: with a full page, title, author and footer an embed stays below Discord's 6 000."""

_COLOUR = {
    Outcome.ANSWERED: discord.Colour(0x2E7D32),
    Outcome.UNSURE: discord.Colour(0xB26A00),
    Outcome.NOT_LOADED: discord.Colour(0x1565C0),
    Outcome.OUT_OF_SCOPE: discord.Colour(0x616161),
}
_LAW = discord.Colour(0x1565C0)

FAILED = "Something went wrong here, and has been noted. Please try again."

WHAT_I_AM_FOR = (
    "I quote the Laws of Duplicate Bridge: what happened at the table, and what the law says to it. "
    "Ask in your own words, for instance: *May dummy call the director?*"
)


def answer_embed(answer: Answer, library: Library) -> discord.Embed:
    """An answer's first page: the question, its outcome, the quotations, and what stands around them."""
    embed = discord.Embed(title=cut(_outcome(answer), TITLE), colour=_COLOUR[answer.outcome])
    embed.set_author(name=cut(" ".join(answer.question.split()), AUTHOR))
    first = page(library, answer_document(answer)) if answer.citations else None
    if first:
        embed.description = first.text
    elif answer.pointers:
        embed.description = "\n".join(_pointer(pointer) for pointer in answer.pointers)
    if answer.outcome is Outcome.OUT_OF_SCOPE:
        embed.description = WHAT_I_AM_FOR
    _add_field(embed, "In short", answer.composed or "")
    _add_field(embed, "Note", answer.note)
    if answer.pointers and first:
        _add_field(embed, "Named by their numbers", "\n".join(f"Law {p.ref}: {p.title}" for p in answer.pointers))
    _add_field(embed, "See also", ", ".join(_named(ref) for ref in answer.see_also))
    cited = [citation.source for citation in answer.citations] or [answer.edition]
    embed.set_footer(text=footer(sources(cited), first))
    return embed


def answer_document(answer: Answer) -> Document:
    """What the buttons under an answer page through."""
    return Document.quotes(answer.citations)


def page_embed(shown: Page) -> discord.Embed:
    """A page of a law, of quotations or of differences as an embed of its own."""
    embed = discord.Embed(title=cut(shown.title, TITLE) or None, description=shown.text, colour=_LAW)
    return embed.set_footer(text=footer(shown.source, shown))


def turned(embed: discord.Embed, shown: Page) -> discord.Embed:
    """The embed with another page in it; what stands around the page stays."""
    embed = embed.copy()
    embed.description = shown.text
    return embed.set_footer(text=footer(shown.source, shown))


def footer(source: str, shown: Page | None) -> str:
    """The corpus that the words came from, and which page of how many it is."""
    pages = f" · page {shown.number + 1} of {shown.count}" if shown and shown.count > 1 else ""
    return cut(source, FOOTER - len(pages)) + pages


def told(error: LawbookError) -> str:
    """An error as a message: what was typed stands in it, and is shown, not obeyed.

    What is wrong with this machine is the log's matter, not that of the person who asked.
    """
    if isinstance(error, StateError):
        return FAILED
    return escape_markdown(cut(str(error), MESSAGE // 2))


def cut(text: str, limit: int) -> str:
    """The text in at most `limit` characters, an ellipsis where some were left out."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _outcome(answer: Answer) -> str:
    refs = list(dict.fromkeys(citation.ref for citation in answer.citations))
    refs = refs or [pointer.ref for pointer in answer.pointers]
    years = list(dict.fromkeys(citation.source.key for citation in answer.citations))
    named = _listed(refs) + (f" ({_and(years)})" if len(years) > 1 else "")
    verb = "governs" if len(refs) == 1 else "govern"
    match answer.outcome:
        case Outcome.ANSWERED:
            return f"{named} {verb}" if named else "What I have on it"
        case Outcome.UNSURE:
            return "Not sure: these are the nearest clauses, not a ruling"
        case Outcome.NOT_LOADED:
            return (
                f"{named} {verb}; I don't have the text" if named else "I don't have the text of the law that governs"
            )
        case Outcome.OUT_OF_SCOPE:
            return "That is not a question about the laws"


def _listed(refs: list[LawRef]) -> str:
    """ "Laws 42B2 and 43A1(a)", or definitions by their terms."""
    laws, terms = [ref for ref in refs if ref.law], [ref for ref in refs if not ref.law]
    names = [f"Law {laws[0]}"] if len(laws) == 1 else [f"Laws {_and([str(ref) for ref in laws])}"] if laws else []
    return _and(names + [f"the definition of {title_of(ref)}" for ref in terms])


def _and(names: list[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def _pointer(pointer: Pointer) -> str:
    return escape_markdown(f"Law {pointer.ref}: {pointer.title}" if pointer.ref.law else str(pointer.ref))


def _named(ref: LawRef) -> str:
    return f"Law {ref}" if ref.law else str(ref)


def _add_field(embed: discord.Embed, name: str, text: str) -> None:
    """A field, if there is something to say, and room; cut before escaping, so that no escape is cut in two."""
    room = FIELDS - sum(len(field.name or "") + len(field.value or "") for field in embed.fields) - len(name)
    value = escape_markdown(text)
    if len(value) > min(FIELD, room):
        value = escape_markdown(cut(text, max(min(FIELD, room) // 2, 1)))
    if text and room > len(value):
        embed.add_field(name=name, value=value, inline=False)
