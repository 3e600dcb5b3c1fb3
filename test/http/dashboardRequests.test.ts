import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { type ApiResponse, onEitherOverSocket, Origin, post, send } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccessToken, seedAccount, seedToken } from "../support/database/seed.ts"

type Entry = Record<string, unknown>
type Caller = { readonly kind: string; readonly name: string | null }

// A word too long to appear in a random id by chance, as "ada" does in one of two hundred.
const person = { email: "Lulu.Lovelace@engine.example", phone: "+12025550186" }

/** The response once it lists that many calls, which are written within a second. */
const once = (ask: Effect.Effect<ApiResponse>, enough: (answer: ApiResponse) => boolean) =>
  Effect.repeat(ask, { until: enough, schedule: Schedule.spaced("100 millis") }).pipe(Effect.timeout("5 minutes"))

const merchant = Effect.fnUntraced(function* (name: string) {
  const { call, account, boss } = yield* ownerBrowser(name)
  const token = yield* seedToken(account, { scopes: ["orders_write", "contacts_write"] })
  const list = (query = "") => call("GET", `/accounts/${account}/requests${query}`)
  const after = (count: number, query = "") => once(list(query), ({ json }) => json.data.length >= count)
  return { call, account, boss, token, list, after, v1: `${yield* Origin}/v1` }
})

onEitherOverSocket("the request log in the dashboard", (it) => {
  it.effect("shows caller, route, status and duration of each call, newest first", () =>
    Effect.gen(function* () {
      const began = Date.now()
      const { account, token, v1, after, list } = yield* merchant("logged")
      yield* post(`${v1}/orders/placed`, token, orderBody(), {
        "x-request-id": "my-first.1",
        "user-agent": "shop/1.2 (Ada)"
      })
      yield* post(`${v1}/orders/placed`, token, { ...orderBody(), total: -1, currency: "XXX" })
      const app = yield* seedAccessToken(account, { scopes: ["contacts_read"] })
      yield* post(`${v1}/contacts/con_1/unsubscribe`, app, {})
      const { json } = yield* after(3)
      const [refused, faulty, placed] = json.data.map((entry: Entry) => {
        assert.isAtLeast(Number(entry["duration_ms"]), 0)
        assert.isAtLeast(Date.parse(String(entry["time"])), Math.floor(began / 1_000) * 1_000)
        assert.isAtMost(Date.parse(String(entry["time"])), Date.now())
        return entry
      })
      const own = { calls: 1, deprecated: false, error_code: null, fields: [], subaccount_id: null }
      assert.deepInclude(placed, {
        ...own,
        request_id: "my-first.1",
        endpoint: "POST /v1/orders/placed",
        status: 201,
        client: "shop/1.2"
      })
      assert.deepInclude(placed.caller, { kind: "token", name: "seeded" })
      assert.deepInclude(faulty, {
        ...own,
        status: 422,
        error_code: "validation_failed",
        fields: ["total", "currency"]
      })
      assert.match(faulty.request_id, /^req_/)
      assert.deepInclude(refused, {
        ...own,
        endpoint: "POST /v1/contacts/:id/unsubscribe",
        deprecated: true,
        status: 403,
        error_code: "insufficient_scope",
        fields: ["scope"]
      })
      assert.deepInclude(refused.caller, { kind: "app", name: "seeded" })

      const statuses = ({ json: found }: ApiResponse) => found.data.map(({ status }: Entry) => status)
      assert.deepStrictEqual(statuses(yield* list("?request_id=my-first.1")), [201])
      assert.deepStrictEqual(statuses(yield* list("?request_id=my-first.2")), [])
      assert.deepStrictEqual(statuses(yield* list("?status=4xx")), [403, 422])
      const first = yield* list("?per_page=2")
      const rest = yield* list(`?per_page=2&cursor=${first.json.pagination.next_cursor}`)
      assert.deepStrictEqual([statuses(first), statuses(rest)], [[403, 422], [201]])
      for (const bad of [
        "status=3xx",
        "cursor=x",
        "cursor=0.abc",
        `cursor=0.${"9".repeat(19)}`,
        "request_id=%20",
        "request_id="
      ])
        assert.strictEqual((yield* list(`?${bad}`)).status, 422, bad)
    })
  )

  it.effect("stores no content of requests", () =>
    Effect.gen(function* () {
      const { token, v1, after } = yield* merchant("redactingTracer")
      const secret = "f".repeat(40)
      const header = { "x-service-integration-token": secret, "user-agent": `${person.phone} ${person.email}` }
      yield* post(
        `${v1}/orders/placed`,
        token,
        { ...orderBody(person), discounts: [{ lovelace: "Lulu" }], tags: 1 },
        header
      )
      yield* post(`${v1}/contacts`, token, { ...person, custom_fields: { Lovelace: { [person.email]: 1 } } })
      yield* post(`${v1}/contacts`, token, `{"email": "${person.email}"`)
      yield* send(`${v1}/contacts/${encodeURIComponent(person.email)}?${person.email}=${secret}`, {
        headers: { authorization: `Bearer ${token}` }
      })
      yield* send(`${v1}/contacts?email=${person.email}&lovelace=1`, { headers: { authorization: `Bearer ${token}` } })
      const { text } = yield* after(5)
      const found = [token, secret, "lovelace", "lulu", person.phone, "12025550186"].filter((part) =>
        text.toLowerCase().includes(part.toLowerCase())
      )
      assert.deepStrictEqual(found, [])
    })
  )

  it.effect("belongs to the account of the token, also for calls on a subaccount", () =>
    Effect.gen(function* () {
      const { account, token, v1, after, call } = yield* merchant("parent")
      const stranger = yield* merchant("stranger")
      const child = yield* seedAccount({ parent_id: account })
      const subaccountHeader = { "service-account-id": child.account_id }
      yield* post(`${v1}/orders/placed`, token, orderBody(), subaccountHeader)
      yield* post(`${v1}/orders/placed`, token, orderBody(), { "service-account-id": stranger.account })
      yield* post(`${v1}/orders/placed`, `service_${"0".repeat(40)}`, orderBody())
      const { json } = yield* after(2)
      assert.deepStrictEqual(
        json.data.map(({ status, subaccount_id }: Entry) => [status, subaccount_id]),
        [
          [404, null],
          [201, child.account_id]
        ]
      )
      assert.deepStrictEqual((yield* stranger.list()).json.data, [])
      assert.deepStrictEqual((yield* call("GET", `/accounts/${child.account_id}/requests`)).json.data, [])
      for (const path of ["requests", "deprecated-calls", "usage"])
        assert.strictEqual((yield* stranger.call("GET", `/accounts/${account}/${path}`)).status, 404, path)
    })
  )

  it.effect("lists the tokens and applications that call deprecated endpoints, with the replacements", () =>
    Effect.gen(function* () {
      const { account, token, v1, after, call } = yield* merchant("old")
      assert.deepStrictEqual((yield* call("GET", `/accounts/${account}/deprecated-calls`)).json, { data: [] })
      const app = yield* seedAccessToken(account, { scopes: ["contacts_write"] })
      for (const bearer of [token, app, token]) yield* post(`${v1}/contacts/con_1/unsubscribe`, bearer, {})
      yield* post(`${v1}/orders/placed`, token, orderBody())
      yield* after(4)
      const { data } = (yield* call("GET", `/accounts/${account}/deprecated-calls`)).json
      const uses = data.map(({ caller, endpoint, successor, calls }: Entry & { readonly caller: Caller }) => [
        `${caller.kind} ${caller.name}`,
        endpoint,
        successor,
        calls
      ])
      const [endpoint, successor] = ["POST /v1/contacts/:id/unsubscribe", "PATCH /v1/contacts/:id"]
      assert.sameDeepMembers(uses, [
        ["token seeded", endpoint, successor, 2],
        ["app seeded", endpoint, successor, 1]
      ])
    })
  )

  it.effect("counts the calls of each of the last thirty days, and those refused by the rate limit", () =>
    Effect.gen(function* () {
      const { account, token, v1, boss, call } = yield* merchant("counted")
      yield* boss.call("PATCH", `/accounts/${account}`, { limits: { per_day: 3 } })
      yield* Effect.forEach(Array.from({ length: 8 }), () => post(`${v1}/orders/placed`, token, orderBody()), {
        concurrency: 4
      })
      const usage = call("GET", `/accounts/${account}/usage`)
      const { json } = yield* once(usage, (answer) => answer.json.data[29].calls >= 8)
      assert.strictEqual(json.data.length, 30)
      const today = new Date().toISOString().slice(0, 10)
      assert.deepStrictEqual(json.data[29], { day: today, calls: 8, limited: 5 })
      assert.deepInclude(json.data[0], { calls: 0, limited: 0 })
    })
  )
})
