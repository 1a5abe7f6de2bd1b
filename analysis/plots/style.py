"""How all plots look: colours that colour-blind people tell apart, plain axes, text as text."""

import matplotlib

matplotlib.use("Agg")  # before pyplot: there may be no display

import matplotlib.pyplot as plt
from exported import plain

# Okabe and Ito, "Color Universal Design" (2008). Shapes tell the arms apart in print without colour.
ARM = {
    "old": {"color": "#0072B2", "marker": "o"},
    "new": {"color": "#D55E00", "marker": "s"},
    "control": {"color": "#777777", "marker": "x"},
}
CHANGE = "#222222"
MARGIN = "#E8E8E8"


def apply() -> None:
    """Sets what holds for every figure."""
    plt.rcParams.update(
        {
            "figure.dpi": 150,
            "savefig.bbox": "tight",
            "font.family": "sans-serif",
            "font.size": 10,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlelocation": "left",
            "axes.titlesize": 11,
            "axes.formatter.useoffset": False,
            "legend.frameon": False,
            "svg.fonttype": "none",  # text stays text: searchable, and edited in a paper
            "svg.hashsalt": "hotlap",  # the same figure, the same bytes
            "text.parse_math": False,  # a $ in a name is a $
        }
    )


def save(figure, path) -> None:
    """Writes whole or not at all, and frees the figure."""
    partial = path.with_name(f".{path.name}.part")
    try:
        metadata = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(partial, format=path.suffix[1:], metadata=metadata)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
        plt.close(figure)


def say_absent(axes, reason: str) -> None:
    """In place of what cannot be drawn: why."""
    axes.text(0.5, 0.5, plain(f"not drawn: {reason}"), transform=axes.transAxes, ha="center", va="center", wrap=True)
