#!/usr/bin/env bash
# date-fns-tz 3.2.0 takes a local time that the clocks skip for one before the gap: midnight of the day on which Cairo, Beirut or Santiago put their
# clocks forward, which they do at midnight, becomes 23:00 of the day before. So the start of a day is on another day, and what is counted or sent
# from it on begins with the last hour of the day before. One would expect the first moment of the day, 01:00, which Luxon 3.7.2 gives.
# Seen: 2026-04-24 00:00 in Africa/Cairo is 2026-04-23 23:00 there, by Luxon 2026-04-24 01:00; Asia/Beirut and America/Santiago likewise.
# Needs Node from 20 on, and npm. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" date-fns@4.4.0 date-fns-tz@3.2.0 luxon@3.7.2

cat > seen.mjs << 'JAVASCRIPT'
import { fromZonedTime } from "date-fns-tz"
import { DateTime } from "luxon"

const cases = [
  ["2026-04-24", "Africa/Cairo", "2026-04-23 23:00", "2026-04-24 01:00"],
  ["2026-03-29", "Asia/Beirut", "2026-03-28 23:00", "2026-03-29 01:00"],
  ["2026-09-06", "America/Santiago", "2026-09-05 23:00", "2026-09-06 01:00"],
  ["2026-04-25", "Africa/Cairo", "2026-04-25 00:00", "2026-04-25 00:00"]
]
for (const [day, timeZone, ...expected] of cases) {
  const read = [fromZonedTime(`${day}T00:00`, timeZone), DateTime.fromISO(`${day}T00:00`, { zone: timeZone }).toJSDate()]
  const seen = read.map((date) => date.toLocaleString("sv-SE", { timeZone }).slice(0, 16))
  console.log(`${day} 00:00 in ${timeZone} is ${seen[0]} there, by Luxon ${seen[1]}`)
  if (seen.join() !== expected.join()) {
    console.log(`CHANGED: it was ${expected.join(", by Luxon ")}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
TZ=UTC node seen.mjs
