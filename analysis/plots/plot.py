"""Draws a comparison's exported JSON with matplotlib, a file a plot: plot.py FILE.json -o FOLDER [--format png|svg]."""

import argparse
import sys
from pathlib import Path

import distributions
import exported
import forest
import latency
import rounds
import style
import warm_up


def plots(comparison: dict):
    """Every (file stem, function that draws it), in the order of the tables."""
    yield "forest", lambda: forest.draw(comparison)
    for row in comparison["rows"]:
        stem = exported.safe(f"{row['configuration'] + 1}-{exported.name(row)}-{row['metric']}")
        yield f"rounds-{stem}", lambda row=row: rounds.draw(row)
        yield f"distributions-{stem}", lambda row=row: distributions.draw(row)
    for number, configuration in enumerate(comparison["configurations"], 1):
        stem = exported.safe(f"{number}-{exported.name(configuration)}")
        yield f"latency-{stem}", lambda one=configuration: latency.draw(one)
        yield f"warm-up-{stem}", lambda one=configuration: warm_up.draw(one)


def main() -> int:
    """Prints the files that were written; 2 when the input is refused or a file cannot be written."""
    parser = argparse.ArgumentParser(prog="plot", description=__doc__)
    parser.add_argument("file", type=Path, help="what --format json printed")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder for the files; made when missing")
    parser.add_argument("--format", choices=("png", "svg"), default="png", help="default: %(default)s")
    options = parser.parse_args()
    try:
        comparison = exported.read(options.file)
        options.out.mkdir(parents=True, exist_ok=True)
        style.apply()
        for stem, draw in plots(comparison):
            path = options.out / f"{stem}.{options.format}"
            style.save(draw(), path)
            print(path)
    except (exported.Refused, OSError) as refused:
        print(f"plot: {refused}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
