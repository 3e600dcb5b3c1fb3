import { Effect } from "effect"
import { endpoints } from "../endpoints.ts"
import { send } from "../http.ts"
import { orderBody } from "../../samples/orderBody.ts"
import { campaignActions, campaignBody, campaignContact } from "./campaigns.ts"
import { operationOf, type Request } from "./request.ts"

/** Valid requests to each endpoint of the public API with a token: every kind of write, and every read. */
export const publicCalls = (origin: string, token: string): ReadonlyArray<Request> => {
  const call = (name: string, id: string, json?: unknown, headers: Record<string, string> = {}) => {
    const [method = "", path = ""] = operationOf({ name }).split(" ")
    const [first = "", second = ""] = id.split(" ")
    return send(`${origin}${path.replace(":id", first).replace(":contact", second)}`, {
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
  const none = () => undefined
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
  const two = (n: number) =>
    Effect.gen(function* () {
      const { id } = yield* known(n)
      const { json } = yield* call("POST /v1/contacts", "", { email: `other${n}@example.com` })
      return { account: "", id: `${id} ${json.data.id}` }
    })
  const merge: Request = {
    name: "POST /v1/contacts/:id/merge",
    prepare: two,
    ask: (_, { id }) => {
      const [target = "", from = ""] = id.split(" ")
      return call("POST /v1/contacts/:id/merge", target, { from })
    }
  }
  const conditions = [[{ field: "order.count", op: "gte", value: 1 }]]
  const segment = (n: number) =>
    Effect.gen(function* () {
      const { id } = yield* known(n)
      const { json } = yield* call("POST /v1/segments", "", { name: `Segment ${n}`, conditions })
      return { account: "", id: `${json.data.id} ${id}` }
    })
  const campaign = (n: number) =>
    Effect.map(call("POST /v1/campaigns", "", campaignBody(n)), ({ json }) => ({
      account: "",
      id: String(json.data.id)
    }))
  const campaignAfter = (actions: ReadonlyArray<string>) => (n: number) =>
    Effect.gen(function* () {
      yield* call("POST /v1/contacts", "", campaignContact)
      const made = yield* campaign(n)
      for (const action of actions) yield* call(`POST /v1/campaigns/:id/${action}`, made.id)
      return made
    })
  const writes: ReadonlyArray<readonly [name: string, bodyOf: (n: number) => unknown, further?: Partial<Request>]> = [
    ["POST /v1/orders/placed", order],
    ["POST /v1/orders/placed (again)", order, { prepare: placed }],
    ["POST /v1/events", event],
    ["POST /v1/events (with a key)", event],
    ["POST /v1/contacts", contact],
    ["POST /v1/contacts (with a key)", contact],
    ["PATCH /v1/contacts/:id", change, { prepare: known }],
    ["PATCH /v1/contacts/:id (with a key)", change, { prepare: known }],
    ["POST /v1/contacts/:id/unsubscribe", none, { prepare: known }],
    ["DELETE /v1/contacts/:id", none, { prepare: known }],
    ["POST /v1/segments", (n) => ({ name: `Segment ${n}`, conditions })],
    ["PATCH /v1/segments/:id", (n) => ({ name: `Changed ${n}` }), { prepare: segment }],
    ["DELETE /v1/segments/:id", none, { prepare: segment }],
    ["POST /v1/campaigns", campaignBody],
    ["PATCH /v1/campaigns/:id", (n) => ({ name: `Changed ${n}` }), { prepare: campaign }],
    ["POST /v1/campaigns/:id/review", none, { prepare: campaign, changesNothing: true }],
    ...campaignActions.map(
      ([action, before]) => [`POST /v1/campaigns/:id/${action}`, none, { prepare: campaignAfter(before) }] as const
    ),
    ["DELETE /v1/campaigns/:id", none, { prepare: campaign }]
  ]
  const reads = endpoints.filter(({ method }) => method === "GET")
  return [
    ...writes.map(([name, bodyOf, further]): Request => ({
      name,
      ask: (n, { id }) =>
        call(name, id, bodyOf(n), name.endsWith("(with a key)") ? { "idempotency-key": `key ${n}` } : {}),
      ...further
    })),
    merge,
    ...reads.map(({ name, path }): Request => ({
      name,
      changesNothing: true,
      ...(path.includes("/segments/")
        ? { prepare: segment }
        : path.includes("/campaigns/")
          ? { prepare: campaign }
          : path.includes(":id")
            ? { prepare: known }
            : {}),
      ask: (_, { id }) => call(name, id)
    }))
  ]
}
