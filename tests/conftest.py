"""Shared parts of the tests: the bundled editions, and one Lawbook with a real index, built once and kept."""

import os
from pathlib import Path

import pytest

from bot.assembly import Lawbook
from bot.config import settings_from
from corpus.errors import StateError
from corpus.load import bundled

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def editions():
    return bundled()


@pytest.fixture(scope="session")
def laws(editions):
    return editions["2017"]


@pytest.fixture(scope="session")
def home():
    """A state folder that holds the bundled laws alone and outlives the run, so that its index is built once."""
    return Path(os.environ.get("LAWBOOK_TEST_HOME", ROOT / ".lawbook-test"))


@pytest.fixture(scope="session")
def lawbook(home):
    lawbook = Lawbook(settings_from({"LAWBOOK_HOME": str(home)}))
    try:
        lawbook.search  # noqa: B018
    except StateError:
        lawbook.__dict__.pop("search", None)
        lawbook.build_index()
    return lawbook
