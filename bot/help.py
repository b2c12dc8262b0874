"""The help texts of the command line, written for a person, with worked examples. Tests run each example."""

import argparse
from typing import Any

FORM: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}

LAWBOOK = """Ask about the Laws of Duplicate Bridge in your own words; get the clause that governs, word for word,
with its address. What is not in the loaded laws is said to be not there."""

LAWBOOK_EXAMPLES = """examples:
  lawbook ask "May dummy call the director?"
  lawbook law 43A1a
  lawbook compare 41

Exit codes: 0 answered, 1 error, 2 usage, 3 not answered (unsure, not loaded, out of scope)."""

WORDS = {
    "QUESTION": "the question; - reads one a line from standard input",
    "REF": "a reference such as 43, 43A1(a), “law forty-three”; - reads one a line from standard input",
}

COMMANDS = {
    "ask": (
        """Answer a question with the clauses that govern.

Tell what happened as you would at the table. An answer quotes at most three clauses,
with lead-in and footnotes.""",
        """examples:
  lawbook ask "Can dummy leave his seat to watch declarer play?"
  lawbook ask "what changed in 41D since 2007?"
  lawbook ask --json "dummy piped up about a revoke"
  cat questions.txt | lawbook ask --json -""",
    ),
    "search": (
        """Rank the clauses for a question, best first, with the share of each.""",
        """examples:
  lawbook search "dummy pulled the wrong card"
  lawbook search --json -k 20 "who may ask for a review"
  cat questions.txt | lawbook search --json -""",
    ),
    "law": (
        """Print a law, a section or a clause as the book does.""",
        """examples:
  lawbook law 43
  lawbook law 43A1a
  lawbook law "Law 41(B)"
  lawbook law --edition 2007 41D""",
    ),
    "compare": (
        """Show what differs between two editions.

A changed cross-reference is told apart from a change of the rule.""",
        """examples:
  lawbook compare 41
  lawbook compare 41D --with 2007
  lawbook compare --json""",
    ),
    "contents": (
        """List the laws by number and title, and which are loaded.""",
        """examples:
  lawbook contents
  lawbook contents revoke""",
    ),
    "import": (
        """Take the official Laws in from the PDF or text that your federation publishes.

Every clause of the book can be asked for, looked up, quoted and compared from then on. An imported edition stands in
place of the bundled excerpts of its year.""",
        """examples:
  lawbook import laws.pdf --edition 2017
  lawbook import https://example.org/laws.pdf --edition 2017""",
    ),
    "editions": (
        """List the loaded editions with their sources, or remove an imported one.""",
        """examples:
  lawbook editions
  lawbook editions remove 2017""",
    ),
    "bank": (
        """Add a question to the club's own bank, or list them.

A question that was answered wrongly is repaired by adding one line: it is answered right from then on.""",
        """examples:
  lawbook bank add 43A1a "dummy shouted for the TD when I revoked"
  lawbook bank list""",
    ),
    "index": (
        """Build the search index, check it, or print where it lies.""",
        """examples:
  lawbook index build
  lawbook index status
  lawbook index path""",
    ),
    "discord": (
        """Run the Discord bot.

The token comes from DISCORD_TOKEN. README.md has the steps to create the application and invite the bot.""",
        """example:
  DISCORD_TOKEN=... lawbook discord""",
    ),
}

INDEX = {
    "build": "build the index of all that is loaded; the one in use serves until the new one is whole",
    "status": "check the index in use against what is loaded",
    "path": "print the folder that holds editions, indexes and encoders (LAWBOOK_HOME)",
}
