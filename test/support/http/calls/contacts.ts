import { Effect } from "effect"
import { Messages } from "../../../../src/outbound/sending/Messages.ts"
import { send } from "../http.ts"
import { links } from "../links.ts"
import { newMessage, seedContact } from "../../messages/messages.ts"
import { cartBody } from "../../samples/carts.ts"
import { productBody } from "../../samples/products.ts"
import { orderBody } from "../../samples/orderBody.ts"
import { type Desk, idOf } from "./desk.ts"
import type { Request } from "./request.ts"

/** Dashboard contacts, message links, provider hooks, and webhook deliveries. */
export const contactCalls = (desk: Desk): ReadonlyArray<Request> => {
  const { about, call, origin, program, seeded, sql } = desk
  const path = "/accounts/:account/contacts"
  const contact = (account: string) => seeded(Effect.map(seedContact(account), ({ contact_id }) => contact_id))
  const pair = (account: string) =>
    Effect.tap(contact(account), () =>
      seeded(seedContact(account, { contact_id: `con_${"1".repeat(26)}`, email: "eve@example.com", phone: null }))
    )
  const newCart = (_: string, n: number) => Effect.succeed(`cart-${n}`)
  const cart = (account: string, n: number) =>
    Effect.as(call("PUT", `/accounts/${account}/carts/cart-${n}`, cartBody()), `cart-${n}`)
  const newProduct = (_: string, n: number) => Effect.succeed(`product-${n}`)
  const product = (account: string, n: number) =>
    Effect.as(call("PUT", `/accounts/${account}/products/product-${n}`, productBody()), `product-${n}`)
  const note = (account: string) =>
    Effect.flatMap(contact(account), (id) =>
      Effect.map(call("POST", `/accounts/${account}/contacts/${id}/notes`, { note: "called" }), idOf)
    )
  const suppressed = (account: string) =>
    Effect.tap(contact(account), (id) =>
      call("POST", `/accounts/${account}/contacts/${id}/compliance-suppression`, { reason: "asked" })
    )
  const busy = (account: string, n: number) =>
    Effect.gen(function* () {
      const email = `busy${n}@example.com`
      const callApi = yield* program(account)
      const id = idOf(yield* callApi("/contacts", { email, email_consent: "subscribed" }))
      yield* callApi("/orders/placed", orderBody({ order_id: n, email }))
      yield* callApi("/events", { event_type: "seen", email, event_data: { n } })
      return id
    })
  const message = (account: string) =>
    Effect.gen(function* () {
      yield* Effect.flatMap(Messages, (all) =>
        Effect.flatMap(seedContact(account), (who) => all.record([newMessage(who)]))
      )
      const rows = yield* sql<{ message_id: string }>`
        UPDATE messages SET status = 'sent' WHERE account_id = ${account} RETURNING message_id`
      return rows[0]?.message_id ?? ""
    }).pipe(Effect.provide(Messages.layer), sql.withTransaction, seeded)
  const shortLink = (account: string) =>
    Effect.gen(function* () {
      const message_id = yield* message(account)
      const code = message_id.slice(-8)
      yield* sql`UPDATE messages SET links = '{https://shop.example/}' WHERE account_id = ${account} AND message_id = ${message_id}`
      yield* sql`INSERT INTO short_links (code, account_id, message_id, place, expires_at)
        VALUES (${code}, ${account}, ${message_id}, 1, now() + interval '1 day')`
      return code
    }).pipe(seeded)
  // The account's clock is a day behind, so that the webhook is not sent before it is redelivered.
  const delivery = (account: string, n: number) =>
    Effect.gen(function* () {
      const id = `del_${String(n).padStart(26, "0")}`
      yield* sql`UPDATE accounts SET clock_offset = -86400000 WHERE account_id = ${account}`
      yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, flow_id, run_id, step_id, contact_id, url, payload,
          status, attempts, due_at, created_at, updated_at)
        VALUES (${account}, ${id}, 'k', 'f', 'r', 's', 'con', 'https://a.example', '{}', 'failed', 9, now(), now(), now())`
      return id
    }).pipe(seeded)
  const at = (link: string, init: RequestInit) => send(link.replace("https://tally.example", origin), init)
  const unsubscribe = (account: string, id: string) => at(links.sign("unsubscribe", [account, id]), { method: "POST" })
  const unsubscribed = (account: string) => Effect.tap(message(account), (id) => unsubscribe(account, id))
  const linked = (
    name: string,
    thing: (account: string, n: number) => Effect.Effect<string>,
    ask: (account: string, id: string) => ReturnType<typeof send>
  ): Request => ({ ...about(name, { thing }), name, ask: (_, { account, id }) => ask(account, id) })
  return [
    about(`POST ${path}`, { body: (n) => ({ email: `owned${n}@example.com`, sms_consent: "never_subscribed" }) }),
    about(`PATCH ${path}/:id`, { thing: contact, body: () => ({ first_name: "Eve", email_consent: "unsubscribed" }) }),
    about("POST /accounts/:account/contact-actions", {
      thing: contact,
      body: () => ({ action: "add_tag", tag: "vip", filter: { email_consent: "subscribed" } })
    }),
    about("POST /accounts/:account/orders/placed", {
      body: (n) => orderBody({ order_id: n, email: `person${n}@example.com`, accepts_email_marketing: true })
    }),
    about("PUT /accounts/:account/carts/:id", {
      thing: newCart,
      body: () => cartBody()
    }),
    about("DELETE /accounts/:account/carts/:id", { thing: cart }),
    about("PUT /accounts/:account/products/:id", { thing: newProduct, body: () => productBody() }),
    about("POST /accounts/:account/products/batch", {
      body: (n) => ({ products: [{ id: `product-${n}`, ...productBody() }] })
    }),
    about("DELETE /accounts/:account/products/:id", { thing: product }),
    about("POST /accounts/:account/events", { body: (n) => ({ event_type: "seen", email: `person${n}@example.com` }) }),
    about(`POST ${path}/:id/unsubscribe`, { thing: contact }),
    about(`POST ${path}/:id/merge`, { thing: pair, body: () => ({ from: `con_${"1".repeat(26)}` }) }),
    about(`POST ${path}/:id/notes`, { thing: contact, body: () => ({ note: "called" }) }),
    about("DELETE /accounts/:account/notes/:id", { thing: note }),
    about(`DELETE ${path}/:id`, { thing: busy }),
    about(`POST ${path}/:id/compliance-suppression`, { thing: contact, body: () => ({ reason: "asked" }) }),
    about(`DELETE ${path}/:id/compliance-suppression`, { thing: suppressed, body: () => ({ reason: "a mistake" }) }),
    about("POST /accounts/:account/deliveries/:id/redeliver", { thing: delivery }),
    linked("POST /hooks/sms/:token", contact, (account) =>
      at(links.sign("sms", [account]), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ From: "+12025550123", Body: "STOP", MessageSid: "SM1" }).toString()
      })
    ),
    linked("POST /hooks/email/:token", message, (account, message_id) =>
      at(links.sign("email", [account]), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type: "bounce", email: "ada@example.com", message_id })
      })
    ),
    linked("POST /u/:token", message, unsubscribe),
    linked("POST /u/:token/resubscribe", unsubscribed, (account, id) =>
      at(`${links.sign("unsubscribe", [account, id])}/resubscribe`, { method: "POST" })
    ),
    linked("GET /s/:code", shortLink, (_, code) =>
      at(`https://tally.example/s/${code}`, { method: "GET", redirect: "manual" })
    ),
    {
      ...linked("GET /c/:token", message, (account, id) =>
        at(links.sign("click", [account, id, "https://shop.example"]), { redirect: "manual" })
      ),
      answersFirst: true
    }
  ]
}
