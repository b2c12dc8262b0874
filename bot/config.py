"""Settings from the environment. The only reader of `os.environ`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from bot.discord_config import DiscordSettings, discord_settings
from corpus.errors import SettingsError
from corpus.library import DEFAULT_EDITION


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their defaults. README.md has the table of them."""

    home: Path
    edition: str
    encoder: str | None
    chroma_url: str | None

    @property
    def editions(self) -> Path:
        """Where imported editions lie."""
        return self.home / "editions"

    @property
    def bank(self) -> Path:
        """Where a club's own bank files lie."""
        return self.home / "bank"


def settings_from(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; SettingsError for a value that can't be meant."""
    home = Path(environ.get("LAWBOOK_HOME") or user_data_path("lawbook")).expanduser()
    if not home.is_absolute():
        home = Path.cwd() / home
    if home.exists() and not home.is_dir():
        raise SettingsError(f"LAWBOOK_HOME is {home}, which is a file; expected a folder.")
    return Settings(
        home=home,
        edition=environ.get("LAWBOOK_EDITION") or DEFAULT_EDITION,
        encoder=environ.get("LAWBOOK_ENCODER") or None,
        chroma_url=environ.get("LAWBOOK_CHROMA_URL") or None,
    )


def discord_from(settings: Settings, shards: str = "", environ: Mapping[str, str] = os.environ) -> DiscordSettings:
    """What the Discord front end is told; SettingsError for a value that can't be meant."""
    return discord_settings(environ, home=settings.home, edition=settings.edition, shards=shards)
