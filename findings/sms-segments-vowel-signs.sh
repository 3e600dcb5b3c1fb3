#!/usr/bin/env bash
# Two counters of SMS parts disagree on texts in Hindi and Thai. sms-segments-calculator 1.3.0 (Twilio's) never puts a letter and its vowel sign
# into different parts, so a part holds 66 units where a sign is the 68th, and a text of exactly two parts, 134 units, is counted as three.
# split-sms 0.1.7 fills each part with 67 units. Both keep the two halves of a surrogate pair together. One would expect one number for one text,
# the price of which hangs on it.
# Seen: 67 times "की" 3 and 2; 67 times "กำ" 3 and 2; 134 times "ы" 2 and 2; 133 units, "ы" and 66 times "की", 2 and 2.
# Needs Node from 20 on, and npm. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" sms-segments-calculator@1.3.0 split-sms@0.1.7

cat > seen.cjs << 'JAVASCRIPT'
const { SegmentedMessage } = require("sms-segments-calculator")
const { split } = require("split-sms")

const cases = [
  ["67 times की", "की".repeat(67), 3, 2],
  ["67 times กำ", "กำ".repeat(67), 3, 2],
  ["134 times ы", "ы".repeat(134), 2, 2],
  ["ы and 66 times की", `ы${"की".repeat(66)}`, 2, 2]
]
for (const [name, text, ...expected] of cases) {
  const seen = [new SegmentedMessage(text).segmentsCount, split(text).parts.length]
  console.log(`${name}, ${text.length} units: sms-segments-calculator ${seen[0]}, split-sms ${seen[1]}`)
  if (seen.join() !== expected.join()) {
    console.log(`CHANGED: it was ${expected.join(" and ")}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.cjs
