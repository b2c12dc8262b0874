"""The log: one JSON object a line."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.logs import log_to


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers, root.level
    stream = io.StringIO()
    log_to(stream)
    yield stream
    root.handlers, root.level = before
    for name in ("discord", "alembic", "aiohttp", "matplotlib"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_a_record_is_one_line_with_its_fields(lines: io.StringIO) -> None:
    logging.getLogger("bot.x").info("answered\nwell", extra={"refs": ["43A1(a)"], "ms": 1.5})
    told = json.loads(lines.getvalue())
    assert told["event"] == "answered\nwell"
    assert (told["level"], told["from"], told["refs"], told["ms"]) == ("info", "bot.x", ["43A1(a)"], 1.5)
    assert lines.getvalue().count("\n") == 1


def test_a_traceback_is_a_field(lines: io.StringIO) -> None:
    try:
        raise ValueError("why")
    except ValueError:
        logging.getLogger("bot.x").exception("failed")
    told = json.loads(lines.getvalue())
    assert "ValueError: why" in told["error"]


def test_what_is_no_json_is_told_as_text(lines: io.StringIO) -> None:
    logging.getLogger("bot.x").info("odd", extra={"thing": {1, 2}})
    assert json.loads(lines.getvalue())["thing"] == "{1, 2}"


def test_a_library_that_sets_its_own_level_is_not_let_through(lines: io.StringIO) -> None:
    chatty = logging.getLogger("chatty")
    chatty.setLevel(logging.DEBUG)
    chatty.debug("every step")
    assert lines.getvalue() == ""


def test_the_library_is_quiet_below_warnings(lines: io.StringIO) -> None:
    logging.getLogger("discord.gateway").info("connected")
    logging.getLogger("discord.gateway").warning("slow")
    assert [json.loads(line)["event"] for line in lines.getvalue().splitlines()] == ["slow"]
