import { Effect } from "effect"
import { Origin, send } from "../http/http.ts"
import { seedAccount } from "../database/seed.ts"

type Options = {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly token?: string
}

/** An account with calls to the API: `call("/contacts", { body })` posts, and gets without a body. */
export const contactCaller = Effect.fnUntraced(function* (options: { readonly country?: string } = {}) {
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({
    scopes: ["contacts_read", "contacts_write", "orders_write", "events_write"],
    ...(options.country === undefined ? {} : { default_country: options.country })
  })
  const call = (path: string, { method, body, headers = {}, token: other = token }: Options = {}) =>
    send(`${origin}/v1${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        authorization: `Bearer ${other}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
  const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    call(`/contacts/${id}`, { method: "PATCH", body, headers })
  /** The id of a new contact. */
  const create = (body: unknown) => Effect.map(call("/contacts", { body }), ({ json }) => String(json.data.id))
  return { account_id, token, origin, call, patch, create }
})
