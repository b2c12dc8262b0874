"""What a chat message is to the bot: a question or not, and the question that a reply means. Pure functions."""

import re

LONGEST = 2000
"""Characters of a question, as many as a Discord message has."""

_USER = re.compile(r"<@!?(\d+)>")
_QUOTE = re.compile(r"^>\s?", re.MULTILINE)
_ASKING = re.compile(
    r"(?:am|are|can|can't|cannot|could|couldn't|did|didn't|do|does|doesn't|don't|had|has|have|how|if|is|isn't|may|might"
    r"|must|need|shall|should|shouldn't|was|wasn't|were|what|what's|when|where|which|who|who's|whose|why|will|would"
    r"|wouldn't)",
    re.IGNORECASE,
)
"""The first word of a sentence that asks."""

_WORDS_OF_ASKING = re.compile(
    r"\b(?:ruling|rule on|what happens|what now|is it (?:legal|allowed|ok)|which law|what law)\b",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r"\b(?:is|are|was|were|may|can|must|does|do|did|should|could|will|would|has|have)\s+"
    r"(?:i|we|you|he|she|they|there|my|our|dummy|declarer|partner|lho|rho|opps?|opponents?|defenders?|the director)\b",
    re.IGNORECASE,
)
"""The verb before its subject: "is he allowed", "may dummy call"."""

_GOES_ON = re.compile(
    r"(?:and|but|or|so|then|also|what (?:if|about)|how about|even (?:if|when|though)|only if|same|in that case"
    r"|otherwise|why"
    r"|does (?:that|this|it|he|she)|is (?:that|this|it|he|she)|would (?:that|this|it|he|she)|did (?:he|she|they))\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:it|that|this|those|these|he|she|they|him|her|them|there|then|instead)\b", re.IGNORECASE
)
_LEAST_ALONE = 6
"""Words from which a reply may be a question of its own."""


def addressed(text: str, user: int, role: int | None = None) -> bool:
    """Whether the text itself names the bot, rather than Discord adding it for a reply."""
    return any(int(found) == user for found in _USER.findall(text)) or (role is not None and f"<@&{role}>" in text)


def question_of(text: str, user: int, role: int | None = None) -> str:
    """The question in a message: without the mention of the bot and signs of quoting, other people as "a player"."""
    text = re.sub(rf"<@!?{user}>", " ", text)
    if role is not None:
        text = text.replace(f"<@&{role}>", " ")
    return " ".join(_USER.sub("a player", _QUOTE.sub("", text)).split())


def is_question(text: str) -> bool:
    """Whether a message in a question channel asks something, rather than chats."""
    words = re.findall(r"[\w'’]+", text)
    if len(words) < 3:
        return False
    sentences = re.split(r"(?<=[.!?])\s+|\n", text)
    begins = (re.match(r"\W*([\w'’]+)", sentence) for sentence in sentences)
    return (
        "?" in text
        or any(begin and _ASKING.fullmatch(begin[1].replace("’", "'")) for begin in begins)
        or _WORDS_OF_ASKING.search(text) is not None
        or _TURNED.search(text) is not None
    )


def follow_up(before: str, text: str) -> str:
    """The question that a reply asks: with the one before it, unless it stands alone."""
    alone = len(text.split()) >= _LEAST_ALONE and not _GOES_ON.match(text) and not _POINTS_BACK.search(text)
    if alone or not before:
        return text
    room = LONGEST - len(text) - 1
    return f"{before[-room:]} {text}" if room > 0 else text
