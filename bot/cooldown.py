"""How often a person, or a channel, may ask. Pure: the clock is handed in."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

_MANY = 10_000
"""Keys from which those that are over are looked for and dropped."""


@dataclass
class Cooldown:
    """At most `count` in `seconds`, for each key of its own; none at all limited where `count` is 0."""

    count: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _times: dict[int, deque[float]] = field(default_factory=dict)

    def take(self, key: int) -> float:
        """Count one for the key: 0 when it may, else the seconds until it may (and it isn't counted)."""
        now = self.clock()
        if len(self._times) > _MANY:
            self._times = {one: times for one, times in self._times.items() if times[-1] > now - self.seconds}
        times = self._times.setdefault(key, deque())
        while times and times[0] <= now - self.seconds:
            times.popleft()
        if self.count and len(times) >= self.count:
            return times[0] + self.seconds - now
        times.append(now)
        return 0.0
