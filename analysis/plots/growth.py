"""How the cost of an operation grows with the number of headers, log-log: Google Benchmark JSON in, SVG out.

Reads rows named HOTPATH/.../growth/N_headers/VARIANT, of repeated rows the median. Draws the times, computes nothing.
"""

import json
import re
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

ROW = re.compile(r"^(?P<group>.*)/?growth/(?P<count>\d+)_headers/(?P<variant>[^/]+)$")


def read_series(files):
    """{group: {variant: [(headers, ns)]}}."""
    groups = {}
    for name in files:
        with open(name, encoding="utf-8") as file:
            rows = json.load(file)["benchmarks"]
        for row in rows:
            match = ROW.match(row["run_name"])
            if match is None or row.get("aggregate_name", "median") != "median":
                continue
            if row["repetitions"] > 1 and row["run_type"] == "iteration":
                sys.exit(f"{name}: {row['name']} is one of several; run it with --benchmark_report_aggregates_only")
            if row["time_unit"] != "ns":
                sys.exit(f"{name}: {row['name']} is in {row['time_unit']}; run it with --benchmark_time_unit=ns")
            series = groups.setdefault(match["group"].rstrip("/"), {}).setdefault(match["variant"], [])
            series.append((int(match["count"]), row["cpu_time"]))
    return groups


def draw(groups, target):
    figure, axes = plt.subplots(1, len(groups), figsize=(5 * len(groups), 4), squeeze=False, layout="constrained")
    for axis, (group, variants) in zip(axes[0], sorted(groups.items()), strict=True):
        for variant, points in variants.items():
            axis.loglog(*zip(*sorted(points), strict=True), marker="o", label=variant)
        axis.set(title=group, xlabel="headers", ylabel="CPU time of one call, ns")
        axis.grid(True, which="both", alpha=0.3)
        axis.legend()
    figure.savefig(target)


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: growth.py OUT.svg BENCHMARK.json...")
    groups = read_series(sys.argv[2:])
    if not groups:
        sys.exit("no row named .../growth/N_headers/VARIANT in " + ", ".join(sys.argv[2:]))
    draw(groups, sys.argv[1])


if __name__ == "__main__":
    main()
