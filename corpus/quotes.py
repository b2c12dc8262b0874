"""Finding words in a clause, so that a quotation is a slice and nothing else."""

import re

from corpus.model import Clause, Span

_QUOTES = str.maketrans("‘’‚‛“”„‟", "''''\"\"\"\"")


def locate_quote(words: str, clause: Clause, edition: str) -> Span | None:
    """Where `words` stand in the clause's text, or None.

    Only white space and the shape of quote marks are forgiven. The match begins and ends at token boundaries: "2
    tricks" is not found in "12 tricks". The first place counts where there are several.
    """
    parts = words.translate(_QUOTES).split()
    if not parts:
        return None
    pattern = r"\s+".join(re.escape(part) for part in parts)
    before = r"(?<!\w)" if parts[0][0].isalnum() else ""
    after = r"(?!\w)" if parts[-1][-1].isalnum() else ""
    match = re.search(before + pattern + after, clause.text.translate(_QUOTES))
    return Span(edition, clause.ref, *match.span()) if match else None
