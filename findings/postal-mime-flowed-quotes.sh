#!/usr/bin/env bash
# postal-mime 4.0.0 joins the lines of a flowing text (format=flowed) also where they are quoted, but leaves the marks of the quotation within the
# joined line, so that the words of a customer's reply are not those that were written. One would expect the marks of the second line to go away as
# RFC 3676 (4.5) has it, as its line end does; mailparser 3.14.2 does so.
# Seen: ">> Our tea is " and ">> back." become ">> Our tea is >> back.", by mailparser ">> Our tea is back."; without marks both give "Our tea is
# back."
# Needs Node from 20 on, and npm. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" postal-mime@4.0.0 mailparser@3.14.2

cat > seen.mjs << 'JAVASCRIPT'
import { simpleParser } from "mailparser"
import PostalMime from "postal-mime"

const mail = (...lines) =>
  ["From: Ada <ada@example.com>", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8; format=flowed", "", ...lines, ""].join("\r\n")
const cases = [
  [["Our tea is ", "back."], "Our tea is back.", "Our tea is back."],
  [["> Our tea is ", "> back."], "> Our tea is > back.", "> Our tea is back."],
  [[">> Our tea is ", ">> back."], ">> Our tea is >> back.", ">> Our tea is back."]
]
for (const [lines, ...expected] of cases) {
  const parsed = [await PostalMime.parse(mail(...lines)), await simpleParser(mail(...lines))]
  const seen = parsed.map(({ text }) => text.trim())
  console.log(`${JSON.stringify(lines)}: ${JSON.stringify(seen[0])}, by mailparser ${JSON.stringify(seen[1])}`)
  if (seen.join("\n") !== expected.join("\n")) {
    console.log(`CHANGED: it was ${JSON.stringify(expected)}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
