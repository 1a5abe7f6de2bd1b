"""Forest plot: the change of every row with its interval, the control's beside it, the margin as a band."""

import matplotlib.pyplot as plt
from exported import name, plain
from matplotlib.ticker import FixedLocator, NullLocator
from style import ARM, CHANGE, MARGIN

# Percent: up to here the axis is linear.
LINEAR = 5
TICKS = [-100, -20, -5, -2, 0, 2, 5, 20, 100, 500, 2000]


def draw(comparison: dict):
    """One figure for all rows that have an interval; the others are named with their reason."""
    rows = comparison["rows"]
    figure, axes = plt.subplots(figsize=(8, 1.3 + 0.34 * len(rows)))
    margin = comparison["policy"]["margin_percent"]
    # What informs may be ten times as noisy as what decides: linear near the margin, logarithmic beyond.
    axes.set_xscale("symlog", linthresh=LINEAR, linscale=2)
    axes.xaxis.set_major_locator(FixedLocator(TICKS))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter("{x:g}")
    axes.axvspan(-margin, margin, color=MARGIN, zorder=0, label=f"margin {margin:g} %")
    axes.axvline(0, color="black", linewidth=0.8)
    for place, row in enumerate(rows):
        _draw_change(axes, place, row)
        _draw_control(axes, place, row)
    axes.set_yticks(range(len(rows)), [f"{name(row)}  {row['metric']}" for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(f"change of new against old, % (logarithmic beyond {LINEAR} %)")
    axes.set_title(plain(comparison["headline"]), wrap=True)
    handles, labels = axes.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    axes.legend(once.values(), once.keys(), loc="upper left", bbox_to_anchor=(1.01, 1))
    return figure


def _draw_change(axes, place: int, row: dict) -> None:
    low, high = row["interval_percent"]
    change = row["change_percent"]
    if change is None or low is None or high is None:
        reason = row.get("change_percent_reason") or row.get("interval_percent_reason") or row["verdict"]
        axes.text(0, place, f" {plain(reason)}", va="center", fontsize=8, style="italic")
        return
    decides = row["role"] == "decides"
    axes.plot([low, high], [place, place], color=CHANGE, linewidth=2 if decides else 1)
    label = "change, decides" if decides else "change, informs"
    face = CHANGE if decides else "white"
    axes.plot(change, place, marker="o", markersize=5, color=CHANGE, markerfacecolor=face, linestyle="", label=label)


def _draw_control(axes, place: int, row: dict) -> None:
    control = row.get("control")
    if not control or None in control["interval_percent"]:
        return
    below = place + 0.25
    axes.plot(control["interval_percent"], [below, below], color=ARM["control"]["color"], linewidth=0.8)
    axes.plot(control["change_percent"], below, label="control", linestyle="", markersize=4, **ARM["control"])
