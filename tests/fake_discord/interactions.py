"""Interactions: their one acknowledgement within three seconds, and the messages that follow within fifteen minutes."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from fake_discord.judge import choice_faults, message_faults, modal_faults
from fake_discord.things import Channel, Json, Message, Permission, User, snowflake
from fake_discord.world import Refusal, World

IN_TIME = 3.0
LIFETIME = 15 * 60.0
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
_FITTING = {COMMAND: {4, 5, 9}, COMPONENT: {4, 5, 6, 7, 9}, AUTOCOMPLETE: {8}, MODAL: {4, 5, 6, 7}}
_EPHEMERAL = 64


@dataclass(eq=False)
class Interaction:
    """One click, command, submission or keystroke of a person, and what came back."""

    kind: int
    person: User
    channel: Channel
    began: float
    message: Message | None = None
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    id: int = field(default_factory=snowflake)
    answer: int | None = None
    took: float = 0.0
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] | None = None
    modal: Json | None = None

    @property
    def settled(self) -> bool:
        """Whether there is something to see: an answer that is no longer loading, choices, or a modal."""
        if self.answer == 5:
            return bool(self.original and not self.original.loading) or bool(self.followups)
        return self.answer in (4, 7, 8, 9) or (self.answer == 6)


def acknowledge(world: World, interaction: Interaction, body: Json, files: dict[str, bytes]) -> Json:
    """The callback: its time, that it is the only one, and that its type fits."""
    interaction.took = world.now() - interaction.began
    if interaction.took > IN_TIME:
        world.fault(f"interaction {interaction.kind} acknowledged after {interaction.took:.1f} s")
        raise Refusal(404, 10062, "Unknown interaction")
    if interaction.answer is not None:
        world.fault("interaction acknowledged twice")
        raise Refusal(400, 40060, "Interaction has already been acknowledged.")
    kind, data = body.get("type", 0), body.get("data") or {}
    faults = list(_callback_faults(interaction, kind, data))
    if faults:
        world.fault(*faults)
        raise Refusal(400, 50035, "; ".join(faults))
    interaction.answer = kind
    message = _respond(world, interaction, kind, data, files)
    world.change()
    told: Json = {"id": str(interaction.id), "type": interaction.kind}
    if message is None:
        return {"interaction": told, "resource": {"type": kind}}
    told |= {"response_message_id": str(message.id), "response_message_loading": message.loading}
    told |= {"response_message_ephemeral": message.private_to is not None, "channel_id": str(message.channel.id)}
    return {"interaction": told, "resource": {"type": kind, "message": message.payload()}}


def _callback_faults(interaction: Interaction, kind: int, data: Json) -> list[str]:
    if kind not in _FITTING[interaction.kind]:
        return [f"callback type {kind} doesn't fit an interaction of type {interaction.kind}"]
    if kind in (4, 7):
        return list(message_faults(data, edit=kind == 7))
    if kind == 8:
        return list(choice_faults(data.get("choices") or []))
    return list(modal_faults(data)) if kind == 9 else []


def _respond(world: World, interaction: Interaction, kind: int, data: Json, files: dict[str, bytes]) -> Message | None:
    if kind == 8:
        interaction.choices = data.get("choices") or []
    elif kind == 9:
        interaction.modal = data
    elif kind in (6, 7):
        interaction.original = interaction.message
        if kind == 7 and interaction.message:
            fill(interaction.message, data, files)
            world.edit(interaction.message)
        return interaction.message
    else:
        interaction.original = _new(world, interaction, data, files, loading=kind == 5)
        return interaction.original
    return None


def _new(
    world: World, interaction: Interaction, data: Json, files: dict[str, bytes], *, loading: bool = False
) -> Message:
    private = interaction.person if (data.get("flags") or 0) & _EPHEMERAL else None
    message = Message(interaction.channel, world.bot, private_to=private, loading=loading, type=20)
    message.asked_by = {"id": str(interaction.id), "type": interaction.kind, "user": interaction.person.payload()}
    message.asked_by["authorizing_integration_owners"] = {}
    fill(message, data, files)
    return world.post(message, data.get("allowed_mentions"), everyone_by_default=False)


def fill(message: Message, data: Json, files: dict[str, bytes]) -> None:
    """Put what a request gives into a message; what it leaves out stays."""
    if "content" in data:
        message.content = data["content"] or ""
    if "embeds" in data:
        message.embeds = [embed | {"type": "rich"} for embed in data["embeds"] or []]
    if "components" in data:
        message.components = numbered(data["components"] or [])
    if files or "attachments" in data:
        message.files = dict(files)
        message.attachments = [_attachment(name, content) for name, content in files.items()]


def numbered(rows: list[Json]) -> list[Json]:
    """Components as Discord gives them back: every one with an id."""
    found = []
    for at, row in enumerate(rows):
        items = [item | {"id": 10 * at + place + 2} for place, item in enumerate(row.get("components", []))]
        found.append(row | {"id": 10 * at + 1, "components": items})
    return found


def _attachment(name: str, content: bytes) -> Json:
    url = f"http://127.0.0.1/attachments/{name}"
    return {"id": str(snowflake()), "filename": name, "size": len(content), "url": url, "proxy_url": url}


def webhook(world: World, token: str) -> Interaction:
    """The interaction of a webhook token: unknown, too old, or not acknowledged yet is refused."""
    interaction = world.interactions.get(token)
    if interaction is None:
        raise Refusal(404, 10015, "Unknown Webhook")
    if world.now() - interaction.began > LIFETIME:
        world.fault("interaction token used after fifteen minutes")
        raise Refusal(401, 50027, "Invalid Webhook Token")
    if interaction.answer is None:
        world.fault("interaction followed up before it was acknowledged")
        raise Refusal(404, 10015, "Unknown Webhook")
    return interaction


def follow_up(world: World, interaction: Interaction, body: Json, files: dict[str, bytes]) -> Message:
    """A further message; the first one after "thinking" takes its place."""
    _judge(world, body, edit=False)
    if interaction.original and interaction.original.loading and interaction.answer == 5:
        fill(interaction.original, body, files)
        interaction.original.loading = False
        world.edit(interaction.original)
        return interaction.original
    message = _new(world, interaction, body, files)
    interaction.followups.append(message)
    world.change()
    return message


def edit_response(world: World, interaction: Interaction, which: str, body: Json, files: dict[str, bytes]) -> Message:
    """Edit the original answer or a follow-up; that ends "thinking"."""
    message = response(interaction, which)
    _judge(world, body, edit=not message.loading)
    fill(message, body, files)
    message.loading = False
    world.edit(message)
    return message


def response(interaction: Interaction, which: str) -> Message:
    """The original answer or a follow-up."""
    having = [interaction.original] if which == "@original" else interaction.followups
    for message in having:
        if message and not message.deleted and which in ("@original", str(message.id)):
            return message
    raise Refusal(404, 10008, "Unknown Message")


def _judge(world: World, body: Json, *, edit: bool) -> None:
    if faults := list(message_faults(body, edit=edit)):
        world.fault(*faults)
        raise Refusal(400, 50006 if faults == ["empty message"] else 50035, "; ".join(faults))


def payload(world: World, interaction: Interaction, data: Json) -> Json:
    """The event that tells the bot of an interaction."""
    channel, person = interaction.channel, interaction.person
    found: dict[str, Any] = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": channel.payload() | {"permissions": str(world.permissions(person, channel))},
        "app_permissions": str(world.permissions(world.bot, channel)),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 10_485_760,
        "context": 0 if channel.guild else 1,
        "data": data,
    }
    if channel.guild:
        member = channel.guild.member(person) | {"user": person.payload()}
        member["permissions"] = str(world.permissions(person, channel))
        found |= {"guild_id": str(channel.guild.id), "member": member, "guild_locale": "en-US"}
        found["guild"] = {"id": str(channel.guild.id), "locale": "en-US", "features": []}
    else:
        found["user"] = person.payload()
    if interaction.message:
        found["message"] = interaction.message.payload()
    return found


def may_command(world: World, person: User, channel: Channel, command: Json) -> bool:
    """Whether Discord shows a command to a person in a channel."""
    if channel.guild is None:
        return 1 in (command.get("contexts") or [0, 1, 2]) and command.get("dm_permission") is not False
    bits = world.permissions(person, channel)
    needed = int(command.get("default_member_permissions") or 0)
    return bool(bits & Permission.USE_APPLICATION_COMMANDS) and bits & needed == needed
