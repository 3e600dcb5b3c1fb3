import { assert, describe, it } from "@effect/vitest"
import type { Cart } from "../../src/domain/carts/Cart.ts"
import { needsOf } from "../../src/domain/backtests/BacktestPlan.ts"
import type { PastItem } from "../../src/domain/backtests/Past.ts"
import { pastNotes } from "../../src/domain/backtests/pastNotes.ts"
import { replay } from "../../src/domain/backtests/replay.ts"
import { whyNotBacktested } from "../../src/domain/backtests/whyNotBacktested.ts"
import { mailStep } from "../support/flows/flowRuns.ts"
import { day, personOf, placed, planOf, start } from "../support/samples/pasts.ts"

const hour = 3_600_000

const cart = (cart_id: string, changed_at: number, more: Partial<Cart> = {}) => ({
  type: "cart" as const,
  at: more.written_at ?? changed_at,
  reported_order_id: null,
  reported_at: null,
  cart: {
    account_id: "acc_test",
    cart_id,
    cart_key: cart_id,
    source: "api" as const,
    contact_id: "con_1",
    visitor_id: null,
    stage: "cart" as const,
    item_count: 1,
    currency: "USD",
    total: "20",
    line_items: null,
    url: null,
    token: null,
    completed: false,
    completed_order_id: null,
    changed_at,
    changed_rank: "",
    owned_at: null,
    owned_rank: null,
    created_at: changed_at,
    written_at: changed_at,
    ...more
  }
})

const view = (product_id: string, viewed_at: number, known_at: number | null = null): PastItem => ({
  type: "view",
  at: known_at ?? viewed_at,
  product_id,
  viewed_at,
  known_at
})

const played = (
  plan: ReturnType<typeof planOf>,
  items: ReadonlyArray<PastItem>,
  more: Parameters<typeof personOf>[1] = {}
) => {
  const person = personOf(items, more)
  const result = replay(plan, needsOf(plan), person)
  if (result === undefined) throw new Error("Not judged")
  return {
    starts: result.starts.map(({ at, refused }) => [(at - start) / hour, refused]),
    messages: result.messages.map(({ at, reason }) => [(at - start) / hour, reason])
  }
}

const always = { entry: { type: "always" } } as const
const left = { type: "cart_abandoned", duration: "2 hours" } as const

describe("a backtest of abandoned carts", () => {
  const own = { contact: { ...personOf([]).contact, contact_id: "con_1" } }

  it("starts for each cart that was left for as long, but not for one that was ordered before", () => {
    const items = [
      cart("a", start),
      cart("b", start + day),
      ...placed(1, start + day + hour),
      cart("c", start + 2 * day)
    ]
    assert.deepStrictEqual(played(planOf({ trigger: left, ...always }), items, own).starts, [
      [2, null],
      [50, null]
    ])
  })

  it("starts when a change is known that was reported late, and not by one that came after 72 hours", () => {
    const late = cart("a", start, { written_at: start + 5 * hour })
    const older = cart("b", start, { written_at: start + 80 * hour })
    assert.deepStrictEqual(played(planOf({ trigger: left, ...always }), [late, older], own).starts, [[5, null]])
  })

  it("keeps the stage and the least total of the trigger, and filters by the cart", () => {
    const items = [
      cart("a", start, { stage: "checkout", total: "50" }),
      cart("b", start + day, { stage: "checkout", total: "10" }),
      cart("c", start + 2 * day, { total: "50" })
    ]
    const trigger = { ...left, stage: "checkout", least_total: 20 } as const
    assert.deepStrictEqual(played(planOf({ trigger, ...always }), items, own).starts, [[2, null]])
    const filters = [[{ field: "cart.total", op: "gte", value: 20 }]] as const
    assert.deepStrictEqual(played(planOf({ trigger: left, filters, ...always }), items, own).starts, [
      [2, null],
      [26, "filters"],
      [50, null]
    ])
  })

  it("sends no reminder once the cart was ordered, by the contact's order or by a platform's word", () => {
    const steps = [{ id: "wait", type: "delay", duration: "1 day" } as const, mailStep("late")]
    const plan = planOf({ trigger: left, steps, ...always })
    assert.deepStrictEqual(played(plan, [cart("a", start), ...placed(1, start + 5 * hour)], own).messages, [
      [26, "the cart was ordered"]
    ])
    const reported = { ...cart("a", start), reported_order_id: 7n, reported_at: start + 5 * hour }
    assert.deepStrictEqual(played(plan, [reported], own).messages, [[26, "the cart was ordered"]])
    assert.deepStrictEqual(played(plan, [{ ...reported, reported_at: start + 30 * hour }], own).messages, [[26, null]])
  })
})

describe("a backtest of viewed products", () => {
  const trigger = { type: "product_viewed", times: 2, within: "1 day", duration: "3 hours" } as const

  it("starts for a product that was viewed as often and left, once for its last view", () => {
    const items = [
      view("tea", start),
      view("cup", start + hour),
      view("tea", start + 2 * hour),
      view("tea", start + 4 * hour),
      view("tea", start + 2 * day)
    ]
    assert.deepStrictEqual(played(planOf({ trigger, ...always }), items).starts, [[7, null]])
  })

  it("starts not after an order since the first view, and sends nothing after a later one", () => {
    const items = [view("tea", start), ...placed(1, start + hour), view("tea", start + 2 * hour)]
    assert.deepStrictEqual(played(planOf({ trigger, ...always }), items).starts, [])
    const steps = [{ id: "wait", type: "delay", duration: "1 day" } as const, mailStep("late")]
    const bought = [view("tea", start), view("tea", start + hour), ...placed(1, start + 10 * hour)]
    assert.deepStrictEqual(played(planOf({ trigger, steps, ...always }), bought).messages, [
      [28, "the contact ordered since"]
    ])
  })

  it("counts views that were known late from when they were", () => {
    const items = [view("tea", start, start + 9 * hour), view("tea", start + hour, start + 9 * hour)]
    assert.deepStrictEqual(played(planOf({ trigger, ...always }), items).starts, [[9, null]])
  })
})

describe("what a backtest is told of who is held out", () => {
  it("is a reason of its own, after every other rule, for the contacts whose place is within a share", () => {
    const items = [...placed(1, start), ...placed(2, start + hour)]
    const reasons = (
      account: number,
      own: number,
      shares = { account: 10, own: 5 },
      frequency_cap: number | null = null
    ) =>
      played(planOf(always, { holdouts: shares, frequency_cap }), items, { places: { account, own } }).messages.map(
        ([, reason]) => reason
      )
    assert.deepStrictEqual(reasons(999, 9_999), ["holdout", "holdout"])
    assert.deepStrictEqual(reasons(1_000, 499), ["holdout", "holdout"])
    assert.deepStrictEqual(reasons(1_000, 500), [null, null])
    assert.deepStrictEqual(reasons(0, 0, { account: 0, own: 0 }), [null, null])
    // A contact who is held out has had no message, so the cap never applies.
    assert.deepStrictEqual(reasons(0, 0, { account: 10, own: 5 }, 1), ["holdout", "holdout"])
    assert.deepStrictEqual(reasons(1_000, 500, { account: 10, own: 5 }, 1), [null, "frequency cap"])
  })
})

describe("a backtest whose past is kept for a time", () => {
  const fields = (trigger: Parameters<typeof planOf>[0]["trigger"], days: number, filters: object = {}) =>
    whyNotBacktested(planOf({ ...(trigger === undefined ? {} : { trigger }), ...filters }).definition, null, {
      from: start - days * day,
      to: start,
      now: start
    }).map(({ field, message }) => `${field}: ${message}`)

  it("is refused in words from before that time", () => {
    assert.deepStrictEqual(fields(left, 87), [])
    assert.deepStrictEqual(fields(left, 88), [
      "from: Must be within the last 87 days: carts are kept for 90 days, and the trigger looks back"
    ])
    const viewed = { type: "product_viewed", times: 2, within: "30 days", duration: "30 days" } as const
    assert.deepStrictEqual(fields(viewed, 30), [])
    assert.deepStrictEqual(fields(viewed, 31), [
      "from: Must be within the last 30 days: views of products are kept for 90 days, and the trigger looks back"
    ])
  })

  it("is refused in words for what a product was then, and for who waited for one", () => {
    const filters = { filters: [[{ field: "product.vendor", op: "eq", value: "Tea" }]] } as const
    const viewed = { type: "product_viewed", times: 1, within: "1 day", duration: "1 hour" } as const
    assert.deepStrictEqual(fields(viewed, 3, filters), [
      "definition.filters.0.0.field: Cannot be backtested: no record tells what a product was then"
    ])
    assert.lengthOf(fields({ type: "back_in_stock" }, 3), 1)
    assert.lengthOf(fields({ type: "price_dropped", percent: 10, days: 3 }, 3), 1)
  })

  it("says what no record tells, for triggers of which only the last state is kept", () => {
    const notes = (trigger: Parameters<typeof pastNotes>[0]["definition"]["trigger"]) =>
      pastNotes({ definition: { trigger }, segment: null }).length
    assert.strictEqual(notes({ type: "order_placed" }), 0)
    assert.strictEqual(notes(left), 1)
    assert.strictEqual(notes({ type: "date", field: "birthday", repeat: "yearly", days: 0, time: "09:00" }), 1)
  })
})
