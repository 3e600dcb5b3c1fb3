#!/usr/bin/env bash
# html-to-text 10.0.1 with its default options joins words of separate elements. A browser shows the cells of a table, a term and its description,
# a picture and its caption, and the groups of a form apart; the text has no white space between them, so "Total" and "9.00" become "Total9.00".
# It has formats for paragraphs, headings, lists, <div>, <section> and their like, and takes every other element for one within a line: rows and
# cells too (tables of data need a selector with the format "dataTable"), <dt>, <dd>, <figcaption>, <fieldset> and <legend>.
# Seen: of a table "Tea4.50Total9.00", of <dl> "Total9.00", of <figure> "TeaGreen", of <fieldset> "SizeSmall"; of two <p> "Total\n\n9.00".
# Needs Node from 20.19 on, and npm. Installs nothing: the package is unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" html-to-text@10.0.1

cat > seen.mjs << 'JAVASCRIPT'
import { convert } from "html-to-text"

const cases = [
  ["<table><tr><td>Tea</td><td>4.50</td></tr><tr><td>Total</td><td>9.00</td></tr></table>", "Tea4.50Total9.00"],
  ["<dl><dt>Total</dt><dd>9.00</dd></dl>", "Total9.00"],
  ["<figure>Tea<figcaption>Green</figcaption></figure>", "TeaGreen"],
  ["<fieldset><legend>Size</legend>Small</fieldset>", "SizeSmall"],
  // Elements that it has formats for.
  ["<p>Total</p><p>9.00</p>", "Total\n\n9.00"],
  ["<section>Total</section><section>9.00</section>", "Total\n9.00"]
]
for (const [html, text] of cases) {
  const seen = convert(html)
  console.log(`${html}\n  ${JSON.stringify(seen)}`)
  if (seen !== text) {
    console.log(`CHANGED: it was ${JSON.stringify(text)}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
