"""Opens pages of `hotlap report` in Chromium: looks, keyboard, no script, names of strangers, 3,000 rows.

usage: check.py HOTLAP FOLDER; leaves the pages and their screenshots in FOLDER.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from chromium import Chromium
from record import write_record

NAMES = [
    "<script>window.seen=1</script><img src=x onerror=window.seen=1>",
    "\"'`--></title><style>*{display:none}</style>",
]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "probes.js"), encoding="utf-8") as probes:
    PROBES = probes.read()

failures = []


def expect(fine, what):
    print(("ok       " if fine else "FAILED   ") + what)
    if not fine:
        failures.append(what)


def ask(browser, probe):
    """The answer of a function of probes.js on the page."""
    return browser.value(f"(() => {{ {PROBES} return {probe}; }})()")


def make_page(hotlap, place, name, scenarios):
    record = tempfile.mkdtemp(prefix="hotlap-page-")
    try:
        write_record(os.path.join(record, "run"), scenarios)
        page = os.path.join(place, name + ".html")
        subprocess.run([hotlap, "report", os.path.join(record, "run"), "-o", page], check=True)
        return page
    finally:
        shutil.rmtree(record)


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
        low = ask(browser, "faint()")
        expect(not low, f"{name}: text and drawings stand out {low or ''}")
        wide = ask(browser, "overhang()")
        expect(wide <= 0, f"{name}: nothing is wider than the window ({wide} px)")
    browser.look(1280, 1000)
    browser.open(page)
    browser.pdf(os.path.join(place, "page.pdf"))
    expect(
        browser.value("document.querySelector('details:not([open])') === null"), "print: a short page is printed whole"
    )


def check_names(browser, page):
    browser.open(page)
    expect(browser.value("window.seen === undefined"), "names: no markup of a name runs")
    expect(browser.value(f"document.body.textContent.includes({json.dumps(NAMES[0])})"), "names: markup shows as text")
    expect(browser.value("document.querySelector('img, article style') === null"), "names: none becomes an element")
    expect(ask(browser, "styled()"), "policy: the style applies")
    expect(browser.value("!document.querySelector('.tools').hidden"), "policy: the script runs")


def check_structure(browser, page, width):
    browser.look(width, 1000)
    browser.open(page)
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]]
    roles = {role for role, _ in seen}
    for role in [
        "main",
        "banner",
        "contentinfo",
        "article",
        "table",
        "caption",
        "columnheader",
        "rowheader",
        "searchbox",
    ]:
        expect(role in roles, f"structure at {width} px: there is a {role}")
    for role in ["button", "link", "searchbox", "checkbox", "combobox", "region", "image", "DisclosureTriangle"]:
        nameless = [name for kind, name in seen if kind == role and not name.strip()]
        expect(not nameless, f"structure at {width} px: every {role} has a name")
    headings = [name for role, name in seen if role == "heading"]
    expect(bool(headings) and "new" in headings[0], f"structure: the first heading is the sentence: {headings[:1]}")


def press_until(browser, wanted, most=200):
    """Presses Tab until something of these words has the focus; whether that came, and whether each stop was marked."""
    marked = True
    for _ in range(most):
        browser.press("Tab")
        focus = ask(browser, "focused()")
        marked = marked and focus["ring"]
        if wanted in (focus["words"], focus["type"]):
            return True, marked
    return False, marked


def check_keyboard(browser, page):
    browser.look(1280, 1000)
    browser.open(page)
    browser.press("Tab")
    expect(ask(browser, "focused()")["words"] == "Skip to the result", "keyboard: the first stop skips to the result")
    browser.press("Enter")
    expect(browser.value("document.activeElement.id") == "main", "keyboard: and Enter goes there")
    reached, marked = press_until(browser, "search")
    for key in "peak":
        browser.press(key)
    shown = browser.value("document.querySelector('output').textContent")
    expect(reached and shown == "2 of 16 rows", f"keyboard: typing filters ({shown})")
    ask(browser, "filter('')")
    reached, more = press_until(browser, "Change")
    browser.press("Enter")
    expect(reached and ask(browser, "sorted(4)"), "keyboard: a column is sorted with Enter")
    expect(browser.value("document.querySelector('[aria-sort=ascending]') !== null"), "keyboard: and says so")
    expect(
        browser.value("document.activeElement.tagName") == "BUTTON", "keyboard: the focus stays on the column's button"
    )
    link, still = press_until(browser, "latency_p50")
    browser.press("Enter")
    opened = "document.querySelector(location.hash).closest('details').open"
    expect(link and browser.value(opened), "keyboard: a row's link opens its details")
    expect(
        browser.value("document.querySelector(location.hash + ' svg') !== null"), "keyboard: and its figures are drawn"
    )
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
    rows = ask(browser, "visible('table.rows tbody tr')")
    expect(rows == 16, f"without script: all rows are there ({rows})")
    browser.open(page, "#run1-row5")
    opened = browser.value("document.querySelector('#run1-row5').closest('details').open")
    expect(opened, "without script: a link opens the row")
    expect(ask(browser, "visible('#run1-row5 svg')") == 2, "without script: its figures are there")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


def check_many_rows(browser, hotlap, place):
    page = make_page(hotlap, place, "many", [f"scenario-{i}" for i in range(375)])
    browser.look(1280, 1000)
    load = sorted(browser.open(page) for _ in range(3))[1]
    times = ask(browser, "times()")
    elements = browser.value("document.querySelectorAll('*').length")
    size = os.path.getsize(page) / 1e6
    print(
        f"figures  3,000 rows: {size:.1f} MB, loaded in {load:.0f} ms (median of 3), {elements} elements; ms: {times}"
    )
    fits = times["shown"].endswith("of 3000 rows") and not times["shown"].startswith("0 ")
    expect(fits, f"3,000 rows: {times['shown']} fit a filter")
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
