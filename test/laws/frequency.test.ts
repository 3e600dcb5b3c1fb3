import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { decideSend } from "../../src/domain/messages/decideSend.ts"
import { allowedBy } from "../../src/domain/messages/Frequency.ts"
import { localDay } from "../../src/domain/zones/localTime.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const noon = Date.UTC(2026, 4, 4, 12)
const contact = {
  email: "ada@example.com",
  phone: "+12025550123",
  email_consent: "subscribed",
  sms_consent: "subscribed",
  paused_until: null,
  left_topics: [],
  timezone: null
} as const
const Channel = Schema.Literals(["email", "sms"])

describe("the frequency cap", () => {
  // Each attempt claims a message, decides it, and may end some of those under way, sent or failed.
  const Attempts = Schema.Array(Schema.Struct({ ends: between(0, 3), fails: Schema.Boolean })).check(
    Schema.isMaxLength(60)
  )

  it.prop(
    "is never exceeded, and every message it skips had a cap used up",
    [between(1, 5), Attempts],
    ([cap, attempts]) => {
      let [sent, sending] = [0, 0]
      for (const { ends, fails } of attempts) {
        const allowed = allowedBy({ cap, sent, sending })
        if (allowed === "send") sending++
        if (allowed === "skip") assert.strictEqual(sent, cap)
        for (let ended = 0; ended < ends && sending > 0; ended++) {
          sending--
          if (!fails) sent++
        }
        assert.isAtMost(sent + sending, cap)
      }
    }
  )

  it.prop(
    "skips marketing messages of flows only",
    [Channel, Schema.Literals(["marketing", "transactional"]), Schema.Literals(["flow", "welcome", "confirmation"])],
    ([channel, messageClass, purpose]) => {
      const frequency = { cap: 1, sent: 1, sending: 0 }
      const decision = decideSend(noon, { channel, purpose, class: messageClass }, contact, "UTC", frequency)
      const isCapped = messageClass === "marketing" && purpose === "flow"
      assert.strictEqual(decision._tag, isCapped ? "skip" : "send")
    }
  )

  it("holds a message while another one that may use up the cap is being sent", () => {
    const message = { channel: "email", purpose: "flow", class: "marketing" } as const
    const decide = (sent: number, sending: number) =>
      decideSend(noon, message, contact, "UTC", { cap: 2, sent, sending })
    assert.deepStrictEqual(decide(1, 1), { _tag: "hold", until: noon + 30_000, reason: "frequency cap" })
    assert.strictEqual(decide(1, 0)._tag, "send")
    assert.deepStrictEqual(decide(2, 0), { _tag: "skip", reason: "frequency cap" })
  })

  it("counts by the day of the account's timezone", () => {
    const late = Date.parse("2026-05-04T22:30:00Z")
    assert.deepStrictEqual(
      ["UTC", "Europe/Berlin", "America/New_York", "Nowhere/None"].map((zone) => localDay(late, zone)),
      ["2026-05-04", "2026-05-05", "2026-05-04", "2026-05-04"]
    )
  })
})
