"""Rate limits: a bucket a route and major parameter, and the headers that tell of it."""

import time
from dataclasses import dataclass, field

EXEMPT = "/interactions/"
"""Acknowledging an interaction is not limited."""


@dataclass
class _Bucket:
    limit: int
    per: float
    used: int = 0
    until: float = 0.0


@dataclass
class Rates:
    """Counts requests; `rules` gives the requests and seconds of a route, `fallback` those of the others.

    `unannounced` requests are refused although the headers before allowed them, as Discord does now and then.
    """

    rules: dict[tuple[str, str], tuple[int, float]] = field(
        default_factory=lambda: {
            ("POST", "/channels/{channel_id}/messages"): (5, 1.0),
            ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
            ("PUT", "/applications/{application_id}/commands"): (5, 20.0),
        }
    )
    fallback: tuple[int, float] = (30, 1.0)
    refused: int = 0
    unannounced: int = 0
    _buckets: dict[tuple[str, str, str], _Bucket] = field(default_factory=dict)

    def take(self, method: str, template: str, major: str) -> tuple[dict[str, str], float]:
        """Count a request: the headers of its answer, and the seconds to wait where it is one too many."""
        limit, per = self.rules.get((method, template), self.fallback)
        bucket = self._buckets.setdefault((method, template, major), _Bucket(limit, per))
        now = time.time()
        if now >= bucket.until:
            bucket.used, bucket.until = 0, now + bucket.per
        bucket.used += 1
        wait = bucket.until - now
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(max(bucket.limit - bucket.used, 0)),
            "X-RateLimit-Reset": f"{bucket.until:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash((method, template))):x}",
        }
        if self.unannounced and method == "POST" and EXEMPT not in template:
            self.unannounced -= 1
            wait = 0.2
        elif bucket.used <= bucket.limit or EXEMPT in template:
            return headers, 0.0
        self.refused += 1
        return headers | {"Retry-After": f"{wait:.3f}", "Via": "1.1 google", "X-RateLimit-Scope": "user"}, wait
