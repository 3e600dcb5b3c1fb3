import { formInput } from "../samples/formInput.ts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { definitionOf } from "../flows/definitions.ts"
import { type ApiResponse, post } from "../http/http.ts"
import { newMessage, seedContact } from "../messages/messages.ts"
import { templateOf } from "../http/calls/templates.ts"
import { pictureOf } from "../samples/pictures.ts"
import { ndjsonFile } from "../samples/imports.ts"
import { cartBody } from "../samples/carts.ts"
import { productBody } from "../samples/products.ts"
import { orderBody } from "../samples/orderBody.ts"
import { seedBulkChange } from "./seedBulkChange.ts"
import { seedToken } from "./seed.ts"

const definition = definitionOf([{ id: "a", type: "exit" }], "order_placed")

/** Creates one record of every kind with an id in the dashboard; returns the ids by collection. */
export const seedEverything = Effect.fnUntraced(function* (
  {
    call,
    account
  }: {
    readonly call: (method: string, path: string, body?: unknown) => Effect.Effect<ApiResponse>
    readonly account: string
  },
  origin: string
) {
  const sql = yield* SqlClient.SqlClient
  const make = (path: string, members: unknown) =>
    Effect.map(call("POST", `/accounts/${account}/${path}`, members), ({ json }) => String(json.data.id))
  const contact = yield* seedContact(account)
  yield* Effect.provide(
    Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])),
    Messages.layer
  )
  const [message] = yield* sql<{ message_id: string }>`SELECT message_id FROM messages WHERE account_id = ${account}`
  const token = yield* seedToken(account, { scopes: ["orders_write", "events_write"] })
  yield* post(`${origin}/v1/orders/placed`, token, orderBody({ order_id: 77 }))
  const event = yield* post(`${origin}/v1/events`, token, { event_type: "seen", email: "ada@example.com" })
  const cart = "c-1"
  yield* call("PUT", `/accounts/${account}/carts/${cart}`, cartBody())
  const product = "p-1"
  yield* call("PUT", `/accounts/${account}/products/${product}`, productBody())
  const delivery = `del_${"0".repeat(26)}`
  yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, flow_id, run_id, step_id, contact_id, url, payload, status, due_at, created_at, updated_at)
    VALUES (${account}, ${delivery}, 'k', 'f', 'r', 's', ${contact.contact_id}, 'https://a.example', '{}', 'failed', now(), now(), now())`
  const store_delivery = `sde_${"0".repeat(26)}`
  yield* sql`INSERT INTO platform_deliveries (account_id, delivery_id, integration_id, topic, status, attempts, received_at, updated_at)
    VALUES (${account}, ${store_delivery}, 'int', 'orders/create', 'failed', 1, now(), now())`
  const member = yield* make("users", { email: "member@example.com", role: "member" })
  return new Map<string, string>([
    ["contacts", contact.contact_id],
    ["notes", yield* make(`contacts/${contact.contact_id}/notes`, { note: "called" })],
    ["messages", message?.message_id ?? ""],
    ["deliveries", delivery],
    ["store-deliveries", store_delivery],
    ["orders", "77"],
    ["carts", cart],
    ["products", product],
    ["events", String(event.json.data.event_id)],
    ["users", member],
    ["tokens", yield* make("tokens", { name: "a", scopes: [] })],
    ["apps", yield* make("apps", { name: "a" })],
    ["integrations", yield* make("integrations", { store_name: "a", store_url: "https://a.example" })],
    ["flows", yield* make("flows", { name: "a", definition })],
    ["segments", yield* make("segments", { name: "a", conditions: [] })],
    ["coupons", yield* make("coupons", { name: "spring" })],
    ["topics", yield* Effect.as(make("topics", { key: "quiet-news", names: { en: "Quiet news" } }), "quiet-news")],
    ["senders", yield* make("senders", { from_name: "Tea", from_email: "offices@shop.example" })],
    ["media", yield* make("media", pictureOf(1))],
    ["templates", yield* make("templates", templateOf(1))],
    ["campaigns", yield* make("campaigns", { name: "a", channel: "email" })],
    ["forms", yield* make("forms", formInput)],
    ["bulk-changes", (yield* seedBulkChange(account, contact.contact_id)).change_id],
    ["imports", yield* make("imports", ndjsonFile("orders"))]
  ])
})
