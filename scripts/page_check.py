"""Opens pages of `hotlap report` in Chromium: looks, keyboard, reading without its script, names of strangers, 3,000 rows.

usage: page_check.py HOTLAP FOLDER; leaves the pages and their screenshots in FOLDER.
"""

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

from chromium import Chromium

NAMES = ["<script>window.seen=1</script><img src=x onerror=window.seen=1>", "\"'`--></title><style>*{display:none}</style>"]
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
CONTRAST = 4.5  # WCAG 2.2, 1.4.3; of drawings 3 (1.4.11)

failures = []


def expect(fine, what):
    print(("ok       " if fine else "FAILED   ") + what)
    if not fine:
        failures.append(what)


def value_of(metric, arm, configuration, turn):
    """Some scatter, and a change that depends on the configuration; the same on every run."""
    scatter = 1 + 0.01 * math.sin(12.9898 * turn + 78.233 * ARMS.index(arm) + configuration)
    change = 1 + (0.12 * math.sin(configuration + len(metric)) if arm == "new" else 0)
    return round(TYPICAL[metric] * scatter * change, 3)


def samples_of(configuration, round_number, clock):
    def sample(kind, arm, block, position, values):
        clock[0] += 10_000_000
        turn = {"kind": kind, "configuration": configuration, "round": round_number, "arm": arm, "block": block}
        return turn | {"position": position, "at_ns": clock[0], "elapsed_ns": 9_900_000, "answered": 700, "values": values}

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
    """A record as the schemas in results/schema have it, of figures that were never measured."""
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


def make_page(hotlap, place, name, scenarios):
    record = tempfile.mkdtemp(prefix="hotlap-page-")
    try:
        write_record(os.path.join(record, "run"), scenarios)
        page = os.path.join(place, name + ".html")
        subprocess.run([hotlap, "report", os.path.join(record, "run"), "-o", page], check=True)
        return page
    finally:
        shutil.rmtree(record)


# Every text that is seen, and every drawn line, against what is behind it.
CONTRAST_OF = """(() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = numbers(getComputedStyle(e).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const ratio = (colour, element) => {
    const [a, b] = [light(numbers(colour).slice(0, 3)), light(behind(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const found = [];
  const weigh = (element, colour, least) => {
    const all = numbers(colour);
    if (all.length > 3 && all[3] === 0) return;
    const r = ratio(colour, element);
    if (r < least) found.push(`${r.toFixed(2)} ${element.tagName}.${element.getAttribute("class")} ${element.textContent.slice(0, 30)}`);
  };
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const texts = Array.from(element.childNodes).some((n) => n.nodeType === 3 && n.data.trim());
    const drawn = element instanceof SVGElement;
    if (texts && !["SCRIPT", "STYLE", "title", "desc"].includes(element.tagName)) weigh(element, drawn ? style.fill : style.color, TEXT);
    if (["whisker", "line", "dots", "mean", "zero"].some((c) => element.classList.contains(c))) weigh(element, style.stroke, 3);
    if (element.classList.contains("point")) weigh(element, style.fill, 3);
  }
  return found.slice(0, 10);
})()""".replace("TEXT", str(CONTRAST))

FOCUS = """(() => {
  const e = document.activeElement;
  return { tag: e.tagName, words: (e.textContent || e.getAttribute("aria-label") || e.type || "").trim().slice(0, 40),
           type: e.type || "", ring: e === document.body || getComputedStyle(e).outlineStyle !== "none" };
})()"""

SORTED = """(() => {
  const keys = Array.from(document.querySelectorAll("table.rows tbody tr"), (r) => Number(r.cells[4].dataset.key));
  return keys.length > 1 && keys.every((k, i) => i === 0 || keys[i - 1] <= k);
})()"""


def check_looks(browser, page, place):
    for name, width, scheme, medium in (
        ("light", 1280, "light", "screen"),
        ("dark", 1280, "dark", "screen"),
        ("narrow", 390, "light", "screen"),
        ("print", 900, "light", "print"),
    ):
        browser.look(width, 1000, scheme, medium)
        browser.open(page)
        browser.screenshot(os.path.join(place, f"{name}.png"), whole=True)
        low = browser.value(CONTRAST_OF)
        expect(not low, f"{name}: text and drawings stand out {low or ''}")
        wide = browser.value("document.documentElement.scrollWidth - innerWidth")
        expect(wide <= 0, f"{name}: nothing is wider than the window ({wide} px)")
    browser.look(1280, 1000)
    browser.open(page)
    browser.pdf(os.path.join(place, "page.pdf"))
    expect(browser.value("document.querySelectorAll('details:not([open])').length === 0"), "print: a short page is printed whole")


def check_names(browser, page):
    browser.open(page)
    expect(browser.value("window.seen === undefined"), "names: no markup of a name runs")
    expect(browser.value(f"document.body.textContent.includes({json.dumps(NAMES[0])})"), "names: markup shows as text")
    expect(browser.value("document.querySelectorAll('img, article style').length === 0"), "names: no element comes from a name")
    expect(browser.value("getComputedStyle(document.querySelector('.verdict')).borderTopWidth !== '0px'"), "policy: the style applies")
    expect(browser.value("!document.querySelector('.tools').hidden"), "policy: the script runs")


def check_structure(browser, page, width):
    browser.look(width, 1000)
    browser.open(page)
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]]
    roles = {role for role, _ in seen}
    for role in ("main", "banner", "contentinfo", "article", "table", "caption", "columnheader", "rowheader", "searchbox"):
        expect(role in roles, f"structure at {width} px: there is a {role}")
    for role in ("button", "link", "searchbox", "checkbox", "combobox", "region", "image", "DisclosureTriangle"):
        nameless = [name for kind, name in seen if kind == role and not name.strip()]
        expect(not nameless, f"structure at {width} px: every {role} has a name")
    headings = [name for role, name in seen if role == "heading"]
    expect(bool(headings) and "new" in headings[0], f"structure: the first heading is the sentence: {headings[:1]}")


def press_until(browser, wanted, most=200):
    """Presses Tab until something of these words has the focus; whether that came, and whether each stop was marked."""
    marked = True
    for _ in range(most):
        browser.press("Tab")
        focus = browser.value(FOCUS)
        marked = marked and focus["ring"]
        if wanted in (focus["words"], focus["type"]):
            return True, marked
    return False, marked


def check_keyboard(browser, page):
    browser.look(1280, 1000)
    browser.open(page)
    browser.press("Tab")
    expect(browser.value(FOCUS)["words"] == "Skip to the result", "keyboard: the first stop skips to the result")
    browser.press("Enter")
    expect(browser.value("document.activeElement.id") == "main", "keyboard: and Enter goes there")
    reached, marked = press_until(browser, "search")
    for key in "peak":
        browser.press(key)
    shown = browser.value("document.querySelector('output').textContent")
    expect(reached and shown == "2 of 16 rows", f"keyboard: typing filters ({shown})")
    browser.value("(i => { i.value = ''; i.dispatchEvent(new Event('input')); })(document.querySelector('input'))")
    reached, more = press_until(browser, "Change")
    browser.press("Enter")
    expect(reached and browser.value(SORTED), "keyboard: a column is sorted with Enter")
    expect(browser.value("document.querySelector('[aria-sort=ascending]') !== null"), "keyboard: and says so")
    expect(browser.value("document.activeElement.tagName") == "BUTTON", "keyboard: the focus stays on the column's button")
    link, still = press_until(browser, "latency_p50")
    browser.press("Enter")
    opened = "document.querySelector(location.hash).closest('details').open"
    expect(link and browser.value(opened), "keyboard: a row's link opens its details")
    expect(browser.value("document.querySelector(location.hash + ' svg') !== null"), "keyboard: and its figures are drawn")
    before = browser.value("document.querySelectorAll('details[open]').length")
    browser.press("Enter")
    after = browser.value("document.querySelectorAll('details[open]').length")
    expect(after == before - 1, "keyboard: Enter closes them again")
    expect(marked and more and still, "keyboard: the focus is always seen")


def check_without_script(browser, page, place):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page)
    browser.screenshot(os.path.join(place, "without-script.png"))
    expect(browser.value("document.querySelector('.tools').hidden"), "without script: no tools that do nothing")
    rows = browser.value("Array.from(document.querySelectorAll('table.rows tbody tr')).filter(r => r.checkVisibility()).length")
    expect(rows == 16, f"without script: all rows are there ({rows})")
    browser.open(page, "#run1-row5")
    opened = browser.value("document.querySelector('#run1-row5').closest('details').open")
    expect(opened, "without script: a link opens the row")
    drawn = browser.value("document.querySelector('#run1-row5 svg').checkVisibility()")
    expect(drawn, "without script: its figures are there")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


TIMES = """(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const time = async (act) => { const t = performance.now(); act(); await frame(); return Math.round(performance.now() - t); };
  const table = document.querySelector("table.rows"), words = document.querySelector("input");
  const sort = await time(() => table.querySelectorAll("th button")[4].click());
  const filter = await time(() => { words.value = "peak 17"; words.dispatchEvent(new Event("input")); });
  const shown = document.querySelector("output").textContent;
  const all = await time(() => { words.value = ""; words.dispatchEvent(new Event("input")); });
  const steps = [];
  for (let y = 0; y < document.documentElement.scrollHeight; y += document.documentElement.scrollHeight / 60)
    steps.push(await time(() => scrollTo(0, y)));
  steps.sort((a, b) => a - b);
  return { sort, filter, shown, all, scroll_median: steps[30], scroll_worst: steps.at(-1) };
})()"""


def check_many_rows(browser, hotlap, place):
    page = make_page(hotlap, place, "many", [f"scenario-{i}" for i in range(375)])
    browser.look(1280, 1000)
    load = sorted(browser.open(page) for _ in range(3))[1]
    times = browser.value(TIMES)
    nodes = {m["name"]: m["value"] for m in browser.call("Performance.getMetrics")["metrics"]}
    size = os.path.getsize(page) / 1e6
    print(f"figures  3,000 rows: {size:.1f} MB, loaded in {load:.0f} ms (median of 3), {nodes['Nodes']:.0f} nodes, "
          f"{nodes['JSHeapUsedSize'] / 1e6:.0f} MB of script; ms: {times}")
    expect(times["shown"].endswith("of 3000 rows") and not times["shown"].startswith("0 "), f"3,000 rows: {times['shown']} fit a filter")
    browser.open(page)
    browser.screenshot(os.path.join(place, "many.png"))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    hotlap, place = sys.argv[1:]
    os.makedirs(place, exist_ok=True)
    page = make_page(hotlap, place, "page", NAMES)
    with Chromium() as browser:
        check_looks(browser, page, place)
        check_names(browser, page)
        check_structure(browser, page, 1280)
        check_structure(browser, page, 390)
        check_keyboard(browser, page)
        check_without_script(browser, page, place)
        check_many_rows(browser, hotlap, place)
        expect(not browser.problems, f"console and network: nothing {browser.problems or ''}")
    print(f"pages and screenshots: {place}")
    if failures:
        sys.exit(f"{len(failures)} failed: " + "; ".join(failures))


if __name__ == "__main__":
    main()
