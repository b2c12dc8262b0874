"""The state of the fake: who is where, what was said, who may do what. Every change wakes whoever waits for one."""

import asyncio
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from fake_discord.things import Channel, ChannelType, Guild, Json, Message, Permission, Role, User, snowflake

if TYPE_CHECKING:
    from fake_discord.interactions import Interaction

T = TypeVar("T")

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_ALL = int(sum(Permission))


class Refusal(Exception):
    """An answer that Discord refuses with: HTTP status, its own code, and words."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass
class World:
    """Everything that there is. `dispatch` sends an event to the bot; the gateway puts itself there."""

    bot: User = field(default_factory=lambda: User("lawbook", bot=True))
    token: str = "token-of-the-bot"
    message_content: bool = True
    users: list[User] = field(default_factory=list)
    guilds: list[Guild] = field(default_factory=list)
    channels: dict[int, Channel] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    interactions: dict[str, "Interaction"] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    ahead: float = 0.0
    gateway_url: str = ""
    shards: int = 1
    closed_doors: set[User] = field(default_factory=set)
    dispatch: Callable[[str, Json, Channel | None], None] = lambda *_: None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def now(self) -> float:
        """The time, which a test can put forward by `ahead`."""
        return time.monotonic() + self.ahead

    def fault(self, *found: str) -> None:
        """Note what is wrong with a request."""
        self.faults += found
        self.change()

    def change(self) -> None:
        """Wake whoever waits for a change."""
        self.changed.set()
        self.changed = asyncio.Event()

    async def until(self, find: Callable[[], T | None], wait: float = 5.0, what: str = "it") -> T:
        """What `find` gives as soon as it gives something; AssertionError after `wait` seconds."""
        end = time.monotonic() + wait
        while not (found := find()):
            left = end - time.monotonic()
            try:
                await asyncio.wait_for(self.changed.wait(), min(left, 0.25) if left > 0 else 0)
            except TimeoutError:
                if time.monotonic() >= end:
                    raise AssertionError(f"{what} did not come within {wait} s; faults: {self.faults}") from None
        return found

    def add_guild(self, name: str, owner: User) -> Guild:
        """A server with its owner and the bot, and the role that the bot got when it was invited."""
        guild = Guild(name, owner)
        own = Role("Lawbook", Permission(0), bot=self.bot)
        guild.roles.append(own)
        guild.members |= {owner: set(), self.bot: {own}}
        self.guilds.append(guild)
        return guild

    def add_channel(self, guild: Guild, name: str, type: ChannelType = ChannelType.TEXT) -> Channel:
        """A channel of a server."""
        channel = Channel(type, name, guild)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel

    def add_thread(self, parent: Channel, name: str, owner: User, id: int | None = None) -> Channel:
        """A thread of a channel, which the bot is told of; one from a message has that message's id."""
        thread = Channel(ChannelType.THREAD, name, parent.guild, parent, owner=owner, id=id or snowflake())
        self.channels[thread.id] = thread
        if parent.guild:
            parent.guild.channels.append(thread)
        self.dispatch("THREAD_CREATE", thread.payload() | {"newly_created": True}, thread)
        self.change()
        return thread

    def threads_of(self, channel: Channel) -> list[Channel]:
        """The threads of a channel, oldest first."""
        return [one for one in self.channels.values() if one.parent is channel]

    def direct(self, user: User) -> Channel:
        """The direct conversation of a person with the bot."""
        having = (one for one in self.channels.values() if one.type is ChannelType.DM and user in one.people)
        channel = next(having, None) or Channel(ChannelType.DM, people=(user, self.bot))
        self.channels[channel.id] = channel
        return channel

    def channel(self, number: int | str) -> Channel:
        """A channel by its id; what is unknown is 10003."""
        if int(number) not in self.channels:
            raise Refusal(404, 10003, "Unknown Channel")
        return self.channels[int(number)]

    def message(self, channel: Channel, number: int | str) -> Message:
        """A message that can be reached by its id: not an ephemeral one."""
        found = self.messages.get(int(number))
        if found is None or found.deleted or found.channel is not channel or found.private_to:
            raise Refusal(404, 10008, "Unknown Message")
        return found

    def user(self, number: int | str) -> User:
        """A user by id."""
        return next(user for user in (self.bot, *self.users) if user.id == int(number))

    def permissions(self, user: User, channel: Channel) -> int:
        """What a user may do in a channel."""
        guild = channel.guild
        if guild is None:
            return _ALL if user in channel.people else 0
        if user not in guild.members:
            return 0
        if user is guild.owner:
            return _ALL
        roles = [guild.roles[0], *guild.members[user]]
        bits = 0
        for role in roles:
            bits |= role.permissions
        for key in (*(role.id for role in roles), user.id):
            bits &= ~channel.home.denied.get(key, 0)
        return bits

    def need(self, channel: Channel, permission: Permission) -> None:
        """Refuse where the bot lacks a permission: 50001 where it can't even see the channel."""
        bits = self.permissions(self.bot, channel)
        if not bits & Permission.VIEW_CHANNEL:
            raise Refusal(403, 50001, "Missing Access")
        if not bits & permission:
            raise Refusal(403, 50013, "Missing Permissions")

    def seen_by(self, message: Message, user: User) -> bool:
        """Whether a person sees a message."""
        if message.deleted or (message.private_to and message.private_to is not user):
            return False
        return bool(self.permissions(user, message.channel) & Permission.VIEW_CHANNEL)

    def post(self, message: Message, allowed: Json | None, *, everyone_by_default: bool = True) -> Message:
        """Put a message where it belongs, work out whom it notifies, and tell the bot of it."""
        self._mention(message, allowed, everyone_by_default)
        self.messages[message.id] = message
        if not message.private_to:
            self.dispatch("MESSAGE_CREATE", self._with_member(message), message.channel)
        self.change()
        return message

    def edit(self, message: Message) -> None:
        """Tell of an edit."""
        message.edits += 1
        if not message.private_to:
            self.dispatch("MESSAGE_UPDATE", self._with_member(message), message.channel)
        self.change()

    def delete(self, message: Message) -> None:
        """Take a message away."""
        message.deleted = True
        payload = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild:
            payload["guild_id"] = str(message.channel.guild.id)
        if not message.private_to:
            self.dispatch("MESSAGE_DELETE", payload, message.channel)
        self.change()

    def _with_member(self, message: Message) -> Json:
        guild = message.channel.guild
        known = guild and message.author in guild.members
        return message.payload() | ({"member": guild.member(message.author)} if guild and known else {})

    def _mention(self, message: Message, allowed: Json | None, everyone_by_default: bool) -> None:
        """Whom the content names, and whom of those it notifies: `allowed_mentions` decides, by Discord's defaults."""
        guild = message.channel.guild
        named = [
            user for key in _USER.findall(message.content) for user in [*self.users, self.bot] if str(user.id) == key
        ]
        roles = [
            role
            for key in _ROLE.findall(message.content)
            for role in (guild.roles if guild else [])
            if str(role.id) == key
        ]
        message.mentions, message.mention_roles = list(dict.fromkeys(named)), list(dict.fromkeys(roles))
        if allowed is None:
            allowed = {
                "parse": ["users", "roles", "everyone"] if everyone_by_default else ["users"],
                "replied_user": True,
            }
        parse = allowed.get("parse") or []
        may_ping = bool(self.permissions(message.author, message.channel) & Permission.MENTION_EVERYONE)
        users = {user for user in named if "users" in parse or str(user.id) in map(str, allowed.get("users") or [])}
        for role in roles:
            chosen = "roles" in parse or str(role.id) in map(str, allowed.get("roles") or [])
            if chosen and guild and (role.mentionable or may_ping):
                users |= {user for user, having in guild.members.items() if role in having}
        if guild and "everyone" in parse and may_ping and re.search(r"@(?:everyone|here)\b", message.content):
            users |= set(guild.members)
        if message.reference and allowed.get("replied_user", False):
            users.add(message.reference.author)
            message.mentions.append(message.reference.author)
        message.notified = users - {message.author}

    def messages_in(self, channel: Channel, author: User | None = None) -> list[Message]:
        """The messages of a channel that aren't deleted, oldest first."""
        return [one for one in self.messages.values() if _fits(one, channel, author)]


def _fits(message: Message, channel: Channel, author: User | None) -> bool:
    return message.channel is channel and not message.deleted and author in (None, message.author)


def ids(users: Iterable[User]) -> list[str]:
    """Names of users, for a readable assertion."""
    return sorted(user.name for user in users)
