"""The exported JSON of a comparison: read, and refused when it is something else."""

import json
import re
from pathlib import Path

SCHEMA = "hotlap.comparison/1"
ARMS = ("old", "new", "control")


class Refused(Exception):
    """The file cannot be drawn: what, and what to do."""


def read(path: Path) -> dict:
    """The comparison that `hotlap ... --format json` printed."""
    try:
        comparison = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Refused(f"{path}: is no JSON ({error}); make it with `hotlap judge RUN --format json`") from error
    schema = comparison.get("schema") if isinstance(comparison, dict) else None
    if schema != SCHEMA:
        raise Refused(
            f"{path}: its schema is {schema!r}, not {SCHEMA!r}; make it with `hotlap judge RUN --format json`"
        )
    if not comparison["rows"]:
        raise Refused(f"{path}: has no rows to draw; the record may have no complete round")
    return comparison


def plain(text: str) -> str:
    """The text with what cannot be seen (control characters, marks that turn the direction) written as \\u...."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


def name(row_or_configuration: dict) -> str:
    """`set-header connections=50`, as the tables name a configuration."""
    parameters = row_or_configuration["parameters"]
    words = [row_or_configuration["scenario"], *(f"{key}={value}" for key, value in parameters.items())]
    return plain(" ".join(words))


def safe(text: str) -> str:
    """A file name: names come from strangers."""
    return re.sub(r"[^A-Za-z0-9.=_-]+", "-", text).strip("-.")[:80] or "unnamed"
