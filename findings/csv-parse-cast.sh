#!/usr/bin/env bash
# csv-parse 7.0.3 with `cast` makes the number 0 of each text that JavaScript could read as a hexadecimal, octal or binary number, such as an
# article number 0x1F: it asks whether the text is a number in one way, and reads it in another that stops at the x. With `cast_date` it takes names
# that end in a number for dates: "Route 66" is of 1966, "Tea 12/24" of 24 December 2001, "ISO 9001" of the year 9001, and "12%" is a day of
# December. One would expect 31 or the text for the former, and of the latter only what is written as a date.
# Seen: 0x1F → 0, 0b11 → 0, 0o17 → 0, 1e3 → 1000, 12kg → text; Route 66 → 1966-01-01, Tea 12/24 → 2001-12-24, ISO 9001 → 9001-01-01, 12% →
# 2001-12-01.
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" csv-parse@7.0.3

cat > seen.mjs << 'JAVASCRIPT'
import { parse } from "csv-parse/sync"

const cases = [
  [{ cast: true }, "0x1F", 0],
  [{ cast: true }, "0b11", 0],
  [{ cast: true }, "0o17", 0],
  [{ cast: true }, "1e3", 1000],
  [{ cast: true }, "12kg", "12kg"],
  [{ cast: true, cast_date: true }, "Route 66", "1966-01-01"],
  [{ cast: true, cast_date: true }, "Tea 12/24", "2001-12-24"],
  [{ cast: true, cast_date: true }, "ISO 9001", "9001-01-01"],
  [{ cast: true, cast_date: true }, "12%", "2001-12-01"],
  [{ cast: true, cast_date: true }, "Green tea", "Green tea"]
]
for (const [options, text, expected] of cases) {
  const [[value]] = parse(text, options)
  const seen = value instanceof Date ? value.toISOString().slice(0, 10) : value
  console.log(`${Object.keys(options).join(", ")}: ${text} → ${value instanceof Date ? "date " : ""}${JSON.stringify(seen)}`)
  if (seen !== expected || typeof seen !== typeof expected) {
    console.log(`CHANGED: it was ${JSON.stringify(expected)}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
TZ=UTC node seen.mjs
