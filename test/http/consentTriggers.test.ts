import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { withFlows } from "../support/flows/withFlows.ts"
import { onEitherOverSocket, Origin, post, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"
import { orderBody } from "../support/samples/orderBody.ts"

const both = [
  { type: "subscribed", channel: "email" },
  { type: "unsubscribed", channel: "email" }
] as const

const recent = { order_date: new Date().toISOString(), accepts_email_marketing: true }

onEitherOverSocket("a change of consent", (it) => {
  it.effect("starts the flows of its channel once, also under concurrent and repeated calls", () =>
    Effect.gen(function* () {
      const { write, runs } = yield* withFlows("once", [...both, { type: "subscribed", channel: "sms" }])
      const created = yield* write("POST", "/contacts", { email: "ada@example.com", phone: "+12025550101" })
      assert.deepStrictEqual(yield* runs, [])
      const path = `/contacts/${created.json.data.id}`
      const change = (body: object) =>
        Effect.forEach([1, 2, 3, 4, 5, 6], () => write("PATCH", path, body), { concurrency: 6, discard: true })
      yield* change({ email_consent: "subscribed" })
      assert.deepStrictEqual(yield* runs, ["subscribed email"])
      yield* change({ sms_consent: "subscribed" })
      yield* change({ email_consent: "unsubscribed" })
      yield* change({ email_consent: "subscribed" })
      assert.deepStrictEqual(yield* runs, [
        "subscribed email",
        "subscribed sms",
        "unsubscribed email",
        "subscribed email"
      ])
    })
  )

  it.effect("starts flows as an order's dry run says, but not in an initial sync", () =>
    Effect.gen(function* () {
      const { runs, token, v1 } = yield* withFlows("orders", both)
      const order = (order_id: number, body: object, headers: Record<string, string> = {}) =>
        post(`${v1}/orders/placed`, token, { ...orderBody({ order_id, ...recent, ...body }) }, headers)
      yield* order(1, { email: "old@example.com", initial_sync: true })
      assert.deepStrictEqual(yield* runs, [])
      const preview = yield* order(2, { email: "new@example.com" }, { prefer: "dry-run" })
      assert.deepStrictEqual(
        preview.json.data === undefined ? [] : preview.json.dry_run.flows.map((flow: { name: string }) => flow.name),
        ["subscribed email"]
      )
      assert.deepStrictEqual(yield* runs, [])
      yield* order(2, { email: "new@example.com" })
      yield* order(2, { email: "new@example.com" })
      assert.deepStrictEqual(yield* runs, ["subscribed email"])
    })
  )

  it.effect("starts flows from the unsubscribe link and from an action on many contacts, and not by a merge", () =>
    Effect.gen(function* () {
      const { call, account, runs, write } = yield* withFlows("signals", both)
      const contact = yield* seedContact(account, { email: "linked@example.com", phone: null })
      const sql = yield* SqlClient.SqlClient
      yield* Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])).pipe(
        Effect.provide(Messages.layer)
      )
      const [message] = yield* sql`SELECT message_id FROM messages WHERE account_id = ${account}`
      const url = links.sign("unsubscribe", [account, String(message?.["message_id"])])
      const page = url.replace("https://tally.example", yield* Origin)
      yield* send(page, { method: "POST" })
      yield* send(page, { method: "POST" })
      assert.deepStrictEqual(yield* runs, ["unsubscribed email"])
      const other = yield* write("POST", "/contacts", { email: "other@example.com", email_consent: "subscribed" })
      assert.deepStrictEqual(yield* runs, ["unsubscribed email", "subscribed email"])
      const into = yield* write("POST", "/contacts", { email: "into@example.com", email_consent: "subscribed" })
      assert.lengthOf(yield* runs, 3)
      const merged = yield* write("POST", `/contacts/${into.json.data.id}/merge`, { from: contact.contact_id })
      assert.strictEqual(merged.json.data.email_consent, "unsubscribed")
      assert.lengthOf(yield* runs, 3)
      const body = { action: "unsubscribe_email", filter: {} }
      yield* call("POST", `/accounts/${account}/contact-actions`, body)
      yield* call("POST", `/accounts/${account}/contact-actions`, body)
      assert.deepStrictEqual((yield* runs).slice(3), ["unsubscribed email"])
      assert.strictEqual(other.status, 201)
    })
  )

  it.effect("reads the contact's new tags in filters, and has neither order nor event", () =>
    Effect.gen(function* () {
      const filters = [[{ field: "contact.tags", op: "contains", value: "shop" }]]
      const { call, account, runs, write } = yield* withFlows("filters", [both[0]], { filters })
      yield* write("POST", "/contacts", { email: "a@example.com", email_consent: "subscribed", tags: ["shop"] })
      yield* write("POST", "/contacts", { email: "b@example.com", email_consent: "subscribed" })
      assert.deepStrictEqual(yield* runs, ["subscribed email"])
      const refused = yield* call("POST", `/accounts/${account}/flows`, {
        name: "Refused",
        definition: {
          ...definitionOf([{ id: "m", type: "send_email", subject: "{{ order.order_id }}", html: "<p>a</p>" }]),
          trigger: { type: "subscribed", channel: "fax" },
          filters: [[{ field: "order.total", op: "gte", value: 1 }]]
        }
      })
      assert.deepStrictEqual(
        refused.json.error.details.map(({ field }: { field: string }) => field),
        ["definition.trigger.channel"]
      )
      const fixed = yield* call("POST", `/accounts/${account}/flows`, {
        name: "Refused",
        definition: {
          ...definitionOf([{ id: "m", type: "send_email", subject: "{{ order.order_id }}", html: "<p>a</p>" }]),
          trigger: both[0],
          filters: [[{ field: "order.total", op: "gte", value: 1 }]]
        }
      })
      assert.sameMembers(
        fixed.json.error.details.map(({ field }: { field: string }) => field),
        ["definition.filters.0.0.field", "definition.steps.0.subject"]
      )
    })
  )
})
