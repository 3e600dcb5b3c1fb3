// Responses are untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import { Effect, Schedule } from "effect"
import { draw } from "./arbitraries.ts"
import type { ApiResponse } from "../support/http/http.ts"
import type { Choices } from "./choices.ts"
import { operations } from "./contracts.ts"
import { eventType } from "./definitions.ts"
import type { FuzzedRequest } from "./requests.ts"
import type { World } from "./world.ts"

const cookieOf = (answer: ApiResponse | undefined): string => answer?.headers.getSetCookie()[0]?.split(";")[0] ?? ""
const secretOf = (link: unknown): string => String(link).split("#")[1] ?? ""

const hooked = {
  trigger: { type: "event", event_type: eventType },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [{ id: "a", type: "webhook", url: "https://hooks.example/a" }]
}

/**
 * A scenario of dependent calls: an account is opened, its owner sets and changes a password, signs out and in, invites a
 * user and gives them a reset link; a webhook is sent and redelivered; a test account's clock is advanced.
 */
export const runScenario = Effect.fnUntraced(function* <E, R>(
  ask: (one: FuzzedRequest) => Effect.Effect<ApiResponse | undefined, E, R>,
  { operator }: World,
  choose: Choices,
  name: string
) {
  const call = (
    method: string,
    path: string,
    by: string,
    given: Record<string, unknown> | null,
    account = "",
    id = ""
  ) => {
    const operation = operations.find(
      ({ name: one }) => one === `${method} ${path.startsWith("/v1/") ? "" : "/dashboard/api"}${path}`
    )
    if (operation === undefined) throw new Error(`No operation ${method} ${path}`)
    const headers = { [path.startsWith("/v1/") ? "authorization" : "cookie"]: by, "content-type": "application/json" }
    const filled = operation.path.replace("{account}", account).replace("{id}", id)
    const body = given === null ? {} : { body: JSON.stringify({ ...made(operation.name), ...given }) }
    // Missing results have no id.
    const isComplete = !filled.includes("undefined")
    return ask({
      operation,
      account,
      path: filled,
      init: { method, headers, ...body },
      due: "taken",
      ...(isComplete ? { sure: true } : {})
    })
  }
  const made = (operation: string): any => JSON.parse(draw(operation, choose))
  const password = (): string => made("PUT /dashboard/api/password").new_password
  const data = (answer: ApiResponse | undefined): any => answer?.json?.data ?? {}

  const owner = { email: `owner-${name}@example.com`, password: password() }
  const opened = data(yield* call("POST", "/accounts", operator, { owner: { email: owner.email } }))
  const account = String(opened.id)
  const setUp = yield* call("POST", "/setup", "", { secret: secretOf(opened.setup_link), ...owner })
  yield* call("DELETE", "/session", cookieOf(setUp), null)
  const signedIn = yield* call("POST", "/session", "", owner)
  const change = { current_password: owner.password, new_password: password() }
  const ownCookie = cookieOf(yield* call("PUT", "/password", cookieOf(signedIn), change))

  const member = { email: `member-${name}@example.com`, password: password() }
  const users = "/accounts/{account}/users"
  const invited = data(yield* call("POST", users, ownCookie, { email: member.email }, account))
  yield* call("POST", "/setup", "", { secret: secretOf(invited.link), ...member })
  const accountUsers = data(yield* call("GET", users, ownCookie, null, account))
  const id = String([accountUsers].flat().find(({ email }) => email === member.email)?.id)
  const reset = data(yield* call("POST", `${users}/{id}/password-reset`, ownCookie, null, account, id))
  yield* call("POST", "/setup", "", { ...member, secret: secretOf(reset.link), password: password() })
  yield* call("PATCH", `${users}/{id}`, ownCookie, {}, account, id)
  yield* call("DELETE", `${users}/{id}`, ownCookie, null, account, id)

  const flow = String(
    data(yield* call("POST", "/accounts/{account}/flows", ownCookie, { definition: hooked }, account)).id
  )
  const complete = { from_name: "Shop", from_email: "hello@shop.example", postal_address: "1 Tea Street" }
  const tracking_domain = `links.${account.replace("_", "-")}.example`
  const sender = { ...complete, shared_address: undefined, tracking_domain }
  yield* call("PUT", "/accounts/{account}/sender", ownCookie, sender, account)
  yield* call("POST", "/accounts/{account}/flows/{id}/activate", ownCookie, null, account, flow)
  const given = { name, scopes: ["events_write"] }
  const { token } = data(yield* call("POST", "/accounts/{account}/tokens", ownCookie, given, account))
  const happened = { event_type: eventType, email: owner.email, phone: null, contact_id: null, event_time: null }
  yield* call("POST", "/v1/events", `Bearer ${token}`, happened)
  // The webhook is sent asynchronously.
  const delivery = yield* Effect.map(
    call("GET", "/accounts/{account}/deliveries", ownCookie, null, account),
    (answer) => [data(answer)].flat().at(0)
  ).pipe(
    Effect.repeat({ until: (found) => found?.id !== undefined, times: 3_000, schedule: Schedule.spaced("100 millis") })
  )
  yield* call("POST", "/accounts/{account}/deliveries/{id}/redeliver", ownCookie, null, account, String(delivery?.id))

  const part = String(data(yield* call("POST", "/accounts/{account}/subaccounts", ownCookie, {}, account)).id)
  yield* call("PUT", "/accounts/{account}/test-clock", operator, null, part)
  yield* call("POST", "/accounts/{account}/test-clock", operator, {}, part)
})
