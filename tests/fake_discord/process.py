"""`lawbook discord` as a process of its own, with the answers of the tests' table: all else is as it is shipped.

    python process.py [options of `lawbook discord`]

The environment configures it, as it does the real one; LAWBOOK_TEST_SLOW is the seconds that an answer takes.
"""

import os
import sys
from pathlib import Path


def main() -> int:
    """Put the table in the place of the chain, and run the command."""
    tests = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(tests.parent), str(tests)]

    from bot import assembly, cli
    from fake_discord.asking import TableAsk, library

    table = TableAsk(float(os.environ.get("LAWBOOK_TEST_SLOW", "0")))

    def answer(self: object, question: str, edition: str | None = None) -> object:
        return table(question, edition)

    assembly.Lawbook.search = property(lambda self: None)  # type: ignore[assignment,method-assign]
    assembly.Lawbook.ask = answer  # type: ignore[assignment,method-assign]
    assembly.Lawbook.library = property(lambda self: library())  # type: ignore[assignment,method-assign]
    return cli.main(["discord", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
