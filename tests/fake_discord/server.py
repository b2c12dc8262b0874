"""The fake as one thing that can be started: the world, its gateway, its REST API, on a port of this machine."""

from types import TracebackType
from typing import Self

from aiohttp import web

from fake_discord.gateway import Gateway
from fake_discord.judge import prepare
from fake_discord.rates import Rates
from fake_discord.rest import Rest
from fake_discord.world import World


class FakeDiscord:
    """`async with FakeDiscord() as discord:` starts it; `world.faults` is what it found wrong."""

    def __init__(self, world: World | None = None, port: int = 0) -> None:
        self.world = world or World()
        self.rates = Rates()
        self.gateway = Gateway(self.world)
        self.rest = Rest(self.world, self.rates)
        self._port = port
        self._runner: web.AppRunner | None = None

    @property
    def api_base(self) -> str:
        """What DISCORD_API_BASE is set to."""
        return f"http://127.0.0.1:{self._port}/api/v10"

    @property
    def gateway_url(self) -> str:
        """What DISCORD_GATEWAY_URL is set to."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    async def __aenter__(self) -> Self:
        prepare()
        app = web.Application(client_max_size=32 * 2**20)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_route("*", "/api/v10/{rest:.*}", self.rest.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        assert site._server is not None
        self._port = self._runner.addresses[0][1]
        self.world.gateway_url = self.gateway_url
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.close_all(1001)
        if self._runner:
            await self._runner.cleanup()
