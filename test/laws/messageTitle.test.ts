import { assert, describe, it } from "@effect/vitest"
import { messageTitle } from "../../src/dashboard/messages/messageTitle.ts"
import { growthOf } from "../support/runner/steps.ts"

describe("the title of a message", () => {
  it("names variables, uses defaults and leaves tags out", () => {
    assert.strictEqual(
      messageTitle(
        "Hello {{ contact.first_name | default: 'there' }}, order {{ order.order_id }}{% if a %}!{% endif %}"
      ),
      "Hello there, order [order id]!"
    )
    assert.strictEqual(messageTitle("Hi {{ contact.first_name }}"), "Hi [first name]")
  })

  it("keeps a rendered text, and text that only looks like a template", () => {
    for (const text of ["Your order 77", "50% off {today}", "{{ never closed", "}}{{"]) {
      assert.strictEqual(messageTitle(text), text)
    }
  })

  it("takes steps that grow with the length", async () => {
    for (const growth of await growthOf([
      ["title", 50_000, "{{ a | default: '"],
      ["title", 50_000, "{% a "],
      ["title", 50_000, "{{ a | default: 'b' }}"]
    ]))
      assert.isBelow(growth, 12)
  })
})
