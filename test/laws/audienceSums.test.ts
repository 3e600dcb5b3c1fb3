import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { LeftOutRule } from "../../src/domain/campaigns/LeftOut.ts"
import { addUpAudience, cancelledOf } from "../../src/domain/reports/addUpAudience.ts"
import { deliveredByDay, deliveredCount, deliveryRate } from "../../src/domain/reports/deliveredCount.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const Reason = Schema.Literals([
  "the campaign was cancelled",
  "the flow was deleted",
  "the run was cancelled",
  "the contact has no e-mail address",
  "frequency cap",
  "paused",
  "the cart was ordered",
  "email_consent is unsubscribed"
])
const Skipped = Schema.Array(Schema.Struct({ reason: Reason, total: Count })).check(Schema.isMaxLength(8))
const Messages = Schema.Struct({
  others: Schema.Struct({ queued: Count, held: Count, sent: Count, captured: Count, failed: Count }),
  reasons: Skipped
})
const Results = Schema.Struct({
  waiting: Count,
  left_out: Schema.Array(Schema.Struct({ rule: LeftOutRule, count: Count })).check(Schema.isMaxLength(8)),
  messages: Schema.Array(Messages).check(Schema.isMaxLength(5))
})

const total = (counts: ReadonlyArray<number>) => counts.reduce((sum, count) => sum + count, 0)
const skippedOf = (reasons: typeof Skipped.Type) => total(reasons.map(({ total: count }) => count))

/** What the stores count: the skipped messages are those of all reasons. */
const counted = ({ waiting, left_out, messages }: typeof Results.Type) => ({
  waiting,
  left_out,
  messages: messages.map(({ others, reasons }) => ({ ...others, skipped: skippedOf(reasons) })),
  skipped: messages.flatMap(({ reasons }) => reasons)
})

describe("the sums of an audience", () => {
  it.prop("count each member once: the audience is the sum of all others", [Results], ([results]) => {
    const { audience, skipped_by: _, ...others } = addUpAudience(counted(results))
    assert.strictEqual(audience, total(Object.values(others)))
    assert.strictEqual(
      audience,
      results.waiting +
        total(results.left_out.map(({ count }) => count)) +
        total(results.messages.flatMap(({ others: counts, reasons }) => [...Object.values(counts), skippedOf(reasons)]))
    )
  })

  it.prop(
    "name a reason for each that was skipped, and count none of a cancellation among them",
    [Results],
    ([results]) => {
      const { skipped, skipped_by, cancelled } = addUpAudience(counted(results))
      assert.strictEqual(skipped, total(skipped_by.map(({ count }) => count)))
      assert.strictEqual(new Set(skipped_by.map(({ reason }) => reason)).size, skipped_by.length)
      assert.notInclude(
        skipped_by.map(({ reason }) => reason),
        "cancelled"
      )
      assert.strictEqual(
        cancelled,
        cancelledOf(results.messages.flatMap(({ reasons }) => reasons)) +
          total(results.left_out.map(({ rule, count }) => (rule === "cancelled" ? count : 0)))
      )
    }
  )

  it("add those who are left out by a rule to those whose message is skipped by the same", () => {
    const left_out = [
      { rule: "paused" as const, count: 2 },
      { rule: "cancelled" as const, count: 3 }
    ]
    const message = { queued: 0, held: 0, sent: 0, captured: 0, failed: 0, skipped: 5 }
    const skippedMessages = [
      { reason: "paused", total: 1 },
      { reason: "the campaign was cancelled", total: 4 }
    ]
    const { skipped, cancelled, audience, skipped_by } = addUpAudience({
      waiting: 0,
      left_out,
      messages: [message],
      skipped: skippedMessages
    })
    assert.deepStrictEqual([skipped, cancelled, audience], [3, 7, 10])
    assert.deepStrictEqual(skipped_by, [{ reason: "paused", count: 3 }])
  })
})

const Reported = Schema.Struct({ sent: Count, bounced: Count, delivered: Count })

describe("the delivered messages", () => {
  it.prop("are never more than were sent and did not bounce", [Reported], ([{ sent, bounced, delivered }]) => {
    const counts = { sent, bounced: Math.min(sent, bounced), delivered }
    const known = deliveredCount(counts)
    if (known !== null) assert.isTrue(known >= 0 && known + counts.bounced <= sent)
  })

  it("are unknown where no provider reports them, and none where none can have arrived", () => {
    assert.isNull(deliveredCount({ sent: 100, bounced: 0, delivered: 0 }))
    assert.strictEqual(deliveredCount({ sent: 100, bounced: 0, delivered: 0 }, true), 0)
    assert.strictEqual(deliveredCount({ sent: 100, bounced: 4, delivered: 90 }), 90)
    assert.strictEqual(deliveredCount({ sent: 3, bounced: 3, delivered: 0 }), 0)
    assert.strictEqual(deliveredCount({ sent: 0, bounced: 0, delivered: 0 }), 0)
  })

  it("have a rate over the days since the first report alone", () => {
    const day = (sent: number, delivered: number) => ({ sent, bounced: 0, delivered })
    const days = [day(100, 0), day(100, 90), day(0, 0), day(100, 0), day(100, 50)]
    const delivered = deliveredByDay(days)
    assert.deepStrictEqual(delivered, [null, 90, 0, 0, 50])
    const sent = days.map((one) => one.sent)
    assert.strictEqual(deliveryRate(sent, delivered), 140 / 300)
    assert.isNull(deliveryRate([100], deliveredByDay([day(100, 0)])))
    assert.isNull(deliveryRate([0], [0]))
  })
})
