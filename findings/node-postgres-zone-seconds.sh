#!/usr/bin/env bash
# node-postgres (pg 8.23.1) sends a Date by the clock of the process's zone with its distance from UTC in whole minutes. Where that distance has
# seconds, as everywhere before zones were made and in Liberia until 1972, it writes another instant than it was given, up to a minute off, into
# timestamptz too. One would expect the instant to survive, as it does in UTC: the server reads distances with seconds, and JavaScript's own clock
# has them.
# Seen: of 1970-06-01T00:00:00Z in Africa/Monrovia "1970-05-31T23:15:30.000-00:44", which is 23:59:30Z; of 1900-01-01T00:00:00Z in Europe/Dublin
# "1899-12-31T23:34:39.000-00:25", which is 23:59:39Z; PGlite, asked for the text, reads them so too.
# Needs Node from 20 on, and npm. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" pg@8.23.1 @electric-sql/pglite@0.5.17

cat > seen.mjs << 'JAVASCRIPT'
import { PGlite } from "@electric-sql/pglite"
import utils from "pg/lib/utils.js"

const [given, expected] = process.argv.slice(2)
const sent = utils.prepareValue(new Date(given))
const database = await PGlite.create()
const { rows } = await database.query("select to_char($1::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as kept", [sent])
console.log(`${process.env.TZ}: ${given} is sent as ${sent}, and kept as ${rows[0].kept}`)
if (rows[0].kept !== expected) {
  console.log(`CHANGED: it was ${expected}`)
  process.exitCode = 1
}
JAVASCRIPT
TZ=UTC node seen.mjs 1970-06-01T00:00:00Z "1970-06-01 00:00:00"
TZ=Africa/Monrovia node seen.mjs 1970-06-01T00:00:00Z "1970-05-31 23:59:30"
TZ=Africa/Monrovia node seen.mjs 1973-06-01T00:00:00Z "1973-06-01 00:00:00"
TZ=Europe/Dublin node seen.mjs 1900-01-01T00:00:00Z "1899-12-31 23:59:39"
