"""How often people may ask."""

from bot.cooldown import Cooldown


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_in_a_while_and_then_the_wait_is_told() -> None:
    clock = Clock()
    limit = Cooldown(2, 60, clock)
    assert [limit.take(1), limit.take(1)] == [0.0, 0.0]
    clock.now += 20
    assert limit.take(1) == 40.0
    assert limit.take(2) == 0.0, "another person is another matter"
    clock.now += 40
    assert limit.take(1) == 0.0


def test_what_is_refused_does_not_count() -> None:
    clock = Clock()
    limit = Cooldown(1, 10, clock)
    limit.take(1)
    for _ in range(5):
        clock.now += 1
        assert limit.take(1) > 0
    clock.now += 5
    assert limit.take(1) == 0.0


def test_no_limit() -> None:
    limit = Cooldown(0, 60)
    assert not any(limit.take(1) for _ in range(100))


def test_those_that_are_over_are_dropped() -> None:
    clock = Clock()
    limit = Cooldown(1, 10, clock)
    for key in range(10_001):
        limit.take(key)
    clock.now += 11
    limit.take(-1)
    assert len(limit._times) == 1
