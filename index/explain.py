"""Why a clause ranked where it did, in words that a person understands."""

from corpus.refs import LawRef
from index.features import NAMES, Evidence
from index.lexical import terms


def because(ref: LawRef, evidence: Evidence) -> tuple[str, ...]:
    """The bank question nearest to the question, the words in common with it, and the strongest features."""
    told: list[str] = []
    near = next((match for match in evidence.questions if match.key.ref == str(ref)), None)
    if near is not None:
        told.append(f"bank question “{near.key.text}” ({near.similarity:.2f})")
        shared = sorted(evidence.words & frozenset(terms([near.key.text])[0]))
        if shared:
            told.append(f"words in common: {', '.join(shared)}")
    row = evidence.refs.index(ref)
    strongest = sorted(zip(evidence.features[row], NAMES, strict=True), reverse=True)[:3]
    told += [f"{name}: {value:+.1f} standard deviations" for value, name in strongest if value > 0]
    return tuple(told)
