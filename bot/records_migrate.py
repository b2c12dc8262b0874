"""Brings a database to the tables of this version, once, however many processes start together."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from filelock import FileLock
from sqlalchemy import Connection, Engine, text

from corpus.errors import StateError

SCRIPTS = Path(__file__).parent / "migrations"
_LOCK = 6_041_743


def migrate(engine: Engine) -> None:
    """Upgrade to the newest revision; StateError for a database that a newer Lawbook wrote."""
    with _alone(engine), engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        try:
            command.upgrade(config(connection), "head")
        except CommandError as error:
            raise StateError(
                f"The database {engine.url.database} was written by another version of Lawbook."
            ) from error


def config(connection: Connection) -> Config:
    """Alembic's configuration, without a file."""
    made = Config()
    made.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """SQLite has no lock to wait for while tables are made; a file beside it serves."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path or path == ":memory:":
        yield
        return
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{path}.lock", timeout=60):
        yield
