"""The log of a long-running process: one JSON object a line, on stderr."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

_KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A record with its extra fields as one line; a traceback is a field of it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        told |= {key: value for key, value in vars(record).items() if key not in _KNOWN}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def log_to(stream: TextIO = sys.stderr, level: int = logging.INFO) -> None:
    """Send every log record of the process there; the library's own from warnings up."""
    handler = logging.StreamHandler(stream)
    # on the handler as well: some libraries set the level of their own loggers
    handler.setLevel(level)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("discord", "alembic", "aiohttp", "matplotlib"):
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
