#!/usr/bin/env bash
# cron-parser 5.10.6 leaves out a day of a daily job whose time the clocks of Lord Howe Island skip, where they are put forward by half an hour; in
# Berlin, where it is an hour, it runs such a job later the same day. It also leaves out a time of that night that the clocks do show: of every
# twenty minutes, 02:40 is missing. One would expect the rule of Berlin, and each time that exists; croner 11.0.1, asked the same, gives both.
# Seen: "15 2 * * *" in Australia/Lord_Howe after 3 October 2026: 5 October 02:15, croner 4 October 02:30; "*/20 * * * *" of that night: 01:40,
# 03:00, croner 01:40, 02:40; "30 2 * * *" in Europe/Berlin after 28 March 2026: 29 March 03:30 (croner: 03:00).
# Needs Node from 20 on, and npm. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" cron-parser@5.10.6 croner@11.0.1

cat > seen.mjs << 'JAVASCRIPT'
import { createRequire } from "node:module"
import { Cron } from "croner"

const { CronExpressionParser } = createRequire(import.meta.url)("cron-parser")
const local = (date, timeZone) => date.toLocaleString("sv-SE", { timeZone }).slice(5, 16)
const cases = [
  ["15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", "10-05 02:15", "10-04 02:30"],
  ["45 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", "10-04 02:45", "10-04 02:45"],
  ["*/20 * * * *", "Australia/Lord_Howe", "2026-10-03T15:10:00Z", "10-04 03:00", "10-04 02:40"],
  ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "03-29 03:30", "03-29 03:00"]
]
for (const [rule, zone, from, ...expected] of cases) {
  const parsed = CronExpressionParser.parse(rule, { currentDate: new Date(from), tz: zone }).next().toDate()
  const seen = [parsed, new Cron(rule, { timezone: zone, paused: true }).nextRun(new Date(from))].map((date) => local(date, zone))
  console.log(`${rule} in ${zone} after ${local(new Date(from), zone)}: ${seen[0]}; croner: ${seen[1]}`)
  if (seen.join() !== expected.join()) {
    console.log(`CHANGED: it was ${expected.join("; croner: ")}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
