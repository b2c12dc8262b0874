"""A small page on this machine, by which a supervisor sees whether the process is well."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from aiohttp import web

from corpus.errors import SettingsError


@dataclass(frozen=True, slots=True)
class State:
    """How the process is: connected, the seconds of a heartbeat, what is in flight and waits, the servers it is in."""

    ready: bool
    latency: float | None
    in_flight: int
    questions: int
    servers: int


class Health:
    """Serves `/health` on loopback while the block lasts; nothing where the port is 0."""

    def __init__(self, state: Callable[[], State], port: int) -> None:
        self._state = state
        self._port = port
        self._since = time.monotonic()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        if not self._port:
            return self
        app = web.Application()
        app.router.add_get("/health", self._answer)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise SettingsError(f"LAWBOOK_HEALTH_PORT: port {self._port} can't be used: {error.strerror}.") from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        """200 when connected, else 503; the body tells more."""
        state = self._state()
        latency = state.latency if state.latency is not None and math.isfinite(state.latency) else None
        told = {
            "status": "ok" if state.ready else "not connected",
            "latency_ms": round(latency * 1000, 1) if latency is not None else None,
            "in_flight": state.in_flight,
            "questions": state.questions,
            "servers": state.servers,
            "uptime_s": round(time.monotonic() - self._since),
        }
        return web.json_response(told, status=200 if state.ready else 503)
