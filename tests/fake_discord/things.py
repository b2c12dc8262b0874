"""What a Discord is made of: users, roles, channels, messages, and their JSON as Discord sends it."""

import itertools
import time
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]

_EPOCH = 1_420_070_400.0
_numbers = itertools.count(1)


def snowflake() -> int:
    """A new id, which tells when it was made; later ones are greater."""
    return int((time.time() - _EPOCH) * 1000) << 22 | next(_numbers)


class Permission(IntFlag):
    """The permissions that Lawbook or its users need."""

    ADD_REACTIONS = 1 << 6
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYONE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)


class ChannelType(IntEnum):
    """The kinds of channels that are played here."""

    TEXT = 0
    DM = 1
    THREAD = 11
    FORUM = 15


@dataclass(eq=False)
class User:
    """A person, or the bot."""

    name: str
    bot: bool = False
    id: int = field(default_factory=snowflake)

    def payload(self) -> Json:
        """The user object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.name.title(),
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "flags": 0,
            "public_flags": 0,
        }


@dataclass(eq=False)
class Role:
    """A role of a guild; `bot` is whose own role it is."""

    name: str
    permissions: int = 0
    mentionable: bool = False
    bot: User | None = None
    id: int = field(default_factory=snowflake)

    def payload(self) -> Json:
        """The role object."""
        tags = {"tags": {"bot_id": str(self.bot.id)}} if self.bot else {}
        return {
            "id": str(self.id),
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 1,
            "permissions": str(int(self.permissions)),
            "managed": self.bot is not None,
            "mentionable": self.mentionable,
            "flags": 0,
            **tags,
        }


@dataclass(eq=False)
class Channel:
    """A channel, a thread (`parent` is where it hangs) or a direct conversation (`people`)."""

    type: ChannelType
    name: str = ""
    guild: "Guild | None" = None
    parent: "Channel | None" = None
    people: tuple[User, ...] = ()
    owner: User | None = None
    denied: dict[int, int] = field(default_factory=dict)
    archived: bool = False
    id: int = field(default_factory=snowflake)

    @property
    def home(self) -> "Channel":
        """The channel whose permissions count."""
        return self.parent or self

    def payload(self) -> Json:
        """The channel object."""
        found: Json = {"id": str(self.id), "type": int(self.type), "flags": 0, "last_message_id": None}
        if self.type is ChannelType.DM:
            return found | {"recipients": [user.payload() for user in self.people if not user.bot]}
        assert self.guild
        found |= {"guild_id": str(self.guild.id), "name": self.name, "nsfw": False, "position": 0, "topic": None}
        found |= {"rate_limit_per_user": 0, "parent_id": str(self.parent.id) if self.parent else None}
        if self.type is ChannelType.THREAD:
            return found | self._thread()
        overwrites = [
            {"id": str(key), "type": 0, "allow": "0", "deny": str(int(bits))} for key, bits in self.denied.items()
        ]
        forum: Json = {
            "available_tags": [],
            "default_sort_order": None,
            "default_forum_layout": 0,
            "default_reaction_emoji": None,
        }
        return found | {"permission_overwrites": overwrites} | (forum if self.type is ChannelType.FORUM else {})

    def _thread(self) -> Json:
        meta = {
            "archived": self.archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
            "locked": False,
            "create_timestamp": "2026-01-01T00:00:00+00:00",
        }
        return {
            "owner_id": str(self.owner.id if self.owner else 0),
            "thread_metadata": meta,
            "message_count": 1,
            "member_count": 1,
            "total_message_sent": 1,
        }


@dataclass(eq=False)
class Guild:
    """A server: its roles, its members with their roles, its channels."""

    name: str
    owner: User
    roles: list[Role] = field(default_factory=list)
    members: dict[User, set[Role]] = field(default_factory=dict)
    channels: list[Channel] = field(default_factory=list)
    id: int = field(default_factory=snowflake)

    def __post_init__(self) -> None:
        everyone = Role("@everyone", EVERYONE)
        everyone.id = self.id
        self.roles.insert(0, everyone)

    def member(self, user: User) -> Json:
        """The member object, without the user in it."""
        return {
            "roles": [str(role.id) for role in self.members[user]],
            "nick": None,
            "avatar": None,
            "banner": None,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }

    def payload(self, bot: User) -> Json:
        """The guild as GUILD_CREATE tells it."""
        channels = [channel.payload() for channel in self.channels if channel.type is not ChannelType.THREAD]
        threads = [channel.payload() for channel in self.channels if channel.type is ChannelType.THREAD]
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "icon": None,
            "afk_timeout": 60,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "premium_tier": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
            "preferred_locale": "en-US",
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [role.payload() for role in self.roles],
            "member_count": len(self.members),
            "members": [self.member(bot) | {"user": bot.payload()}],
            "channels": channels,
            "threads": threads,
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "unavailable": False,
            "large": False,
        }


@dataclass(eq=False)
class Message:
    """A message. `private_to` is the one person who sees an ephemeral one; `notified` whom it pinged."""

    channel: Channel
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    reference: "Message | None" = None
    private_to: User | None = None
    loading: bool = False
    asked_by: Json | None = None
    notified: set[User] = field(default_factory=set)
    edits: int = 0
    deleted: bool = False
    reactions: list[str] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[Role] = field(default_factory=list)
    type: int = 0
    id: int = field(default_factory=snowflake)

    @property
    def buttons(self) -> dict[str, Json]:
        """The buttons by label."""
        rows = (row.get("components", []) for row in self.components)
        return {item.get("label", ""): item for row in rows for item in row if item.get("type") == 2}

    @property
    def text(self) -> str:
        """Everything that a person can read on it, as it was sent."""
        shown = [self.content]
        for embed in self.embeds:
            shown += [embed.get("author", {}).get("name", ""), embed.get("title") or "", embed.get("description") or ""]
            shown += [f"{part['name']}: {part['value']}" for part in embed.get("fields", [])]
            shown.append(embed.get("footer", {}).get("text", ""))
        return "\n".join(part for part in shown if part)

    def payload(self) -> Json:
        """The message object."""
        flags = (64 if self.private_to else 0) | (128 if self.loading else 0)
        found: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": "2026-01-01T00:01:00+00:00" if self.edits else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [user.payload() for user in self.mentions],
            "mention_roles": [str(role.id) for role in self.mention_roles],
            "attachments": self.attachments,
            "embeds": self.embeds,
            "components": self.components,
            "pinned": False,
            "type": self.type or (19 if self.reference else 0),
            "flags": flags,
        }
        if self.channel.guild:
            found["guild_id"] = str(self.channel.guild.id)
        if self.reference:
            place = {"type": 0, "message_id": str(self.reference.id), "channel_id": str(self.reference.channel.id)}
            found["message_reference"] = place
            found["referenced_message"] = None if self.reference.deleted else self.reference.payload()
        if self.asked_by:
            found["interaction_metadata"] = self.asked_by
        return found
