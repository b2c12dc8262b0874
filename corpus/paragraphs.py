"""Lines of type put together as paragraphs and tables.

The words of a paragraph are joined by single spaces, a word divided at a line's end is made whole, the rows of a table
stand one a line with their columns aligned, and each raised mark of a footnote becomes a place in the clean text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from corpus.lines import Line, Run
from corpus.model import NoteMark
from corpus.tables import is_row, table_lines

MARK_OPEN, MARK_CLOSE = "\ufdd0", "\ufdd1"
"""Around a footnote's mark while a text is put together: two characters that no text may hold."""
_MARKED = re.compile(f"{MARK_OPEN}([^{MARK_CLOSE}]*){MARK_CLOSE}")
_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_DIVIDED = re.compile(r"(?P<head>[^\W\d_]+(?:[-’'][^\W\d_]+)*)-$")
_NEAR = 2.0
"""How far, in points, a line may be from a margin that it keeps to."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with its footnote marks; `hyphens` counts the line-end hyphens that were taken out of divided words."""

    text: str
    notes: tuple[NoteMark, ...] = ()
    hyphens: int = 0


class Vocabulary:
    """The words of a book as it writes them within its lines, to tell a divided word from a compound."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._words: set[str] = set()
        self._fronts: set[str] = set()
        heads: list[str] = []
        for line in lines:
            words = [word.casefold() for word in _WORD.findall(line.text)]
            whole = words[1:] if heads and heads[-1] == "" else words
            if line.text.endswith("-") and words:
                heads += [whole.pop() if whole else words[-1], ""]
            elif heads and heads[-1] == "":
                heads.pop()
            self._words.update(whole)
            self._fronts.update(word.split("-")[0] for word in whole if "-" in word)
        parted = [head for head in heads if head]
        divided = [head for head in parted if head not in self._words and head not in self._fronts]
        self._divides = len(divided) * 2 > len(parted)

    def keeps_hyphen(self, head: str, tail: str) -> bool:
        """Whether `head-tail`, parted at a line's end, is a compound ("non-offending") rather than a divided word.

        Where both parts are words, and the book has neither the compound nor the whole word elsewhere, it depends on
        whether it divides words at all.
        """
        if not tail[:1].islower():
            return True
        compound, whole = f"{head}-{tail}".casefold(), f"{head}{tail}".casefold()
        if compound in self._words or whole in self._words:
            return compound in self._words
        if head.casefold() in self._fronts:
            return True
        return not self._divides and {head.casefold(), tail.casefold()} <= self._words


def set_passage(lines: Sequence[Line], vocabulary: Vocabulary, indent: float | None = None) -> Passage:
    """Join lines; with `indent`, a first line indented as far, or a line of bold type, begins a new paragraph."""
    joiner = Joiner(vocabulary)
    blocks: list[str] = []
    for block in _blocks(lines, indent):
        if is_row(block[0]) or (len(block) > 1 and any(map(is_row, block))):
            blocks += table_lines(block, _marked_text, _length)
        else:
            blocks.append(joiner.join(block))
    return _passage("\n".join(blocks), joiner.hyphens)


def _passage(marked: str, hyphens: int) -> Passage:
    pieces: list[str] = []
    notes: list[NoteMark] = []
    at = length = 0
    for match in _MARKED.finditer(marked):
        pieces.append(marked[at : match.start()])
        length += len(pieces[-1])
        notes.append(NoteMark(length, match[1]))
        at = match.end()
    return Passage("".join([*pieces, marked[at:]]), tuple(notes), hyphens)


def _marked_text(runs: Iterable[Run]) -> str:
    """The words of some runs, each raised mark between the two signs that keep its place."""
    text = ""
    for run in runs:
        if run.raised:
            text += MARK_OPEN + run.text + MARK_CLOSE
        else:
            text += f" {run.text}" if run.spaced and text else run.text
    return text


def _length(marked: str) -> int:
    return len(_MARKED.sub("", marked))


class Joiner:
    """Joins the lines of a paragraph and counts the hyphens that it takes out."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.hyphens = 0

    def join(self, lines: Iterable[Line]) -> str:
        """The lines as one text."""
        text = ""
        for line in lines:
            text = self.append(text, _marked_text(line.runs))
        return text

    def append(self, text: str, more: str) -> str:
        """A text with the next line's words."""
        divided = _DIVIDED.search(text)
        tail = _WORD.match(more)
        if divided and tail and not self._vocabulary.keeps_hyphen(divided["head"], tail.group()):
            self.hyphens += 1
            return text[:-1] + more
        if not text or text.endswith("/") or _ends_in_compound(text):
            return text + more
        return f"{text} {more}"


def _ends_in_compound(text: str) -> bool:
    """Whether a line breaks after the hyphen of "East-West" or "17-32" rather than after a dash between spaces."""
    return text.endswith("-") and text[-2:-1].isalnum()


def _blocks(lines: Sequence[Line], indent: float | None) -> Iterator[list[Line]]:
    """The lines of each paragraph, and of each table."""
    tabular = _tabular(lines, indent)
    block: list[Line] = []
    for at, line in enumerate(lines):
        if block and (tabular[at] != tabular[at - 1] or (not tabular[at] and _begins(line, block[-1], indent))):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _begins(line: Line, before: Line, indent: float | None) -> bool:
    """Whether a line begins a paragraph after the line before it."""
    return indent is not None and (line.bold != before.bold or abs(line.x - indent) < _NEAR)


def _tabular(lines: Sequence[Line], indent: float | None) -> list[bool]:
    """Which lines belong to a table: its rows, and lines beside them that keep to none of the paragraph's margins."""
    found = [is_row(line) for line in lines]
    if indent is None or not any(found):
        return found
    loose = [not line.bold and all(abs(line.x - margin) > _NEAR for margin in (0.0, indent)) for line in lines]
    for order in (range(1, len(lines)), range(len(lines) - 2, -1, -1)):
        for at in order:
            found[at] = found[at] or (loose[at] and found[at - order.step])
    return found
