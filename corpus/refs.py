"""References to laws, as people write them.

`LawRef` is the one type of address: its print and its parse are inverses. `find_refs` finds the references that stand
in a text, be it a question or a clause.

    >>> str(LawRef.parse("law forty-three a 1 (a)"))
    '43A1(a)'
    >>> [str(mention.ref) for mention in find_refs("see Laws 47E and 54")]
    ['47E', '54']
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from corpus.contents import DEFINITIONS, LAST_LAW
from corpus.errors import BadReference

_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

_ROMAN = r"iv|v?i{1,3}|v"
_NOT_JOINED = r"(?![A-Za-z0-9])"
_SEPARATOR = r"(?:\s*[./-]|\s+)?"


def _level(marker: str, stop: str) -> re.Pattern[str]:
    """A marker at its depth, bare or in brackets; `stop` is what must not follow a bare one."""
    return re.compile(rf"({_SEPARATOR})(?:\(\s*({marker})\s*\.?\)|({marker}){stop})", re.IGNORECASE)


_LEVELS = (
    _level("[A-H]", "(?![A-Za-z])"),
    _level(r"\d{1,2}", r"(?!\d)"),
    _level("[a-z]", rf"(?:(?![A-Za-z0-9])|(?=(?:{_ROMAN}){_NOT_JOINED}))"),
    _level(_ROMAN, _NOT_JOINED),
)


@dataclass(frozen=True, slots=True)
class LawRef:
    """The address of a clause.

    `law` is 1 to 93, or 0 for the definitions; `path` the section letter, number, letter and roman number below it
    (for a definition its term); `edition` the edition that was named with it, if one was.
    """

    law: int
    path: tuple[str, ...] = ()
    edition: str | None = None

    def __str__(self) -> str:
        edition = f" ({self.edition})" if self.edition else ""
        if self.law == 0:
            return ":".join((DEFINITIONS, *self.path)) + edition
        return str(self.law) + "".join(self.path[:2]) + "".join(f"({part})" for part in self.path[2:]) + edition

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one reference that fills `text`; BadReference says what was expected."""
        body, edition = _split_edition(text.strip())
        found = _definition(body) or _law(body)
        if found is None:
            raise BadReference(
                f"“{text.strip()}” is not a reference to a law. "
                "Write it like 43A1(a), L27B, Law 64 or Definitions:Dummy; "
                f"the laws are numbered 1 to {LAST_LAW}."
            )
        return cls(*found, edition)

    @property
    def bare(self) -> "LawRef":
        """The same address in no edition."""
        return self if self.edition is None else replace(self, edition=None)

    @property
    def parent(self) -> "LawRef | None":
        """One level up; None for a law."""
        return replace(self, path=self.path[:-1]) if self.path else None

    @property
    def letter(self) -> "LawRef":
        """The address cut to its section letter (43A for 43A1(a)); a definition stays itself."""
        return replace(self, path=self.path[:1])

    def child(self, part: str) -> "LawRef":
        """One level down."""
        return replace(self, path=(*self.path, part))

    def ancestors(self) -> Iterator["LawRef"]:
        """From the law down to the parent."""
        for depth in range(len(self.path)):
            yield replace(self, path=self.path[:depth])

    def covers(self, other: "LawRef") -> bool:
        """Whether `other` is this clause or one below it."""
        return self.law == other.law and other.path[: len(self.path)] == self.path


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference in a text, from `start` to `end`; a list ("Laws 47E and 54") gives one mention each."""

    ref: LawRef
    start: int
    end: int


def _number_words() -> dict[str, int]:
    words = {word: n for n, word in enumerate(_ONES, 1)} | {word: n for n, word in enumerate(_TEENS, 10)}
    for n, ten in enumerate(_TENS, 2):
        words[ten] = n * 10
        words |= {f"{ten} {one}": n * 10 + k for k, one in enumerate(_ONES, 1)}
    return words


NUMBERS = _number_words()
"""Number words up to ninety-nine, with a space between their parts, and their values."""

_NUMBER_WORD = "|".join(re.escape(word).replace(r"\ ", r"[\s-]+") for word in sorted(NUMBERS, key=len, reverse=True))
_LAW_NUMBER = rf"(?:(?P<digits>\d{{1,2}})(?!\d)|(?P<words>{_NUMBER_WORD})(?![a-z]))"
_WHOLE = re.compile(rf"(?:the\s+)?(?:laws?|l\.?|§)?\s*#?\s*\(?{_LAW_NUMBER}\)?", re.IGNORECASE)
_PREFIXED = re.compile(rf"(?<![A-Za-z])(?P<prefix>laws?\s+|§\s*|l(?=\d))#?{_LAW_NUMBER}", re.IGNORECASE)
_COMPACT = re.compile(r"(?<![\w.,/-])(?P<digits>\d{1,2})(?=[A-Ha-h](?:\d|(?![A-Za-z])))")
_NEXT = re.compile(
    rf"(?:\s*,\s*(?:and\s+|or\s+)?|\s*/\s*|\s+(?:and|or|to)\s+|\s*&\s*)(?:law\s+)?{_LAW_NUMBER}", re.IGNORECASE
)
_YEAR = r"(?:19|20)\d\d"
_COUNTED = re.compile(r"(?:board|table|room|page|round|section|pair|no\.|number|seat|team|#)s?\s*$", re.IGNORECASE)
_BID = re.compile(r"[1-8][CDHScdhs]")


def _law_number(match: re.Match[str]) -> int | None:
    words = match["words"]
    number = NUMBERS[re.sub(r"[\s-]+", " ", words.lower())] if words else int(match["digits"])
    return number if 1 <= number <= LAST_LAW else None


def _path(text: str, at: int, *, strict: bool) -> tuple[tuple[str, ...], int]:
    """The markers that follow a law number, and where they end."""
    path: list[str] = []
    apart = False
    for depth, pattern in enumerate(_LEVELS):
        match = pattern.match(text, at)
        if match is None or (not strict and _is_prose(text, match, apart)):
            break
        marker = match[2] or match[3]
        path.append(marker.upper() if depth == 0 else marker.lower())
        apart = match[1].isspace()
        at = match.end()
    return tuple(path), at


def _is_prose(text: str, match: re.Match[str], apart: bool) -> bool:
    """Whether a marker that stands apart is a word of the sentence: "Law 27 a bid", "Law 64. 2 tricks".

    `apart`: the marker before it stood apart as well ("25 b 1 text"), so that this is the writer's way.
    """
    if "." in match[1] and text[match.end(1) : match.end(1) + 1].isspace():
        return True
    bare = match[3]
    if not bare or not match[1].isspace():
        return False
    word_follows = re.match(r"\s+[A-Za-z]", text[match.end() :]) is not None
    return word_follows and not apart and (bare.isdigit() or bare in "aAI")


def _law(text: str) -> tuple[int, tuple[str, ...]] | None:
    match = _WHOLE.match(text)
    number = _law_number(match) if match else None
    if match is None or number is None:
        return None
    path, end = _path(text, match.end(), strict=True)
    return (number, path) if not text[end:].strip(" .?!") else None


def _definition(text: str) -> tuple[int, tuple[str, ...]] | None:
    match = re.fullmatch(r"(?:the\s+)?definitions?(?:(?:\s*:\s*|\s+(?:of\s+)?)(\S.*))?", text, re.IGNORECASE)
    if match is None:
        return None
    return 0, (match[1].strip(' ?!"“”'),) if match[1] else ()


def _split_edition(text: str) -> tuple[str, str | None]:
    """Cut "2007 Law 41D", "41D (2007)", "41D/2007" or "41D in the 2007 edition" into reference and edition."""
    before = re.match(rf"(?:the\s+)?({_YEAR})(?:\s+edition)?[\s:/]+(?=\S)", text, re.IGNORECASE)
    if before:
        return text[before.end() :], before[1]
    after = re.search(
        rf"[\s/@,]*\(?(?:\b(?:in|of)\s+)?(?:the\s+)?({_YEAR})(?:\s+(?:laws?|edition))?\)?$", text, re.IGNORECASE
    )
    return (text[: after.start()], after[1]) if after and after.start() else (text, None)


def find_refs(text: str, within: LawRef | None = None) -> list[Mention]:
    """The references that stand in `text`, in order, without overlap.

    With `within`, the clause that the text is of, the short ones that clauses use are read as well ("see B", "A1 and
    A2" in Law 43). A contract such as 2C is no reference, nor is "board 7b".
    """
    mentions: list[Mention] = []
    at = 0
    while (start := _next_start(text, at)) is not None:
        match, listed = start
        number = _law_number(match) if "words" in match.re.groupindex else int(match["digits"])
        path, end = _path(text, match.end(), strict=False)
        if number is None or not 1 <= number <= LAST_LAW or not _meant(text, match, path, end):
            at = match.end()
            continue
        mentions.append(Mention(LawRef(number, path), match.start(), end))
        at = _read_list(text, end, mentions, plural=listed)
    if within is not None:
        mentions += [short for short in _short_refs(text, within) if not _overlaps(short, mentions)]
    return sorted(mentions, key=lambda mention: mention.start)


def _next_start(text: str, at: int) -> tuple[re.Match[str], bool] | None:
    """The next place where a reference may begin, and whether "Laws" stands before it."""
    found = [match for pattern in (_PREFIXED, _COMPACT) if (match := pattern.search(text, at))]
    if not found:
        return None
    match = min(found, key=lambda match: match.start())
    return match, match.groupdict().get("prefix", "").strip().lower() == "laws"


def _meant(text: str, match: re.Match[str], path: tuple[str, ...], end: int) -> bool:
    """Whether a number with letters, without "Law" before it, is a reference rather than a bid or a table."""
    if match.groupdict().get("prefix"):
        return True
    whole = text[match.start() : end]
    if "-" in whole:  # 1C-1H-2C is an auction
        return False
    if not path or re.match(r"[A-Za-z0-9]", text[end:]) or _COUNTED.search(text[: match.start()]):
        return False
    return not _BID.fullmatch(whole) or text.strip() == whole


def _read_list(text: str, at: int, mentions: list[Mention], *, plural: bool) -> int:
    """Read on through ", 55 and 56B"; a bare number counts only after "Laws"."""
    while match := _NEXT.match(text, at):
        number = _law_number(match)
        path, end = _path(text, match.end(), strict=False)
        if number is None or not (plural or path) or re.match(r"[A-Za-z0-9%]", text[end:]):
            break
        if not plural and _BID.fullmatch(text[match.start("digits") : end]):
            break
        first = match.start("digits") if match["digits"] else match.start("words")
        mentions.append(Mention(LawRef(number, path), first, end))
        at = end
    return at


_SHORT = re.compile(
    r"(?<![\w(])(?:(?<=see )|(?<=in )|(?<=under )|(?<=and )|(?<=or )|(?<=per )|(?<=of )|(?<=to )|(?<=, )|(?<=by ))"
    r"(?P<section>[A-H])(?P<number>\d{1,2})?(?P<letter>\([a-z]\))?(?![\w’'])"
)
_ARTICLE = re.compile(r"\s+[a-z]")
_AFTER_SECTION = re.compile(r"\s+(?:above|below|and|or|applies|following|hereof)\b")


_BELOW_SECTION = re.compile(r"(?<![\w(])(?P<number>\d{1,2})\((?P<letter>[a-z])\)(?!\w)")


def _short_refs(text: str, within: LawRef) -> Iterator[Mention]:
    if within.path:  # "2(c)" in Law 16D is 16D2(c)
        for match in _BELOW_SECTION.finditer(text):
            place = (within.path[0], match["number"], match["letter"])
            yield Mention(LawRef(within.law, place), match.start(), match.end())
    for match in _SHORT.finditer(text):
        follows = text[match.end() :]
        if not match["number"] and _ARTICLE.match(follows) and not _AFTER_SECTION.match(follows):
            continue
        path = [match["section"], match["number"], (match["letter"] or "").strip("()")]
        yield Mention(LawRef(within.law, tuple(part for part in path if part)), match.start(), match.end())


def _overlaps(mention: Mention, others: list[Mention]) -> bool:
    return any(mention.start < other.end and other.start < mention.end for other in others)


def find_editions(text: str) -> list[str]:
    """The years that stand in `text` as whole tokens, in order, each once: "what changed since 2007" -> ["2007"]."""
    return list(dict.fromkeys(re.findall(rf"(?<![\w.,-]){_YEAR}(?![\w-])", text)))
