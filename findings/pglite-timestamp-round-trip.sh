#!/usr/bin/env bash
# PGlite 0.5.17 writes a JavaScript Date into a `timestamp` column (without a zone) by its time in UTC, and reads the column back by the clock of
# the process's zone: what comes back is another instant, off by the zone's distance from UTC, and moves by as much again each time it is saved. One
# would expect what was written; `timestamptz` gives it.
# Seen, in New York in winter: 2026-01-15T12:00Z comes back as 17:00Z, saved again as 22:00Z; as timestamptz 12:00Z. In UTC nothing moves.
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @electric-sql/pglite@0.5.17

cat > seen.mjs << 'JAVASCRIPT'
import { PGlite } from "@electric-sql/pglite"

const expected = process.argv.slice(2)
const database = await PGlite.create()
const saved = async (type, value) => {
  await database.exec(`drop table if exists orders; create table orders (at ${type})`)
  await database.query("insert into orders values ($1)", [value])
  return (await database.query("select at from orders")).rows[0].at
}
const written = new Date("2026-01-15T12:00:00Z")
const once = await saved("timestamp", written)
const twice = await saved("timestamp", once)
const zoned = await saved("timestamptz", written)
const seen = [once, twice, zoned].map((at) => at.toISOString().slice(11, 16))
console.log(`${process.env.TZ}: 12:00Z, saved once ${seen[0]}Z, twice ${seen[1]}Z; as timestamptz ${seen[2]}Z`)
if (seen.join() !== expected.join()) {
  console.log(`CHANGED: it was ${expected.join()}`)
  process.exitCode = 1
}
JAVASCRIPT
TZ=America/New_York node seen.mjs 17:00 22:00 12:00
TZ=Asia/Tokyo node seen.mjs 03:00 18:00 12:00
TZ=UTC node seen.mjs 12:00 12:00 12:00
