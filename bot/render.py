"""Answers and laws as blocks, and blocks as terminal text, Markdown and Discord-sized pages. Pure functions.

No renderer changes a quoted word: it wraps lines, puts footnote marks in brackets, and escapes what its medium would
obey; `unescape_markdown` undoes that.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.answer import Answer, Citation, Outcome, Pointer
from corpus.diff import Change, ChangeKind
from corpus.model import Edition, title_of
from corpus.refs import LawRef

MARK = "[{}]"
"""How a footnote's mark is shown, in the text and before the note."""

PAGE = 3900
"""Characters of a page: below the 4 096 of a Discord embed's description."""


class Style(StrEnum):
    """What a block is, so that a medium can set it accordingly."""

    TITLE = "title"
    HEADING = "heading"
    SECTION = "section"
    LEAD_IN = "lead_in"
    QUOTE = "quote"
    FOOTNOTE = "footnote"
    NOTE = "note"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text of one style; `depth` indents a clause below its parent, `label` is its marker."""

    style: Style
    text: str
    depth: int = 0
    label: str = ""


_OUTCOME = {
    Outcome.ANSWERED: "",
    Outcome.UNSURE: "Not sure: these are the nearest clauses, not a ruling.",
    Outcome.NOT_LOADED: "The law that governs is not in the laws I have.",
    Outcome.OUT_OF_SCOPE: "Not a question that the laws answer: I quote the Laws of Duplicate Bridge alone.",
}


def answer_blocks(answer: Answer) -> list[Block]:
    """An answer: its outcome, each citation whole, where to look further, and the corpus it came from."""
    blocks = [
        Block(Style.NOTE, text) for text in (_OUTCOME[answer.outcome], answer.note, answer.composed or "") if text
    ]
    for citation in answer.citations:
        blocks += citation_blocks(citation)
    blocks += [Block(Style.NOTE, _pointed(pointer)) for pointer in answer.pointers]
    if answer.see_also:
        blocks.append(Block(Style.NOTE, f"See also: {', '.join(map(str, answer.see_also))}"))
    return [*blocks, source_block(answer.edition)]


def _pointed(pointer: Pointer) -> str:
    name = f"Law {pointer.ref}, {pointer.title}" if pointer.ref.law else str(pointer.ref)
    return f"{name}: not in the loaded text"


def citation_blocks(citation: Citation, style: Style = Style.HEADING) -> list[Block]:
    """One quotation under its address in that style, with lead-in and footnotes."""
    blocks = [Block(style, _address(citation))]
    blocks += [Block(Style.LEAD_IN, text) for text in citation.lead_in]
    blocks += _quotes(citation, 0)
    notes = dict.fromkeys(note for part in _with_children(citation) for note in part.footnotes)
    return [*blocks, *(Block(Style.FOOTNOTE, note.text, label=MARK.format(note.mark)) for note in notes)]


def _address(citation: Citation) -> str:
    ref, heading = citation.ref, citation.clause.heading
    name = f"Law {ref}" if ref.law else str(ref)
    section = citation.source.by_ref.get(ref.letter)
    headings = [citation.title, heading or (section.heading if section and section.ref != ref else "")]
    told = ", ".join(dict.fromkeys(part for part in headings if part)) if ref.law else ""
    return f"{name} ({citation.source.key})" + (f": {told}" if told else "")


def _quotes(citation: Citation, depth: int, label: str = "") -> Iterator[Block]:
    """The words of a clause, and of those below it at their place."""
    gap = citation.clause.children_at
    before, after = (citation.marked(MARK), "")
    if gap is not None and citation.children:
        before, after = _around_children(citation, gap)
    if before or label:
        yield Block(Style.QUOTE, before, depth, label)
    for child in citation.children:
        heading = child.clause.heading
        if heading:
            yield Block(Style.SECTION, heading, depth + 1, marker(child.ref))
        yield from _quotes(child, depth + 1, "" if heading else marker(child.ref))
    if after:
        yield Block(Style.QUOTE, after, depth)


def _around_children(citation: Citation, gap: int) -> tuple[str, str]:
    """The words before and after the sub-clauses, with their marks."""
    before, after = replace(citation.span, end=gap), replace(citation.span, start=gap)
    return replace(citation, span=before).marked(MARK).rstrip("\n"), replace(citation, span=after).marked(MARK)


def _with_children(citation: Citation) -> Iterator[Citation]:
    yield citation
    for child in citation.children:
        yield from _with_children(child)


def marker(ref: LawRef) -> str:
    """A clause's marker as the book sets it: "A.", "1.", "(a)", "(ii)"; of a definition its term."""
    if not ref.law:
        return f"{ref.path[-1]}:"
    return f"{ref.path[-1]}." if len(ref.path) <= 2 else f"({ref.path[-1]})"


def law_blocks(citation: Citation) -> list[Block]:
    """A law, or a part of one, as the book prints it."""
    return [*citation_blocks(citation, Style.TITLE), source_block(citation.source)]


def source_block(edition: Edition) -> Block:
    """The corpus that the words came from, so that they can be checked in the printed book."""
    return Block(Style.SOURCE, f"{edition.title} · sha256 {edition.sha256[:12]}")


def reason_lines(answer: Answer) -> list[str]:
    """Why the clauses ranked as they did, a line each."""
    lines = ["Why these clauses:" if answer.reasons else "Found by reference, not by search."]
    for reason in answer.reasons:
        lines.append(f"{reason.score:6.1%}  {reason.ref}")
        lines += [f"          {line}" for line in reason.because]
    return lines


_CHANGE = {
    ChangeKind.CHANGED: "changed",
    ChangeKind.REFERENCE: "changed cross-reference, the rule is the same",
    ChangeKind.MOVED: "moved",
    ChangeKind.ADDED: "added",
    ChangeKind.REMOVED: "removed",
}


def change_blocks(changes: Iterable[Change], old: Edition, new: Edition) -> list[Block]:
    """The differences between two editions, a heading and the words of each."""
    blocks = []
    for change in changes:
        where = f"Law {change.ref}" if change.ref.law else str(change.ref)
        if change.kind is ChangeKind.MOVED and change.old:
            where = f"Law {change.old.ref} → {change.ref}"
        blocks.append(Block(Style.HEADING, f"{where}, {title_of(change.ref)}: {_CHANGE[change.kind]}"))
        for edit in change.edits:
            before, after = change.words(edit)
            blocks.append(Block(Style.QUOTE, before, label=f"{old.key}:"))
            blocks.append(Block(Style.QUOTE, after, label=f"{new.key}:"))
        if change.kind is ChangeKind.ADDED and change.new:
            blocks.append(Block(Style.QUOTE, change.new.text, label=f"{new.key}:"))
        if change.kind is ChangeKind.REMOVED and change.old:
            blocks.append(Block(Style.QUOTE, change.old.text, label=f"{old.key}:"))
    if not blocks:
        blocks.append(Block(Style.NOTE, f"No difference between the {old.key} and the {new.key} text."))
    return [*blocks, source_block(old), source_block(new)]


_APART = frozenset({Style.TITLE, Style.HEADING, Style.NOTE, Style.SOURCE})
"""Styles before which a blank line stands."""


def to_terminal(blocks: Iterable[Block], width: int = 100) -> str:
    """Blocks as plain text of at most `width` columns; quoted words stand behind a bar."""
    lines: list[str] = []
    for block in blocks:
        if lines and block.style in _APART:
            lines.append("")
        lines += _terminal_lines(block, width)
    return "\n".join(lines)


def _terminal_lines(block: Block, width: int) -> Iterator[str]:
    bar = {Style.QUOTE: "│ ", Style.SECTION: "│ ", Style.LEAD_IN: "│ ", Style.FOOTNOTE: "  "}.get(block.style, "")
    indent = bar + "   " * block.depth
    first = f"{indent}{block.label} " if block.label else indent
    hang = indent + " " * (len(block.label) + 1 if 0 < len(block.label) <= 4 else 0)
    for number, line in enumerate(block.text.split("\n")):
        wrapped = textwrap.wrap(
            line,
            width,
            initial_indent=first if number == 0 else hang,
            subsequent_indent=hang,
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
            drop_whitespace=not _is_table_row(line),
        )
        yield from wrapped or [(first if number == 0 else hang).rstrip()]


def _is_table_row(line: str) -> bool:
    return re.search(r"\S {2,}\S", line) is not None


_MARKDOWN = re.compile(r"([\\`*_~|#>\[\]()<:@-])")
_UNESCAPE = re.compile(r"\\([\\`*_~|#>\[\]()<:@-])")


def escape_markdown(text: str) -> str:
    """Make every character that Markdown, or Discord, would obey stand for itself."""
    return _MARKDOWN.sub(r"\\\1", text)


def unescape_markdown(text: str) -> str:
    """The text that a reader sees."""
    return _UNESCAPE.sub(r"\1", text)


_INDENT = "\u2003"
"""A wide space: Discord drops ordinary ones at the start of a line."""


def to_markdown(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown, quotations as quotations."""
    return "\n\n".join(_markdown(block) for block in blocks)


def _markdown(block: Block) -> str:
    text = escape_markdown(block.text)
    label = f"{escape_markdown(block.label)} " if block.label else ""
    match block.style:
        case Style.TITLE | Style.HEADING:
            return f"**{text}**"
        case Style.SECTION:
            return f"> {_INDENT * block.depth}**{label}{text}**"
        case Style.QUOTE:
            return "\n".join(f"> {_INDENT * block.depth}{line}" for line in f"{label}{text}".split("\n"))
        case Style.LEAD_IN:
            return "\n".join(f"> *{line}*" for line in text.split("\n"))
        case Style.FOOTNOTE | Style.SOURCE:
            return "\n".join(f"-# {line}" for line in f"{label}{text}".split("\n"))
        case _:
            return f"{label}{text}"


def pages(blocks: Iterable[Block], size: int = PAGE) -> list[str]:
    """Blocks as Markdown pages of at most `size` characters, never cut inside a block that fits a page."""
    found: list[str] = []
    for block in blocks:
        for part in _fitting(_markdown(block), size):
            if found and len(found[-1]) + 1 + len(part) <= size:
                found[-1] = f"{found[-1]}\n{part}"
            else:
                found.append(part)
    return found


def _fitting(text: str, size: int) -> Iterator[str]:
    """A text in parts of at most `size`, cut after a sentence, or else between words."""
    while len(text) > size:
        cut = max(text.rfind(". ", 0, size) + 1, 0) or text.rfind(" ", 0, size)
        cut = cut if cut > 0 else size
        yield text[:cut]
        text = "> " + text[cut:].lstrip() if text.startswith("> ") else text[cut:].lstrip()
    yield text
