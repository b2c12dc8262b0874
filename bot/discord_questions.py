"""Messages: mentions, replies and direct ones, new questions in the channels chosen for them, and edits."""

import asyncio
import logging
from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.answer import Outcome
from bot.conversation import addressed, follow_up, is_question, question_of
from bot.discord_answers import Asked, keep, reply_to
from bot.discord_desk import TooOften
from bot.discord_embeds import FAILED, WHAT_I_AM_FOR, cut, told
from bot.discord_rulings import THREAD_NAME, call_director
from bot.records import Kept, Server
from corpus.errors import LawbookError

if TYPE_CHECKING:
    from bot.discord_bot import LawbookClient

log = logging.getLogger(__name__)

EDITED_WITHIN = timedelta(minutes=5)
"""How long an edit of a question is answered anew."""

_SAID = (discord.MessageType.default, discord.MessageType.reply)


class Turns:
    """What was said lately, and one turn at a time for each message.

    Discord tells of an edit also where it only added a preview, and perhaps before the answer to the message is there.
    """

    def __init__(self, most: int = 2000) -> None:
        self._texts: OrderedDict[int, str] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._most = most

    def of(self, message: int) -> asyncio.Lock:
        """The lock of a message."""
        lock = self._locks.get(message)
        if lock is None:
            lock = self._locks[message] = asyncio.Lock()
        return lock

    def is_new(self, message: int, text: str) -> bool:
        """Whether a message has not been seen with this text; it has from now on."""
        known = self._texts.get(message)
        self._texts[message] = text
        if len(self._texts) > self._most:
            self._texts.popitem(last=False)
        return known != text


async def heard(client: "LawbookClient", message: discord.Message) -> None:
    """A new message, or one that was edited: answer it if it is for the bot, or asks where questions are answered."""
    if message.author.bot or message.webhook_id or message.type not in _SAID:
        return
    async with client.turns.of(message.id):
        if client.turns.is_new(message.id, message.content):
            await _hear(client, message)


async def _hear(client: "LawbookClient", message: discord.Message) -> None:
    server = await client.desk.server(message.guild.id if message.guild else None)
    try:
        if message.guild is None or await _for_me(client, message, server):
            await _answer_here(client, message)
        elif _in_question_channel(message, server):
            await _answer_in_thread(client, message, server)
    except TooOften as error:
        await _tell_alone(client, message.author, str(error))
    except LawbookError as error:
        await message.channel.send(told(error), reference=message.to_reference(fail_if_not_exists=False))


async def _for_me(client: "LawbookClient", message: discord.Message, server: Server) -> bool:
    """Whether a message is addressed to the bot, by name or as a reply to an answer of its."""
    if not server.mentions and not _in_question_channel(message, server):
        return False
    if addressed(message.content, client.me, _own_role(message)) or (
        not message.content and _names_me(client, message)
    ):
        return True
    before = await _answered_before(client, message)
    return before is not None and bool(message.content) and (is_question(message.content) or _goes_on(message.content))


def _goes_on(text: str) -> bool:
    """Whether a short reply continues the question before it, rather than giving thanks for the answer."""
    return follow_up("before", text) != text and text.lower().startswith(
        ("and ", "but ", "what ", "how ", "even ", "so ")
    )


def _names_me(client: "LawbookClient", message: discord.Message) -> bool:
    return client.user in message.mentions or any(role.id == _own_role(message) for role in message.role_mentions)


def _own_role(message: discord.Message) -> int | None:
    role = message.guild.self_role if message.guild else None
    return role.id if role else None


async def _answered_before(client: "LawbookClient", message: discord.Message) -> str | None:
    """The question that was answered by the message to which this one replies."""
    place = message.reference
    if place is None or place.message_id is None:
        return None
    if isinstance(place.resolved, discord.Message) and place.resolved.author.id != client.me:
        return None  # the records needn't be asked
    kept = await client.desk.find(place.message_id)
    return kept.question if kept else None


def _in_question_channel(message: discord.Message, server: Server) -> bool:
    """Whether a message begins something in a channel chosen for questions: no further talk in its threads."""
    channel = message.channel
    if isinstance(channel, discord.Thread):
        return channel.parent_id in server.channels and message.id == channel.id
    return channel.id in server.channels


async def _asked(client: "LawbookClient", message: discord.Message) -> Asked:
    """The question that a message asks, with the one before it where it is a reply."""
    text = question_of(message.content, client.me, _own_role(message))
    if isinstance(message.channel, discord.Thread) and message.id == message.channel.id:
        text = f"{message.channel.name} {text}".strip()  # a post in a forum
    elif before := await _answered_before(client, message):
        text = follow_up(before, text)
    guild = message.guild.id if message.guild else None
    return Asked(text, message.author.id, message.channel.id, guild, message.id)


async def _answer_here(client: "LawbookClient", message: discord.Message) -> None:
    """Answer as a reply."""
    asked = await _asked(client, message)
    reference = message.to_reference(fail_if_not_exists=False)
    if not asked.question:
        await message.channel.send(WHAT_I_AM_FOR, reference=reference)
        return
    client.desk.limit(message.author.id, message.channel.id)
    try:
        reply = await reply_to(client.desk, asked)
    except LawbookError:
        raise
    except Exception:
        log.exception("A question could not be answered.")
        await message.channel.send(FAILED, reference=reference)
        return
    with client.desk.replying():
        sent = await message.channel.send(embed=reply.embed, view=reply.view, reference=reference)
        await keep(client.desk, asked, reply.answer, sent.id)


async def _answer_in_thread(client: "LawbookClient", message: discord.Message, server: Server) -> None:
    """Answer a new question in a thread of its own; chat, and what isn't about the laws, is left alone."""
    asked = await _asked(client, message)
    if not is_question(asked.question):
        return
    client.desk.limit(message.author.id, message.channel.id)
    reply = await reply_to(client.desk, asked)
    sure = reply.answer.confidence >= server.sure and reply.answer.outcome is not Outcome.UNSURE
    if reply.answer.outcome is Outcome.OUT_OF_SCOPE or not (sure or server.director_role):
        return
    thread = await _thread(message, asked.question)
    if not sure and reply.answer.outcome is Outcome.ANSWERED:
        reply.embed.title = f"Perhaps: {reply.embed.title}"
    with client.desk.replying():
        sent = await thread.send(embed=reply.embed, view=reply.view)
        kept = await keep(client.desk, asked, reply.answer, sent.id, thread.id)
    if not sure:
        await call_director(client, sent, kept, server)


async def _thread(message: discord.Message, question: str) -> discord.Thread:
    if isinstance(message.channel, discord.Thread):
        return message.channel
    return await message.create_thread(name=cut(question, THREAD_NAME))


async def edited(client: "LawbookClient", message: discord.Message) -> None:
    """A message was edited: answer it anew, if it is a recent question and now asks something else."""
    if message.author.bot or discord.utils.utcnow() - message.created_at > EDITED_WITHIN or not message.content:
        return
    async with client.turns.of(message.id):
        kept = await client.desk.run(client.desk.records.find_question, message.id)
        if kept is not None:
            await _answer_anew(client, message, kept)
            return
    await heard(client, message)


async def _answer_anew(client: "LawbookClient", message: discord.Message, kept: Kept) -> None:
    """Put another answer in the place of the one that is there."""
    desk, asked = client.desk, await _asked(client, message)
    if not asked.question or asked.question == kept.question:
        return
    answer = client.get_partial_messageable(kept.channel, guild_id=kept.server).get_partial_message(kept.id)
    try:
        desk.limit(message.author.id, message.channel.id)
        reply = await reply_to(desk, asked)
        await answer.edit(content=None, embed=reply.embed, view=reply.view)
    except TooOften as error:
        await _tell_alone(client, message.author, str(error))
    except LawbookError as error:
        await answer.edit(content=told(error))
    else:
        await keep(desk, asked, reply.answer, kept.id, kept.channel)


async def _tell_alone(client: "LawbookClient", person: discord.User | discord.Member, text: str) -> None:
    """Tell a person something in a direct message, now and then; he may have closed his door to them."""
    if not client.desk.may_notify(person.id):
        return
    try:
        await person.send(text)
    except discord.HTTPException as error:
        log.info("A person could not be told that he asks too often: %s", error)
