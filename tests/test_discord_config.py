"""The configuration of the Discord front end refuses what would not work, or would give the token away."""

from pathlib import Path
from typing import Any

import pytest

from bot.discord_config import DiscordSettings, Shards, discord_settings
from corpus.errors import SettingsError


@pytest.mark.parametrize(
    ("changed", "named", "why"),
    [
        ({"token": ""}, "DISCORD_TOKEN is not set", "no token"),
        ({"token": "  "}, "DISCORD_TOKEN is not set", "white space is no token"),
        ({"api_base": "http://discord.com/api/v10"}, "DISCORD_API_BASE", "readable on the way"),
        ({"api_base": "ftp://discord.com"}, "DISCORD_API_BASE", "no web address"),
        ({"api_base": "https://"}, "DISCORD_API_BASE", "no host"),
        ({"gateway_url": "ws://gateway.discord.gg/"}, "DISCORD_GATEWAY_URL", "readable on the way"),
        ({"gateway_url": "https://gateway.discord.gg/"}, "DISCORD_GATEWAY_URL", "no socket"),
        ({"api_base": "http://127.0.0.1.example.com/"}, "DISCORD_API_BASE", "looks like this machine"),
    ],
)
def test_refused(changed: dict[str, Any], named: str, why: str) -> None:
    with pytest.raises(SettingsError, match=named):
        DiscordSettings(**{"token": "t", **changed})


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.5.5.5"])
def test_this_machine_may_be_reached_plainly(host: str) -> None:
    made = DiscordSettings("t", f"http://{host}/api/v10", f"ws://{host}/")
    assert made.api_base.startswith("http://")


@pytest.mark.parametrize(
    ("text", "count", "ids", "why"),
    [
        ("auto", None, None, "as many as Discord advises"),
        ("4", 4, None, "all of them"),
        ("0,1/4", 4, (0, 1), "some of them"),
        ("0-2/4", 4, (0, 1, 2), "a run of them"),
        ("0, 2-3 / 4", 4, (0, 2, 3), "both, with spaces"),
    ],
)
def test_shards(text: str, count: int | None, ids: tuple[int, ...] | None, why: str) -> None:
    assert Shards.parse(text) == Shards(count, ids)


@pytest.mark.parametrize("text", ["0", "many", "4/4", "0,4/4", "-1/4", "1-/4", "/4", "1,,2/4"])
def test_shards_that_cannot_be_meant(text: str) -> None:
    with pytest.raises(SettingsError, match="--shards"):
        DiscordSettings("t", shards=text)


def test_not_sharded() -> None:
    assert Shards.parse("") is None


def test_read_from_an_environment() -> None:
    made = discord_settings(
        {
            "DISCORD_TOKEN": " t ",
            "LAWBOOK_DATABASE_URL": "postgresql://h/d",
            "LAWBOOK_RETENTION_DAYS": "30",
            "LAWBOOK_HEALTH_PORT": "8080",
            "LAWBOOK_LOG_QUESTIONS": "1",
        },
        home=Path("/home/x"),
        shards="auto",
    )
    assert (made.token, made.database_url, made.shards) == ("t", "postgresql+psycopg://h/d", "auto")
    assert (made.retention_days, made.health_port, made.log_questions) == (30, 8080, True)


def test_an_empty_environment_but_for_the_token() -> None:
    made = discord_settings({"DISCORD_TOKEN": "t"}, home=Path("/home/x"))
    assert made == DiscordSettings("t", database_url="sqlite:////home/x/records.sqlite3")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LAWBOOK_RETENTION_DAYS", "0"),
        ("LAWBOOK_RETENTION_DAYS", "a year"),
        ("LAWBOOK_HEALTH_PORT", "65536"),
        ("LAWBOOK_HEALTH_PORT", "-1"),
    ],
)
def test_numbers_that_cannot_be_meant(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        discord_settings({"DISCORD_TOKEN": "t", name: value}, home=Path("/home/x"))


def test_the_token_is_in_no_repr() -> None:
    assert "secret" not in repr(DiscordSettings("secret"))
