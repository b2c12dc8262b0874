"""Where words go: results on stdout, talk on stderr."""

import json
import shutil
import sys
from collections.abc import Iterable

from bot.render import Block, to_terminal

WIDTH = 100
"""The most columns that text is set in: longer lines are hard to read."""


def print_json(value: object) -> None:
    """Print one JSON value on a line of its own, at once."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def show(blocks: Iterable[Block]) -> None:
    """Print blocks in the width of the terminal."""
    print(to_terminal(list(blocks), min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH)))


def tell(sentence: str) -> None:
    """Say something about the work on stderr, beside the results."""
    print(sentence, file=sys.stderr)
