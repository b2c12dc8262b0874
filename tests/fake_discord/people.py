"""People: they type, click and submit what their client lets them, and see what Discord shows them."""

from typing import Any

from fake_discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction, may_command, payload
from fake_discord.things import Channel, Json, Message, Permission, User
from fake_discord.world import World

STRING, INTEGER, BOOLEAN, CHANNEL, ROLE, NUMBER = 3, 4, 5, 7, 8, 10


class NotAllowed(Exception):
    """What the client of a person doesn't let him do."""


class Person:
    """One user, who is mostly in one channel."""

    def __init__(self, world: World, user: User, channel: Channel) -> None:
        self.world = world
        self.user = user
        self.channel = channel

    @property
    def direct(self) -> "Person":
        """The same person in the direct conversation with the bot."""
        return Person(self.world, self.user, self.world.direct(self.user))

    def at(self, channel: Channel) -> "Person":
        """The same person in another channel."""
        return Person(self.world, self.user, channel)

    def sees(self, message: Message) -> bool:
        """Whether Discord shows him a message."""
        return self.world.seen_by(message, self.user)

    def says(self, text: str, reply_to: Message | None = None, *, ping: bool = True) -> Message:
        """Send a message."""
        self._need(Permission.SEND_MESSAGES)
        if len(text) > 2000:
            raise NotAllowed("a message has at most 2000 characters")
        message = Message(self.channel, self.user, text, reference=reply_to)
        return self.world.post(message, {"parse": ["users", "roles", "everyone"], "replied_user": ping})

    def opens_post(self, forum: Channel, title: str, text: str) -> Message:
        """Open a post in a forum: a thread whose first message has its id."""
        thread = self.world.add_thread(forum, title, self.user)
        message = Message(thread, self.user, text, id=thread.id)
        return self.world.post(message, {"parse": ["users", "roles", "everyone"]})

    def edits(self, message: Message, text: str) -> None:
        """Edit a message of his own."""
        if message.author is not self.user:
            raise NotAllowed("not his message")
        message.content = text
        self.world.edit(message)

    async def hears(self, after: Message | None = None, wait: float = 5.0) -> Message:
        """The next message of the bot in his channel that he can see, after a message if one is given."""
        start = after.id if after else 0

        def find() -> Message | None:
            mine = self.world.messages_in(self.channel, self.world.bot)
            return next((one for one in mine if one.id > start and self.sees(one) and not one.loading), None)

        return await self.world.until(find, wait, "a message of the bot")

    async def asks(self, text: str, reply_to: Message | None = None) -> Message:
        """Say something and wait for the answer to it."""
        said = self.says(text, reply_to)
        return await self.hears(said)

    async def types(self, command: str, **options: str) -> list[Json]:
        """The choices that he is offered while he types the last of the options."""
        known = self._command(command)
        focused = list(options)[-1]
        data = self._command_data(known, options, complete=False)
        for option in data["options"]:
            if option["name"] == focused:
                option["focused"] = True
        interaction = await self._send(AUTOCOMPLETE, data)
        assert interaction.choices is not None
        return interaction.choices

    async def runs(self, command: str, *, wait: float = 5.0, **options: Any) -> Interaction:
        """Run a slash command and wait for its answer."""
        known = self._command(command)
        return await self._send(COMMAND, self._command_data(known, options, complete=True), wait=wait)

    async def picks(self, menu: str, message: Message) -> Interaction:
        """Choose an entry of a message's menu."""
        known = self._command(menu, kind=3)
        if not self.sees(message):
            raise NotAllowed("he doesn't see the message")
        resolved = {"messages": {str(message.id): message.payload()}}
        data = {"id": known["id"], "name": known["name"], "type": 3, "target_id": str(message.id), "resolved": resolved}
        return await self._send(COMMAND, data)

    async def clicks(self, message: Message, label: str, wait: float = 5.0) -> Interaction:
        """Click a button that he can see and that isn't disabled."""
        if not self.sees(message):
            raise NotAllowed("he doesn't see the message")
        button = message.buttons.get(label)
        if button is None or button.get("disabled"):
            raise NotAllowed(f"no button “{label}” to click; there are {list(message.buttons)}")
        data = {"component_type": 2, "custom_id": button["custom_id"], "id": button["id"]}
        return await self.at(message.channel)._send(COMPONENT, data, message=message, wait=wait)

    async def submits(self, opened: Interaction, wait: float = 5.0, **values: str) -> Interaction:
        """Fill in a modal and send it; the fields are named by their custom ids."""
        assert opened.modal is not None
        data = {"custom_id": opened.modal["custom_id"], "components": list(_filled(opened.modal, values))}
        return await self._send(MODAL, data, message=opened.message, wait=wait)

    def _need(self, permission: Permission) -> None:
        if not self.world.permissions(self.user, self.channel) & permission:
            raise NotAllowed(f"no permission {permission.name}")

    def _command(self, name: str, kind: int = 1) -> Json:
        for known in self.world.commands:
            if known["name"] == name and known["type"] == kind:
                if not may_command(self.world, self.user, self.channel, known):
                    raise NotAllowed(f"/{name} isn't shown to him here")
                return known
        raise NotAllowed(f"there is no /{name}")

    def _command_data(self, known: Json, options: dict[str, Any], *, complete: bool) -> Json:
        declared = {option["name"]: option for option in known.get("options", [])}
        if unknown := set(options) - set(declared):
            raise NotAllowed(f"/{known['name']} has no option {unknown}")
        missing = [name for name, option in declared.items() if option.get("required") and name not in options]
        if complete and missing:
            raise NotAllowed(f"/{known['name']} needs {missing}")
        resolved: Json = {"channels": {}, "roles": {}}
        told = []
        for name, value in options.items():
            option = declared[name]
            if complete:
                _check_option(option, value)
            told.append({"name": name, "type": option["type"], "value": _value(option, value)})
            if option["type"] == CHANNEL:
                resolved["channels"][str(value.id)] = value.payload() | {"permissions": "0"}
            if option["type"] == ROLE:
                resolved["roles"][str(value.id)] = value.payload()
        data: Json = {"id": known["id"], "name": known["name"], "type": 1, "options": told, "resolved": resolved}
        return data

    async def _send(self, kind: int, data: Json, message: Message | None = None, wait: float = 5.0) -> Interaction:
        if not self.world.permissions(self.user, self.channel) & Permission.VIEW_CHANNEL:
            raise NotAllowed("he doesn't see the channel")
        interaction = Interaction(kind, self.user, self.channel, self.world.now(), message)
        self.world.interactions[interaction.token] = interaction
        self.world.dispatch("INTERACTION_CREATE", payload(self.world, interaction, data), self.channel)
        await self.world.until(lambda: interaction.settled, wait, "an answer to the interaction")
        return interaction


def shown(interaction: Interaction) -> Message:
    """The message that an interaction led to."""
    message = interaction.followups[-1] if interaction.followups else interaction.original
    assert message is not None
    return message


def _check_option(option: Json, value: Any) -> None:
    """What the client checks before it sends."""
    if option["type"] == STRING:
        shortest, longest = option.get("min_length", 0), option.get("max_length", 6000)
        if not shortest <= len(value) <= longest:
            raise NotAllowed(f"{option['name']}: {shortest} to {longest} characters")
    choices = [choice["value"] for choice in option.get("choices", [])]
    if choices and value not in choices:
        raise NotAllowed(f"{option['name']}: one of {choices}")
    if option["type"] == CHANNEL and option.get("channel_types") and value.type not in option["channel_types"]:
        raise NotAllowed(f"{option['name']}: not that kind of channel")
    if option["type"] in (INTEGER, NUMBER):
        least, most = option.get("min_value", value), option.get("max_value", value)
        if not least <= value <= most:
            raise NotAllowed(f"{option['name']}: {least} to {most}")


def _value(option: Json, value: Any) -> Any:
    return str(value.id) if option["type"] in (CHANNEL, ROLE) else value


def _filled(modal: Json, values: dict[str, str]) -> Any:
    """The rows of a modal with what was typed; its limits are the client's to keep."""
    left = dict(values)
    for row in modal["components"]:
        inner = row.get("components") or [row["component"]]
        items = []
        for item in inner:
            typed = left.pop(item["custom_id"], item.get("value") or "")
            if item.get("required", True) and not typed:
                raise NotAllowed(f"{item['custom_id']} is required")
            if len(typed) > item.get("max_length", 4000):
                raise NotAllowed(f"{item['custom_id']} is too long")
            items.append({"type": item["type"], "custom_id": item["custom_id"], "value": typed, "id": 1})
        yield (
            {"type": 1, "id": 1, "components": items}
            if "components" in row
            else {"type": 18, "id": 1, "component": items[0]}
        )
    if left:
        raise NotAllowed(f"the modal has no {list(left)}")
