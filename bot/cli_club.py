"""The commands by which a club makes Lawbook its own: import the book, list and remove editions, add to the bank."""

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from bot import help as texts
from bot.assembly import Lawbook
from bot.output import print_json, tell
from bot.progress import shown
from corpus.contents import TITLES
from corpus.library import Loaded, loaded_editions
from corpus.refs import LawRef


def add_commands(commands: Any) -> None:
    """Add the commands to the parser of `lawbook`."""
    taking = _command(commands, "import", _import)
    taking.add_argument("source", metavar="FILE", help="a PDF or a text file of the laws, or an https address of one")
    taking.add_argument("--edition", required=True, metavar="YEAR", help="the year of the edition, such as 2017")
    taking.add_argument("--title", default="", help="its title (default “Laws of Duplicate Bridge YEAR”)")
    taking.add_argument("--allow-private", action="store_true", help="fetch from this machine or a private network too")
    taking.add_argument("--json", action="store_true", help="print JSON")
    _editions_commands(commands)
    _bank_commands(commands)


def _command(commands: Any, name: str, run: Callable[..., int] | None) -> argparse.ArgumentParser:
    about, examples = texts.COMMANDS[name]
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about.split("\n")[0], description=about, epilog=examples, **texts.FORM
    )
    parser.set_defaults(run=run)
    return parser


def _editions_commands(commands: Any) -> None:
    parser = _command(commands, "editions", _editions)
    parser.add_argument("--json", action="store_true", help="print JSON")
    actions = parser.add_subparsers(title="actions", metavar="ACTION")
    removal = actions.add_parser("remove", help="remove an imported edition; bundled excerpts of that year come back")
    removal.add_argument("edition", metavar="YEAR")
    removal.set_defaults(run=_remove)


def _bank_commands(commands: Any) -> None:
    parser = _command(commands, "bank", None)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    adding = actions.add_parser("add", help="add a question to the club's own bank, and index it")
    adding.add_argument("ref", metavar="REF", help="the clause that answers it")
    adding.add_argument("words", nargs="+", metavar="QUESTION", help="the question, as people ask it")
    adding.set_defaults(run=_bank_add)
    listing = actions.add_parser("list", help="list the club's own questions")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(run=_bank_list)


def _import(lawbook: Lawbook, options: argparse.Namespace) -> int:
    with shown(f"Importing {options.source}") as progress:
        edition, report = lawbook.import_edition(
            options.source, options.edition, options.title, private=options.allow_private, progress=progress
        )
    if options.json:
        print_json(
            {"edition": edition.key, "title": edition.title, "sha256": edition.sha256, "report": list(report.lines())}
        )
    else:
        print(f"{edition.title} is loaded.", *report.lines(), sep="\n")
    return 0


def _editions(lawbook: Lawbook, options: argparse.Namespace) -> int:
    loaded = loaded_editions(lawbook.settings.editions)
    if options.json:
        print_json([_loaded_json(one) for one in loaded])
    else:
        print("\n".join(line for one in loaded for line in _loaded_lines(one)))
    return 0


def _loaded_json(one: Loaded) -> dict[str, Any]:
    return {
        "edition": one.key,
        "title": one.title,
        "source": one.source,
        "sha256": one.sha256,
        "date": one.date,
        "imported": one.imported,
        "laws": one.counts.laws,
        "clauses": one.counts.clauses,
        "definitions": one.counts.definitions,
        "footnotes": one.counts.footnotes,
        "index_entries": one.counts.index_entries,
    }


def _loaded_lines(one: Loaded) -> Iterator[str]:
    counts = one.counts
    yield f"{one.key}  {one.title}"
    yield f"      from {one.source}" + (f", imported {one.date}, sha256 {one.sha256[:12]}" if one.sha256 else "")
    yield (
        f"      {counts.laws} laws, {counts.clauses} clauses, {counts.definitions} definitions, "
        f"{counts.footnotes} footnotes, {counts.index_entries} index entries"
    )


def _remove(lawbook: Lawbook, options: argparse.Namespace) -> int:
    with shown(f"Removing the imported {options.edition} Laws") as progress:
        back = lawbook.remove_edition(options.edition, progress)
    tell(f"Removed. {back.title} is loaded again." if back else f"Removed; no {options.edition} Laws are loaded now.")
    return 0


def _bank_add(lawbook: Lawbook, options: argparse.Namespace) -> int:
    ref = LawRef.parse(options.ref)
    question = " ".join(options.words)
    with shown("Indexing the new question") as progress:
        added = lawbook.teach(ref, question, progress)
    where = f"Law {added.ref} ({TITLES[added.ref.law]})" if added.ref.law else str(added.ref)
    tell(f"Added to the club's bank: “{added.text}” is answered by {where}.")
    return 0


def _bank_list(lawbook: Lawbook, options: argparse.Namespace) -> int:
    entries = lawbook.own_bank.questions
    if options.json:
        print_json([{"ref": str(entry.ref), "question": entry.text} for entry in entries])
    elif not entries:
        tell(f"The club has no questions of its own yet; they are kept in {lawbook.settings.bank}.")
    else:
        print("\n".join(f"{entry.ref!s:12}  {entry.text}" for entry in entries))
    return 0
