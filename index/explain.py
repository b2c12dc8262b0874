"""Why a clause ranked where it did, in words that a person understands."""

from corpus.refs import LawRef
from index.features import NAMES, Evidence, rows_of
from index.lexical import terms


def because(ref: LawRef, evidence: Evidence) -> tuple[str, ...]:
    """The bank question nearest to the question, the words in common with it, and the strongest features."""
    address = str(ref)
    told: list[str] = []
    near = next((match for match in evidence.questions if match.ref == address), None)
    if near is not None:
        told.append(f"bank question “{near.text}” ({near.similarity:.2f})")
        shared = sorted(evidence.words & frozenset(terms([near.text])[0]))
        if shared:
            told.append(f"words in common: {', '.join(shared)}")
    for row in rows_of([address], evidence):
        strongest = sorted(zip(evidence.features[row], NAMES, strict=True), reverse=True)[:3]
        told += [f"{name}: {value:+.1f} standard deviations" for value, name in strongest if value > 0]
    return tuple(told)
