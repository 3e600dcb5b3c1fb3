#!/usr/bin/env bash
# email-addresses 5.0.0 loses the blank after a quoted word of a name: Ada "The" Smith, a phrase of three words by RFC 5322 (3.2.5), becomes "Ada
# TheSmith", while the blank before the quoted word stays. One would expect "Ada The Smith": a greeting by name is wrong for whoever puts a nickname
# in quotation marks.
# Seen: Ada "The" Smith → "Ada TheSmith"; "The" Ada Smith → "TheAda Smith"; Ada Smith "jr." → "Ada Smith jr."; "Ada The Smith" → as it is.
# Needs Node from 20 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" email-addresses@5.0.0

cat > seen.cjs << 'JAVASCRIPT'
const { parseOneAddress } = require("email-addresses")

const cases = [
  [`Ada "The" Smith <ada@tea.example>`, "Ada TheSmith"],
  [`"The" Ada Smith <ada@tea.example>`, "TheAda Smith"],
  [`Ada Smith "jr." <ada@tea.example>`, "Ada Smith jr."],
  [`"Ada The Smith" <ada@tea.example>`, "Ada The Smith"],
  [`Ada The Smith <ada@tea.example>`, "Ada The Smith"]
]
for (const [mailbox, name] of cases) {
  const seen = parseOneAddress(mailbox)?.name
  console.log(`${mailbox}: ${JSON.stringify(seen)}`)
  if (seen !== name) {
    console.log(`CHANGED: it was ${JSON.stringify(name)}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.cjs
