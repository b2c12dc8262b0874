"""`lawbook discord` as a process of its own: killed, refused, told to end; and its buttons after that."""

import asyncio
import json
import os
import signal
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.error import HTTPError

import pytest
from fake_discord import process
from fake_discord.asking import TableAsk
from fake_discord.club import Club, build_club
from fake_discord.people import shown
from fake_discord.server import FakeDiscord

DIRECTOR = "May dummy call the director?"

pytestmark = pytest.mark.slow


def environment(discord: FakeDiscord, home: Path, **more: str) -> dict[str, str]:
    """The public configuration, and nothing of this session's."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    mine = {"DISCORD_TOKEN": discord.world.token, "DISCORD_API_BASE": discord.api_base, "LAWBOOK_HOME": str(home)}
    return kept | mine | {"DISCORD_GATEWAY_URL": discord.gateway_url, "PYTHONWARNINGS": "ignore"} | more


async def start(discord: FakeDiscord, home: Path, *options: str, **more: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        str(process.__file__),
        *options,
        env=environment(discord, home, **more),
        stderr=asyncio.subprocess.PIPE,
    )


@asynccontextmanager
async def running(
    home: Path, *options: str, **more: str
) -> AsyncIterator[tuple[Club, list[asyncio.subprocess.Process]]]:
    """A club served by a process; whatever processes are in the list are ended with the block."""
    async with FakeDiscord() as discord:
        one = build_club(discord, TableAsk())
        processes = [await start(discord, home, *options, **more)]
        try:
            await connected(discord, processes[0])
            yield one, processes
        finally:
            for each in processes:
                if each.returncode is None:
                    each.kill()
                    await each.communicate()
        assert discord.world.faults == []
        assert discord.rates.refused == 0


async def connected(discord: FakeDiscord, each: asyncio.subprocess.Process, identified: int = 1) -> None:
    """Wait until a process is connected; what it says if it ends instead is the reason of the failure."""

    def find() -> bool:
        if each.returncode is not None:
            raise AssertionError("the process ended")
        gateway = discord.gateway
        return bool(gateway.identified >= identified and gateway.connected and discord.world.commands)

    try:
        await discord.world.until(find, 60, "the process")
    except AssertionError as error:
        if each.returncode is None:
            each.kill()
        raise AssertionError(f"{error}: {await ended(each)}") from None


async def ended(each: asyncio.subprocess.Process, wait: float = 30) -> str:
    """What a process wrote to its end."""
    _, errors = await asyncio.wait_for(each.communicate(), wait)
    return errors.decode()


async def test_killed_and_started_again_the_buttons_on_old_messages_work(tmp_path: Path) -> None:
    async with running(tmp_path) as (one, processes):
        one.gets(one.bert, one.directors)
        await one.owner.runs("setup", director_role=one.directors)
        answer = shown(await one.anna.runs("ask", question="dummy said something odd"))
        await one.anna.clicks(answer, "Ask a director")
        (thread,) = one.discord.world.threads_of(one.lounge)
        notice = await one.bert.at(thread).hears()
        form = await one.bert.clicks(notice, "Rule…")
        processes[0].send_signal(signal.SIGKILL)
        await processes[0].wait()
        processes.append(await start(one.discord, tmp_path))
        await connected(one.discord, processes[1], 2)
        assert "Law 43" in shown(await one.bert.clicks(answer, "Whole law")).text
        assert "Thank you" in shown(await one.bert.clicks(answer, "Helpful")).content
        assert "already" in shown(await one.bert.clicks(answer, "Ask a director")).content
        ruling = shown(await one.bert.at(thread).submits(form, ref="43A1(c)"))
        assert "Ruling: Law 43A1(c)" in ruling.text, "a form that was open when the process died"
        await one.anna.clicks(answer, "Delete")
        await one.discord.world.until(lambda: answer.deleted)


async def test_told_to_end_it_finishes_what_is_in_flight(tmp_path: Path) -> None:
    async with running(tmp_path, LAWBOOK_TEST_SLOW="1.0") as (one, processes):
        asking = asyncio.create_task(one.anna.runs("ask", question=DIRECTOR, wait=20))
        await one.discord.world.until(lambda: any(each.answer == 5 for each in one.discord.world.interactions.values()))
        processes[0].send_signal(signal.SIGTERM)
        assert "43A1" in shown(await asking).text
        await ended(processes[0])
        assert processes[0].returncode == 0


async def test_the_first_connection_refused_for_a_while(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    absent = FakeDiscord(port=port)
    one = build_club(absent, TableAsk())
    starting = await start(absent, tmp_path)
    await asyncio.sleep(10)
    assert starting.returncode is None, await starting.communicate()
    async with absent:
        try:
            await connected(absent, starting)
            assert "43A1" in shown(await one.anna.runs("ask", question=DIRECTOR, wait=20)).text
        finally:
            if starting.returncode is None:
                starting.kill()
                await starting.communicate()


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"DISCORD_TOKEN": ""}, "lawbook: DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "another"}, "lawbook: Discord refused the token"),
        ({"DISCORD_API_BASE": "http://discord.com/api/v10"}, "lawbook: DISCORD_API_BASE is"),
        ({"LAWBOOK_DATABASE_URL": "nonsense"}, "lawbook: LAWBOOK_DATABASE_URL is no address"),
    ],
)
async def test_what_no_restart_mends_is_one_sentence(changed: dict[str, str], named: str, tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        build_club(discord, TableAsk())
        each = await start(discord, tmp_path, **changed)
        errors = await ended(each, 60)
        assert each.returncode == 1
        assert next(line for line in errors.splitlines() if line.startswith("lawbook:")).startswith(named)
        assert "Traceback" not in errors


async def test_a_supervisor_can_look(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    async with running(tmp_path, LAWBOOK_HEALTH_PORT=str(port)):

        def look() -> dict[str, object]:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as page:
                    told: dict[str, object] = json.load(page)
            except HTTPError as error:
                told = json.load(error)
                error.close()
            return told

        for _ in range(50):
            told = await asyncio.to_thread(look)
            if told["status"] == "ok":
                break
            await asyncio.sleep(0.2)
        assert told["status"] == "ok"
        assert told["servers"] == 1


async def test_the_log_has_no_question_in_it_unless_asked_for(tmp_path: Path) -> None:
    for asked_for in ("", "1"):
        async with running(tmp_path / f"home{asked_for}", LAWBOOK_LOG_QUESTIONS=asked_for) as (one, processes):
            await one.anna.runs("ask", question=DIRECTOR, wait=20)
            processes[0].send_signal(signal.SIGTERM)
            written = await ended(processes[0])
            lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
            (answered,) = [line for line in lines if line["event"] == "answered"]
            assert answered["refs"] == ["43A1(a)", "42B3"]
            assert (DIRECTOR in written) is bool(asked_for)
