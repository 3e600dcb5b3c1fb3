import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeId } from "../../../src/domain/values/Id.ts"
import { siteKey, visitMark } from "../../../src/outbound/templates/siteLinks.ts"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { Scope } from "../../../src/domain/accounts/Scope.ts"
import { seedAccount, seedToken } from "../database/seed.ts"
import { newMessage, seedContact } from "../messages/messages.ts"
import { contentType, encoded, newClientAddress, Origin, send } from "./http.ts"
import { links } from "./links.ts"

export const shopOrigin = "https://shop.example"

export const visitor = (name: string): string => `visitor-${name}`.padEnd(20, "0")

let views = 0

/** A view of a product as a page reports it. */
export const viewed = (id: string, members: Record<string, unknown> = {}, age = 0) => ({
  type: "viewed",
  id: `view-${String(views++).padStart(8, "0")}`,
  age,
  product: { id, title: `Product ${id}`, url: `${shopOrigin}/p/${id}`, price: 19.9, currency: "eur", ...members }
})

/** A shop with a site, whose pages call. */
export const site = Effect.gen(function* () {
  const origin = yield* Origin
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount({ integrations: 1 })
  const token = yield* seedToken(account_id, { scopes: Scope.literals })
  const api = (method: string, path: string, body?: unknown) =>
    send(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...contentType(body) },
      ...encoded(body)
    })
  yield* api("PUT", "/site", { origins: [shopOrigin], consent_elsewhere: false })
  const key = siteKey(links, account_id)
  /** A call of a page, from a client address of its own. */
  const post = (body: unknown, headers: Record<string, string> = {}, of = key) =>
    send(`${origin}/site/${of}`, {
      method: "POST",
      headers: { ...newClientAddress(), origin: shopOrigin, "content-type": "text/plain;charset=UTF-8", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body)
    })
  const report = (name: string, events: ReadonlyArray<unknown>, mark?: string) =>
    post({ visitor: visitor(name), events, ...(mark === undefined ? {} : { mark }) })
  /** A person with a message, and the mark that its links carry. */
  const person = Effect.fnUntraced(function* (email: string) {
    const contact = yield* seedContact(account_id, { email, phone: null })
    const key = yield* makeId("key")
    yield* Effect.provide(
      Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact, { key })])),
      Messages.layer
    )
    const [row] = yield* sql<{ message_id: string }>`SELECT message_id FROM messages
      WHERE account_id = ${account_id} AND key = ${key}`
    const message_id = row?.message_id ?? ""
    return {
      ...contact,
      message_id,
      mark: visitMark(links, { account_id, message_id, contact_id: contact.contact_id }, Date.now())
    }
  })
  const viewsOf = (contact_id: string | null) =>
    Effect.map(
      sql<{ product_id: string }>`SELECT product_id FROM product_views
        WHERE account_id = ${account_id} AND contact_id IS NOT DISTINCT FROM ${contact_id} ORDER BY viewed_at, view_id`,
      (rows) => rows.map(({ product_id }) => product_id)
    )
  return { account_id, api, key, post, report, person, viewsOf, sql }
})
