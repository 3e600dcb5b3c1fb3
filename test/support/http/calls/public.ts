import { Effect } from "effect"
import { send } from "../http.ts"
import { orderBody } from "../../samples/orderBody.ts"
import { operationOf, type Request } from "./request.ts"

/** Valid requests to the public API with a token that the dashboard has not, or has without their headers. */
export const publicCalls = (origin: string, token: string): ReadonlyArray<Request> => {
  const call = (name: string, id: string, json?: unknown, headers: Record<string, string> = {}) => {
    const [method = "", path = ""] = operationOf({ name }).split(" ")
    return send(`${origin}${path.replace(":id", id)}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) })
    })
  }
  const email = (n: number) => `person${n}@example.com`
  const order = (n: number) =>
    orderBody({ order_id: n, email: email(n), shipment_status: "delivered", accepts_email_marketing: true })
  const event = (n: number) => ({ event_type: "seen", email: email(n), event_data: { n } })
  const contact = (n: number) => ({ email: email(n), tags: ["new"] })
  const change = () => ({ first_name: "Ada", email_consent: "unsubscribed" })
  const known = (n: number) =>
    Effect.map(
      call("POST /v1/contacts", "", { email: `made${n}@example.com`, email_consent: "subscribed" }),
      ({ json }) => ({ account: "", id: String(json.data.id) })
    )
  const placed = (n: number) =>
    Effect.as(call("POST /v1/orders/placed", "", { ...order(n), shipment_status: "in_transit", total: 1 }), {
      account: "",
      id: ""
    })
  const writes: ReadonlyArray<readonly [name: string, bodyOf: (n: number) => unknown, further?: Partial<Request>]> = [
    ["POST /v1/orders/placed", order],
    ["POST /v1/orders/placed (again)", order, { prepare: placed }],
    ["POST /v1/events (with a key)", event],
    ["POST /v1/contacts (with a key)", contact],
    ["PATCH /v1/contacts/:id (with a key)", change, { prepare: known }]
  ]
  return [
    ...writes.map(([name, bodyOf, further]): Request => ({
      name,
      ask: (n, { id }) =>
        call(name, id, bodyOf(n), name.endsWith("(with a key)") ? { "idempotency-key": `key ${n}` } : {}),
      ...further
    })),
    { name: "GET /v1/account", changesNothing: true, ask: () => call("GET /v1/account", "") }
  ]
}
