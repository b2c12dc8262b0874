"""The command `lawbook`: parses, calls one function, prints. Nothing heavy is loaded before a command needs it."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from bot import help as texts
from bot.answer import Answer, Outcome, cite
from bot.assembly import Lawbook
from bot.cli_club import add_commands
from bot.config import discord_from, settings_from
from bot.output import print_json, show, tell
from bot.progress import shown
from bot.render import answer_blocks, change_blocks, law_blocks, reason_lines
from corpus.contents import TITLES
from corpus.diff import Change, comparable_laws, compare
from corpus.errors import IndexMissing, LawbookError, UsageError
from corpus.model import Edition
from corpus.refs import LawRef

NOT_ANSWERED = 3
"""The exit code of a question that ended unsure, not loaded or out of scope."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 done, 1 error, 2 usage, 3 not answered."""
    options = _parser().parse_args(arguments)
    try:
        run: Callable[[Lawbook, argparse.Namespace], int] = options.run
        code = run(Lawbook(settings_from()), options)
        sys.stdout.flush()
        return code
    except LawbookError as error:
        tell(f"lawbook: {error}")
        return error.exit_code
    except BrokenPipeError:
        # The reader went away, as `head` does; nothing is wrong here.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        tell("lawbook: stopped; what was there before is unchanged.")
        return 130


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: reading package metadata takes as long as a law does."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"lawbook {version('lawbook')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("lawbook", description=texts.LAWBOOK, epilog=texts.LAWBOOK_EXAMPLES, **texts.FORM)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    ask = _command(commands, "ask", _ask, words="QUESTION")
    ask.add_argument(
        "--explain", action="store_true", help="show why the clauses ranked: bank question, words, figures"
    )
    search = _command(commands, "search", _search, words="QUESTION")
    search.add_argument("-k", type=_positive, default=10, metavar="N", help="how many clauses (default 10)")
    _command(commands, "law", _law, words="REF")
    comparison = _command(commands, "compare", _compare, words="REF", optional=True)
    comparison.add_argument(
        "--with", dest="other", metavar="YEAR", help="the edition to compare with (default: the one before)"
    )
    contents = _command(commands, "contents", _contents)
    contents.add_argument("words", nargs="*", metavar="WORD", help="only titles with these words")
    add_commands(commands)
    _index_commands(commands)
    discord = _command(commands, "discord", _discord, reads=False)
    discord.add_argument("--shards", default="", metavar="N", help="auto, a number, or some of it such as 0,1/4")
    return parser


def _command(
    commands: Any, name: str, run: Callable[..., int], *, words: str = "", optional: bool = False, reads: bool = True
) -> argparse.ArgumentParser:
    """Add a command with its help; those that read take --json and --edition."""
    about, examples = texts.COMMANDS[name]
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about.split("\n")[0], description=about, epilog=examples, **texts.FORM
    )
    parser.set_defaults(run=run)
    if words:
        parser.add_argument("words", nargs="*" if optional else "+", metavar=words, help=texts.WORDS[words])
    if reads:
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--edition", metavar="YEAR", help="the edition of the laws (default 2017)")
    return parser


def _index_commands(commands: Any) -> None:
    about, examples = texts.COMMANDS["index"]
    parser = commands.add_parser("index", help=about.split("\n")[0], description=about, epilog=examples, **texts.FORM)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for name, run in (("build", _index_build), ("status", _index_status), ("path", _index_path)):
        action = actions.add_parser(name, help=texts.INDEX[name], description=texts.INDEX[name])
        action.add_argument("--json", action="store_true", help="print JSON")
        action.set_defaults(run=run)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _inputs(options: argparse.Namespace) -> Iterator[str]:
    """The words of the command line as one input, or each line of standard input for "-"."""
    if options.words != ["-"]:
        yield " ".join(options.words)
        return
    if sys.stdin.isatty():
        tell("lawbook: reading one a line; end with Ctrl-D.")
    yield from (line.strip() for line in sys.stdin if line.strip())


def _edition(lawbook: Lawbook, options: argparse.Namespace) -> Edition:
    return lawbook.library.edition(options.edition or lawbook.settings.edition)


def with_index(lawbook: Lawbook) -> Lawbook:
    """Build the index the first time that one is needed."""
    try:
        lawbook.search  # noqa: B018  opens it
    except IndexMissing:
        _index_build(lawbook, argparse.Namespace(json=False))
    return lawbook


def _ask(lawbook: Lawbook, options: argparse.Namespace) -> int:
    _edition(lawbook, options)
    many, codes = options.words == ["-"], []
    for question in _inputs(options):
        try:
            answer = with_index(lawbook).ask(question, options.edition)
        except UsageError as error:
            if not (many and options.json):
                raise
            print_json({"question": question, "error": str(error)})
            codes.append(error.exit_code)
            continue
        _print_answer(answer, options)
        codes.append(0 if answer.outcome is Outcome.ANSWERED else NOT_ANSWERED)
    return 0 if many else codes[0]


def _print_answer(answer: Answer, options: argparse.Namespace) -> None:
    if options.json:
        explained = {"reasons": [reason.to_json() for reason in answer.reasons]} if options.explain else {}
        print_json(answer.to_json() | explained)
        return
    show(answer_blocks(answer))
    if options.explain:
        print("\n".join(["", *reason_lines(answer)]))


def _search(lawbook: Lawbook, options: argparse.Namespace) -> int:
    edition = _edition(lawbook, options)
    for question in _inputs(options):
        hits = with_index(lawbook).find(question, edition, options.k)
        if options.json:
            print_json([{"ref": str(hit.ref), "score": round(hit.score, 4)} for hit in hits])
        else:
            for hit in hits:
                loaded = "" if hit.ref in edition else "  (text not loaded)"
                print(f"{hit.score:6.1%}  {hit.ref!s:12}  {TITLES[hit.ref.law]}{loaded}")
    return 0


def _law(lawbook: Lawbook, options: argparse.Namespace) -> int:
    for text in _inputs(options):
        ref = LawRef.parse(text)
        edition = lawbook.library.edition(ref.edition) if ref.edition else _edition(lawbook, options)
        citation = cite(edition, ref, whole=True)
        if options.json:
            print_json(citation.to_json())
        else:
            show(law_blocks(citation))
    return 0


def _compare(lawbook: Lawbook, options: argparse.Namespace) -> int:
    new = _edition(lawbook, options)
    old = lawbook.library.before(new, options.other)
    ref = LawRef.parse(" ".join(options.words)) if options.words else None
    if ref is not None:
        ref = new.resolve(ref).ref
        old.resolve(ref)
    changes = [change for change in compare(old, new, ref) if ref or change.ref.law in comparable_laws(old, new)]
    if options.json:
        print_json({"old": old.key, "new": new.key, "changes": [_change_json(change) for change in changes]})
    else:
        show(change_blocks(changes, old, new))
    return 0


def _change_json(change: Change) -> dict[str, Any]:
    return {
        "kind": str(change.kind),
        "old": str(change.old.ref) if change.old else None,
        "new": str(change.new.ref) if change.new else None,
        "edits": [dict(zip(("old", "new"), change.words(edit), strict=True)) for edit in change.edits],
    }


def _contents(lawbook: Lawbook, options: argparse.Namespace) -> int:
    edition = _edition(lawbook, options)
    wanted = [word.casefold() for word in options.words]
    rows = [(law, title) for law, title in TITLES.items() if all(word in title.casefold() for word in wanted)]
    if not rows:
        raise LawbookError(
            f"No title has the words “{' '.join(options.words)}”; `lawbook ask` finds laws in your own words."
        )
    if options.json:
        print_json([{"ref": str(LawRef(law)), "title": title, "loaded": law in edition.laws} for law, title in rows])
        return 0
    for law, title in rows:
        print(f"{'•' if law in edition.laws else ' '} {law or '':>2}  {title}")
    print(f"\n• text loaded ({edition.title})")
    return 0


def _index_build(lawbook: Lawbook, options: argparse.Namespace) -> int:
    with shown("Building the index") as progress:
        manifest = lawbook.build_index(progress)
    if options.json:
        print_json({"path": str(lawbook.place.root), "sizes": dict(manifest.sizes)})
    else:
        tell(f"Index built: {sum(manifest.sizes.values())} keys in {lawbook.place.root}")
    return 0


def _index_status(lawbook: Lawbook, options: argparse.Namespace) -> int:
    from index.manifest import index_folder, read_manifest

    manifest = read_manifest(index_folder(lawbook.place.root))
    lawbook.search  # noqa: B018  opening it checks it
    if options.json:
        print_json({"path": str(lawbook.place.root), "sizes": dict(manifest.sizes), "encoder": manifest.encoder})
    else:
        print(f"In use and whole: {lawbook.place.root}\nencoder {manifest.encoder}")
        print("\n".join(f"{count:6}  {name}" for name, count in manifest.sizes.items()))
    return 0


def _index_path(lawbook: Lawbook, options: argparse.Namespace) -> int:
    path = str(lawbook.settings.home)
    print(json.dumps({"path": path}) if options.json else path)
    return 0


def _discord(lawbook: Lawbook, options: argparse.Namespace) -> int:
    wanted = discord_from(lawbook.settings, options.shards)
    from bot.discord_client import run

    # Asked once here, so that the chain is whole before several threads use it.
    with_index(lawbook).ask("May dummy call the director?")
    run(wanted, lawbook.ask, lawbook.library, lawbook.teach)
    return 0


if __name__ == "__main__":
    sys.exit(main())
