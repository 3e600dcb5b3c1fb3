#!/usr/bin/env bash
# LiquidJS 10.30.1 reads `<>`, Liquid's second word for "unequal" (Ruby's Liquid has it in its table of operators), without an error and finds it
# never true, whatever stands on both sides. One would expect what `!=` gives, or an error at parsing, as for `=`: mail that was written for another
# service loses each passage that stands behind `<>`, and an `unless` with it always shows.
# Seen: `1 <> 2` no, `1 <> 1` no, `"a" <> "b"` no, `1 != 2` yes; `1 = 1` is refused.
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" liquidjs@10.30.1

cat > seen.mjs << 'JAVASCRIPT'
import { Liquid } from "liquidjs"

const liquid = new Liquid({ strictFilters: true, strictVariables: true })
const holds = (condition) => {
  try {
    return liquid.parseAndRenderSync(`{% if ${condition} %}yes{% else %}no{% endif %}`)
  } catch {
    return "refused"
  }
}
const cases = [
  ["1 <> 2", "no"],
  ["1 <> 1", "no"],
  ["2 <> 1", "no"],
  [`"a" <> "b"`, "no"],
  [`"a" <> nil`, "no"],
  ["1 != 2", "yes"],
  ["1 != 1", "no"],
  ["1 = 1", "refused"]
]
for (const [condition, expected] of cases) {
  const seen = holds(condition)
  console.log(`${condition}: ${seen}`)
  if (seen !== expected) {
    console.log(`CHANGED: it was ${expected}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
