#!/usr/bin/env bash
# PGlite 0.5.17 (PostgreSQL 18.7 in WebAssembly) says that upper('ß') is 'ẞ' (U+1E9E), as none of the collations does that PostgreSQL brings along:
# its own C.UTF-8 (pg_c_utf8) leaves 'ß' as it is, and those of ICU make 'SS'. Its default collation asks the C library that it was compiled with,
# which has that pair, but not Ⓐ and ⓐ, which PostgreSQL's own table has. One would expect the embedded database to answer as a server does under
# the same name of a locale (PostgreSQL 15.18 of Debian 12 with C.UTF-8: ß and Ⓐ): a unique index or a search by upper(city), made in tests on
# PGlite, finds other rows on a server.
# Seen: ß upper by default "ẞ", by pg_c_utf8 "ß", by unicode "SS"; ⓐ "ⓐ", "Ⓐ", "Ⓐ"; é, я and ά alike in all three.
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @electric-sql/pglite@0.5.17

cat > seen.mjs << 'JAVASCRIPT'
import { PGlite } from "@electric-sql/pglite"

const database = await PGlite.create()
const locale = await database.query("select datctype from pg_database where datname = current_database()")
console.log(`The database's locale is ${locale.rows[0].datctype}`)
const cases = [
  ["ß", "ẞ ß SS"],
  ["ⓐ", "ⓐ Ⓐ Ⓐ"],
  ["é", "É É É"],
  ["я", "Я Я Я"],
  ["ά", "Ά Ά Ά"]
]
for (const [letter, expected] of cases) {
  const { rows } = await database.query(
    `select upper($1::text) as plain, upper($1::text collate pg_c_utf8) as builtin, upper($1::text collate "unicode") as icu`,
    [letter]
  )
  const seen = Object.values(rows[0]).join(" ")
  console.log(`${letter} upper by default, pg_c_utf8 and unicode: ${seen}`)
  if (seen !== expected) {
    console.log(`CHANGED: it was ${expected}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
