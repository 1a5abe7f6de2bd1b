"""Latency percentiles of one configuration, old, new and control."""

import matplotlib.pyplot as plt
from exported import ARMS, name
from matplotlib.ticker import LogLocator, NullLocator
from style import ARM, say_absent


def draw(configuration: dict):
    """One figure a configuration; where there are no raw latencies it says why."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    axes.set_title(f"{name(configuration)}: latency")
    latency = configuration["latency"]
    if latency is None:
        say_absent(axes, configuration["latency_reason"])
        return figure
    places = range(len(latency["percent"]))
    for arm in ARMS:
        if f"{arm}_ns" in latency:
            axes.plot(places, latency[f"{arm}_ns"], label=arm, linewidth=1, markersize=5, **ARM[arm])
    axes.set_xticks(places, [_percentile(percent) for percent in latency["percent"]])
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("share of requests that were faster, mean over the rounds")
    axes.set_ylabel("latency, ns")
    axes.legend(loc="upper left")
    return figure


def _percentile(percent: float) -> str:
    return "slowest" if percent == 100 else f"{percent:g} %"
