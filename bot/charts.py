"""Statistics as a picture."""

import io

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from bot.answer import Outcome
from bot.stats import Stats

_LOOK = {
    Outcome.ANSWERED: ("answered", "#2e7d32"),
    Outcome.UNSURE: ("unsure", "#e69f00"),
    Outcome.NOT_LOADED: ("text not loaded", "#1565c0"),
    Outcome.OUT_OF_SCOPE: ("not about the laws", "#9e9e9e"),
}


def stats_picture(stats: Stats, name: str) -> bytes:
    """A PNG: questions a week by outcome, and the most cited laws."""
    # Figure and canvas of its own: pyplot keeps global state, and pictures are drawn on threads.
    figure = Figure(figsize=(9, 7), layout="constrained", dpi=110)
    FigureCanvasAgg(figure)
    figure.suptitle(f"Questions in {name}", fontsize=14, fontweight="bold", parse_math=False)
    # Two parts that are laid out apart, so that long titles of laws don't narrow the weeks.
    grid = figure.add_gridspec(2, 1)
    upper, lower = figure.add_subfigure(grid[0]), figure.add_subfigure(grid[1])
    weekly, cited = upper.subplots(), lower.subplots()
    _draw_weeks(weekly, stats)
    _draw_laws(cited, stats)
    for axes in (weekly, cited):
        axes.spines[["top", "right"]].set_visible(False)
    out = io.BytesIO()
    figure.savefig(out, format="png")
    return out.getvalue()


def _draw_weeks(axes: Axes, stats: Stats) -> None:
    below = [0] * len(stats.weeks)
    for outcome, (label, colour) in _LOOK.items():
        counts = stats.by_week[outcome]
        axes.bar(stats.weeks, counts, bottom=below, label=f"{label} ({sum(counts)})", color=colour, width=0.75)
        below = [base + more for base, more in zip(below, counts, strict=True)]
    axes.set_title("A week, from Monday", loc="left", fontsize=11)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(0, max(4, max(below) * 1.25))
    axes.legend(frameon=False, ncols=4, fontsize=9, loc="upper left")


def _draw_laws(axes: Axes, stats: Stats) -> None:
    axes.set_title("Laws cited most", loc="left", fontsize=11)
    names = [label for label, _ in reversed(stats.laws)]
    bars = axes.barh(names, [n for _, n in reversed(stats.laws)], color="#37474f", height=0.7)
    axes.bar_label(bars, padding=3, fontsize=9)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if not stats.laws:
        axes.set_axis_off()
