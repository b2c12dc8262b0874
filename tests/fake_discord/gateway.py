"""The gateway: HELLO, IDENTIFY, READY, events, RESUME with replay, and every way in which Discord hangs up."""

import asyncio
import contextlib
import json
import secrets
import zlib
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from fake_discord.things import Channel, ChannelType, Json
from fake_discord.world import World

_GUILDS, _GUILD_MESSAGES, _REACTIONS, _DIRECT, _DIRECT_REACTIONS = 1 << 0, 1 << 9, 1 << 10, 1 << 12, 1 << 13
_CONTENT = 1 << 15
_PRIVILEGED_UNUSED = 1 << 1 | 1 << 8
_MESSAGE_EVENTS = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
_EMPTIED = {"content": "", "embeds": [], "components": [], "attachments": []}


class _Compressor:
    """One stream of compressed messages, as the client asked for it."""

    def __init__(self, kind: str) -> None:
        self._zlib = zlib.compressobj() if kind == "zlib-stream" else None
        self._zstd: Any = None
        if kind == "zstd-stream":
            import zstandard

            self._zstd = zstandard.ZstdCompressor().compressobj()

    def pack(self, payload: Json) -> str | bytes:
        text = json.dumps(payload)
        if self._zlib:
            return self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
        if self._zstd:
            import zstandard

            packed: bytes = self._zstd.compress(text.encode())
            flushed: bytes = self._zstd.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
            return packed + flushed
        return text


@dataclass(eq=False)
class Connection:
    """One socket."""

    socket: web.WebSocketResponse
    packer: _Compressor
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def send(self, payload: Json) -> None:
        """Send, in the order of the calls."""
        async with self.lock:
            if self.socket.closed:
                return
            packed = self.packer.pack(payload)
            with contextlib.suppress(ConnectionError):
                if isinstance(packed, bytes):
                    await self.socket.send_bytes(packed)
                else:
                    await self.socket.send_str(packed)


@dataclass(eq=False)
class Session:
    """What survives a socket: the events so far, so that RESUME can replay them."""

    id: str
    intents: int
    shard: tuple[int, int]
    connection: Connection | None = None
    events: list[Json] = field(default_factory=list)
    outbox: "asyncio.Queue[Json | None]" = field(default_factory=asyncio.Queue)

    def add(self, event: str, data: Json) -> None:
        """Number an event and put it on its way."""
        self.events.append({"op": 0, "t": event, "s": len(self.events) + 1, "d": data})
        if self.connection:
            self.outbox.put_nowait(self.events[-1])


class Gateway:
    """All sessions. `refusing` closes every new socket with that code; `identified` and `resumed` count."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.refusing: int | None = None
        self.identified = 0
        self.resumed = 0
        self.heartbeats = 0
        world.dispatch = self.dispatch

    @property
    def connected(self) -> list[Session]:
        """The sessions that have a socket."""
        return [session for session in self.sessions.values() if session.connection]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One socket from HELLO to its close."""
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        if self.refusing:
            await socket.close(code=self.refusing)
            return socket
        connection = Connection(socket, _Compressor(request.query.get("compress", "")))
        await connection.send({"op": 10, "d": {"heartbeat_interval": 41250}})
        session: Session | None = None
        writer: asyncio.Task[None] | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                data = _json(message.data)
                if data is None:
                    await socket.close(code=4002)
                elif data.get("op") == 1:
                    self.heartbeats += 1
                    await connection.send({"op": 11})
                elif data.get("op") in (2, 6) and session is None:
                    session = await self._begin(connection, data)
                    writer = asyncio.create_task(_write(session, connection)) if session else None
                elif data.get("op") == 2:
                    await socket.close(code=4005)
                elif session is None:
                    await socket.close(code=4003)
                elif data.get("op") not in (3, 4, 8):
                    await socket.close(code=4001)
        finally:
            if session and session.connection is connection:
                session.connection = None
                session.outbox.put_nowait(None)
            if writer:
                writer.cancel()
            self.world.change()
        return socket

    async def _begin(self, connection: Connection, data: Json) -> Session | None:
        told = data.get("d") or {}
        if told.get("token") != self.world.token:
            await connection.socket.close(code=4004)
            return None
        return await (self._resume if data["op"] == 6 else self._identify)(connection, told)

    async def _identify(self, connection: Connection, told: Json) -> Session | None:
        intents = told.get("intents", 0)
        if intents & _PRIVILEGED_UNUSED or (intents & _CONTENT and not self.world.message_content):
            await connection.socket.close(code=4014)
            return None
        number, count = told.get("shard") or (0, 1)
        if not 0 <= number < count:
            await connection.socket.close(code=4010)
            return None
        self.identified += 1
        session = Session(secrets.token_hex(8), intents, (number, count), connection)
        self.sessions[session.id] = session
        guilds = [guild for guild in self.world.guilds if (guild.id >> 22) % count == number]
        ready = {
            "v": 10,
            "user": self.world.bot.payload() | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.world.gateway_url,
            "shard": [number, count],
            "application": {"id": str(self.world.bot.id), "flags": 0},
        }
        session.add("READY", ready)
        for guild in guilds:
            session.add("GUILD_CREATE", guild.payload(self.world.bot))
        self.world.change()
        return session

    async def _resume(self, connection: Connection, told: Json) -> Session | None:
        session = self.sessions.get(told.get("session_id", ""))
        seen = told.get("seq") or 0
        if session is None:
            await connection.send({"op": 9, "d": False})
            return None
        if seen > len(session.events):
            await connection.socket.close(code=4007)
            return None
        self.resumed += 1
        session.connection, session.outbox = connection, asyncio.Queue()
        for missed in session.events[seen:]:
            session.outbox.put_nowait(missed)
        session.add("RESUMED", {})
        self.world.change()
        return session

    def dispatch(self, event: str, data: Json, channel: Channel | None) -> None:
        """Send an event to the sessions that it concerns, as their intents let them see it."""
        guild = channel.guild if channel else None
        for session in self.sessions.values():
            number, count = session.shard
            if number != ((guild.id >> 22) % count if guild else 0) or not _wanted(event, channel, session.intents):
                continue
            session.add(event, self._as_seen(event, data, session.intents))

    def _as_seen(self, event: str, data: Json, intents: int) -> Json:
        """Without the message-content intent a message is empty, save the bot's own, direct ones and its mentions."""
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & _CONTENT or "guild_id" not in data:
            return data
        bot = str(self.world.bot.id)
        named = any(user["id"] == bot for user in data["mentions"])
        return data if named or data["author"]["id"] == bot else data | _EMPTIED

    def raw(self, event: str, data: Json) -> None:
        """Send an event as it is, malformed or not."""
        for session in self.sessions.values():
            session.add(event, data)

    async def close_all(self, code: int) -> None:
        """Hang up on everyone."""
        for session in self.connected:
            if session.connection:
                await session.connection.socket.close(code=code)

    async def say(self, payload: Json) -> None:
        """Send an operation to everyone: 7 to reconnect, 9 for a session that ended."""
        for session in self.connected:
            if session.connection:
                await session.connection.send(payload)


async def _write(session: Session, connection: Connection) -> None:
    outbox = session.outbox
    while (event := await outbox.get()) is not None:
        await connection.send(event)


def _json(text: str) -> Json | None:
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _wanted(event: str, channel: Channel | None, intents: int) -> bool:
    """Whether the intents ask for an event."""
    direct = channel is not None and channel.type is ChannelType.DM
    if event in _MESSAGE_EVENTS:
        return bool(intents & (_DIRECT if direct else _GUILD_MESSAGES))
    if event.startswith("MESSAGE_REACTION"):
        return bool(intents & (_DIRECT_REACTIONS if direct else _REACTIONS))
    if event.startswith(("CHANNEL_", "THREAD_", "GUILD_")):
        return bool(intents & _GUILDS)
    return True
