import { assert, describe, it } from "@effect/vitest"
import { type BacktestPlan, needsOf } from "../../src/domain/backtests/BacktestPlan.ts"
import type { PastPerson } from "../../src/domain/backtests/Past.ts"
import { replay } from "../../src/domain/backtests/replay.ts"
import { delayStep, mailStep } from "../support/flows/flowRuns.ts"
import { consent, day, personOf, placed, planOf, start } from "../support/samples/pasts.ts"

const played = (plan: BacktestPlan, person: PastPerson) => {
  const result = replay(plan, needsOf(plan), person)
  if (result === undefined) throw new Error("Not judged")
  return {
    starts: result.starts.map(({ at, refused }) => [(at - start) / day, refused]),
    messages: result.messages.map(({ at, step, reason }) => [(at - start) / day, step, reason]),
    under_way: result.under_way,
    sales: result.sales
  }
}

describe("a backtest", () => {
  it("sends by the consent of the moment, not by that of now", () => {
    const items = [
      consent(start - 9 * day, "never_subscribed", "subscribed"),
      ...placed(1, start + day),
      consent(start + 2 * day, "subscribed", "unsubscribed"),
      ...placed(2, start + 3 * day)
    ]
    assert.deepStrictEqual(played(planOf({}), personOf(items)).messages, [
      [1, "only", null],
      [3, "only", "email_consent is unsubscribed"]
    ])
  })

  it("sends mail of a topic by what its contact had left at the moment, and starts no flow by that", () => {
    const choice = (at: number, from_state: "subscribed" | "unsubscribed") =>
      ({
        type: "consent",
        at,
        starts: true,
        entry: {
          channel: "email",
          topic: "sales",
          from_state,
          to_state: from_state === "subscribed" ? "unsubscribed" : "subscribed",
          refused: false,
          cause: "preference_page",
          rule: from_state === "subscribed" ? "topic_left" : "topic_returned",
          source_id: "msg_1"
        }
      }) as const
    const items = [
      consent(start - 9 * day, "never_subscribed", "subscribed"),
      choice(start + day, "subscribed"),
      ...placed(1, start + 2 * day),
      choice(start + 3 * day, "unsubscribed"),
      ...placed(2, start + 4 * day)
    ]
    const steps = [{ ...mailStep("only"), topic: "sales" }]
    assert.deepStrictEqual(played(planOf({ steps }), personOf(items)).messages, [
      [2, "only", "the contact left this topic"],
      [4, "only", null]
    ])
    assert.lengthOf(played(planOf({}), personOf(items)).messages, 2)
    const trigger = { type: "unsubscribed", channel: "email" } as const
    assert.deepStrictEqual(played(planOf({ trigger }), personOf(items)).starts, [])
  })

  it("counts orders from before the span, and starts by none of them", () => {
    const filters = [[{ field: "contact.order_count", op: "gte", value: 2 }]] as const
    const items = [...placed(1, start - day), ...placed(2, start + day)]
    assert.deepStrictEqual(played(planOf({ filters }), personOf(items)).starts, [[1, null]])
    assert.deepStrictEqual(played(planOf({ filters }), personOf(items.slice(2))).starts, [[1, "filters"]])
  })

  it("keeps the re-entry rule, also by the runs before the span", () => {
    const plan = planOf({ entry: { type: "after", duration: "5 days" } })
    const items = [1, 4, 8].flatMap((at) => placed(at, start + at * day))
    assert.deepStrictEqual(played(plan, personOf(items)).starts, [
      [1, null],
      [4, "entry"],
      [8, null]
    ])
    const earlier = personOf(items, { last_started_at: start - 2 * day })
    assert.deepStrictEqual(played(plan, earlier).starts, [
      [1, "entry"],
      [4, null],
      [8, "entry"]
    ])
  })

  it("holds the frequency cap, with the messages of other flows", () => {
    const items = [
      ...placed(1, start),
      ...placed(2, start + 3_600_000),
      ...placed(3, start + day),
      { type: "counted", at: start + day - 1, day: "2026-03-02" } as const
    ]
    assert.deepStrictEqual(
      played(planOf({}, { frequency_cap: 1 }), personOf(items)).messages.map(([, , reason]) => reason),
      [null, "frequency cap", "frequency cap"]
    )
  })

  it("ends runs at a purchase, and lets the others go on until the end of what is known", () => {
    const steps = [delayStep("wait", "3 days"), mailStep("late")]
    const items = [...placed(1, start), ...placed(2, start + 2 * day)]
    const exiting = played(planOf({ steps, exit: { on_purchase: true } }), personOf(items))
    assert.deepStrictEqual(exiting.messages, [[5, "late", null]])
    const short = played(planOf({ steps }, { until: start + 4 * day }), personOf(items))
    assert.deepStrictEqual([short.messages, short.under_way], [[[3, "late", null]], 1])
  })

  it("starts for each absence once, when it has lasted", () => {
    const items = [...placed(1, start - 5 * day), ...placed(2, start + 10 * day)]
    const plan = planOf({ trigger: { type: "no_order_for", duration: "8 days" } })
    assert.deepStrictEqual(played(plan, personOf(items)).starts, [
      [3, null],
      [18, null]
    ])
  })

  it("starts for entries into the segment, also those that time brings", () => {
    const trigger = { type: "entered_segment", segment_id: "seg_1" } as const
    const segment = [[{ field: "order.count", op: "eq", value: 1, where: { within: "10 days" } }]] as const
    const items = [...placed(1, start + day), ...placed(2, start + 4 * day)]
    // One order, then two, then the first is ten days ago.
    assert.deepStrictEqual(played(planOf({ trigger }, { segment }), personOf(items)).starts, [
      [1, null],
      [11, null]
    ])
  })

  it("counts orders within seven days of an entry as placed after it", () => {
    const items = [1, 3, 12].flatMap((at) => placed(at, start + at * day))
    assert.deepStrictEqual(played(planOf({ entry: { type: "once" } }), personOf(items)).sales, [
      { currency: "USD", amount: "60" }
    ])
  })

  it("does not judge a contact whose past takes too much work", () => {
    const filters = [
      Array.from({ length: 10 }, () => ({
        field: "contact.email",
        op: "in" as const,
        value: Array.from({ length: 100 }, (_, at) => `${at}@example.com`)
      }))
    ]
    const items = Array.from({ length: 400 }, (_, at) => placed(at, start + at * 1_000)).flat()
    const plan = planOf({ filters })
    assert.strictEqual(replay(plan, needsOf(plan), personOf(items)), undefined)
  })
})
