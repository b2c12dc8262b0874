"""`python -m evals`: measure Lawbook on gold files, against the plain stack and the last accepted run."""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from bot.assembly import Lawbook
from bot.cli import with_index
from bot.config import settings_from
from bot.progress import shown
from corpus.errors import LawbookError
from evals.gold import FOLDER, GoldQuestion, read_gold
from evals.report import Report, compare, lines
from evals.run import run, run_plain
from index.confidence import coverage_of

BASELINE = Path(__file__).parent / "baseline.json"

EXAMPLES = """examples:
  python -m evals
  python -m evals --gold my-questions.jsonl --json
  python -m evals --accept "the new bank loses g017, which is ambiguous"

Without --gold the project's own sets are run: those of the bundled laws, and those of the whole book where it is
imported. A question that was right in the accepted run and is wrong now is a loss and is named. Losing more than one
question in a hundred on balance ends with exit code 1 unless --accept says in writing why."""


def main() -> int:
    """Run the evaluation; exit code 1 on an unaccepted loss."""
    options = _options()
    try:
        lawbook = with_index(Lawbook(settings_from()))
        coverage = coverage_of(lawbook.library.edition(lawbook.settings.edition))
        questions = _questions(options.gold or [FOLDER / name for name in _SETS[str(coverage)]])
        report = _measured(lawbook, questions)
    except LawbookError as error:
        print(f"evals: {error}", file=sys.stderr)
        return error.exit_code
    figures = report.figures()
    _print(figures | {"results": _details(report)} if options.json else lines(figures))
    if options.gold:
        return 0
    return _against_baseline(report, str(coverage), options.accept)


_SETS = {"excerpt": ("bundled.jsonl",), "book": ("bundled.jsonl", "book.jsonl")}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m evals",
        description="Measure Lawbook on gold questions.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--gold", type=Path, nargs="+", metavar="FILE", help="gold files to run instead of the project's"
    )
    parser.add_argument("--json", action="store_true", help="print all figures, and each question's result, as JSON")
    parser.add_argument("--accept", metavar="WHY", help="keep this run as the accepted one, with the reason in writing")
    return parser.parse_args()


def _questions(paths: list[Path]) -> list[GoldQuestion]:
    missing = [str(path) for path in paths if not path.is_file()]
    if missing:
        raise LawbookError(f"There is no gold file {' or '.join(missing)}.")
    return [question for path in paths for question in read_gold(path)]


def _measured(lawbook: Lawbook, questions: list[GoldQuestion]) -> Report:
    with shown("Asking") as progress:
        lawbook.ask(questions[0].question)
        progress.step("Lawbook", len(questions))
        started = time.perf_counter()
        results = run(lawbook, questions, lambda: progress.advance(1))
        elapsed = time.perf_counter() - started
        progress.step("the plain stack")
        plain = run_plain(lawbook, questions)
    return Report(results, plain, elapsed)


def _details(report: Report) -> list[dict[str, Any]]:
    return [
        {
            "id": result.question.id,
            "question": result.question.question,
            "gold": [str(ref) for ref in result.question.gold],
            "expected": str(result.expected),
            "outcome": str(result.answer.outcome),
            "confidence": round(result.answer.confidence, 4),
            "cited": [str(citation.ref) for citation in result.answer.citations],
            "rank": result.rank,
            "right": result.right,
        }
        for result in report.results
    ]


def _print(what: dict[str, Any] | list[str]) -> None:
    print(json.dumps(what, ensure_ascii=False, indent=1) if isinstance(what, dict) else "\n".join(what))


def _against_baseline(report: Report, coverage: str, accept: str | None) -> int:
    """Compare with the accepted run of the same coverage; keep this one where `accept` gives the reason."""
    known = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    change = compare(known.get(coverage, {}).get("right", {}), report.right())
    by_id = {result.question.id: result.question.question for result in report.results}
    for name, ids in (("gain", change.gains), ("loss", change.losses)):
        for id in ids:
            print(f"{name}: {id} {by_id[id]}", file=sys.stderr)
    print(f"{len(change.gains)} gains, {len(change.losses)} losses against the accepted run", file=sys.stderr)
    if accept is not None:
        known[coverage] = {"accepted": accept, "right": dict(sorted(report.right().items()))}
        BASELINE.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return 0
    return 1 if change.worse else 0


if __name__ == "__main__":
    sys.exit(main())
