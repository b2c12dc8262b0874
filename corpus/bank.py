"""The question bank: for each clause, questions of players and directors whose answer it is.

A bank file is plain text, by reference only, so that it holds none of the book's text:

    [43A1(a)]
    can dummy call the TD when nobody's said anything yet?

    [outside:bidding-advice]
    what should I open with 4-4 in the minors

A header, then a question a line. Headers `outside:KIND` hold what is not a question about the laws. A club's own files
have the same form and stand beside the shipped ones.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from corpus.errors import BadReference, BankError, StateNotWritable
from corpus.refs import LawRef

_HEADER = re.compile(r"\[([^\]]+)\]")
_OUTSIDE = "outside:"
OWN_FILE = "own.txt"
"""The file of a club's folder to which `lawbook bank add` adds."""

MAX_LENGTH = 600
"""Characters of a question in a bank; longer ones hold more than one situation."""


@dataclass(frozen=True, slots=True)
class BankQuestion:
    """A question and the clause that answers it."""

    ref: LawRef
    text: str


@dataclass(frozen=True, slots=True)
class OutsideQuestion:
    """A message that no law answers, with its kind ("bidding-advice")."""

    kind: str
    text: str


@dataclass(frozen=True)
class Bank:
    """Questions with their clauses, and messages that are outside the laws."""

    questions: tuple[BankQuestion, ...] = ()
    outside: tuple[OutsideQuestion, ...] = ()

    @cached_property
    def sha256(self) -> str:
        """A digest of the contents, whatever files they stand in."""
        lines = [f"{entry.ref}\t{entry.text}" for entry in self.questions]
        lines += [f"{_OUTSIDE}{entry.kind}\t{entry.text}" for entry in self.outside]
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

    def __add__(self, other: "Bank") -> "Bank":
        return Bank(
            tuple(dict.fromkeys(self.questions + other.questions)), tuple(dict.fromkeys(self.outside + other.outside))
        )


NO_BANK = Bank()


def read_bank(text: str, name: str = "bank") -> Bank:
    """Read one bank file; BankError gives `name`, the line and what is wrong there."""
    questions: list[BankQuestion] = []
    outside: list[OutsideQuestion] = []
    header: LawRef | str | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if match := _HEADER.fullmatch(line):
            header = _header(match[1], name, number)
        elif not line or line.startswith("#"):
            continue
        elif header is None:
            raise BankError(f"{name}, line {number}: a question stands before any header such as [43A1(a)].")
        elif len(line) > MAX_LENGTH:
            raise BankError(f"{name}, line {number}: {len(line)} characters; a question has at most {MAX_LENGTH}.")
        elif isinstance(header, LawRef):
            questions.append(BankQuestion(header, line))
        else:
            outside.append(OutsideQuestion(header, line))
    return Bank(tuple(questions), tuple(outside))


def _header(text: str, name: str, number: int) -> LawRef | str:
    if text.startswith(_OUTSIDE):
        return text.removeprefix(_OUTSIDE)
    try:
        return LawRef.parse(text)
    except BadReference as error:
        raise BankError(f"{name}, line {number}: [{text}] is neither a reference nor [outside:KIND].") from error


@cache
def shipped_bank() -> Bank:
    """The bank that ships with Lawbook."""
    folder = files("corpus") / "questions"
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".txt")), key=lambda path: path.name)
    return _joined(read_bank(path.read_text(encoding="utf-8"), path.name) for path in paths)


def local_bank(folder: Path) -> Bank:
    """The bank files that a club keeps in `folder`; empty where there are none."""
    paths = sorted(folder.glob("*.txt"))
    return _joined(read_bank(path.read_text(encoding="utf-8"), str(path)) for path in paths)


def add_to(path: Path, ref: LawRef, question: str, known: Bank) -> BankQuestion:
    """Add a question for a clause to a bank file, made where it is missing, and give it as it was added.

    BankError for a question that is empty, too long, looks like a header, or is `known` for another clause already.
    """
    text = " ".join(question.split())
    if not text or len(text) > MAX_LENGTH:
        raise BankError(f"A question for the bank has 1 to {MAX_LENGTH} characters; this one has {len(text)}.")
    if text.startswith(("#", "[")):
        raise BankError(f"A question can't begin with {text[0]}, which means something else in a bank file.")
    others = [str(entry.ref) for entry in known.questions if entry.text == text and entry.ref != ref]
    if others:
        raise BankError(f"“{text}” is in the bank already, for {others[0]}; take it out there first.")
    added = BankQuestion(ref, text)
    if added not in known.questions:
        _append(path, f"\n[{ref}]\n{text}\n")
    return added


def _append(path: Path, lines: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(lines)
    except OSError as error:
        raise StateNotWritable(f"The bank file {path} can't be written: {error.strerror or error}.") from error


def _joined(banks: Iterable[Bank]) -> Bank:
    parts = list(banks)
    return Bank(
        tuple(dict.fromkeys(entry for bank in parts for entry in bank.questions)),
        tuple(dict.fromkeys(entry for bank in parts for entry in bank.outside)),
    )
