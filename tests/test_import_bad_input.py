"""What is no law book is refused in a sentence that says what was found and what was expected, and changes nothing."""

import errno
import io
import os
import sys
import zlib
from pathlib import Path

import pytest
from filelock import FileLock
from printed_book import print_book, rule_book, type_book
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from corpus import importer, sources
from corpus.errors import ImportRefused, StateNotWritable, UnknownEdition
from corpus.importer import LOCK, import_edition, remove_edition
from corpus.library import loaded_editions, open_library
from corpus.load import dumps, loads


@pytest.fixture(scope="module")
def rules():
    return rule_book()


@pytest.fixture(scope="module")
def typed(rules):
    return type_book(rules).encode()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "editions"


@pytest.fixture
def put(tmp_path):
    def write(name, data):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


def pdf(*pages, encrypt=None):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(288, 504), encrypt=encrypt)
    for lines in pages:
        for at, line in enumerate(lines):
            canvas.drawString(30, 460 - 11 * at, line)
        if not lines:
            canvas.rect(20, 20, 100, 100, fill=1)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def pdf_object(stream, length):
    """A PDF of one page whose contents are the given deflated stream."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>",
        b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (length, stream),
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"xref\n0 5\n0000000000 65535 f \n%strailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        table,
        len(out),
    )


def bomb(megabytes):
    """A PDF of some megabytes that expands to gigabytes; one packed megabyte, many times over."""
    packer = zlib.compressobj(9)
    first = packer.compress(b" " * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    stream = first + block * (megabytes - 1) + packer.flush()
    return pdf_object(stream, len(stream))


ANOTHER_BOOK = pdf(*[[f"Chapter {number}", "In which a hobbit walks uphill."] for number in range(1, 20)])
SOME_LAWS = pdf(*[[f"LAW {law}", "THE PACK", "A sentence."] for law in (41, 42, 43)])
WORD = b"PK\x03\x04" + b"\0" * 100

REFUSED = [
    ("empty.pdf", b"", "it is empty", "an empty file"),
    ("notes.txt", b"Dear diary, today I revoked.", "Found no numbered laws (it begins “Dear diary", "another text"),
    ("tale.pdf", ANOTHER_BOOK, "Found no numbered laws (it begins “Chapter 1”)", "another book"),
    ("some.pdf", SOME_LAWS, "Found 0 of the 93 laws|Found no numbered laws|Found 3 of the 93 laws", "three laws"),
    ("laws.docx", WORD, "a Word document or another ZIP archive", "a Word document"),
    ("laws.rtf", b"{\\rtf1 LAW 1}", "an RTF document", "rich text"),
    ("page.html", b"<!DOCTYPE html><p>LAW 1</p>", "it is a web page", "a page saved from the browser"),
    ("scan.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "it is a picture", "a picture"),
    ("bytes.bin", bytes(range(256)) * 4, "neither a PDF nor text", "bytes"),
    ("pictures.pdf", pdf([], [], []), "its 3 pages hold pictures and no text", "pages that are only pictures"),
    (
        "secret.pdf",
        pdf(["LAW 1"], encrypt=StandardEncryption("password")),
        "encrypted and needs a password",
        "encrypted",
    ),
    ("cut.pdf", ANOTHER_BOOK[: len(ANOTHER_BOOK) // 2], "cut short", "a file cut short"),
    (
        "broken.pdf",
        b"%PDF-1.7\n1 0 obj\n<<" + b"/Kids[" * 9 + b"\n%%EOF\n",
        "no pages|a damaged PDF|hold pictures",
        "a PDF in name only",
    ),
    (
        "loop.pdf",
        pdf_object(b"", 0).replace(b"[3 0 R]", b"[2 0 R]"),
        "a damaged PDF|contain themselves|no text",
        "pages in a circle",
    ),
]


@pytest.mark.parametrize(("name", "data", "found", "why"), REFUSED, ids=[row[3] for row in REFUSED])
def test_refused(put, folder, name, data, found, why):
    with pytest.raises(ImportRefused) as refused:
        import_edition(put(name, data), "2017", "", folder)
    message = str(refused.value)
    assert any(words in message for words in found.split("|")), message
    assert "expected" in message
    assert message.count("\n") == 0
    assert message.endswith(".")
    assert left(folder) == []


def left(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != LOCK)


def test_a_file_that_expands_to_gigabytes(put, folder):
    path = put("bomb.pdf", bomb(3000))
    assert path.stat().st_size < 4 << 20
    with pytest.raises(ImportRefused, match=r"expands to more than 1024 MB|more memory than it may"):
        import_edition(path, "2017", "", folder)
    assert left(folder) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on processor time on Windows")
def test_a_file_that_keeps_its_reader_busy(put, folder, monkeypatch):
    monkeypatch.setattr(sources, "SECONDS", 0.5)
    stream = zlib.compress(b"BT 1 0 0 1 0 0 Tm ET\n" * 4_000_000)
    with pytest.raises(ImportRefused, match="takes more than"):
        import_edition(put("busy.pdf", pdf_object(stream, len(stream))), "2017", "", folder)


def test_a_file_that_is_too_large(put, folder, monkeypatch):
    monkeypatch.setattr(sources, "MOST_BYTES", 1000)
    with pytest.raises(ImportRefused, match="more than"):
        import_edition(put("large.txt", b"x" * 2000), "2017", "", folder)


PLACES = [
    (lambda tmp: tmp / "nowhere.pdf", "No such file", "a file that isn't there"),
    (lambda tmp: tmp, "is a folder", "a folder"),
    (lambda tmp: Path(os.devnull), "is no plain file", "a device"),
]


@pytest.mark.parametrize(("place", "found", "why"), PLACES, ids=[row[2] for row in PLACES])
def test_places_that_hold_no_file(tmp_path, folder, place, found, why):
    with pytest.raises(ImportRefused, match=found):
        import_edition(place(tmp_path), "2017", "", folder)


KEYS = ["", "17", "../2017", "2017/..", "2017\n", "..", "20177", "CON", "2017 ", "edition"]


@pytest.mark.parametrize("key", KEYS)
def test_names_that_no_edition_can_have(put, tmp_path, folder, typed, key):
    with pytest.raises(ImportRefused, match="expected its year"):
        import_edition(put("rules.txt", typed), key, "", folder)
    assert not folder.exists()


def test_a_book_is_taken_in_and_taken_out(put, folder, rules, typed):
    seen = []
    edition, report = import_edition(put("rules.txt", typed), "2017", "Our rules", folder, before_swap=seen.append)
    assert seen == [edition]
    assert left(folder) == ["2017.toml", "2017.txt"]
    assert open_library(folder).edition("2017") == edition
    loaded = {each.key: each for each in loaded_editions(folder)}
    assert (loaded["2017"].source, loaded["2017"].title, loaded["2017"].counts.laws) == ("rules.txt", "Our rules", 93)
    assert (loaded["2007"].imported, loaded["2017"].imported) == (False, True)
    assert report.counts == loaded["2017"].counts
    back = remove_edition("2017", folder)
    assert left(folder) == []
    assert back == open_library(folder).edition("2017")
    assert back.title.endswith("(excerpts: Laws 41, 42, 43 and 45F)")


def test_a_text_that_a_person_corrected_has_no_known_source(put, folder, typed):
    import_edition(put("rules.txt", typed), "2017", "", folder)
    path = folder / "2017.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("weather", "climate"), encoding="utf-8")
    assert [each.source for each in loaded_editions(folder) if each.imported] == [
        "unknown, the text was changed since its import"
    ]


@pytest.mark.parametrize("key", ["2007", "1997", "../2017"])
def test_what_was_not_imported_cannot_be_removed(folder, tmp_path, key):
    (tmp_path / "2017.txt").write_text("precious", encoding="utf-8")
    folder.mkdir()
    with pytest.raises(UnknownEdition, match="none can be removed"):
        remove_edition(key, folder)
    assert (tmp_path / "2017.txt").exists()


@pytest.fixture
def before(put, folder, typed):
    """The state before an import that fails: an edition of that year is there."""
    import_edition(put("old.txt", typed), "2017", "The old one", folder)
    return {name: (folder / name).read_bytes() for name in left(folder)}


def now(folder):
    return {name: (folder / name).read_bytes() for name in left(folder)}


@pytest.fixture
def new(put, rules):
    return put("new.pdf", print_book(rules))


def test_ctrl_c_while_it_is_read(new, folder, before, monkeypatch):
    monkeypatch.setattr(importer, "parse_pages", raise_(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        import_edition(new, "2017", "", folder)
    assert now(folder) == before


def test_ctrl_c_between_the_two_files(new, folder, before, monkeypatch):
    replace = Path.replace

    def interrupted(path, target):
        if path.name == "text":
            raise KeyboardInterrupt
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        import_edition(new, "2017", "", folder)
    assert now(folder) == before


def raise_(error):
    def raiser(*_, **__):
        raise error

    return raiser


def test_the_index_that_cannot_be_built_leaves_the_old_text(new, folder, before):
    with pytest.raises(RuntimeError):
        import_edition(new, "2017", "", folder, before_swap=raise_(RuntimeError("no index")))
    assert now(folder) == before


def test_a_full_disk(new, folder, before, monkeypatch):
    monkeypatch.setattr(os, "fsync", raise_(OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(StateNotWritable, match="No space left on device"):
        import_edition(new, "2017", "", folder)
    assert now(folder) == before


def test_a_folder_that_is_a_file(new, folder):
    folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(StateNotWritable):
        import_edition(new, "2017", "", folder)


def test_two_imports_at_once(new, folder, before):
    with FileLock(folder / LOCK), pytest.raises(ImportRefused, match="Another import"):
        import_edition(new, "2017", "", folder)
    assert now(folder) == before


def test_a_loss_is_refused(new, folder, before, monkeypatch):
    parse = importer.parse_pages

    def lossy(pages, key, title):
        parsed = parse(pages, key, title)
        shorter = loads(dumps(parsed.edition).replace("The basket stays", "The basket"))
        return type(parsed)(**{**vars(parsed), "edition": shorter})

    monkeypatch.setattr(importer, "parse_pages", lossy)
    with pytest.raises(ImportRefused, match="5 of its characters would be lost or changed, first clauses 7A"):
        import_edition(new, "2017", "", folder)
    assert now(folder) == before
