"""The rounds of one row over time: each arm's value in each round."""

import matplotlib.pyplot as plt
from exported import ARMS, name, plain
from matplotlib.ticker import MaxNLocator
from style import ARM


def draw(row: dict):
    """One figure a row; a round without a value leaves a gap."""
    series = row["series"]
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for arm in ARMS:
        if arm in series:
            axes.plot(series["round"], series[arm], label=arm, linewidth=0.8, markersize=4, **ARM[arm])
    axes.set_xlabel("round")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel(f"{plain(row['metric'])}, {plain(row['unit'])}")
    axes.set_title(f"{name(row)}: {plain(row['metric'])} over the rounds")
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    return figure
