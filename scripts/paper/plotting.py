"""What the figures share: matplotlib's settings, colours, a figure as SVG text."""

import io

import matplotlib

matplotlib.use("svg")

from matplotlib import pyplot, ticker  # noqa: E402

COLOURS = ("#3b76b8", "#e0803a", "#4b9e72", "#a868b0", "#c9a227", "#5bb5c4", "#c2556b", "#8a92a0")
SHADES = ("#f2d16b", "#eeb45f", "#e5925c", "#d67066", "#bb5a7c", "#985090", "#7050a0", "#4a55a8")
INK, SOFT, FRAME, GRID = "#1c2330", "#5d6778", "#f5f7fa", "#e8ebf0"

matplotlib.rcParams.update({
    "svg.fonttype": "none",        # text stays text
    "svg.hashsalt": "systole",     # equal figures, equal bytes
    "font.family": "sans-serif",
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": "#c9d0da",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
})


def panels(width, height, rows=1, columns=1, **options):
    """A figure of `width` x `height` inches and its axes, as an array."""
    return pyplot.subplots(rows, columns, figsize=(width, height), squeeze=False, **options)


def thousands(axis):
    """Ticks as 12k, 3M."""
    axis.set_major_formatter(ticker.EngFormatter(sep=""))


def svg(figure, label):
    """The figure as an <svg> element that fits its place on the page."""
    out = io.StringIO()
    figure.savefig(out, format="svg", dpi=150, metadata={"Date": None, "Creator": None, "Title": label})
    pyplot.close(figure)
    text = out.getvalue()
    return text[text.index("<svg"):]
