"""Warm-up of one configuration: what a request cost, lap by lap, before the timed laps began."""

import matplotlib.pyplot as plt
from exported import ARMS, name
from matplotlib.ticker import MaxNLocator
from style import ARM, say_absent


def draw(configuration: dict):
    """One figure a configuration; without warm-up laps it says why."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    axes.set_title(f"{name(configuration)}: warm-up")
    warm_up = configuration["warm_up"]
    if warm_up is None:
        say_absent(axes, configuration["warm_up_reason"])
        return figure
    for arm in ARMS:
        if arm in warm_up:
            axes.plot(warm_up["lap"], warm_up[arm], label=arm, linewidth=1, markersize=3, **ARM[arm])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("lap since the launch")
    axes.set_ylabel(f"{warm_up['metric']}, {warm_up['unit']}\nmedian of the rounds")
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    return figure
