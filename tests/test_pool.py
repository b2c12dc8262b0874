"""Answering on threads: bounded, and told at once when it is full."""

import asyncio
import threading

import pytest
from fake_discord.asking import TableAsk

from bot import pool
from bot.answer import Answer
from bot.pool import AnswerPool, Busy
from corpus.errors import BadQuestion

DIRECTOR = "May dummy call the director?"


class Gate:
    """Answers when the gate is opened."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.threads: set[int] = set()

    def __call__(self, question: str, edition: str | None = None) -> Answer:
        self.threads.add(threading.get_ident())
        self.open.wait(5)
        return TableAsk()(question, edition)


async def test_no_more_than_it_holds_and_a_place_is_free_when_a_thread_is_done() -> None:
    gate = Gate()
    made = AnswerPool(gate, workers=2, waiting=1)
    held = [asyncio.create_task(made.answer(DIRECTOR)) for _ in range(3)]
    await asyncio.sleep(0.05)
    assert made.held == 3
    with pytest.raises(Busy, match="Too many"):
        await made.answer(DIRECTOR)
    gate.open.set()
    assert {answer.question for answer in await asyncio.gather(*held)} == {DIRECTOR}
    assert len(gate.threads) <= 2
    assert threading.get_ident() not in gate.threads, "the event loop goes on meanwhile"
    assert (await made.answer(DIRECTOR)).citations
    made.close()


async def test_nobody_waits_for_ever_and_the_place_stays_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TIME_LIMIT", 0.05)
    gate = Gate()
    made = AnswerPool(gate, workers=1, waiting=0)
    with pytest.raises(Busy, match="too long"):
        await made.answer(DIRECTOR)
    with pytest.raises(Busy, match="Too many"):
        made.check()
    gate.open.set()
    await asyncio.sleep(0.1)
    made.check()
    made.close()


async def test_what_is_raised_comes_back() -> None:
    made = AnswerPool(TableAsk(), workers=1, waiting=0)
    with pytest.raises(BadQuestion):
        await made.answer(" ")
    made.close()
