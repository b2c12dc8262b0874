"""A file that a person gives as the law book: told apart by what it holds, read as pages of lines of type."""

import hashlib
import json
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Timer
from typing import Any

import corpus
from corpus.errors import ImportRefused
from corpus.lines import Line, Page, Run
from corpus.plaintext import decode, read_text
from corpus.progress import Progress, Silent

MOST_BYTES = 50 << 20
EXPECTED = "expected the Laws of Duplicate Bridge as a PDF with text, or as plain text"
SECONDS = 120
"""Wall time that reading a PDF may take; `corpus.pdf` limits its own processor time and memory."""
_HEAD, _TAIL = 1024, 1 << 16
_MOST_UNKNOWN = 0.02
"""The part of a PDF's characters that its fonts may fail to name."""
_CHILD = "import sys; sys.path.insert(0, sys.argv[1]); from corpus.pdf import main; sys.exit(main())"
_KINDS = (
    (b"PK\x03\x04", "a Word document or another ZIP archive; save it as PDF or as plain text"),
    (b"\xd0\xcf\x11\xe0", "an old Word document; save it as PDF or as plain text"),
    (b"{\\rtf", "an RTF document; save it as PDF or as plain text"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a gzip archive"),
)
_WEB_PAGE = (b"<!doctype html", b"<html", b"<?xml")


@dataclass(frozen=True)
class Source:
    """A file as read: its name and sha256, "PDF" or "text", and its pages."""

    name: str
    sha256: str
    form: str
    pages: tuple[Page, ...]


def read_source(path: Path, progress: Progress | None = None) -> Source:
    """Read the file at `path`; ImportRefused says what it is instead of a law book."""
    return read_bytes(_bytes(path), path.name, progress)


def read_bytes(data: bytes, name: str, progress: Progress | None = None) -> Source:
    """Read what a file of that name holds."""
    is_pdf = b"%PDF-" in data[:_HEAD]
    try:
        pages = _pdf_pages(data, progress or Silent()) if is_pdf else read_text(_text(data))
    except _Unreadable as error:
        raise ImportRefused(f"{name} can't be imported: {error}; {EXPECTED}.") from error
    return Source(name, hashlib.sha256(data).hexdigest(), "PDF" if is_pdf else "text", pages)


class _Unreadable(Exception):
    """What is wrong with a file, as a part of a sentence."""


def _bytes(path: Path) -> bytes:
    try:
        status = path.stat()
    except OSError as error:
        raise ImportRefused(f"{path} can't be read ({error.strerror}); {EXPECTED}.") from error
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no plain file"
        raise ImportRefused(f"{path} is {what}; {EXPECTED}.")
    if status.st_size > MOST_BYTES:
        raise ImportRefused(f"{path} has {status.st_size >> 20} MB, more than {MOST_BYTES >> 20}; {EXPECTED}.")
    try:
        return path.read_bytes()
    except OSError as error:
        raise ImportRefused(f"{path} can't be read ({error.strerror}); {EXPECTED}.") from error


def _text(data: bytes) -> str:
    if not data.strip():
        raise _Unreadable("it is empty")
    for magic, what in _KINDS:
        if data.startswith(magic):
            raise _Unreadable(f"it is {what}")
    if data.lstrip()[:15].lower().startswith(_WEB_PAGE):
        raise _Unreadable("it is a web page")
    text = decode(data)
    if text is None or "\0" in text:
        raise _Unreadable("it is neither a PDF nor text in UTF-8 or Windows-1252")
    return text


def _pdf_pages(data: bytes, progress: Progress) -> tuple[Page, ...]:
    if b"%%EOF" not in data[-_TAIL:]:
        raise _Unreadable("it is a PDF that was cut short: its end is missing")
    pages: list[Page] = []
    number = 0
    for page in _child_pages(data):
        lines = [Line(page["page"], 0, line["y"], tuple(Run(**run) for run in line["runs"])) for line in page["lines"]]
        pages.append(Page(page["page"], tuple(replace(line, number=number + at) for at, line in enumerate(lines))))
        number += len(lines)
        progress.advance(1)
    text = "".join(line.text for page in pages for line in page.lines)
    if not text:
        raise _Unreadable(f"its {len(pages)} pages hold pictures and no text")
    if text.count("\ufffd") > len(text) * _MOST_UNKNOWN:
        raise _Unreadable("its fonts don't tell which letters they show")
    return tuple(pages)


def _child_pages(data: bytes) -> Iterator[dict[str, Any]]:
    """The pages as `corpus.pdf` prints them, from a process of its own that a clock ends."""
    command = [sys.executable, "-P", "-c", _CHILD, str(Path(corpus.__file__).parent.parent)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        clock = Timer(SECONDS, child.kill)
        clock.start()
        try:
            assert child.stdin and child.stdout
            with suppress(BrokenPipeError):
                child.stdin.write(data)
                child.stdin.close()
            for raw in child.stdout:
                page = json.loads(raw)
                if "refused" in page:
                    raise _Unreadable(page["refused"])
                yield page
            if child.wait() != 0:
                raise _Unreadable(f"reading it takes more than {SECONDS:g} seconds or more memory than it may")
        finally:
            clock.cancel()
            child.kill()
