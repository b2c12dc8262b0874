"""What a question says of itself before any search: its references, its editions, whether it only looks one up."""

import re
import unicodedata
from dataclasses import dataclass

from bot.lookup import COURTESIES, spoken_lookup, with_law_repeated
from corpus.contents import LAST_LAW
from corpus.errors import BadQuestion, BadReference
from corpus.refs import LawRef, find_editions, find_refs

MAX_LENGTH = 2000
"""Characters of a question, as many as a Discord message has."""

_OTHER_EDITION = re.compile(
    r"\b(?:(?:old|older|previous|earlier|prior|former|preceding|last|latest|recent|new|newer|newest|current|present)"
    r"\s+(?:edition|revision|version|lawbook|law\s+book|code|laws?\s+v)"
    r"|(?:old|older|previous|earlier|prior|former|preceding)\s+(?:laws?|text|rules?|book|wording)"
    r"|both\s+(?:editions|versions|(?:law\s*)?books|texts)|used\s+to\s+(?:say|read)|changed\s+over\s+the\s+years"
    r"|in\s+the\s+current\s+laws|were\s+the\s+laws\s+changed|since\s+when\s+does)\b",
    re.IGNORECASE,
)
_LAW_YEAR = re.compile(
    r"(?:(?P<before>(?:19|20)\d\d)(?:['’]s)?\s+(?:\w+\s+)?(?:edition|laws?|version|text|code|book|rules?|wording)"
    r"|(?:laws?|edition|version|code)\s+(?:of|from)\s+(?P<after>(?:19|20)\d\d))",
    re.IGNORECASE,
)
_YEAR_PHRASE = re.compile(r"\b(?:(?:in|since|of|from|before|after|under)\s+)?(?:the\s+)?(?:19|20)\d\d\b", re.IGNORECASE)
_TOO_HIGH = re.compile(r"\blaws?\s+(\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as read: its text without control characters, the clauses and the years that it names.

    `lookup`: it asks for the text of those clauses and nothing else. `other_edition`: it speaks of "the old laws".
    `no_such_law`: it names a law by a number that doesn't exist.
    """

    text: str
    refs: tuple[LawRef, ...]
    years: tuple[str, ...]
    law_years: tuple[str, ...]
    lookup: bool
    other_edition: bool
    no_such_law: int | None

    @property
    def sought(self) -> str:
        """What is searched for: the question without the years, which say where to look and not what for."""
        if not (self.law_years or self.years):
            return self.text
        return " ".join(_YEAR_PHRASE.sub(" ", self.text).split()) or self.text


def read_question(question: str) -> Reading:
    """Read a question; BadQuestion when it is empty, too long or holds no text."""
    text = _clean(question)
    if not text:
        raise BadQuestion("The question is empty. Ask in your own words: “May dummy call the director?”")
    if len(text) > MAX_LENGTH:
        raise BadQuestion(
            f"The question has {len(text)} characters; at most {MAX_LENGTH} are read. Tell the one thing that happened."
        )
    if not any(character.isalnum() for character in text):
        raise BadQuestion("The question has no words. Ask in your own words: “May dummy call the director?”")
    refs, rest = _references(text)
    return Reading(
        text=text,
        refs=refs,
        years=tuple(find_editions(text)),
        law_years=tuple(match["before"] or match["after"] for match in _LAW_YEAR.finditer(text)),
        lookup=bool(refs) and COURTESIES.issuperset(re.findall(r"[a-z']+", rest.lower().replace("’", "'"))),
        other_edition=_OTHER_EDITION.search(text) is not None,
        no_such_law=next(
            (int(match[1]) for match in _TOO_HIGH.finditer(text) if not 1 <= int(match[1]) <= LAST_LAW), None
        ),
    )


def _clean(text: str) -> str:
    """The text with control characters as spaces and white space collapsed."""
    shown = "".join(
        " " if unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn") else character for character in text
    )
    return " ".join(shown.split())


def _references(text: str) -> tuple[tuple[LawRef, ...], str]:
    """The references of a question, and what it says besides."""
    text = with_law_repeated(text)
    mentions = find_refs(text)
    spoken = spoken_lookup(text) if len(mentions) < 2 else None
    if spoken is not None:
        return (spoken,), ""
    try:
        return (LawRef.parse(text).bare,), ""
    except BadReference:
        pass
    rest, at = [], 0
    for mention in mentions:
        rest.append(text[at : mention.start])
        at = mention.end
    return tuple(dict.fromkeys(mention.ref for mention in mentions)), " ".join([*rest, text[at:]])
