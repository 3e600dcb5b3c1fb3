import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { personName } from "../../src/domain/integrations/platformFields.ts"
import { decideOrders } from "../../src/domain/orders/decideOrders.ts"
import { readOrder, readPlatformOrder } from "../../src/domain/orders/readOrder.ts"
import { saveBatch, type StoredHistory } from "../support/samples/histories.ts"
import { account_id } from "../support/samples/orders.ts"

const context = { account_id, default_country: "US", integration_digest: null, new_contact_id: "con", actor: "tok" }
const body = (members: object) => ({
  order_id: 1,
  email: "ada@example.com",
  total: 1,
  currency: "USD",
  order_date: "2026-01-01T00:00:00Z",
  ...members
})
const nobody: StoredHistory = { orders: [], contacts: [], ledger: [] }

const placed = (members: object, before: StoredHistory = nobody) => {
  const { call } = Effect.runSync(readOrder(body(members), context, "strict"))
  return saveBatch(before, decideOrders(0, [call], { ...before, integrations: [], suppressions: [] }))
}

const nameOf = ({ contacts }: StoredHistory) => [contacts[0]?.first_name, contacts[0]?.last_name]

const Name = Schema.Struct({
  first: Schema.Literals(["Ada", "Bea", "Cy"]),
  last: Schema.Literals(["Byron", "Gifted", "King"])
})
interface Name {
  readonly first: string
  readonly last: string
}

/** The ways in which platforms spell a name. */
const spellings: ReadonlyArray<(name: Name) => object> = [
  ({ first, last }) => ({ first_name: first, last_name: last }),
  ({ first, last }) => ({ firstName: first, lastName: last }),
  ({ first, last }) => ({ name: `${first} ${last}` }),
  ({ first, last }) => ({ fullName: ` ${first}  ${last} ` }),
  ({ first, last }) => ({ full_name: `${first} ${last}` })
]
const Spelling = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: spellings.length - 1 }))
const spelled = (name: Name, spelling: number) => spellings[spelling]?.(name) ?? {}
const pair = ({ first, last }: Name) => [first, last]

describe("the name that an order gives its contact", () => {
  it.prop(
    "of the API is that of the shipping address, else of the billing address, else of the customer, however it is spelled",
    [Name, Name, Name, Spelling],
    ([shipping, billing, customer, spelling]) => {
      const [shipping_address, billing_address, buyer] = [shipping, billing, customer].map((name) =>
        spelled(name, spelling)
      )
      assert.deepStrictEqual(nameOf(placed({ shipping_address, billing_address, customer: buyer })), pair(shipping))
      assert.deepStrictEqual(nameOf(placed({ billing_address, customer: buyer })), pair(billing))
      assert.deepStrictEqual(nameOf(placed({ customer: buyer })), pair(customer))
      assert.deepStrictEqual(nameOf(placed({ shipping_address: { city: "Bath" }, customer: buyer })), pair(customer))
    },
    { arbitrary: { runs: 100 } }
  )

  it.prop(
    "of a platform is that of the buyer, whoever it is shipped to",
    [Name, Name, Spelling],
    ([shipping, buyer, spelling]) => {
      const order = body({ shipping_address: spelled(shipping, spelling) })
      const name = { first_name: buyer.first, last_name: buyer.last }
      const { call } = Effect.runSync(
        readPlatformOrder({ order, buyer: { name, country: null, language: null } }, context)
      )
      const batch = decideOrders(0, [call], { ...nobody, integrations: [], suppressions: [] })
      assert.deepStrictEqual(nameOf(saveBatch(nobody, batch)), pair(buyer))
    },
    { arbitrary: { runs: 50 } }
  )

  it.prop(
    "never changes what the contact has, and fills what is empty",
    [Name, Name, Spelling],
    ([one, other, spelling]) => {
      const nameless = placed({})
      assert.deepStrictEqual(nameOf(nameless), [null, null])
      const first = { order_id: 2, phone: "+12025550123", shipping_address: spelled(one, spelling) }
      const named = placed(first, nameless)
      const second = { order_id: 3, phone: "+12025550199", shipping_address: spelled(other, spelling) }
      const [contact] = placed(second, named).contacts
      assert.deepInclude(contact, {
        email: "ada@example.com",
        phone: "+12025550123",
        first_name: one.first,
        last_name: one.last
      })
    },
    { arbitrary: { runs: 50 } }
  )

  it.prop(
    "is cut where a contact's name ends, at a whole character, and stays whole in the order",
    [
      Schema.Literals(["a", "é", "𝒜", "a𝒜"]),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 600 })),
      Spelling
    ],
    ([unit, times, spelling]) => {
      const long = unit.repeat(times)
      const shipping_address = spelled({ first: long, last: long }, spelling)
      const saved = placed({ shipping_address })
      const kept = Array.from(long).slice(0, 255).join("")
      assert.deepStrictEqual(nameOf(saved), [kept, kept])
      assert.deepStrictEqual(JSON.parse(saved.orders[0]?.shipping_address ?? ""), shipping_address)
      const customer = personName({ first_name: long, last_name: `${" ".repeat(times)}${long}` })
      assert.deepStrictEqual(customer, { first_name: kept, last_name: kept })
    },
    { arbitrary: { runs: 100 } }
  )

  it("of several words loses the space before the cut", () => {
    const first = "a".repeat(254)
    assert.deepStrictEqual(nameOf(placed({ shipping_address: { first_name: `${first} b` } })), [first, null])
  })

  it("is not stored with the order", () => {
    const [order] = placed({ customer: { fullName: "Ada Byron" } }).orders
    assert.notInclude(JSON.stringify({ ...order, order_id: "" }), "Byron")
  })
})
