"""The command line as a user meets it: each example of the help runs, exit codes hold, bad input is one sentence."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bot import help as texts
from bot.cli import main

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    line.strip()
    for part in (texts.LAWBOOK_EXAMPLES, *(examples for _, examples in texts.COMMANDS.values()))
    for line in part.splitlines()
    if line.strip().startswith(("lawbook ", "cat "))
]


@pytest.fixture(autouse=True)
def state(monkeypatch, home):
    monkeypatch.setenv("LAWBOOK_HOME", str(home))
    for name in ("LAWBOOK_EDITION", "LAWBOOK_ENCODER", "LAWBOOK_CHROMA_URL", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)


def run(capsys, *arguments):
    try:
        code = main(list(arguments))
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    return code, out, err


CHANGES_STATE = ("index build", "import", "editions remove", "bank add", "lawbook discord")
"""Examples that change the state folder or never end: tests of their own run them."""


@pytest.mark.parametrize("example", [line for line in EXAMPLES if not any(word in line for word in CHANGES_STATE)])
def test_every_example_of_the_help_runs(lawbook, capsys, monkeypatch, example):
    words = shlex.split(example.split("|")[-1])
    if "-" in words:
        import io

        monkeypatch.setattr(sys, "stdin", io.StringIO("May dummy call?\n\nlaw 42\n"))
    code, out, err = run(capsys, *words[1:])
    assert code in (0, 3), err
    assert out or example == "lawbook bank list", "a new club's bank is empty"


def test_every_command_has_its_help(capsys):
    for name, (about, _) in texts.COMMANDS.items():
        code, out, _ = run(capsys, name, "--help")
        assert code == 0
        assert about.split("\n")[0] in out
        assert "example" in out


JSON = [
    (["ask", "--json", "law 43A1a"], {"question", "outcome", "citations", "corpus"}, "an answer"),
    (["law", "--json", "43A1a"], {"edition", "ref", "title", "text", "lead_in", "footnotes"}, "a clause"),
    (["compare", "--json", "41"], {"old", "new", "changes"}, "a comparison"),
    (["index", "status", "--json"], {"path", "sizes", "encoder"}, "the index"),
    (["index", "path", "--json"], {"path"}, "the path"),
]


@pytest.mark.parametrize(("arguments", "keys", "why"), JSON, ids=[row[2] for row in JSON])
def test_json_on_every_reading_command(lawbook, capsys, arguments, keys, why):
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert keys <= set(json.loads(out)), why


def test_editions_are_compared_where_both_have_text(capsys):
    code, out, _ = run(capsys, "compare", "--json")
    assert code == 0
    assert [change["new"] for change in json.loads(out)["changes"]] == ["41A", "41D"], "Law 42 isn't missing from 2007"


def test_search_prints_a_ranking(lawbook, capsys):
    code, out, _ = run(capsys, "search", "--json", "-k", "20", "dummy gets up and looks at declarer's play")
    found = json.loads(out)
    assert (code, len(found)) == (0, 20)
    assert found[0]["ref"] == "43A2(b)"
    assert [hit["score"] for hit in found] == sorted((hit["score"] for hit in found), reverse=True)


def test_many_questions_on_standard_input(lawbook, capsys, monkeypatch):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("law 42\n\n?!\nhello, how are you\n"))
    code, out, _ = run(capsys, "ask", "--json", "-")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line.get("outcome", "error" in line) for line in lines] == ["answered", True, "out_of_scope"], (
        "one line each"
    )


CODES = [
    (["ask", "law 42"], 0, "answered"),
    (["ask", "law 64"], 3, "not loaded"),
    (["ask", "hello, how are you"], 3, "out of scope"),
    (["ask", "law 43C"], 3, "unsure"),
    (["law", "43C"], 1, "an unknown clause"),
    (["law", "64"], 1, "a law that isn't loaded"),
    (["law", "potato"], 2, "no reference"),
    (["law", "--edition", "1997", "41"], 1, "an edition that isn't loaded"),
    (["compare", "43"], 1, "a law that the older edition lacks"),
    (["compare", "41", "--with", "1997"], 1, "comparing with an edition that isn't loaded"),
    (["contents", "potato"], 1, "no such title"),
    (["ask", ""], 2, "an empty question"),
    (["ask", "x" * 10_000], 2, "10 000 characters"),
    (["ask", "\x00\x01"], 2, "control characters"),
    (["ask"], 2, "no question"),
    (["search", "-k", "0", "x"], 2, "a number that can't be"),
    (["nonsense"], 2, "no such command"),
    ([], 2, "no command"),
    (["discord"], 1, "no token"),
]


@pytest.mark.parametrize(("arguments", "expected", "why"), CODES, ids=[row[2] for row in CODES])
def test_exit_codes_and_one_clear_sentence(lawbook, capsys, arguments, expected, why):
    code, out, err = run(capsys, *arguments)
    assert code == expected, err
    assert "Traceback" not in err
    if code in (1, 2):
        assert out == ""
        assert err.strip()
        assert len(err.splitlines()) == 1 or err.startswith("usage:"), why


def test_a_state_folder_that_is_a_file(capsys, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LAWBOOK_HOME", str(tmp_path / "file"))
    code, _, err = run(capsys, "ask", "law 42")
    assert (code, "which is a file; expected a folder" in err) == (1, True)
    monkeypatch.setenv("LAWBOOK_HOME", str(tmp_path / "file" / "below"))
    code, _, err = run(capsys, "index", "build")
    assert (code, "can't be written" in err) == (1, True)


def lawbook_process(*arguments, **environment):
    command = [sys.executable, "-m", "bot.cli", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=os.environ | environment, check=False, timeout=120
    )


def test_a_reader_that_goes_away_is_no_error(home):
    shown = subprocess.run(
        f"{shlex.quote(sys.executable)} -m bot.cli contents | head -1",
        shell=True, capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert shown.stderr == ""


def test_results_on_stdout_and_talk_on_stderr(lawbook, home):
    result = lawbook_process("ask", "--json", "law 42", LAWBOOK_HOME=str(home))
    assert json.loads(result.stdout)["outcome"] == "answered"
    assert result.stderr == ""


def test_explain_says_why(lawbook, capsys):
    _, out, _ = run(capsys, "ask", "--explain", "dummy left his seat to watch")
    assert re.search(r"43A2\(b\)\n\s+bank question “.+” \(0\.\d\d\)", out)
    _, out, _ = run(capsys, "ask", "--json", "--explain", "dummy left his seat to watch")
    assert json.loads(out)["reasons"][0]["ref"] == "43A2(b)"
