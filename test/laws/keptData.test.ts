import { assert, describe, it } from "@effect/vitest"
import { keptDataHtml, keptDataTitles } from "../../src/domain/contacts/keptData.ts"

describe("the page of what is kept of a person", () => {
  it("shows every value that is there, to the digit, and leaves out what is empty and the account", () => {
    const row =
      '{"account_id":"acc_1","total":1.50,"email":"ada@shop.example","phone":null,"tags":[],"items":[{"qty":2.0}]}'
    const html = keptDataHtml({ tables: [["orders", [row]]], truncated: [] })
    assert.include(html, `<h2>${keptDataTitles["orders"]} (1)</h2>`)
    assert.include(html, "<dt>Total</dt><dd>1.50</dd><dt>Email</dt><dd>ada@shop.example</dd>")
    assert.include(html, "<dt>Items</dt><dd>[{&#34;qty&#34;:2.0}]</dd>")
    for (const absent of ["acc_1", "Phone", "Tags"]) assert.notInclude(html, absent)
  })

  it("shows text as text, whatever it is", () => {
    const hostile = `</dd><script>alert("1")</script>`
    const row = JSON.stringify({ [hostile]: hostile })
    const html = keptDataHtml({ tables: [["events", [row, row]]], truncated: [] })
    assert.notInclude(html, "<script")
    assert.strictEqual(html.split("</dd>").length, 3)
  })

  it("has no section for a table without rows, and says where rows are left out", () => {
    const html = keptDataHtml({
      tables: [
        ["orders", []],
        ["contact_notes", ["{}"]]
      ],
      truncated: ["contact_notes"]
    })
    assert.notInclude(html, "Orders")
    assert.include(html, "There are more of them")
  })
})
