"""The REST API: each request is judged, counted against its rate limit, and carried out."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from fake_discord import interactions
from fake_discord.judge import against_openapi, command_faults, message_faults
from fake_discord.rates import Rates
from fake_discord.things import Channel, ChannelType, Json, Message, Permission, snowflake
from fake_discord.world import Refusal, World

Handler = Callable[["Call"], Awaitable[Any]]
_MAJOR = ("channel_id", "guild_id", "webhook_token", "interaction_token")
_NO_TOKEN = ("/webhooks/", "/interactions/")
_ROUTES: list[tuple[str, str, re.Pattern[str], Handler]] = []


@dataclass
class Call:
    """One request: what stood in its path, its body, and the files with it."""

    world: World
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    files: dict[str, bytes]

    @property
    def channel(self) -> Channel:
        """The channel of the path."""
        return self.world.channel(self.path["channel_id"])

    @property
    def message(self) -> Message:
        """The message of the path."""
        return self.world.message(self.channel, self.path["message_id"])


def route(method: str, template: str) -> Callable[[Handler], Handler]:
    """Register the handler of a route, written as Discord's description writes it."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))

    def register(handler: Handler) -> Handler:
        _ROUTES.append((method, template, pattern, handler))
        return handler

    return register


class Rest:
    """The API under `/api/v10`. `failing` maps a template to statuses that its next requests meet."""

    def __init__(self, world: World, rates: Rates) -> None:
        self.world = world
        self.rates = rates
        self.failing: dict[str, list[int]] = {}
        self.requests: list[tuple[str, str, Any]] = []

    async def handle(self, request: web.Request) -> web.Response:
        """Judge and answer one request."""
        path = request.path.removeprefix("/api/v10")
        for method, template, pattern, handler in _ROUTES:
            match = pattern.fullmatch(path)
            if method == request.method and match:
                return await self._answer(request, template, match.groupdict(), handler)
        self.world.fault(f"{request.method} {path} is not known here")
        return _json(404, {"message": "404: Not Found", "code": 0})

    async def _answer(
        self, request: web.Request, template: str, path: dict[str, str], handler: Handler
    ) -> web.Response:
        major = "/".join(path[key] for key in _MAJOR if key in path)
        headers, wait = self.rates.take(request.method, template, major)
        if wait:
            limited = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": False}
            return _json(429, limited, headers)
        if self.failing.get(template):
            status = self.failing[template].pop(0)
            return _json(status, {"message": f"{status}: failing", "code": 0}, headers)
        if not template.startswith(_NO_TOKEN) and request.headers.get("Authorization") != f"Bot {self.world.token}":
            return _json(401, {"message": "401: Unauthorized", "code": 0}, headers)
        body, files = await _read(request)
        self.requests.append((request.method, template, body))
        try:
            self._judge(request.method, template, body)
            found = await handler(Call(self.world, path, dict(request.query), body, files))
        except Refusal as refusal:
            return _json(refusal.status, {"message": refusal.message, "code": refusal.code}, headers)
        return web.Response(status=204, headers=headers) if found is None else _json(200, found, headers)

    def _judge(self, method: str, template: str, body: Any) -> None:
        faults = list(against_openapi(method, template, body)) if body is not None else []
        if faults:
            self.world.fault(*faults)
            raise Refusal(400, 50035, "Invalid Form Body: " + faults[0])


async def _read(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (json.loads(text) if text else None), {}
    form = await request.post()
    files = {}
    for part in form.values():
        if isinstance(part, web.FileField):
            files[part.filename] = part.file.read()
    return json.loads(str(form["payload_json"])), files


def _json(status: int, data: Any, headers: dict[str, str] | None = None) -> web.Response:
    # discord.py decodes JSON only when the type is this and nothing behind it
    bare = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(status=status, body=json.dumps(data).encode(), headers=bare)


@route("GET", "/users/@me")
async def _me(call: Call) -> Json:
    return call.world.bot.payload() | {"verified": True, "mfa_enabled": False, "locale": "en-US"}


@route("GET", "/oauth2/applications/@me")
async def _application(call: Call) -> Json:
    bot = call.world.bot
    found: Json = {"id": str(bot.id), "name": bot.name, "icon": None, "description": "", "bot_public": True}
    found |= {
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": (1 << 19) if call.world.message_content else 0,
    }
    return found | {"owner": call.world.users[0].payload(), "team": None, "summary": ""}


@route("GET", "/gateway/bot")
async def _gateway(call: Call) -> Json:
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 16}
    return {"url": call.world.gateway_url, "shards": call.world.shards, "session_start_limit": limit}


@route("PUT", "/applications/{application_id}/commands")
async def _commands(call: Call) -> list[Json]:
    if faults := list(command_faults(call.body)):
        call.world.fault(*faults)
        raise Refusal(400, 50035, "; ".join(faults))
    extra = {"application_id": str(call.world.bot.id), "version": "1"}
    call.world.commands = [{"type": 1, "description": ""} | one | extra | {"id": str(snowflake())} for one in call.body]
    return call.world.commands


@route("GET", "/applications/{application_id}/commands")
async def _registered(call: Call) -> list[Json]:
    return call.world.commands


@route("GET", "/channels/{channel_id}")
async def _channel(call: Call) -> Json:
    call.world.need(call.channel, Permission.VIEW_CHANNEL)
    return call.channel.payload()


@route("POST", "/channels/{channel_id}/messages")
async def _post(call: Call) -> Json:
    channel = call.channel
    if channel.type is ChannelType.FORUM:
        raise Refusal(400, 50008, "Cannot send messages in a non-text channel")
    thread = channel.type is ChannelType.THREAD
    if any(person in call.world.closed_doors for person in channel.people):
        raise Refusal(403, 50007, "Cannot send messages to this user")
    call.world.need(channel, Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES)
    _judge_message(call, edit=False)
    message = Message(channel, call.world.bot, reference=_reference(call))
    interactions.fill(message, call.body, call.files)
    if message.embeds:
        _without_embeds(call.world, message)
    return call.world.post(message, call.body.get("allowed_mentions")).payload()


def _without_embeds(world: World, message: Message) -> None:
    """Without the permission Discord drops the embeds and says nothing."""
    if not world.permissions(world.bot, message.channel) & Permission.EMBED_LINKS:
        world.fault("embeds dropped: no permission to embed links")
        message.embeds = []


def _reference(call: Call) -> Message | None:
    place = call.body.get("message_reference")
    if not place:
        return None
    call.world.need(call.channel, Permission.READ_MESSAGE_HISTORY)
    found = call.world.messages.get(int(place["message_id"]))
    if found is None or found.deleted or found.channel is not call.channel:
        if place.get("fail_if_not_exists", True):
            raise Refusal(400, 50035, "Invalid Form Body: message_reference: Unknown message")
        return None
    return found


def _judge_message(call: Call, *, edit: bool) -> None:
    if faults := list(message_faults(call.body, edit=edit)):
        call.world.fault(*faults)
        raise Refusal(400, 50006 if faults == ["empty message"] else 50035, "; ".join(faults))


@route("GET", "/channels/{channel_id}/messages/{message_id}")
async def _get(call: Call) -> Json:
    call.world.need(call.channel, Permission.READ_MESSAGE_HISTORY)
    return call.message.payload()


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
async def _patch(call: Call) -> Json:
    message = call.message
    if message.author is not call.world.bot:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    _judge_message(call, edit=True)
    interactions.fill(message, call.body, call.files)
    call.world.edit(message)
    return message.payload()


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
async def _delete(call: Call) -> None:
    message = call.message
    if message.author is not call.world.bot:
        call.world.need(message.channel, Permission.MANAGE_MESSAGES)
    call.world.delete(message)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
async def _thread_from_message(call: Call) -> Json:
    message = call.message
    call.world.need(call.channel, Permission.CREATE_PUBLIC_THREADS)
    if call.channel.guild is None or call.channel.type is ChannelType.THREAD:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    if message.id in call.world.channels:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    return call.world.add_thread(call.channel, call.body["name"], call.world.bot, id=message.id).payload()


@route("POST", "/users/@me/channels")
async def _open_direct(call: Call) -> Json:
    return call.world.direct(call.world.user(call.body["recipient_id"])).payload()


@route("POST", "/channels/{channel_id}/typing")
async def _typing(call: Call) -> None:
    call.world.need(call.channel, Permission.SEND_MESSAGES)


@route("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me")
async def _react(call: Call) -> None:
    call.world.need(call.channel, Permission.ADD_REACTIONS)
    call.message.reactions.append(call.path["emoji_name"])
    call.world.change()


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
async def _callback(call: Call) -> Json:
    interaction = call.world.interactions.get(call.path["interaction_token"])
    if interaction is None or str(interaction.id) != call.path["interaction_id"]:
        raise Refusal(404, 10062, "Unknown interaction")
    return interactions.acknowledge(call.world, interaction, call.body, call.files)


@route("POST", "/webhooks/{webhook_id}/{webhook_token}")
async def _followup(call: Call) -> Json:
    interaction = interactions.webhook(call.world, call.path["webhook_token"])
    return interactions.follow_up(call.world, interaction, call.body, call.files).payload()


@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
async def _get_response(call: Call) -> Json:
    interaction = interactions.webhook(call.world, call.path["webhook_token"])
    return interactions.response(interaction, call.path["message_id"]).payload()


@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
async def _edit_response(call: Call) -> Json:
    interaction = interactions.webhook(call.world, call.path["webhook_token"])
    return interactions.edit_response(call.world, interaction, call.path["message_id"], call.body, call.files).payload()


@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
async def _delete_response(call: Call) -> None:
    interaction = interactions.webhook(call.world, call.path["webhook_token"])
    call.world.delete(interactions.response(interaction, call.path["message_id"]))
