"""What long work tells of itself, to whoever shows it."""

from typing import Protocol


class Progress(Protocol):
    """Whoever watches an import or a build: told of each step, and of the pages read or texts embedded in it."""

    def step(self, name: str, total: int = 0) -> None:
        """Begin a step of `total` parts, 0 where their number isn't known."""

    def advance(self, count: int) -> None:
        """Count parts of the step as done."""


class Silent:
    """Progress that nobody watches."""

    def step(self, name: str, total: int = 0) -> None:
        """Tell nobody."""

    def advance(self, count: int) -> None:
        """Tell nobody."""
