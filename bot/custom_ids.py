"""What a button does, written into its custom id: at most 100 characters that are read again after a restart.

    lawbook|open|law|2017||43          the whole law, on a message of its own
    lawbook|turn|quotes|2017||43A1(a);42B2+|1
    lawbook|delete|80351110224678912      take the answer away, for the person who asked
    lawbook|vote|yes                      the answer helped
    lawbook|director                      notify a director
    lawbook|rule|1573848377576801795      a director's ruling on the question that this message answered
    lawbook|teach|1573848377576801795|2017|43A1(a)

A part with `+` brings the clauses below it, one with `@2007` is of that edition.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.documents import Document, Kind, Part, trimmed
from corpus.errors import BadReference
from corpus.refs import LawRef

LIMIT = 100
_NAME = "lawbook"


class Deed(StrEnum):
    """What a button does with a document."""

    OPEN = "open"
    TURN = "turn"


DOCUMENT = rf"{_NAME}\|(?P<deed>open|turn)\|(?P<rest>.+)"
"""The custom ids of buttons that show a document."""

DELETE = rf"{_NAME}\|delete\|(?P<user>\d+)"
VOTE = rf"{_NAME}\|vote\|(?P<vote>yes|no)"
DIRECTOR = rf"{_NAME}\|director"
RULE = rf"{_NAME}\|rule\|(?P<answer>\d+)"
TEACH = rf"{_NAME}\|teach\|(?P<answer>\d+)\|(?P<edition>[^|]*)\|(?P<ref>.+)"
RULING = rf"{_NAME}\|ruling\|(?P<answer>\d+)"
"""The custom id of the form in which a director gives a ruling."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that opens a document, or turns to a page of one."""

    deed: Deed
    document: Document
    page: int = 0


def pack(press: Press) -> str | None:
    """The custom id; None where not even the first part fits. Parts that don't fit are left out from the end."""
    for count in range(len(press.document.parts), 0, -1):
        if len(packed := _packed(press.deed, trimmed(press.document, count), press.page)) <= LIMIT:
            return packed
    return None


def _packed(deed: Deed, document: Document, page: int) -> str:
    parts = ";".join(_part(part) for part in document.parts)
    fields = [_NAME, deed, document.kind, document.edition, document.old, parts]
    return "|".join([*fields, str(page)] if deed is Deed.TURN else fields)


def _part(part: Part) -> str:
    edition = f"@{part.edition}" if part.edition else ""
    return f"{part.ref}{'+' * part.whole}{edition}"


def _read_part(text: str) -> Part:
    text, _, edition = text.partition("@")
    return Part(LawRef.parse(text.removesuffix("+")), text.endswith("+"), edition)


def unpack(custom_id: str) -> Press:
    """Read a custom id; BadReference when it is not of this form."""
    try:
        _, deed, kind, edition, old, parts, *page = custom_id.split("|")
        found = tuple(_read_part(part) for part in parts.split(";"))
        return Press(Deed(deed), Document(Kind(kind), edition, found, old), int(page[0]) if page else 0)
    except (ValueError, IndexError) as error:
        raise BadReference(f"“{custom_id}” is no button of mine.") from error


def delete_id(user: int) -> str:
    """The custom id of the button with which the asker takes an answer away."""
    return f"{_NAME}|delete|{user}"


def vote_id(*, helpful: bool) -> str:
    """The custom id of a vote."""
    return f"{_NAME}|vote|{'yes' if helpful else 'no'}"


def director_id() -> str:
    """The custom id of "Ask a director"."""
    return f"{_NAME}|director"


def rule_id(answer: int) -> str:
    """The custom id of the button that opens the form for a ruling."""
    return f"{_NAME}|rule|{answer}"


def ruling_id(answer: int) -> str:
    """The custom id of that form."""
    return f"{_NAME}|ruling|{answer}"


def teach_id(answer: int, edition: str, ref: LawRef) -> str | None:
    """The custom id of the button that puts a question into the bank; None where the reference is too long for one."""
    packed = f"{_NAME}|teach|{answer}|{edition}|{ref}"
    return packed if len(packed) <= LIMIT else None
