"""What every handler works with: answers, the library, the records, and how often people may ask."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import ParamSpec, TypeAlias, TypeVar

from bot.answer import Answer, Ask
from bot.autocomplete import Suggestions
from bot.cooldown import Cooldown
from bot.discord_config import DiscordSettings
from bot.pool import AnswerPool
from bot.records import Kept, Records, Server
from corpus.errors import LawbookError, StateError
from corpus.library import Library
from corpus.refs import LawRef

Teach: TypeAlias = Callable[[LawRef, str], object]

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

REMEMBERED = 30.0
"""Seconds for which a server's settings are remembered: another process may change them."""

_PATIENCE = (0.05, 0.1, 0.2, 0.4, 0.6)
"""Seconds between looks for an answer that is just being kept; together within what an interaction allows."""

_DAY = 24 * 3600.0


class TooOften(LawbookError):
    """Somebody asks more often than is taken."""


class Desk:
    """One desk a process; it outlives the connection to Discord."""

    def __init__(self, settings: DiscordSettings, ask: Ask, library: Library, teach: Teach | None = None) -> None:
        library.edition(settings.edition)
        self.settings = settings
        self.library = library
        self.edition = settings.edition
        self.suggestions = {edition.key: Suggestions(edition) for edition in library}
        self.records = Records(settings.database_url)
        if not settings.database_url:
            log.warning("No database is configured; settings, questions and rulings are lost when this process ends.")
        self.pool = AnswerPool(ask, settings.workers, settings.waiting)
        self.can_teach = teach is not None
        self._teach = teach
        self._teaching = asyncio.Lock()
        self._person = Cooldown(settings.person_limit, settings.window)
        self._channel = Cooldown(settings.channel_limit, settings.window)
        self._notices = Cooldown(1, settings.window)
        self._servers: dict[int, tuple[float, Server]] = {}
        self._replying = 0
        self._clerk = ThreadPoolExecutor(self.records.threads, thread_name_prefix="records")

    def close(self) -> None:
        """Close what was opened."""
        self.pool.close()
        self._clerk.shutdown(wait=True)
        self.records.close()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something that blocks, a method of the records mostly, off the event loop."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._clerk, partial(function, *args, **kwargs))
        except StateError as error:
            log.error("%s", error)
            raise

    def limit(self, user: int, channel: int) -> None:
        """Count a question of a person in a channel; TooOften says when the next may be asked."""
        if wait := self._person.take(user):
            raise TooOften(f"You ask quicker than I am allowed to answer. Please try again in {wait:.0f} seconds.")
        if wait := self._channel.take(channel):
            raise TooOften(f"There are many questions in this channel. Please try again in {wait:.0f} seconds.")

    def may_notify(self, user: int) -> bool:
        """Whether a person may be told that he asks too often: once in a while."""
        return not self._notices.take(user)

    async def answer(self, question: str, edition: str | None = None) -> Answer:
        """The answer to a question."""
        try:
            answer = await self.pool.answer(question, edition)
        except StateError as error:
            log.error("%s", error)
            raise
        told: dict[str, object] = {"outcome": str(answer.outcome), "edition": answer.edition.key}
        told |= {"refs": [str(citation.ref) for citation in answer.citations], "ms": round(answer.elapsed_ms, 1)}
        if self.settings.log_questions:
            told["question"] = question
        log.info("answered", extra=told)
        return answer

    async def teach(self, ref: LawRef, question: str) -> None:
        """Put a question into the club's bank, one after the other: each makes the index anew."""
        assert self._teach is not None
        async with self._teaching:
            await asyncio.to_thread(self._teach, ref, question)

    async def server(self, id: int | None) -> Server:
        """The settings of a server, of which no direct conversation has any."""
        if id is None:
            return Server(0)
        known = self._servers.get(id)
        if known is None or known[0] < time.monotonic() - REMEMBERED:
            try:
                known = (time.monotonic(), await self.run(self.records.server, id))
            except StateError:
                # The laws can be quoted without the database; what was known last, or silence, holds meanwhile.
                return known[1] if known else Server(id)
            self._servers[id] = known
        return known[1]

    async def set_server(self, server: Server) -> None:
        """Keep the settings of a server."""
        await self.run(self.records.set_server, server)
        self._servers[server.id] = (time.monotonic(), server)

    async def keep(self, kept: Kept, asker: int) -> None:
        """Keep an answer that was given; that it can't be kept is no reason not to have given it."""
        with suppress(StateError):  # it is in the log
            await self.run(self.records.keep, kept, asker)

    @contextmanager
    def replying(self) -> Iterator[None]:
        """Around sending an answer and keeping it: somebody may press a button in between."""
        self._replying += 1
        try:
            yield
        finally:
            self._replying -= 1

    async def find(self, message: int) -> Kept | None:
        """What a message answered, if it is kept, or is about to be."""
        for pause in _PATIENCE:
            kept = await self.run(self.records.find, message)
            if kept is not None or not self._replying:
                return kept
            await asyncio.sleep(pause)
        return None

    async def purge(self) -> None:
        """Remove what is older than the retention, now and once a day."""
        while True:
            with suppress(StateError):
                gone = await self.run(self.records.purge, time.time() - self.settings.retention_days * _DAY)
                log.info("purged", extra={"answers": gone})
            await asyncio.sleep(_DAY)
