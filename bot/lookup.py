"""Look-ups in words: "law forty-six b five", "Law 12, section C, letter (e) please", "section b of rule 26".

And what is left out when sections are listed: "laws 36 a and c" are 36A and 36C.
"""

import re

from corpus.contents import LAST_LAW
from corpus.errors import BadReference
from corpus.refs import NUMBERS, LawRef

COURTESIES = frozenset(
    """a about after again an and are as book bridge bring by can check cite clause code complete could
    current definition director display do does duplicate else entire exact exactly exist find for from full
    get give go good got have hello hey hi i i'd i'm in is it its just kindly know l law lawbook laws let
    let's like ll look looking lookup me mean means morning my need nothing now number of on only open our out
    paragraph para please pls plz post print pull quick quote read reads ref reference regarding remind rule
    rules s saying say says section see send show sir some speak state states sub subclause td tell text thank
    thanks that that's the there thing this to under up us verbatim want wanted wants was we what what's whats
    whole with word wording words would write you your""".split()
)
"""Words that a look-up may have beside its reference, and still be nothing but a look-up."""

_LAW_WORDS = frozenset("law laws l lw lws art article rule rules no nr num number § #".split())
_LEVEL_WORDS = frozenset(
    """section sections sect sec paragraph paragraphs para par letter point item clause part sub subclause subsection
    subparagraph bullet bracket brackets""".split()
)
_NOT_A_LAW = re.compile(r"\brules?\s+of\b", re.IGNORECASE)
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+|§")
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_ROMAN = re.compile(r"\blaw\s+(x{0,3}(?:ix|iv|v?i{0,3})|(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))\b", re.IGNORECASE)
_DEFINITION = re.compile(
    r"""(?:.*\b)?(?:definition\ of|define|how\ do\ the\ laws\ define)\s+(?:an?\s+|the\s+)?
    ["“'‘]?([a-z][a-z -]*?)["”'’]?
    (?:\s+(?:in|as\ in|according\ to|from)\s+the\s+(?:laws?|law\s?book|book|rules)(?:\s+book)?)?
    \s*(?:please|pls)?\s*[?.!]*""",
    re.IGNORECASE | re.VERBOSE,
)
_LISTED = re.compile(r"\b(laws?\s+)(\d{1,2})\s*([a-h])((?:\s*(?:,|&|\band\b|\bor\b)\s*[b-h]\b)+)", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LETTERS = frozenset("abcdefgh")
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


def spoken_lookup(text: str) -> LawRef | None:
    """The one clause that a text asks for in words, with nothing else in it but courtesies; None otherwise.

    What stands before a last colon may say anything: "the one on penalty cards: fifty E one". But three levels must
    follow, as "the contract was: 4H" names no clause.
    """
    before, _, tail = text.rpartition(":")
    last = _numbered(tail) if before else None
    return _defined(text) or _numbered(text) or (last if last is not None and len(last.path) > 1 else None)


def with_law_repeated(text: str) -> str:
    """The text with the law's number before each section of a list: "laws 36 a and c" as "laws 36A and 36C"."""

    def repeated(match: re.Match[str]) -> str:
        letters = [match[3], *re.findall(r"\b[b-h]\b", match[4], re.IGNORECASE)]
        return match[1] + " and ".join(f"{match[2]}{letter.upper()}" for letter in letters)

    return _LISTED.sub(repeated, text)


def _defined(text: str) -> LawRef | None:
    """The term that a text wants defined: "Definition of “extraneous” in the law book"."""
    match = _DEFINITION.fullmatch(text.strip())
    return LawRef(0, (match[1].strip(),)) if match and match[1] else None


def _numbered(text: str) -> LawRef | None:
    if _NOT_A_LAW.search(text):
        return None  # the rule of eleven is none of these laws
    tokens = _markers(_tokens(text))
    if not tokens or not any(token.isdigit() for token in tokens):
        return None
    if len(tokens) == 2 and tokens[0] in _LETTERS and tokens[1].isdigit():
        tokens = [tokens[1], tokens[0]]  # "section b of rule 26"
    if not tokens[0].isdigit() or not 1 <= int(tokens[0]) <= LAST_LAW or not _is_path(tokens[1:]):
        return None
    try:
        return LawRef.parse(" ".join(tokens))
    except BadReference:
        return None


def _tokens(text: str) -> list[str]:
    """Words and numbers in lower case; number words, ordinals and roman law numbers as digits."""
    text = _ORDINAL.sub(r"\1", text.replace("’", "'"))
    text = _ROMAN.sub(lambda match: f"law {_roman_value(match[1])}" if match[1] else match[0], text)
    apart = re.sub(r"(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)", " ", text.lower())
    tokens = _TOKEN.findall(apart)
    found: list[str] = []
    at = 0
    while at < len(tokens):
        pair = " ".join(tokens[at : at + 2])
        size = 2 if pair in NUMBERS else 1
        word = pair if size == 2 else tokens[at]
        found.append(str(NUMBERS[word]) if word in NUMBERS else word)
        at += size
    return found


def _markers(tokens: list[str]) -> list[str]:
    """What is left without courtesies and the words for law, section and paragraph."""
    following = [*tokens, ""][1:]
    return [token for token, after in zip(tokens, following, strict=True) if not _is_filler(token, after, tokens[0])]


def _is_filler(token: str, after: str, first: str) -> bool:
    """Whether a token says nothing of the address; a single letter does, but for an article before "law"."""
    if token in _LAW_WORDS | _LEVEL_WORDS:
        return True
    if len(token) == 1:
        return token in "ai" and (after in _LAW_WORDS or token == first)
    return token in COURTESIES and token not in _ROMANS


def _is_path(markers: list[str]) -> bool:
    """Whether markers go down level by level: a letter, a number, a letter, a roman number."""
    kinds = ("[a-h]", r"1?\d", "[a-z]", "|".join(_ROMANS))
    fits = (re.fullmatch(kind, marker) for kind, marker in zip(kinds, markers, strict=False))
    return len(markers) <= len(kinds) and all(fits)


def _roman_value(numeral: str) -> int:
    values = [_VALUES[sign] for sign in numeral.lower()]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
