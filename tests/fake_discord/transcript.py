"""A session as a person reads it: who did what, and what was shown to whom; as Markdown without ids and times."""

import re
from dataclasses import dataclass, field
from typing import Any

from fake_discord.interactions import Interaction
from fake_discord.people import Person, shown
from fake_discord.things import Channel, ChannelType, Json, Message
from fake_discord.world import World


@dataclass(frozen=True)
class Heading:
    """The beginning of a scene, with a sentence on it."""

    title: str
    about: str = ""


@dataclass(frozen=True)
class Deed:
    """What a person did; `said` is a message, otherwise it is told in words."""

    who: str
    where: str
    text: str
    said: bool = False


@dataclass(frozen=True)
class Seen:
    """A message of the bot as it was shown: to everybody, or to one alone."""

    where: str
    content: str
    embeds: tuple[Json, ...]
    buttons: tuple[str, ...]
    alone: str = ""
    notified: tuple[str, ...] = ()
    files: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Offered:
    """Choices while somebody types, or the fields of a form."""

    title: str
    entries: tuple[str, ...]


Entry = Heading | Deed | Seen | Offered


class Transcript:
    """Takes down what happens; ids become names."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.entries: list[Entry] = []

    def scene(self, title: str, about: str = "") -> None:
        """Begin a scene."""
        self.entries.append(Heading(title, about))

    async def runs(self, person: Person, command: str, **options: Any) -> Message:
        """Somebody runs a command."""
        told = " ".join(f"{name}: {self._option(value)}" for name, value in options.items())
        self._does(person, f"/{command} {told}".strip())
        return self.shows(await person.runs(command, **options))

    async def clicks(self, person: Person, message: Message, label: str) -> Message:
        """Somebody clicks a button."""
        self._does(person.at(message.channel), f"clicks [{label}]")
        return self.shows(await person.clicks(message, label))

    async def opens(self, person: Person, message: Message, label: str) -> Interaction:
        """Somebody clicks a button that opens a form."""
        self._does(person.at(message.channel), f"clicks [{label}]")
        opened = await person.clicks(message, label)
        assert opened.modal
        rows = [row["components"][0] for row in opened.modal["components"]]
        self.entries.append(Offered(f"Form “{opened.modal['title']}”", tuple(row["label"] for row in rows)))
        return opened

    async def submits(self, person: Person, opened: Interaction, **values: str) -> Message:
        """Somebody sends a form."""
        told = ", ".join(f"{name}: {value}" for name, value in values.items())
        self._does(person, f"sends the form ({told})")
        return self.shows(await person.submits(opened, **values))

    async def types(self, person: Person, command: str, **options: str) -> None:
        """Somebody types, and is offered choices."""
        told = " ".join(f"{name}: {value}" for name, value in options.items())
        self._does(person, f"types /{command} {told}")
        choices = await person.types(command, **options)
        self.entries.append(Offered("Choices", tuple(choice["name"] for choice in choices)))

    async def picks(self, person: Person, menu: str, message: Message) -> Message:
        """Somebody chooses from the menu of a message."""
        self._does(person, f"chooses Apps, “{menu}” on the message of {message.author.name}")
        return self.shows(await person.picks(menu, message))

    def says(self, person: Person, text: str, reply_to: Message | None = None) -> Message:
        """Somebody says something."""
        said = person.says(text, reply_to)
        before = "(in reply to the answer) " if reply_to else ""
        self.entries.append(Deed(person.user.name, self.place(person.channel), before + self.named(text), said=True))
        return said

    def edits(self, person: Person, message: Message, text: str) -> None:
        """Somebody edits what he said."""
        self._does(person, f"edits the message: {self.named(text)}")
        person.edits(message, text)

    def shows(self, what: Interaction | Message) -> Message:
        """What the bot shows for it."""
        message = shown(what) if isinstance(what, Interaction) else what
        self.entries.append(
            Seen(
                self.place(message.channel),
                self.named(message.content),
                tuple(self._embed(embed) for embed in message.embeds),
                tuple(label for label, button in message.buttons.items() if not button.get("disabled")),
                message.private_to.name if message.private_to else "",
                tuple(sorted(user.name for user in message.notified)),
                dict(message.files),
            )
        )
        return message

    def tells(self, text: str) -> None:
        """A remark."""
        self.entries.append(Deed("", "", text))

    def place(self, channel: Channel) -> str:
        """A channel by its name."""
        if channel.type is ChannelType.DM:
            return "a direct message"
        thread = channel.type is ChannelType.THREAD
        return f"the thread “{channel.name}”" if thread else f"#{channel.name}"

    def named(self, text: str) -> str:
        """A text with names in the place of ids."""
        world = self._world
        for user in (*world.users, world.bot):
            text = re.sub(rf"<@!?{user.id}>", f"@{user.name}", text)
        for guild in world.guilds:
            for role in guild.roles:
                text = text.replace(f"<@&{role.id}>", f"@{role.name}")
        for channel in world.channels.values():
            text = text.replace(f"<#{channel.id}>", f"#{channel.name}")
        return re.sub(r"https://discord\.com/channels/[\d/]+", "link", text)

    def _embed(self, embed: Json) -> Json:
        found = {key: self.named(value) for key, value in embed.items() if isinstance(value, str)}
        fields = [{"name": part["name"], "value": self.named(part["value"])} for part in embed.get("fields", [])]
        kept = {key: embed[key] for key in ("author", "footer", "image", "color") if key in embed}
        return found | kept | {"fields": fields}

    def _does(self, person: Person, text: str) -> None:
        self.entries.append(Deed(person.user.name, self.place(person.channel), text))

    def _option(self, value: Any) -> str:
        name = getattr(value, "name", None)
        return f"#{name}" if isinstance(value, Channel) else f"@{name}" if name else str(value)


def to_markdown(entries: list[Entry]) -> str:
    """The document."""
    lines: list[str] = []
    for entry in entries:
        lines += [*_lines(entry), ""]
    return "\n".join(lines).rstrip() + "\n"


def _lines(entry: Entry) -> list[str]:
    match entry:
        case Heading(title, about):
            return [f"## {title}", "", about] if about else [f"## {title}"]
        case Deed("", _, text):
            return [f"*{text}*"]
        case Deed(who, where, text, True):
            return [f"**{who}** in {where}: {text}"]
        case Deed(who, where, text):
            return [f"**{who}** in {where} `{text}`"]
        case Offered(title, names):
            return [f"- {title}", *(f"  - {name}" for name in names)]
        case Seen():
            return _seen(entry)


def _apart(text: str) -> list[str]:
    """The lines of a part, with an empty one where a quotation begins or ends, which a document needs."""
    found: list[str] = []
    for line in text.split("\n"):
        if found and found[-1].startswith(">") != line.startswith(">"):
            found.append("")
        found.append(line)
    return [*found, ""]


def _seen(seen: Seen) -> list[str]:
    alone = f", seen by {seen.alone} alone" if seen.alone else ""
    notified = f", notifies {', '.join(seen.notified)}" if seen.notified else ""
    lines = [f"**Lawbook** in {seen.where}{alone}{notified}:", ""]
    lines += [seen.content, ""] if seen.content else []
    for embed in seen.embeds:
        told = [embed.get("author", {}).get("name", ""), f"**{embed['title']}**" if embed.get("title") else ""]
        told.append(embed.get("description", ""))
        told += [f"**{part['name']}**: {part['value']}" for part in embed["fields"]]
        told += ["(a picture)"] if "image" in embed else []
        told.append(f"_{embed['footer']['text']}_" if "footer" in embed else "")
        lines += [line for part in told if part for line in _apart(part)]
    lines += [" ".join(f"`[{label}]`" for label in seen.buttons)] if seen.buttons else []
    while lines and not lines[-1]:
        lines.pop()
    return [lines[0], *(f"> {line}".rstrip() for line in lines[1:])]
