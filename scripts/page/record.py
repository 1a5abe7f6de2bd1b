"""A record as the schemas in results/schema have it, of figures that were never measured."""

import json
import math
import os

METRICS = [  # id, unit, better, pooling, role
    ("cpu", "ns/request", "lower", "request", "decides"),
    ("throughput", "req/s", "higher", "time", "decides"),
    ("latency_p50", "ns", "lower", "round", "informs"),
    ("latency_p90", "ns", "lower", "round", "informs"),
    ("latency_p99", "ns", "lower", "round", "informs"),
    ("latency_p999", "ns", "lower", "round", "informs"),
    ("latency_max", "ns", "lower", "round", "informs"),
    ("peak_rss", "B", "lower", "round", "informs"),
]
TYPICAL = {"cpu": 13200, "throughput": 75000, "latency_p50": 583e3, "latency_p90": 750e3, "latency_p99": 1.3e6}
TYPICAL |= {"latency_p999": 2.4e6, "latency_max": 5.2e6, "peak_rss": 90.4e6}
ARMS = ["old", "new", "control"]
ROUNDS = 12
WARM_UP = 8  # laps


def value_of(metric, arm, configuration, turn):
    """Some scatter, and a change that depends on the configuration; the same on every run."""
    scatter = 1 + 0.01 * math.sin(12.9898 * turn + 78.233 * ARMS.index(arm) + configuration)
    change = 1 + (0.12 * math.sin(configuration + len(metric)) if arm == "new" else 0)
    return round(TYPICAL[metric] * scatter * change, 3)


def samples_of(configuration, round_number, clock):
    def sample(kind, arm, block, position, values):
        clock[0] += 10_000_000
        turn = {"kind": kind, "configuration": configuration, "round": round_number, "arm": arm, "block": block}
        taken = {"position": position, "at_ns": clock[0], "elapsed_ns": 9_900_000, "answered": 700}
        return turn | taken | {"values": values}

    def lap_values(arm, factor=1.0):
        turn = round_number + 100 * clock[0]
        return {m: value_of(m, arm, configuration, turn) * (factor if m == "cpu" else 1) for m in ("cpu", "throughput")}

    def rotated(by):
        return ARMS[by % 3 :] + ARMS[: by % 3]

    for lap in range(WARM_UP):
        for position, arm in enumerate(rotated(round_number)):
            yield sample("warmup", arm, lap, position, lap_values(arm, 1 + 2 / (lap + 1) ** 2))
    for block in range(3):
        for position, arm in enumerate(rotated(block)):
            yield sample("lap", arm, block, position, lap_values(arm))
    for position, arm in enumerate(rotated(round_number)):
        values = {m[0]: value_of(m[0], arm, configuration, round_number) for m in METRICS if m[3] == "round"}
        yield sample("round", arm, 0, position, values)
    done = {"kind": "event", "event": "round_done", "configuration": configuration, "round": round_number}
    yield done | {"at_ns": clock[0], "durations": {"round": 3e8}}


def write_record(folder, names):
    """Writes run.json and samples.jsonl: one configuration for each name, of every metric and arm."""
    os.makedirs(folder)
    subject = {"server": "reference", "executable": "/opt/reference", "version": "1.0", "hash": "xxh3:" + "0" * 32}
    subject |= {"arguments": [], "environment": {}}
    variants = {"old": "before", "new": "after", "control": "before"}
    header = {
        "schema": "hotlap.run/1",
        "hotlap_version": "0.1.0",
        "command_line": ["hotlap", "compare", "--old", "reference:before", "--new", "reference:after"],
        "started_at": "2026-01-01T12:00:00Z",
        "protocol": "laps",
        "load": "closed",
        "load_version": "closed",
        "seed": 7,
        "control": True,
        "single": False,
        "budget_seconds": 60.0,
        "rounds": ROUNDS,
        "laps": 3,
        "steady_laps": 10,
        "warm_requests": 0,
        "lap_ms": 10.0,
        "server_cpus": [0],
        "client_cpus": [1],
        "subjects": [
            subject | {"arm": arm, "spec": "reference:" + variants[arm], "variant": variants[arm]} for arm in ARMS
        ],
        "configurations": [{"scenario": name, "parameters": {"connections": "50"}} for name in names],
        "metrics": [
            {"id": m[0], "unit": m[1], "better": m[2], "pooling": m[3], "role": m[4], "exact": False, "help": "made up"}
            for m in METRICS
        ],
        "environment": {"cpu_model": names[0], "kernel": "6.1"},
        "warnings": [],
    }
    with open(os.path.join(folder, "run.json"), "w", encoding="utf-8") as file:
        json.dump(header, file)
    clock = [0]
    with open(os.path.join(folder, "samples.jsonl"), "w", encoding="utf-8") as file:
        for round_number in range(ROUNDS):
            for configuration in range(len(names)):
                for line in samples_of(configuration, round_number, clock):
                    file.write(json.dumps(line) + "\n")
        file.write(json.dumps({"kind": "event", "event": "finished", "at_ns": clock[0]}) + "\n")
