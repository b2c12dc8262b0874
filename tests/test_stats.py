"""What was asked in a server, counted and drawn."""

import io
from datetime import UTC, datetime, timedelta

from PIL import Image

from bot.answer import Outcome
from bot.charts import stats_picture
from bot.stats import Asked, count, monday

NOW = datetime(2026, 11, 25, 15, 0, tzinfo=UTC)  # a Wednesday


def ago(**past: float) -> float:
    return (NOW - timedelta(**past)).timestamp()


ASKED = [
    Asked(ago(hours=1), "answered", ("43A1(a)", "42B3")),
    Asked(ago(days=2, hours=14), "answered", ("43A2",)),  # Monday, one o'clock
    Asked(ago(days=2, hours=16), "unsure", ("41D",)),  # Sunday, eleven o'clock
    Asked(ago(weeks=11), "not_loaded", ("64A",)),
    Asked(ago(weeks=12), "answered", ("1A",)),  # too long ago
    Asked(ago(days=1), "out_of_scope", ("43A1(a)",)),
    Asked(ago(days=1), "answered", ("nonsense",)),
]


def test_weeks_begin_on_monday() -> None:
    assert monday(NOW.timestamp()) == datetime(2026, 11, 23, tzinfo=UTC)
    assert monday(NOW.timestamp(), 1) == datetime(2026, 11, 16, tzinfo=UTC)


def test_counted_by_week_outcome_and_law() -> None:
    stats = count(ASKED, NOW.timestamp())
    assert len(stats.weeks) == 12
    assert stats.weeks[-1] == "23 Nov"
    assert stats.by_week[Outcome.ANSWERED][-2:] == (0, 3)
    assert stats.by_week[Outcome.UNSURE][-2:] == (1, 0)
    assert stats.by_week[Outcome.NOT_LOADED][0] == 1
    assert stats.total == 6
    assert stats.laws[0] == ("43 Dummy's Limitations", 2)
    assert "Commencement of Play" in {name.split(" ", 1)[1] for name, _ in stats.laws}


def test_the_picture_is_a_png_that_can_be_read() -> None:
    for asked in (ASKED, []):
        picture = Image.open(io.BytesIO(stats_picture(count(asked, NOW.timestamp()), "Club $x$ **&**")))
        assert picture.format == "PNG"
        assert min(picture.size) > 500
        colours = picture.convert("RGB").getcolors(maxcolors=100_000) or []
        green = any(colour == (0x2E, 0x7D, 0x32) for _, colour in colours)
        assert green is True, "the bar of answered questions, or its legend"
