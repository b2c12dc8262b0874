"""Answering off the event loop: a few threads, and a bounded number of questions that wait for them."""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor

from bot.answer import Answer, Ask
from corpus.errors import LawbookError

TIME_LIMIT = 120.0
"""Seconds after which an answer isn't waited for any longer; Discord would take it for fifteen minutes."""


class Busy(LawbookError):
    """No more questions can be taken on at present."""


class AnswerPool:
    """Answers questions on `workers` threads; at most `waiting` more are held, further ones are refused at once."""

    def __init__(self, ask: Ask, workers: int, waiting: int) -> None:
        self._ask = ask
        self._limit = workers + waiting
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="answer")
        self._held: set[Future[Answer]] = set()

    @property
    def held(self) -> int:
        """How many questions are being answered or wait."""
        return len(self._held)

    def check(self) -> None:
        """Raise Busy when nothing more can be taken on."""
        if self.held >= self._limit:
            raise Busy("Too many questions at once. Please ask again in a minute.")

    async def answer(self, question: str, edition: str | None = None) -> Answer:
        """The answer; Busy when the pool is full, otherwise whatever `ask` raises."""
        self.check()
        future = self._executor.submit(self._ask, question, edition)
        self._held.add(future)
        # Only when the thread is done is its place free, even where nobody waits for it any more.
        future.add_done_callback(self._held.discard)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), TIME_LIMIT)
        except TimeoutError:
            raise Busy("That took too long. Please ask again, in fewer words.") from None

    def close(self) -> None:
        """Take nothing more on; what waits is dropped."""
        self._executor.shutdown(wait=False, cancel_futures=True)
