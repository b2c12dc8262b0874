"""README.md is true: its examples give what it shows. `python tests/test_readme.py` writes the outputs anew."""

import contextlib
import io
import os
import re
import shlex
from pathlib import Path

import pytest

from bot.cli import main

README = Path(__file__).parent.parent / "README.md"
EXAMPLE = re.compile(r"```console\n\$ (lawbook [^\n]+)\n(.*?)```", re.DOTALL)


def output(command):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        main(shlex.split(command)[1:])
    return shown.getvalue()


EXAMPLES = EXAMPLE.findall(README.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_examples_are_what_lawbook_prints(lawbook, home, monkeypatch, command, shown):
    monkeypatch.setenv("LAWBOOK_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "100")
    assert output(command) == shown


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


def test_every_command_is_in_the_table():
    from bot.help import COMMANDS

    text = README.read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`lawbook {name}" not in text] == []


def test_every_setting_is_in_the_table():
    config = (README.parent / "bot" / "config.py").read_text(encoding="utf-8")
    names = set(re.findall(r'"((?:LAWBOOK|DISCORD)_[A-Z_]+)"', config))
    text = README.read_text(encoding="utf-8")
    assert sorted(name for name in names if f"`{name}`" not in text) == []


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    fresh = EXAMPLE.sub(
        lambda match: f"```console\n$ {match[1]}\n{output(match[1])}```", README.read_text(encoding="utf-8")
    )
    README.write_text(fresh, encoding="utf-8")
