"""Progress of long work on the terminal: a bar on stderr, nothing where that is no terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from corpus.progress import Progress, Silent

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


class _Bar(Progress):
    def __init__(self, bars: "Bars") -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def step(self, name: str, total: int = 0) -> None:
        if self._task is not None:
            self._bars.update(self._task, total=1, completed=1)
        self._task = self._bars.add_task(name, total=total or None)

    def advance(self, count: int) -> None:
        if self._task is not None:
            self._bars.advance(self._task, count)


@contextmanager
def shown(what: str) -> Iterator[Progress]:
    """Show the progress of `what` on stderr while the block runs."""
    if not sys.stderr.isatty():
        yield Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    console.print(f"{what} ...")
    with Bars(*columns, console=console, transient=True) as bars:
        yield _Bar(bars)
