import { Effect } from "effect"
import type { endpoints } from "./endpoints.ts"
import { type Answer, send } from "./http.ts"
import { body } from "./races.ts"

/** One request; `n` makes what it names new. */
export interface Request {
  readonly name: string
  readonly prepare?: (n: number) => Effect.Effect<string>
  readonly ask: (n: number, id: string) => Effect.Effect<Answer>
  /** A statement before which the database goes away in every run, since something would be half there if it stood elsewhere. */
  readonly dies?: string
}

/** A good request for each endpoint of the public API that asks for a token; a new endpoint has none yet, and fails. */
export const publicCalls = (origin: string, token: string, all: typeof endpoints): ReadonlyArray<Request> => {
  const call = (method: string, path: string, json?: unknown) =>
    send(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { "content-type": "application/json" })
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) })
    })
  const email = (n: number) => `person${n}@example.com`
  const contact = (n: number) =>
    Effect.map(
      call("POST", "/v1/contacts", { email: `made${n}@example.com`, email_consent: "subscribed" }),
      ({ json }) => String(json.data.id)
    )
  const bodies: Readonly<Record<string, (n: number) => unknown>> = {
    "POST /v1/orders/placed": (n) =>
      body({ order_id: n, email: email(n), shipment_status: "delivered", accepts_email_marketing: true }),
    "POST /v1/events": (n) => ({ event_type: "seen", email: email(n), event_data: { n } }),
    "POST /v1/contacts": (n) => ({ email: email(n), tags: ["new"] }),
    "PATCH /v1/contacts/:id": () => ({ first_name: "Ada", email_consent: "unsubscribed" }),
    "POST /v1/contacts/:id/unsubscribe": () => undefined,
    "DELETE /v1/contacts/:id": () => undefined
  }
  return all.map(({ name, method, path }) => {
    const bodyOf = bodies[name]
    if (bodyOf === undefined && method !== "GET") throw new Error(`No request is known for ${name}`)
    return {
      name,
      ...(path.includes(":id") ? { prepare: contact } : {}),
      ask: (n, id) => call(method, path.replace(":id", id), bodyOf?.(n))
    }
  })
}
