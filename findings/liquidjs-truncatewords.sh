#!/usr/bin/env bash
# LiquidJS 10.30.1 adds the ellipsis of `truncatewords` to a text of exactly as many words, from which nothing is cut, and takes an empty text for
# one word. One would expect the ellipsis where words are missing, as in Liquid for Ruby: a title of three words in a card with room for three words
# looks as if it went on. `truncate`, which counts characters, does it right.
# Seen: "Green tea" with 1 word is "Green...", with 2 "Green tea...", with 3 "Green tea"; "" with 1 is "..."; `truncate: 9` of it is "Green tea".
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" liquidjs@10.30.1

cat > seen.mjs << 'JAVASCRIPT'
import { Liquid } from "liquidjs"

const cases = [
  ["{{ 'Green tea' | truncatewords: 1 }}", "Green..."],
  ["{{ 'Green tea' | truncatewords: 2 }}", "Green tea..."],
  ["{{ 'Green tea' | truncatewords: 3 }}", "Green tea"],
  ["{{ '' | truncatewords: 1 }}", "..."],
  ["{{ missing | truncatewords: 1 }}", "..."],
  ["{{ 'Green tea' | truncate: 9 }}", "Green tea"]
]
const liquid = new Liquid()
for (const [template, text] of cases) {
  const seen = liquid.parseAndRenderSync(template)
  console.log(`${template}: ${JSON.stringify(seen)}`)
  if (seen !== text) {
    console.log(`CHANGED: it was ${JSON.stringify(text)}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
