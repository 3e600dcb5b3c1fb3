#!/usr/bin/env bash
# SheetJS (xlsx 0.18.5, the newest on npm) finds by itself that a CSV file is separated by semicolons, which it is where the comma is the decimal
# mark, and yet reads the comma of its amounts as a mark of thousands: 12,50 becomes 1250, and 1.234,56 becomes 1.23456. Both are numbers, so
# nothing tells that they are wrong. It also sees a date in "5-" and in "1 2/3". One would expect 12.5, or the text as it stands.
# Seen: 12,50 → 1250; 9,5 → 95; 1.234,56 → 1.23456; 12.50 → 12.5; "5-" → 37012 (1 May 2001); "1 2/3" → 37623 (2 January 2003).
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" xlsx@0.18.5

cat > seen.cjs << 'JAVASCRIPT'
const { read, utils } = require("xlsx")

const cases = [
  ["12,50", 1250],
  ["9,5", 95],
  ["1.234,56", 1.23456],
  ["12.50", 12.5],
  ["5-", 37012],
  ["1 2/3", 37623],
  ["tea, green", "tea, green"]
]
const file = ["order;amount", ...cases.map(([cell], at) => `order-${at};${cell}`)].join("\r\n")
const rows = utils.sheet_to_json(read(file, { type: "string" }).Sheets.Sheet1)
cases.forEach(([cell, value], at) => {
  const { order, amount } = rows[at]
  console.log(`${order}: ${cell} → ${JSON.stringify(amount)}`)
  if (order !== `order-${at}` || amount !== value) {
    console.log(`CHANGED: it was ${JSON.stringify(value)}`)
    process.exitCode = 1
  }
})
JAVASCRIPT
TZ=UTC node seen.cjs
