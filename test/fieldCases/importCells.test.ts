import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { guessColumns } from "../../src/domain/imports/importColumns.ts"
import { recordOf } from "../../src/domain/imports/importRows.ts"
import type { ImportKind } from "../../src/domain/imports/Import.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onBoth } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"
import { ImportingLayer } from "../support/samples/imports.ts"

/** The records that the dashboard makes from a file with a header line. */
const recordsOf = (kind: ImportKind, text: string) => {
  const [headers = [], ...rows] = text.split("\n").map((line) => line.split(","))
  const targets = guessColumns(kind, headers)
  return rows.map((cells, at) => recordOf(kind, headers, targets, [{ row: at + 2, cells }]))
}

/** An owner with a call that imports a file and returns the finished import. */
const importing = Effect.fnUntraced(function* (name: string) {
  const imports = yield* RunImports
  const owner = yield* ownerBrowser(name)
  const base = `/accounts/${owner.account}`
  const take = Effect.fnUntraced(function* (kind: ImportKind, text: string) {
    const made = yield* owner.call("POST", `${base}/imports`, { kind, file_name: "a.csv", file_size: 1, layout: "{}" })
    const path = `${base}/imports/${made.json.data.id}`
    yield* owner.call("POST", `${path}/records`, { from: 0, records: recordsOf(kind, text) })
    yield* owner.call("POST", `${path}/start`)
    yield* imports.step.pipe(Effect.repeat({ until: (count) => count === 0 }))
    const { imported, failed } = (yield* owner.call("GET", path)).json.data
    return {
      imported,
      failed,
      failures: (yield* owner.call("GET", `${path}/failures`)).text.trim().split("\r\n").slice(1)
    }
  })
  const contacts = Effect.map(owner.call("GET", `${base}/contacts`), ({ json }) =>
    json.data.toSorted((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))
  )
  return { ...owner, base, take, contacts }
})

onBoth(
  "files as stores export them",
  Layer.merge(OriginLayer, ImportingLayer),
  (it) => {
    it.effect("a second contact is imported without a phone that another contact has", () =>
      Effect.gen(function* () {
        const { take, contacts } = yield* importing("family")
        const file = `Email,Phone,First Name,Accepts Email Marketing,Accepts SMS Marketing
mum@example.com,+13125552101,Mum,yes,yes
son@example.com,+13125552101,Son,yes,yes`
        for (const _ of [1, 2]) {
          assert.deepStrictEqual(yield* take("contacts", file), { imported: 2, failed: 0, failures: [] })
          const [mum, son, ...others] = yield* contacts
          assert.deepStrictEqual(others, [])
          assert.deepInclude(mum, { phone: "+13125552101", first_name: "Mum", sms_consent: "subscribed" })
          assert.deepInclude(son, {
            email: "son@example.com",
            phone: null,
            first_name: "Son",
            email_consent: "subscribed",
            sms_consent: "never_subscribed"
          })
        }
      })
    )

    it.effect("an existing contact takes name and consent of a row, and keeps its own phone", () =>
      Effect.gen(function* () {
        const { call, base, take, contacts } = yield* importing("moved")
        yield* call("POST", `${base}/contacts`, { email: "ada@example.com", phone: "+12025550123" })
        yield* call("POST", `${base}/contacts`, { phone: "+12025550124" })
        const file = `Email,Phone,First Name,Accepts Email Marketing,Accepts SMS Marketing
ada@example.com,+1 202 555 0199,Ada,yes,yes
bea@example.com,+1 202 555 0124,Bea,yes,yes`
        assert.deepInclude(yield* take("contacts", file), { imported: 2, failed: 0 })
        const [ada, bea, ...others] = yield* contacts
        assert.deepStrictEqual(others, [])
        assert.deepInclude(ada, {
          phone: "+12025550123",
          first_name: "Ada",
          email_consent: "subscribed",
          sms_consent: "never_subscribed"
        })
        // The row matches a contact with its phone and no e-mail.
        assert.deepInclude(bea, { email: "bea@example.com", phone: "+12025550124", sms_consent: "subscribed" })
      })
    )

    it.effect("an unreadable cell is dropped; one that identifies, prices or consents fails the row", () =>
      Effect.gen(function* () {
        const { call, base, take, contacts } = yield* importing("cells")
        const contactFile = `Email,Phone,First Name,Accepts Email Marketing
ann@example.com,555-555-SHIP,Ann,yes
bob@,+12025550123,Bob,no
cid@,n/a,Cid,no
dan@example.com,,Dan,perhaps`
        const taken = yield* take("contacts", contactFile)
        assert.deepInclude(taken, { imported: 2, failed: 2 })
        assert.deepStrictEqual(
          taken.failures.map((line) => line.split(",", 2).join(",")),
          ['4,"email"', '4,"phone"', '5,"email_consent"']
        )
        assert.deepStrictEqual(
          (yield* contacts).map(({ email, phone }: { email: string; phone: string }) => [email, phone]),
          [
            ["ann@example.com", null],
            [null, "+12025550123"]
          ]
        )
        const orders = `Id,Email,Phone,Created at,Currency,Total,Subtotal,Financial Status,Shipping Country,Lineitem quantity,Lineitem price
1,ann@example.com,9876543210,2026-01-01,INR,10.00,n/a,charged,India,1.5,2.50
2,ann@example.com,,2026-01-01,INR,ten,,paid,India,1,2.50
3,ann@example.com,000-000-0000,2026-01-01,USD,10.00,,paid,Atlantis,1,2.50`
        const placed = yield* take("orders", orders)
        assert.deepInclude(placed, { imported: 2, failed: 1 })
        assert.match(placed.failures[0] ?? "", /^3,"total"/)
        const { order } = (yield* call("GET", `${base}/orders/1`)).json.data
        assert.deepInclude(order, { phone: "+919876543210", total_amount: "10.00", line_items: [{ price: 2.5 }] })
        for (const member of ["financial_status", "subtotal"]) assert.notProperty(order, member)
        assert.notProperty((yield* call("GET", `${base}/orders/3`)).json.data.order, "phone")
      })
    )
  },
  { excludeTestServices: true }
)
