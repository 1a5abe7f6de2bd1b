// Sorts and filters the tables of the page and opens what is linked to. The page can be read whole without it.
"use strict";

/** All of a table's rows, filtered ones too. */
const linesOf = (table) => Array.from(table.tBodies[0].rows);

/** The scenario is shown where it begins; repeated below it is there, but faint to the eye. */
function fadeRepeats(table) {
  let last = "";
  for (const line of linesOf(table)) {
    if (line.hidden) continue;
    const cell = line.cells[0];
    cell.classList.toggle("again", cell.textContent === last);
    last = cell.textContent;
  }
}

/** What a row is sorted by: its number, nothing where there is none, or its words. */
function keyOf(line, column, kind) {
  const cell = line.cells[column];
  if (kind === "text") return cell.textContent;
  return cell.dataset.key === undefined ? null : Number(cell.dataset.key);
}

function compareKeys(first, second, kind) {
  if (kind === "text") return first.localeCompare(second, "en", { numeric: true });
  if (first === null || second === null) return (first === null) - (second === null);
  return first - second;
}

function sortBy(table, head, kind) {
  const falling = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const keyed = linesOf(table).map((line) => ({ line, key: keyOf(line, head.cellIndex, kind) }));
  keyed.sort((a, b) => {
    const order = compareKeys(a.key, b.key, kind);
    const absent = a.key === null || b.key === null; // these stand last both ways
    return falling && !absent ? -order : order;
  });
  table.tBodies[0].append(...keyed.map((item) => item.line));
  fadeRepeats(table);
}

function addSorting(table) {
  for (const head of table.tHead.rows[0].cells) {
    const kind = head.dataset.sort;
    if (!kind) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(table, head, kind));
    head.append(button);
  }
}

function labelled(words, control) {
  const label = document.createElement("label");
  if (control.type === "checkbox") label.append(control, words);
  else label.append(words, control);
  return label;
}

function input(type) {
  const control = document.createElement("input");
  control.type = type;
  return control;
}

/** The verdicts that occur, for a choice of one. */
function verdictChoice(lines) {
  const choice = document.createElement("select");
  const words = new Set(lines.map((line) => line.classList[0]).filter(Boolean));
  for (const word of ["any", ...words]) choice.append(new Option(word, word));
  return choice;
}

function addFilter(article, table, tools) {
  const lines = linesOf(table);
  const words = input("search");
  const deciding = input("checkbox");
  const verdict = verdictChoice(lines);
  const count = document.createElement("output");
  const open = document.createElement("button");
  open.type = "button";
  open.textContent = "Open all details";

  const filter = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const line of lines) {
      const name = `${line.cells[0].textContent} ${line.cells[1].textContent}`.toLowerCase();
      const fits = wanted.every((word) => name.includes(word)) &&
        (!deciding.checked || line.dataset.role === "decides") &&
        (verdict.value === "any" || line.classList.contains(verdict.value));
      line.hidden = !fits;
      shown += fits;
    }
    count.textContent = `${shown} of ${lines.length} rows`;
    fadeRepeats(table);
  };
  for (const control of [words, deciding, verdict]) control.addEventListener("input", filter);

  const all = Array.from(article.querySelectorAll("details"));
  open.addEventListener("click", () => {
    const closed = all.some((details) => !details.open);
    for (const details of all) details.open = closed;
    open.textContent = closed ? "Close all details" : "Open all details";
  });

  tools.append(labelled("Filter ", words));
  if (verdict.options.length > 2) tools.append(labelled("Verdict ", verdict));
  const compared = !table.classList.contains("single");
  if (compared && new Set(lines.map((line) => line.dataset.role)).size > 1) tools.append(labelled("only rows that decide", deciding));
  tools.append(count, open);
  tools.hidden = false;
  filter();
}

for (const article of document.querySelectorAll("article")) {
  const table = article.querySelector("table.rows");
  if (!table) continue;
  addSorting(table);
  addFilter(article, table, article.querySelector(".tools"));
}

/** What a closed row holds is kept as text until it is wanted: thousands of rows would be slow otherwise. */
function fill(details) {
  const kept = details.querySelector(":scope > .opened > noscript");
  if (kept) kept.parentElement.innerHTML = kept.textContent;
}
document.addEventListener("toggle", (event) => { if (event.target.open) fill(event.target); }, true);

/** Opens the row that the address names; browsers of today do so themselves. */
function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  const details = target && target.closest("details");
  if (!details) return;
  fill(details);
  details.open = true;
  details.querySelector("summary").focus();
  details.scrollIntoView();
}
addEventListener("hashchange", openTarget);
openTarget();

// A short page is printed whole; of a long one what stands open.
const kPrintedWhole = 40;
addEventListener("beforeprint", () => {
  const all = document.querySelectorAll("details");
  if (all.length > kPrintedWhole) return;
  for (const details of all) {
    fill(details);
    details.open = true;
  }
});
