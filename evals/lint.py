"""Keeping the bank honest: `python -m evals.lint`.

Checks that each reference exists in the loaded edition, that no question stands under two clauses, that none shares
more than four words in a row with its clause, that none is in a gold set, and that each clause has enough of several
kinds.
"""

import re
import sys
from collections.abc import Iterable, Sequence

from bot.assembly import Lawbook
from bot.config import settings_from
from corpus.bank import Bank
from corpus.model import Edition
from corpus.refs import LawRef
from evals.gold import FOLDER, GoldQuestion, read_gold

MOST_SHARED_WORDS = 4
LEAST_QUESTIONS = 6
SHORT, LONG = 7, 25
"""Words up to which a question counts as short, and from which as a story."""


def normal(text: str) -> str:
    """A question without case, punctuation and white space, by which two are the same."""
    return re.sub(r"[^a-z0-9 ]+", "", " ".join(text.lower().split())).replace("  ", " ").strip()


def shared_with(bank: Bank, gold: Iterable[GoldQuestion]) -> list[tuple[str, str]]:
    """Gold questions that stand in the bank or its outside half: id, and the line of the bank."""
    texts = [*(entry.text for entry in bank.questions), *(entry.text for entry in bank.outside)]
    known = {normal(text): text for text in texts}
    return [(question.id, known[normal(question.question)]) for question in gold if normal(question.question) in known]


def near_duplicates(bank: Bank) -> list[tuple[tuple[LawRef, ...], str]]:
    """Questions that stand under more than one clause: the clauses, and the text."""
    owners: dict[str, set[LawRef]] = {}
    for entry in bank.questions:
        owners.setdefault(normal(entry.text), set()).add(entry.ref)
    return [(tuple(sorted(refs, key=str)), text) for text, refs in owners.items() if len(refs) > 1]


def unknown_references(bank: Bank, edition: Edition) -> list[LawRef]:
    """References of loaded laws that the edition lacks."""
    refs = dict.fromkeys(entry.ref for entry in bank.questions if entry.ref.law in edition.laws)
    return [ref for ref in refs if ref not in edition and ref.law not in edition.partial_laws]


def quotations(bank: Bank, edition: Edition) -> list[tuple[LawRef, str]]:
    """Questions with more words in a row of their clause than MOST_SHARED_WORDS."""
    runs: dict[LawRef, set[tuple[str, ...]]] = {}
    found = []
    for entry in bank.questions:
        if entry.ref not in edition:
            continue
        if entry.ref not in runs:
            runs[entry.ref] = _runs(edition.by_ref[entry.ref].text)
        if not runs[entry.ref].isdisjoint(_runs(entry.text)):
            found.append((entry.ref, entry.text))
    return found


def _runs(text: str) -> set[tuple[str, ...]]:
    words = normal(text).split()
    size = MOST_SHARED_WORDS + 1
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


def thin(bank: Bank, edition: Edition) -> list[tuple[LawRef, str]]:
    """Clauses that state a rule with too few questions, or of one kind alone: short, plain and stories."""
    texts: dict[LawRef, list[str]] = {}
    for entry in bank.questions:
        texts.setdefault(entry.ref, []).append(entry.text)
    found = []
    for clause in edition.clauses:
        if not clause.text or edition.children(clause.ref):
            continue
        lengths = [len(text.split()) for text in texts.get(clause.ref, [])]
        if len(lengths) < LEAST_QUESTIONS:
            found.append((clause.ref, f"{len(lengths)} questions"))
        elif len({"short" if n <= SHORT else "story" if n >= LONG else "plain" for n in lengths}) < 2:
            found.append((clause.ref, "all of one kind"))
    return found


def main() -> int:
    """Print what is wrong with the bank; exit code 1 where anything is."""
    lawbook = Lawbook(settings_from())
    edition, bank = lawbook.library.edition(lawbook.settings.edition), lawbook.bank
    gold = [question for path in sorted(FOLDER.glob("*.jsonl")) for question in read_gold(path)]
    checks: dict[str, Sequence[object]] = {
        "reference that the edition lacks": unknown_references(bank, edition),
        "question under several clauses": near_duplicates(bank),
        "question that quotes its clause": quotations(bank, edition),
        "gold question in the bank": shared_with(bank, gold),
        "clause with too few or too like": thin(bank, edition),
    }
    for name, found in checks.items():
        print(f"{len(found):4}  {name}")
        for item in found[:20]:
            print("      ", *(map(str, item) if isinstance(item, tuple) else (item,)))
    clauses = len({entry.ref for entry in bank.questions})
    print(f"{len(bank.questions)} questions for {clauses} clauses, {len(bank.outside)} outside")
    return 1 if any(checks.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
