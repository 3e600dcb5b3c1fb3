import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { type ImportInput, type ImportKind, importLimits } from "../../src/domain/imports/Import.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"
import { ImportingLayer, layoutOfCsv } from "../support/samples/imports.ts"

const consentIssue = "Must be subscribed, unsubscribed, never_subscribed (which replaced non_subscribed) or suppressed"

/** An owner with a call that imports a file as the dashboard does, and returns the finished import. */
const importing = Effect.fnUntraced(function* (name: string) {
  const imports = yield* RunImports
  const owner = yield* ownerBrowser(name)
  const base = `/accounts/${owner.account}`
  const take = Effect.fnUntraced(function* (kind: ImportKind, text: string, options: Partial<ImportInput> = {}) {
    const bytes = new TextEncoder().encode(text)
    const layout = layoutOfCsv(kind, bytes.subarray(0, 1024 * 1024))
    const file = { kind, file_name: "a.csv", file_size: bytes.length, layout, ...options }
    const made = yield* owner.call("POST", `${base}/imports`, file)
    const path = `${base}/imports/${made.json.data.id}`
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + importLimits.part)
      from = (yield* owner.call("PUT", `${path}/file?from=${from}`, part)).json.data.uploaded
    }
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
    json.data.toSorted((one: { email?: string }, other: { email?: string }) =>
      (one.email ?? "~") < (other.email ?? "~") ? -1 : 1
    )
  )
  return { ...owner, base, take, contacts }
})

onEither(
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

    it.effect("a file lifts no unsubscription unless its user says so, and the ledger keeps the reason", () =>
      Effect.gen(function* () {
        const { call, base, take, contacts } = yield* importing("lifted")
        yield* call("POST", `${base}/contacts`, { email: "ada@example.com", email_consent: "unsubscribed" })
        yield* call("POST", `${base}/contacts`, { email: "bea@example.com", email_consent: "suppressed" })
        const file = "Email,Accepts Email Marketing\nada@example.com,yes\nbea@example.com,yes"
        const states = Effect.map(contacts, (all) =>
          all.map(({ email_consent }: { email_consent: string }) => email_consent)
        )
        assert.deepInclude(yield* take("contacts", file), { imported: 2, failed: 0 })
        assert.deepStrictEqual(yield* states, ["unsubscribed", "suppressed"])
        const lift_reason = "They signed up again at the fair of 5 November"
        assert.deepInclude(yield* take("contacts", file, { lift_reason }), { imported: 2, failed: 0 })
        assert.deepStrictEqual(yield* states, ["subscribed", "subscribed"])
        const [ada, bea] = yield* contacts
        const ledger = Effect.fnUntraced(function* (id: string) {
          const { history } = (yield* call("GET", `${base}/contacts/${id}/consent`)).json.data
          return history.map(({ to, refused, proof }: { to: string; refused: boolean; proof?: object }) => [
            to,
            refused,
            proof ?? null
          ])
        })
        assert.deepStrictEqual((yield* ledger(ada.id)).slice(0, 2), [
          ["subscribed", false, { reason: lift_reason }],
          ["subscribed", true, null]
        ])
        assert.deepStrictEqual((yield* ledger(bea.id)).slice(0, 2), [
          ["subscribed", false, { reason: lift_reason }],
          ["never_subscribed", false, { reason: lift_reason }]
        ])
      })
    )

    it.effect("invisible characters of an e-mail are left out, and rows that cannot be trusted come back whole", () =>
      Effect.gen(function* () {
        const { take, contacts } = yield* importing("unseen")
        const beginning = `Email,First Name\n${"\n".repeat(1_048_576)}`
        const file = `${beginning}\u202eada@example.com,Ada\nad\u200ba@example.com,Bea\nb@example.com,B,yes\nc\u0000@example.com,C\n=d@example.com,"=1+1"\n`
        const { imported, failed, failures } = yield* take("contacts", file)
        assert.deepStrictEqual([imported, failed], [3, 2])
        assert.deepStrictEqual(
          (yield* contacts).map(({ email, first_name }: { email: string; first_name: string }) => [email, first_name]),
          [
            ["=d@example.com", "=1+1"],
            ["ada@example.com", "Bea"]
          ]
        )
        assert.match(failures[0] ?? "", /^"b@example\.com","B","1048580","Has 3 cells for 2 columns\. .*","yes"$/)
        assert.match(failures[1] ?? "", /^"c.@example\.com","C","1048581",".*"$/)
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
        assert.deepStrictEqual(taken.failures, [
          '"cid@","n/a","Cid","no","4","email: Must be an e-mail address; phone: Must be a phone number without letters or extension"',
          `"dan@example.com","","Dan","perhaps","5","email_consent: ${consentIssue}"`
        ])
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
        assert.match(placed.failures[0] ?? "", /"3","total: [^"]*"$/)
        const { order } = (yield* call("GET", `${base}/orders/1`)).json.data
        assert.deepInclude(order, { phone: "+919876543210", total_amount: "10.00", line_items: [{ price: 2.5 }] })
        for (const member of ["financial_status", "subtotal"]) assert.notProperty(order, member)
        assert.notProperty((yield* call("GET", `${base}/orders/3`)).json.data.order, "phone")
      })
    )
  },
  { excludeTestServices: true }
)
