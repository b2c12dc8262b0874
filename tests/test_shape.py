"""The shape of the code: imports point down only, and a light command loads nothing heavy."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {"corpus": {"corpus"}, "index": {"index", "corpus"}, "bot": {"bot", "index", "corpus"}}
HEAVY = (
    "chromadb", "discord", "langchain", "langchain_core", "numpy", "onnxruntime", "pdfminer", "pypdfium2", "rich",
    "sentence_transformers", "sqlalchemy", "tokenizers", "torch", "transformers",
)  # fmt: skip


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


FILES = [path for room in MAY_IMPORT for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_imports_point_down_only(path):
    room = path.relative_to(ROOT).parts[0]
    rooms = {name.split(".")[0] for name in imports(path)} & {"corpus", "index", "bot", "evals", "tests"}
    assert rooms <= MAY_IMPORT[room]


def run(code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT, check=False
    )


LOADED = f"import sys; heavy = sorted(set({HEAVY!r}) & set(sys.modules)); assert not heavy, heavy"
LIGHT = [
    (["--help"], "help"),
    (["law", "43A1a"], "a look-up"),
    (["law", "--json", "41"], "a look-up as JSON"),
    (["compare", "41"], "a comparison"),
    (["contents", "revoke"], "the contents"),
    (["index", "path"], "a path"),
]


@pytest.mark.parametrize(("arguments", "why"), LIGHT, ids=[row[1] for row in LIGHT])
def test_light_commands_load_nothing_heavy(arguments, why):
    code = f"""
import contextlib, io, sys
from bot.cli import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    code = main({arguments!r})
    assert code == 0, code
{LOADED}
"""
    result = run(code)
    assert result.returncode == 0, result.stderr


def test_answering_does_not_load_torch(lawbook, home):
    code = """
import sys
from bot.assembly import Lawbook
from bot.config import settings_from
answer = Lawbook(settings_from({"LAWBOOK_HOME": sys.argv[1]})).ask("Can dummy leave his seat?")
assert answer.citations
assert not {"torch", "transformers", "sentence_transformers"} & set(sys.modules)
"""
    result = run(code, str(home))
    assert result.returncode == 0, result.stderr
