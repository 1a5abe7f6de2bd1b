"""Where the rounds of each arm lie: one dot a round, old, new and control under each other."""

import matplotlib.pyplot as plt
from exported import ARMS, name, plain
from style import ARM


def draw(row: dict):
    """One figure a row; dots are see-through, so that many in one place are darker."""
    series = row["series"]
    arms = [arm for arm in ARMS if arm in series]
    figure, axes = plt.subplots(figsize=(8, 0.9 + 0.5 * len(arms)))
    for place, arm in enumerate(arms):
        values = [value for value in series[arm] if value is not None]
        axes.plot(values, [place] * len(values), linestyle="", alpha=0.5, markersize=8, **ARM[arm])
    axes.set_yticks(range(len(arms)), arms)
    axes.set_ylim(len(arms) - 0.4, -0.6)
    axes.set_xlabel(f"{plain(row['metric'])}, {plain(row['unit'])}; one mark a round")
    axes.set_title(f"{name(row)}: {plain(row['metric'])}")
    return figure
