// Checks Python files with ruff built for WebAssembly: node ruff.cjs RUFF_TOML FILE... Exit code 1 when one is refused.
"use strict";
const fs = require("fs");
const { PositionEncoding, Workspace } = require("@astral-sh/ruff-wasm-nodejs");

// The configuration is TOML for everybody else; of TOML this reads sections and one-line values that are also JSON.
function readConfiguration(path) {
  const top = {};
  let section = top;
  fs.readFileSync(path, "utf8").split("\n").forEach((text, index) => {
    const line = text.trim();
    if (line === "" || line.startsWith("#")) return;
    const header = line.match(/^\[([\w-]+)\]$/);
    const pair = line.match(/^([\w-]+)\s*=\s*(.+)$/);
    if (header) section = top[header[1]] = {};
    else if (pair) section[pair[1]] = JSON.parse(pair[2]);
    else throw new Error(`${path}:${index + 1}: only [section] and key = JSON value are read here: ${line}`);
  });
  return top;
}

const [configuration, ...files] = process.argv.slice(2);
const workspace = new Workspace(readConfiguration(configuration), PositionEncoding.Utf16);
for (const file of files) {
  const text = fs.readFileSync(file, "utf8");
  const words = workspace.check(text).map(({ start_location: at, code, message }) =>
    `${file}:${at.row}:${at.column}: ${code ?? "syntax"} ${message}`);
  if (words.length === 0 && workspace.format(text) !== text) words.push(`${file}: not as ruff would format it`);
  if (words.length > 0) {
    console.log(words.join("\n"));
    process.exitCode = 1;
  }
}
