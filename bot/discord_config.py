"""What the Discord front end is told: the token, where Discord is, and how much it takes on at once.

Plain data without the library, so that `bot.config` can fill it from the environment.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from corpus.errors import SettingsError
from corpus.library import DEFAULT_EDITION

API_BASE = "https://discord.com/api/v10"
GATEWAY_URL = "wss://gateway.discord.gg/"

NO_TOKEN = (
    "DISCORD_TOKEN is not set. Create an application at https://discord.com/developers/applications, "
    "and put the token of its bot there."
)


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """The configuration of the Discord front end; SettingsError says what is wrong with a value.

    `database_url` is where the club's records are, in memory alone where it is empty; what was asked is removed after
    `retention_days`. `shards` is empty, "auto", a number, or some of a number ("0,1/4"). On `health_port` of this
    machine a supervisor may look, where it isn't 0. `log_questions` puts the texts of questions into the log.

    `workers` threads answer questions, `waiting` more may wait. In `window` seconds a person may ask `person_limit`
    questions, and all people of a channel `channel_limit`. `ready_wait` is how long the library waits for the next
    guild before it reports ready; `first_retry` seconds pass before the first restart, doubled each time up to
    `last_retry`; `grace` is how long what is in flight may take at the end.
    """

    token: str = field(repr=False)
    api_base: str = API_BASE
    gateway_url: str = GATEWAY_URL
    edition: str = DEFAULT_EDITION
    database_url: str = field(default="", repr=False)
    retention_days: int = 365
    shards: str = ""
    health_port: int = 0
    log_questions: bool = False
    person_limit: int = 6
    channel_limit: int = 150
    window: float = 60.0
    workers: int = 2
    waiting: int = 200
    ready_wait: float = 2.0
    first_retry: float = 1.0
    last_retry: float = 60.0
    grace: float = 20.0

    def __post_init__(self) -> None:
        if not self.token.strip():
            raise SettingsError(NO_TOKEN)
        _check_address("DISCORD_API_BASE", self.api_base, "https", "http")
        _check_address("DISCORD_GATEWAY_URL", self.gateway_url, "wss", "ws")
        Shards.parse(self.shards)
        if self.retention_days < 1:
            raise SettingsError(f"LAWBOOK_RETENTION_DAYS is {self.retention_days}; it must be 1 or more.")
        if not 0 <= self.health_port <= 65535:
            raise SettingsError(f"LAWBOOK_HEALTH_PORT is {self.health_port}; a port is a number up to 65535.")


@dataclass(frozen=True, slots=True)
class Shards:
    """Which shards this process serves: of `count`, or as many as Discord advises; `ids`, or all of them."""

    count: int | None = None
    ids: tuple[int, ...] | None = None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read "auto", "4", "0,1/4" or "0-1/4"; None where nothing is sharded."""
        if not text:
            return None
        if text == "auto":
            return cls()
        match = re.fullmatch(r"(?:([\d,-]+)/)?(\d+)", text.replace(" ", ""))
        ids = _numbers(match[1]) if match and match[1] else None
        count = int(match[2]) if match else 0
        if count < 1 or (ids is not None and not all(0 <= one < count for one in ids)):
            raise SettingsError(f"--shards is “{text}”; expected auto, a number such as 4, or some of it: 0,1/4.")
        return cls(count, ids)


def _numbers(text: str) -> tuple[int, ...]:
    """ "0,2-4" as numbers; one that can't be meant is -1."""
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            return (-1,)
        found += range(int(first), int(last or first) + 1)
    return tuple(found)


def discord_settings(
    environ: Mapping[str, str], *, home: Path, edition: str = DEFAULT_EDITION, shards: str = ""
) -> DiscordSettings:
    """The configuration as an environment gives it, which `bot.config` hands over."""
    return DiscordSettings(
        token=environ.get("DISCORD_TOKEN", "").strip(),
        api_base=environ.get("DISCORD_API_BASE") or API_BASE,
        gateway_url=environ.get("DISCORD_GATEWAY_URL") or GATEWAY_URL,
        edition=edition,
        database_url=database_url(environ.get("LAWBOOK_DATABASE_URL", ""), home),
        retention_days=_number(environ, "LAWBOOK_RETENTION_DAYS", 365),
        health_port=_number(environ, "LAWBOOK_HEALTH_PORT", 0),
        log_questions=environ.get("LAWBOOK_LOG_QUESTIONS", "") not in ("", "0"),
        shards=shards,
    )


def _number(environ: Mapping[str, str], name: str, otherwise: int) -> int:
    text = environ.get(name) or str(otherwise)
    if not text.isdecimal():
        raise SettingsError(f"{name} is “{text}”; expected a number.")
    return int(text)


def database_url(given: str, home: Path) -> str:
    """Where the records are: as given, in the form that the driver here is named by; otherwise a file under `home`."""
    if not given:
        return f"sqlite:///{home / 'records.sqlite3'}"
    return re.sub(r"^postgres(?:ql)?://", "postgresql+psycopg://", given)


def _check_address(name: str, url: str, safe: str, plain: str) -> None:
    """Refuse an address over which the token would travel readable, except on this machine."""
    parts = urlsplit(url)
    if not parts.hostname or parts.scheme not in (safe, plain):
        raise SettingsError(f"{name} is “{url}”; it must be an address that begins with {safe}://.")
    if parts.scheme == plain and not _is_loopback(parts.hostname):
        raise SettingsError(
            f"{name} is “{url}”; {plain}:// is allowed for this machine alone, elsewhere it is {safe}://."
        )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
