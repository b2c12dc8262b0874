"""The one error tree of Lawbook.

    LawbookError                      exit code 1
    ├── UsageError                    exit code 2: what was typed can't be meant
    │   ├── BadReference              not a reference to a law
    │   └── BadQuestion               empty, too long, or no text
    ├── CorpusError                   the law text
    │   ├── BadText                   a canonical file that can't be read
    │   ├── UnknownEdition            an edition that isn't loaded
    │   ├── UnknownClause             the law is loaded and has no such clause
    │   ├── ClauseNotLoaded           a law that exists, whose text isn't in the corpus
    │   └── ImportRefused             a source that isn't taken in
    ├── BankError                     a question bank that can't be read or added to
    ├── StateError                    the folder LAWBOOK_HOME and what lies in it
    │   ├── StateNotWritable
    │   ├── IndexMissing
    │   ├── IndexStale                built from another corpus, bank, encoder or version
    │   ├── IndexDamaged
    │   └── EncoderMismatch           weights or export that fail their check
    └── SettingsError                 the environment, a token, an address

A message names the thing, what was found and what is available.
"""


class LawbookError(Exception):
    """Any error that Lawbook reports as one sentence."""

    exit_code = 1


class UsageError(LawbookError):
    """What was typed can't be meant."""

    exit_code = 2


class BadReference(UsageError):
    """Not a reference to a law."""


class BadQuestion(UsageError):
    """A question that is empty, too long or holds no text."""


class CorpusError(LawbookError):
    """Something about the law text."""


class BadText(CorpusError):
    """A canonical file that can't be read; the message gives file and line."""


class UnknownEdition(CorpusError):
    """An edition that isn't loaded."""


class UnknownClause(CorpusError):
    """A clause that a loaded law does not have."""


class ClauseNotLoaded(CorpusError):
    """A law that exists but whose text isn't in the loaded corpus."""


class ImportRefused(CorpusError):
    """A source that isn't taken in as an edition."""


class BankError(LawbookError):
    """A question bank that can't be read or added to."""


class StateError(LawbookError):
    """Something about the folder LAWBOOK_HOME."""


class StateNotWritable(StateError):
    """The state folder can't be written."""


class IndexMissing(StateError):
    """No index has been built."""


class IndexStale(StateError):
    """The index was built from something else than what is loaded now."""


class IndexDamaged(StateError):
    """The index can't be read."""


class EncoderMismatch(StateError):
    """The encoder's weights or its export fail their check."""


class SettingsError(LawbookError):
    """A setting that is missing or wrong."""
