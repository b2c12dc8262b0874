"""Canonical text files and editions, each turned into the other byte for byte.

A canonical file is plain UTF-8 that a person can read and correct:

    edition: 2017
    title: Laws of Duplicate Bridge 2017

    [43] Dummy's Limitations
    Except as Law 42 allows:

    [43A] Limitations on Dummy

    [43A1(a)]
    Dummy may not ...[^*]

    [^*] A footnote of the law above.

    [Index]
    Dummy, rights of = 42, 43

A header `[ref]` with the heading behind it, then the clause's own text, a line a paragraph (more where the book sets a
table). `[^*]` in a text hangs a footnote of the same law there. A line `[...]` stands where the sub-clauses are, when
text follows them. A line of text that begins with a bracket or a backslash has a backslash before it.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files

from corpus.errors import BadReference, BadText
from corpus.model import Clause, Edition, Footnote, IndexEntry, NoteMark
from corpus.refs import LawRef

_HEADER = re.compile(r"\[(?!\^|\.\.\.\])([^\]]+)\](?: (.*))?")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\] (.*)")
_MARK = re.compile(r"\[\^([^\]\s]+)\]")
_FIELD = re.compile(r"(edition|title): (.+)")
_GAP = "[...]"
_INDEX = "[Index]"


def loads(data: str, name: str = "edition") -> Edition:
    """Read a canonical file; BadText gives `name`, the line and what is wrong there."""
    reader = _Reader(name)
    for number, line in enumerate(data.splitlines(), 1):
        reader.line(number, line.rstrip())
    return reader.edition()


def dumps(edition: Edition) -> str:
    """Print an edition in canonical form."""
    lines = [f"edition: {edition.key}", f"title: {edition.title}"]
    for position, clause in enumerate(edition.clauses):
        lines += ["", *_clause_lines(clause)]
        following = edition.clauses[position + 1 : position + 2]
        if not following or following[0].ref.law != clause.ref.law:
            notes = [note for note in edition.footnotes if note.law == clause.ref.law]
            lines += [line for note in notes for line in ("", f"[^{note.mark}] {note.text}")]
    if edition.index:
        lines += ["", _INDEX]
        lines += [f"{entry.words} = {', '.join(map(str, entry.refs))}".rstrip() for entry in edition.index]
    return "\n".join(lines) + "\n"


def digest(data: str) -> str:
    """The sha256 of a canonical file's text, in hexadecimal."""
    return hashlib.sha256(data.encode()).hexdigest()


def bundled() -> dict[str, Edition]:
    """The excerpts that ship with Lawbook, by edition."""
    folder = files("corpus") / "texts"
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".txt"))
    editions = [loads((folder / name).read_text(encoding="utf-8"), name) for name in names]
    return {edition.key: edition for edition in editions}


def bundled_sources() -> dict[str, dict[str, str]]:
    """Whose text the excerpts are, by edition, from `texts/sources.toml`."""
    return tomllib.loads((files("corpus") / "texts" / "sources.toml").read_text(encoding="utf-8"))


def _clause_lines(clause: Clause) -> Iterator[str]:
    yield f"[{clause.ref}] {clause.heading}".rstrip()
    marked = with_marks(clause, "[^{}]")
    if clause.children_at is None:
        yield from (_escaped(line) for line in marked.splitlines())
        return
    opening = with_marks(clause, "[^{}]", end=clause.children_at).rstrip("\n")
    yield from (_escaped(line) for line in opening.splitlines())
    yield _GAP
    yield from (_escaped(line) for line in with_marks(clause, "[^{}]", start=clause.children_at).splitlines())


def with_marks(clause: Clause, form: str, start: int = 0, end: int | None = None) -> str:
    """The text of a clause, or a run of it, with its footnote marks put in, each as `form` shows it ("[{}]").

    A mark at `end` belongs to the run unless text follows it, in which case it stands before that text.
    """
    end = len(clause.text) if end is None else end
    last = end == len(clause.text)
    pieces, at = [], start
    for note in clause.notes:
        if start <= note.at and (note.at < end or (last and note.at == end)):
            pieces += [clause.text[at : note.at], form.format(note.mark)]
            at = note.at
    return "".join([*pieces, clause.text[at:end]])


def _escaped(line: str) -> str:
    return "\\" + line if line.startswith(("\\", "[")) and not _MARK.match(line) else line


def _unescaped(line: str) -> str:
    return line[1:] if line.startswith("\\") else line


@dataclass
class _Reader:
    """Reads line after line; holds the clause that is open."""

    name: str
    fields: dict[str, str] = field(default_factory=dict)
    clauses: list[Clause] = field(default_factory=list)
    footnotes: list[Footnote] = field(default_factory=list)
    entries: list[IndexEntry] = field(default_factory=list)
    head: tuple[LawRef, str] | None = None
    body: list[str] = field(default_factory=list)
    gap: int | None = None
    seen: set[LawRef] = field(default_factory=set)
    in_index: bool = False
    number: int = 0

    def line(self, number: int, line: str) -> None:
        self.number = number
        if line == _INDEX:
            self._close()
            self.in_index = True
        elif self.in_index:
            self._entry(line)
        elif match := _HEADER.fullmatch(line):
            self._open(match[1], match[2] or "")
        elif self.head and line == _GAP:
            self.gap = len(self.body)
        elif match := _FOOTNOTE.fullmatch(line):
            self._footnote(match[1], match[2])
        elif self.head:
            self.body.append(_unescaped(line))
        elif match := _FIELD.fullmatch(line):
            self.fields[match[1]] = match[2]
        elif line:
            raise self._bad("expected “edition: 2017”, “title: ...” or a header such as [43A1(a)]")

    def edition(self) -> Edition:
        self._close()
        for wanted in ("edition", "title"):
            if wanted not in self.fields:
                raise BadText(f"{self.name}: the line “{wanted}: ...” is missing at the top.")
        edition = Edition(
            self.fields["edition"],
            self.fields["title"],
            tuple(self.clauses),
            tuple(self.footnotes),
            tuple(self.entries),
        )
        self._check_marks(edition)
        return replace(edition, sha256=digest(dumps(edition)))

    def _bad(self, what: str) -> BadText:
        return BadText(f"{self.name}, line {self.number}: {what}.")

    def _ref(self, text: str) -> LawRef:
        try:
            ref = LawRef.parse(text)
        except BadReference as error:
            raise self._bad(f"[{text}] is no reference") from error
        if str(ref) != text:
            raise self._bad(f"[{text}] is written [{ref}]")
        return ref

    def _open(self, text: str, heading: str) -> None:
        self._close()
        ref = self._ref(text)
        if ref in self.seen:
            raise self._bad(f"[{ref}] stands twice")
        if ref.parent is not None and ref.parent not in self.seen:
            raise self._bad(f"[{ref}] stands without its parent [{ref.parent}] before it")
        self.seen.add(ref)
        self.head = (ref, heading)

    def _close(self) -> None:
        """End the clause that is open; blank lines around its text don't count."""
        if self.head is None:
            return
        opening, closing = (self.body, []) if self.gap is None else (self.body[: self.gap], self.body[self.gap :])
        above, below = "\n".join(opening).strip("\n"), "\n".join(closing).strip("\n")
        raw = f"{above}\n{below}".strip("\n") if below else above
        text, notes = _take_marks(raw)
        children_at = len(_take_marks(f"{above}\n" if above else "")[0]) if below else None
        self.clauses.append(Clause(*self.head, text, notes, children_at))
        self.head, self.body, self.gap = None, [], None

    def _footnote(self, mark: str, text: str) -> None:
        self._close()
        if not self.clauses:
            raise self._bad(f"footnote [^{mark}] stands before any clause")
        self.footnotes.append(Footnote(self.clauses[-1].ref.law, mark, text))

    def _entry(self, line: str) -> None:
        words, separator, refs = f"{line} ".rpartition(" = ")  # an entry may send nowhere: "Alter By Partner ="
        if not line:
            return
        if not separator:
            raise self._bad("expected an index entry such as “Dummy, rights of = 42, 43”")
        self.entries.append(IndexEntry(words, tuple(self._ref(ref) for ref in refs.strip().split(", ") if ref)))

    def _check_marks(self, edition: Edition) -> None:
        known = {(note.law, note.mark) for note in edition.footnotes}
        for clause in edition.clauses:
            for note in clause.notes:
                if (clause.ref.law, note.mark) not in known:
                    raise BadText(
                        f"{self.name}: [{clause.ref}] marks the footnote {note.mark}, which Law {clause.ref.law} lacks."
                    )


def _take_marks(raw: str) -> tuple[str, tuple[NoteMark, ...]]:
    """Cut the footnote marks out of a text and keep their places."""
    pieces: list[str] = []
    notes: list[NoteMark] = []
    at = length = 0
    for match in _MARK.finditer(raw):
        pieces.append(raw[at : match.start()])
        length += len(pieces[-1])
        notes.append(NoteMark(length, match[1]))
        at = match.end()
    return "".join([*pieces, raw[at:]]), tuple(notes)
