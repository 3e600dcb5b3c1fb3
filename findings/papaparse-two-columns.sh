#!/usr/bin/env bash
# Papa Parse 5.7.1 does not find the semicolon of a file of two columns whose last line ends, as lines of files do, with a newline, if the file has
# fewer than ten lines: it reads one column. It takes the end of the last line for a row of one cell, and the mean of cells falls below the two that
# a separator must make; from ten lines on that row is beyond the lines it looks at. Three columns, or a comma, do not show it. One would expect a
# newline at the end to change nothing, and a file of one contact to be read as a file of ten: a trial export of two or three contacts fails, and
# the real one does not.
# Seen: with 1 to 8 contacts "email;name" in one cell and the error UndetectableDelimiter, without the last newline and from 9 contacts on two
# cells.
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" papaparse@5.7.1

cat > seen.mjs << 'JAVASCRIPT'
import Papa from "papaparse"

const file = (headers, contact, count, end) => [headers, ...Array.from({ length: count }, () => contact)].join("\n") + end
const cases = [
  ...[1, 2, 8].map((count) => [["email;name", "ada@x.example;Ada", count, "\n"], 1]),
  ...[9, 20].map((count) => [["email;name", "ada@x.example;Ada", count, "\n"], 2]),
  ...[1, 2, 8, 9].map((count) => [["email;name", "ada@x.example;Ada", count, ""], 2]),
  [["email;name;city", "ada@x.example;Ada;Oslo", 2, "\n"], 3],
  [["email,name", "ada@x.example,Ada", 2, "\n"], 2]
]
for (const [[headers, contact, count, end], cells] of cases) {
  const { data, errors } = Papa.parse(file(headers, contact, count, end))
  console.log(
    `${headers}, ${count} contact(s), ${end === "" ? "no newline" : "newline"} at the end:`,
    `${data[0].length} cell(s) ${JSON.stringify(data[0])} ${errors.map((error) => error.code).join()}`
  )
  if (data[0].length !== cells) {
    console.log(`CHANGED: it was ${cells}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
