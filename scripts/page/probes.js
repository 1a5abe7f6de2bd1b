// What check.py asks of a page: each function answers one question.

const numbersOf = (colour) => colour.match(/[\d.]+/g).map(Number);

/** Relative luminance, WCAG 2.2. */
function luminance(rgb) {
  const [r, g, b] = rgb.map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function behind(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = numbersOf(getComputedStyle(at).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour.slice(0, 3);
  }
  return [255, 255, 255];
}

/** Texts below 4.5 and drawings below 3 against what is behind them (WCAG 2.2, 1.4.3 and 1.4.11); the first ten. */
function faint() {
  const found = [];
  const weigh = (element, colour, least) => {
    const numbers = numbersOf(colour);
    if (numbers[3] === 0) return;
    const [a, b] = [luminance(numbers.slice(0, 3)), luminance(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio >= least) return;
    found.push(`${ratio.toFixed(2)} ${element.tagName}.${element.getAttribute("class")} ${element.textContent.slice(0, 30)}`);
  };
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || ["SCRIPT", "STYLE", "title", "desc"].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const words = Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (words) weigh(element, element instanceof SVGElement ? style.fill : style.color, 4.5);
    if (element.matches(".whisker, .line, .dots, .mean, .zero, path.control")) weigh(element, style.stroke, 3);
    if (element.matches(".point")) weigh(element, style.fill, 3);
  }
  return found.slice(0, 10);
}

/** How many pixels the page is wider than the window. */
function overhang() {
  return document.documentElement.scrollWidth - innerWidth;
}

function styled() {
  return getComputedStyle(document.querySelector(".verdict")).borderTopWidth !== "0px";
}

/** What has the focus, and whether one sees it. */
function focused() {
  const at = document.activeElement;
  return {
    tag: at.tagName,
    type: at.type || "",
    words: (at.textContent || at.getAttribute("aria-label") || at.type || "").trim().slice(0, 40),
    ring: at === document.body || getComputedStyle(at).outlineStyle !== "none",
  };
}

/** Whether the table's numbers of this column rise. */
function sorted(column) {
  const lines = Array.from(document.querySelectorAll("table.rows tbody tr"));
  const keys = lines.map((line) => Number(line.cells[column].dataset.key));
  return keys.length > 1 && keys.every((key, i) => i === 0 || keys[i - 1] <= key);
}

function visible(selector) {
  return Array.from(document.querySelectorAll(selector)).filter((element) => element.checkVisibility()).length;
}

function filter(words) {
  const field = document.querySelector("input[type=search]");
  field.value = words;
  field.dispatchEvent(new Event("input"));
}

/** Milliseconds from an act until it is drawn. */
async function times() {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const time = async (act) => {
    const start = performance.now();
    act();
    await drawn();
    return Math.round(performance.now() - start);
  };
  const sort = await time(() => document.querySelectorAll("table.rows th button")[4].click());
  const some = await time(() => filter("peak 17"));
  const shown = document.querySelector("output").textContent;
  const all = await time(() => filter(""));
  const height = document.documentElement.scrollHeight;
  const scrolls = [];
  for (let y = 0; y < height; y += height / 60) scrolls.push(await time(() => scrollTo(0, y)));
  scrolls.sort((a, b) => a - b);
  return { sort, filter: some, all, shown, scroll_median: scrolls[30], scroll_worst: scrolls.at(-1) };
}

