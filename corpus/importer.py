"""Taking a law book in as an edition, whole or not at all; and taking an edition out again."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from filelock import FileLock, Timeout

from corpus.errors import ImportRefused, StateNotWritable, UnknownEdition
from corpus.library import Counts, source_path, text_path
from corpus.load import bundled, dumps
from corpus.model import Edition
from corpus.parse import Parsed, parse_pages
from corpus.progress import Progress, Silent
from corpus.refs import find_editions
from corpus.report import ImportReport, make_report
from corpus.sources import Source, read_bytes, read_source

LOCK = ".changing.lock"
BeforeSwap = Callable[[Edition], None]


def import_edition(
    path: Path,
    key: str,
    title: str,
    folder: Path,
    progress: Progress | None = None,
    before_swap: BeforeSwap | None = None,
) -> tuple[Edition, ImportReport]:
    """Take the law book at `path` in as the edition of the year `key`, and keep it in `folder`.

    An empty `title` becomes "Laws of Duplicate Bridge 2017". `before_swap` is called with the new edition when all is
    well, before it takes the place of the old one: what must change together with the text is made there. ImportRefused
    and StateNotWritable leave everything as it was, and so does whatever else ends the import.
    """
    return _import(lambda watched: read_source(path, watched), key, title, folder, progress, before_swap)


def import_bytes(
    data: bytes,
    name: str,
    key: str,
    title: str,
    folder: Path,
    progress: Progress | None = None,
    before_swap: BeforeSwap | None = None,
) -> tuple[Edition, ImportReport]:
    """The same with a file that was fetched; `name` is its address."""
    return _import(lambda watched: read_bytes(data, name, watched), key, title, folder, progress, before_swap)


def remove_edition(
    key: str, folder: Path, before_removal: Callable[[Edition | None], None] | None = None
) -> Edition | None:
    """Take an imported edition out; what comes back is the bundled one of the same year, if there is one.

    `before_removal` is called with what comes back, before anything is removed.
    """
    path = text_path(folder, key)
    if not _is_year(key) or not path.is_file():
        imported = ", ".join(sorted(each.stem for each in folder.glob("*.txt"))) or "none"
        raise UnknownEdition(f"No {key} Laws were imported, so none can be removed; imported are: {imported}.")
    back = bundled().get(key)
    with _changing(folder):
        if before_removal:
            before_removal(back)
        path.unlink()
        source_path(folder, key).unlink(missing_ok=True)
    return back


def _import(
    read: Callable[[Progress], Source],
    key: str,
    title: str,
    folder: Path,
    progress: Progress | None,
    before_swap: BeforeSwap | None,
) -> tuple[Edition, ImportReport]:
    watched = progress or Silent()
    _check_key(key)
    with _changing(folder):
        watched.step("Reading the book")
        source = read(watched)
        watched.step("Finding laws and clauses")
        parsed = parse_pages(source.pages, key, " ".join(title.split()) or f"Laws of Duplicate Bridge {key}")
        watched.step("Checking that nothing is lost")
        report = make_report(parsed)
        _check_whole(source, parsed, report)
        with _staged(parsed.edition, source, folder) as (text, told):
            if before_swap:
                before_swap(parsed.edition)
            with _writing(key, folder):
                _swap(text, told, folder, key)
    return parsed.edition, report


def _is_year(key: str) -> bool:
    return find_editions(key) == [key]


def _check_key(key: str) -> None:
    if not _is_year(key):
        raise ImportRefused(f"“{key}” can't name an edition; expected its year, such as 2017.")


def _check_whole(source: Source, parsed: Parsed, report: ImportReport) -> None:
    if report.unaccounted:
        raise ImportRefused(
            f"{source.name} can't be imported: {report.unaccounted} of its characters would be lost or changed, "
            f"first {report.account.faults[0]}."
        )
    if not parsed.edition.clauses:
        raise ImportRefused(f"{source.name} can't be imported: it holds no clause.")


@contextmanager
def _changing(folder: Path) -> Iterator[None]:
    """Hold the folder of the editions alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise ImportRefused(
            f"Another import is changing {folder} now; expected none, so try again when it is done."
        ) from error
    except OSError as error:
        raise StateNotWritable(f"The folder {folder} can't be written ({error.strerror}).") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _staged(edition: Edition, source: Source, folder: Path) -> Iterator[tuple[Path, Path]]:
    """The files of an edition, written whole beside those in use; gone afterwards, whatever happens."""
    with _writing(edition.key, folder):
        aside = Path(mkdtemp(prefix=".new-", dir=folder))
    try:
        text, told = aside / "text", aside / "source"
        with _writing(edition.key, folder):
            _write(text, dumps(edition))
            _write(told, _source_lines(edition, source))
        yield text, told
    finally:
        rmtree(aside, ignore_errors=True)


@contextmanager
def _writing(key: str, folder: Path) -> Iterator[None]:
    """Say plainly that a full disk or a folder's rights ended the import."""
    try:
        yield
    except OSError as error:
        raise StateNotWritable(
            f"The {key} Laws can't be written to {folder} ({error.strerror}); nothing was changed."
        ) from error


def _write(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _swap(text: Path, told: Path, folder: Path, key: str) -> None:
    """Put both files in place; if the second can't be, or Ctrl-C comes between, the first goes back."""
    before = source_path(folder, key).read_bytes() if source_path(folder, key).exists() else None
    try:
        told.replace(source_path(folder, key))
        text.replace(text_path(folder, key))
    except BaseException:
        with suppress(OSError):
            if before is None:
                source_path(folder, key).unlink(missing_ok=True)
            else:
                source_path(folder, key).write_bytes(before)
        raise


def _source_lines(edition: Edition, source: Source) -> str:
    """What is kept about the source of a text, as TOML."""
    fields = {
        "title": edition.title,
        "source": source.name,
        "sha256": source.sha256,
        "date": datetime.now(UTC).date().isoformat(),
        "text_sha256": edition.sha256,
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    counts = [f"{name} = {number}" for name, number in asdict(Counts.of(edition)).items()]
    return "\n".join([*lines, "", "[counts]", *counts]) + "\n"
