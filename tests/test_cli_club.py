"""A club's own commands: its bank, its editions, and what they refuse. A state folder of their own, real index."""

import json
import shutil

import pytest
from printed_book import print_book, rule_book

from bot.cli import main
from corpus.bank import MAX_LENGTH


@pytest.fixture
def club(tmp_path, monkeypatch, lawbook, home):
    """A copy of the state folder, to change at will."""
    for name in ("encoders", "index"):
        shutil.copytree(home / name, tmp_path / name)
    monkeypatch.setenv("LAWBOOK_HOME", str(tmp_path))
    return tmp_path


def run(capsys, *arguments):
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.slow
def test_a_wrong_answer_is_repaired_by_one_line(club, capsys):
    question = "the exposed hand nipped off to fetch a biscuit mid-deal, allowed?"
    code, _, err = run(capsys, "bank", "add", "L42 a 3", question)
    assert code == 0
    assert "is answered by 42A3" in err or "is answered by Law 42A3" in err
    _, out, _ = run(capsys, "ask", "--json", question)
    assert json.loads(out)["citations"][0]["ref"] == "42A3"
    _, out, _ = run(capsys, "bank", "list", "--json")
    assert json.loads(out) == [{"ref": "42A3", "question": question}]
    assert (club / "bank" / "own.txt").read_text(encoding="utf-8") == f"\n[42A3]\n{question}\n"


REFUSED = [
    (["bank", "add", "43C", "a question"], 1, "there is no C", "a clause that doesn't exist"),
    (["bank", "add", "potato", "a question"], 2, "not a reference", "no reference"),
    (["bank", "add", "42A3", "  "], 1, "has 1 to", "an empty question"),
    (["bank", "add", "42A3", "x" * (MAX_LENGTH + 1)], 1, "has 1 to", "a story without end"),
    (["bank", "add", "42A3", "[43]"], 1, "can't begin with", "a header in disguise"),
    (["editions", "remove", "2017"], 1, "none can be removed", "bundled excerpts can't be removed"),
    (["import", "no-such-file.pdf", "--edition", "2017"], 1, "no-such-file.pdf", "a file that isn't there"),
]


@pytest.mark.parametrize(("arguments", "expected", "says", "why"), REFUSED, ids=[row[3] for row in REFUSED])
def test_what_is_refused_changes_nothing(club, capsys, arguments, expected, says, why):
    before = sorted(path for path in club.rglob("*") if path.is_file() and "lock" not in path.name)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (expected, ""), why
    assert says in err
    assert len(err.splitlines()) == 1
    assert sorted(path for path in club.rglob("*") if path.is_file() and "lock" not in path.name) == before


def test_editions_are_listed_with_their_sources(club, capsys):
    _, out, _ = run(capsys, "editions", "--json")
    found = {edition["edition"]: edition for edition in json.loads(out)}
    assert list(found) == ["2007", "2017"]
    assert found["2017"]["imported"] is False
    assert (found["2017"]["laws"], found["2017"]["footnotes"]) == (4, 3)
    _, out, _ = run(capsys, "editions")
    assert "excerpts that come with Lawbook" in out


@pytest.mark.slow
def test_a_book_is_imported_asked_and_removed(club, capsys, tmp_path):
    (tmp_path / "book.pdf").write_bytes(print_book(rule_book()))
    code, out, err = run(
        capsys, "import", str(tmp_path / "book.pdf"), "--edition", "2017", "--title", "The Club's Book"
    )
    assert code == 0, err
    assert "unaccounted for: 0" in out
    _, out, _ = run(capsys, "editions", "--json")
    found = {edition["edition"]: edition for edition in json.loads(out)}["2017"]
    assert (found["imported"], found["title"], found["laws"]) == (True, "The Club's Book", 93)
    _, out, _ = run(capsys, "ask", "--json", "law 64")
    assert json.loads(out)["outcome"] == "answered", "it isn't loaded in the excerpts"
    code, _, err = run(capsys, "editions", "remove", "2017")
    assert (code, "is loaded again" in err) == (0, True)
    _, out, _ = run(capsys, "ask", "--json", "law 64")
    assert json.loads(out)["outcome"] == "not_loaded"
