import { assert, describe, it } from "@effect/vitest"
import type { CartRule } from "../../src/domain/carts/cartTriggers.ts"
import { type Arrival, cartHistory, minute, ordered, report, shopState } from "../support/samples/cartHistories.ts"
import { quickOrFull, seededRandom } from "../support/runner/runs.ts"

const histories = quickOrFull(500, 10_000)

const rule: CartRule = { type: "cart_abandoned", duration: "1 hour" }

const after = (arrivals: ReadonlyArray<Arrival>) => {
  const shop = shopState()
  for (const arrival of arrivals) shop.arrive(arrival)
  return shop.seen()
}

const shuffled = (arrivals: ReadonlyArray<Arrival>, seed: number) => {
  const random = seededRandom(seed)
  return arrivals
    .map((arrival) => ({ arrival, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ arrival }) => arrival)
}

/** The orders that had arrived by a moment and end the cart, told from the reports alone. */
const endingsKnown = (arrivals: ReadonlyArray<Arrival>, cart_id: string, now: number): ReadonlyArray<unknown> => {
  const known = arrivals.filter(({ arrives }) => arrives <= now)
  const reports = known.flatMap((arrival) =>
    arrival.type === "cart" && arrival.report.cart_id === cart_id ? [arrival.report] : []
  )
  const owned = reports.filter(({ owner }) => owner !== undefined)
  const lastChange = Math.max(...reports.map(({ at }) => at ?? 0))
  const lastOwned = Math.max(...owned.map(({ at }) => at ?? 0))
  const owners = owned.filter(({ at }) => at === lastOwned).flatMap(({ owner }) => owner ?? [])
  return known.filter((arrival) => {
    if (arrival.type === "cart") return false
    const { tokens, order } = arrival
    const isByToken = tokens.includes(cart_id) || owners.some(({ token }) => token !== null && tokens.includes(token))
    const isOfPerson = owners.length > 0 && owners.every(({ email }) => email === order.fields.email)
    return isByToken || (isOfPerson && order.fields.placed_at >= lastChange)
  })
}

describe("an order ends a cart", () => {
  it("in the same way whatever the order in which carts, checkouts, orders and refunds arrive, also repeated", () => {
    for (let seed = 0; seed < histories; seed++) {
      const arrivals = cartHistory(seed)
      const expected = after(arrivals)
      for (let round = 1; round <= 3; round++) {
        assert.deepStrictEqual(after(shuffled(arrivals, seed * 7 + round)), expected, `history ${seed}`)
      }
      assert.deepStrictEqual(after([...arrivals, ...shuffled(arrivals, seed)]), expected, `history ${seed}, repeated`)
    }
  })

  it("and no reminder leaves after such an order is known, nor twice for a cart and its last change", () => {
    let [sent, skipped] = [0, 0]
    for (let seed = 0; seed < histories; seed++) {
      const random = seededRandom(seed + 1_000_000)
      const arrivals = cartHistory(seed).toSorted((one, other) => one.arrives - other.arrives)
      const shop = shopState()
      const left = [...arrivals]
      const started = new Map<string, { cart_id: string; changed_at: number; contact_id: string; send_at: number }>()
      const reminded = new Set<string>()
      const end = Math.max(...arrivals.map(({ arrives }) => arrives)) + 600 * minute
      for (let now = 1_000 * minute; now <= end; now += minute) {
        for (let next = left[0]; next !== undefined && next.arrives <= now; next = left[0]) {
          shop.arrive(next)
          left.shift()
        }
        for (const { cart_id, changed_at, contact_id } of shop.abandoned(now, rule)) {
          const key = `${cart_id}|${changed_at}`
          if (contact_id !== null && !started.has(key))
            started.set(key, { cart_id, changed_at, contact_id, send_at: now + Math.floor(random() * 120) * minute })
        }
        for (const [key, { cart_id, send_at, ...cause }] of started) {
          if (send_at !== now) continue
          const reason = shop.whyNot(cart_id, cause)
          if (reason !== undefined) {
            skipped++
            continue
          }
          assert.deepStrictEqual(endingsKnown(arrivals, cart_id, now), [], `history ${seed}, cart ${cart_id}`)
          assert.isFalse(reminded.has(key), `history ${seed}, cart ${cart_id}`)
          reminded.add(key)
          sent++
        }
      }
    }
    // The histories have both.
    assert.isAbove(sent, histories / 4)
    assert.isAbove(skipped, histories / 20)
  })

  const at = (minutes: number) => minutes * minute
  const cart = (minutes: number, made: ReturnType<typeof report>): Arrival => ({
    type: "cart",
    arrives: at(minutes),
    report: made
  })
  const order = (minutes: number, placed: ReturnType<typeof ordered>, ...tokens: ReadonlyArray<string>): Arrival => ({
    type: "order",
    arrives: at(minutes),
    order: placed,
    tokens
  })
  const statuses = (arrivals: ReadonlyArray<Arrival>) =>
    Object.fromEntries(after(arrivals).map(({ cart_id, status }) => [cart_id, status]))

  it("of one person in two carts: both, unless one was changed after it", () => {
    const carts = [cart(1, report("a", at(1))), cart(2, report("b", at(2)))]
    assert.deepStrictEqual(statuses([...carts, order(3, ordered(1n, at(3)))]), { a: "ordered", b: "ordered" })
    assert.deepStrictEqual(statuses([...carts, order(3, ordered(1n, at(1)))]), { a: "ordered", b: "open" })
  })

  it("of a guest who signed in: the guest's cart only by its token or name", () => {
    const guest = cart(1, report("guest", at(1), { email: null }))
    const own = cart(2, report("own", at(2)))
    assert.deepStrictEqual(statuses([guest, own, order(3, ordered(1n, at(3)))]), { guest: "open", own: "ordered" })
    assert.deepStrictEqual(statuses([order(3, ordered(1n, at(3)), "guest"), own, guest]), {
      guest: "ordered",
      own: "ordered"
    })
    // The same cart after the sign-in.
    assert.deepStrictEqual(statuses([guest, cart(2, report("guest", at(2))), order(3, ordered(1n, at(3)))]), {
      guest: "ordered"
    })
  })

  it("of one cart in two tabs: the later change counts, and of one moment always the same", () => {
    const [one, other] = ["1", "2"].map((total) =>
      cart(1, report("a", at(1), { items: { item_count: 1, currency: "USD", total, line_items: "[{}]" } }))
    )
    assert.isDefined(one)
    assert.isDefined(other)
    assert.deepStrictEqual(after([one, other]), after([other, one]))
  })

  it("whatever its currency and total, also 0", () => {
    const free = report("a", at(1), { items: { item_count: 1, currency: "EUR", total: "0", line_items: "[{}]" } })
    assert.deepStrictEqual(statuses([cart(1, free)]), { a: "open" })
    assert.deepStrictEqual(statuses([cart(1, free), order(2, ordered(1n, at(1)))]), { a: "ordered" })
  })

  it("but not one that was emptied, nor one that was filled again after it", () => {
    const emptied = report("a", at(2), { items: { item_count: 0, currency: null, total: null, line_items: null } })
    const first = [cart(1, report("a", at(1))), cart(2, emptied)]
    assert.deepStrictEqual(statuses([...first, order(3, ordered(1n, at(3)))]), { a: "removed" })
    assert.deepStrictEqual(statuses([...first, order(3, ordered(1n, at(3))), cart(4, report("a", at(4)))]), {
      a: "open"
    })
  })
})

describe("a cart is abandoned", () => {
  const opened = (total: string, stage: "cart" | "checkout") => {
    const shop = shopState()
    const made = report("a", 0, { items: { item_count: 1, currency: "USD", total, line_items: "[{}]" } })
    shop.arrive({ type: "cart", arrives: minute, report: { ...made, owner: made.owner && { ...made.owner, stage } } })
    return (now: number, more: Partial<CartRule> = {}) => shop.abandoned(now, { ...rule, ...more }).length === 1
  }

  it("once it was not changed for the time, and by its stage and total", () => {
    const cart = opened("50.00", "cart")
    assert.deepStrictEqual([cart(60 * minute - 1), cart(60 * minute)], [false, true])
    const now = 60 * minute
    assert.deepStrictEqual([cart(now, { stage: "cart" }), cart(now, { stage: "checkout" })], [true, false])
    assert.deepStrictEqual([cart(now, { least_total: 50 }), cart(now, { least_total: 50.01 })], [true, false])
  })

  it("not where its change was reported more than 72 hours late, or belongs to nobody", () => {
    const shop = shopState()
    const hours = 60 * minute
    shop.arrive({ type: "cart", arrives: 72 * hours + 1, report: report("late", 0) })
    shop.arrive({ type: "cart", arrives: 72 * hours, report: report("still", 0) })
    shop.arrive({ type: "cart", arrives: 0, report: report("nobody", 0, { email: null }) })
    assert.deepStrictEqual(
      shop.abandoned(100 * hours, rule).map(({ cart_id }) => cart_id),
      ["still"]
    )
  })
})
