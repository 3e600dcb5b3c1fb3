import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { type Endpoint, endpoints, requestOf } from "../support/http/endpoints.ts"
import { Origin, post, send } from "../support/http/http.ts"
import { rowsOf } from "../support/database/rows.ts"
import { seedAccount } from "../support/database/seed.ts"
import { onBothWatched, Statements } from "../support/database/statements.ts"

const segmentEndpoint = (endpoint: Endpoint) => endpoint.path.includes("/segments/:id")

const campaignEndpoint = (endpoint: Endpoint) => endpoint.path.includes("/campaigns/:id")

const contactEndpoint = (endpoint: Endpoint) => endpoint.path.includes("/contacts/:id")

/** Every endpoint that takes an id, with a way to create one; `beside` is another contact of the called account. */
const idTaking = endpoints.flatMap((endpoint) => [
  ...(endpoint.path.includes(":")
    ? [
        {
          endpoint,
          request: (one: Endpoint, token: string, id: string, beside: string) =>
            requestOf(
              { ...one, path: one.path.replace(":contact", beside) },
              token,
              id,
              one.path.endsWith("/merge") ? { from: beside } : {}
            )
        }
      ]
    : []),
  ...(endpoint.path === "/v1/events"
    ? [
        {
          endpoint,
          request: (one: Endpoint, token: string, id: string) =>
            requestOf(one, token, id, { event_type: "a", contact_id: id })
        }
      ]
    : [])
])

const everything = { scopes: Scope.literals }

/** A contact of the account, created over the API. */
const contactOf = Effect.fnUntraced(function* (
  { account_id, token }: { readonly account_id: string; readonly token: string },
  email = "ada@example.com"
) {
  const sql = yield* SqlClient.SqlClient
  yield* post(`${yield* Origin}/v1/events`, token, { event_type: "a", email })
  const rows = yield* sql<{ contact_id: string }>`
    SELECT contact_id FROM contacts WHERE account_id = ${account_id} AND email = ${email}`
  return rows[0]?.contact_id ?? ""
})

/** A segment of the account, created over the API. */
const segmentOf = Effect.fnUntraced(function* ({ token }: { readonly token: string }) {
  const { json } = yield* post(`${yield* Origin}/v1/segments`, token, { name: "Everybody", conditions: [] })
  return String(json.data.id)
})

/** A campaign of the account, created over the API: a draft, or scheduled for a day in the far future. */
const campaignOf = (isDraft: boolean) =>
  Effect.fnUntraced(function* ({ account_id, token }: { readonly account_id: string; readonly token: string }) {
    const sql = yield* SqlClient.SqlClient
    const path = `${yield* Origin}/v1/campaigns`
    yield* contactOf({ account_id, token }, "reader@example.com")
    yield* sql`UPDATE contacts SET email_consent = 'subscribed' WHERE account_id = ${account_id} AND email = 'reader@example.com'`
    const body = {
      name: "Spring",
      channel: "email",
      variants: [{ subject: "Spring", html: "<p>Spring</p>" }],
      audience: { all: true, include: [], exclude: [] },
      send_at: "2099-01-01T09:00"
    }
    const { json } = yield* post(path, token, body)
    if (!isDraft) yield* post(`${path}/${json.data.id}/schedule`, token, {})
    return String(json.data.id)
  })

onBothWatched("every endpoint that takes an id", (it) => {
  for (const { endpoint, request } of idTaking) {
    it.effect(`keeps accounts apart: ${endpoint.name}`, () =>
      Effect.gen(function* () {
        const named = segmentEndpoint(endpoint)
          ? segmentOf
          : campaignEndpoint(endpoint)
            ? campaignOf(["PATCH", "DELETE"].includes(endpoint.method))
            : undefined
        const isKnown = named !== undefined || contactEndpoint(endpoint) || endpoint.path === "/v1/events"
        assert.isTrue(isKnown, "Say what its id names")
        const thingOf = named ?? contactOf
        const origin = yield* Origin
        const { during } = yield* Statements
        const beside = new Map<string, string>()
        const call = (token: string, id: string, account?: string) => {
          const other = beside.get(account ?? token) ?? `con_${"0".repeat(26)}`
          const { path, init } = request(endpoint, token, id, other)
          const accountHeader = account === undefined ? {} : { "Service-Account-Id": account }
          return send(`${origin}${path}`, { ...init, headers: { ...init.headers, ...accountHeader } })
        }
        const owner = yield* seedAccount(everything)
        const child = yield* seedAccount({ ...everything, parent_id: owner.account_id })
        const stranger = yield* seedAccount(everything)
        for (const one of [owner, child, stranger]) {
          const id = yield* contactOf(one, "beside@example.com")
          beside.set(one.token, id).set(one.account_id, id)
        }
        const owned = yield* thingOf(owner)
        const before = yield* rowsOf(owner.account_id)

        const [nobody, nowhere] = [`con_${"0".repeat(26)}`, `acc_${"0".repeat(26)}`]
        // A foreign id, and an absent one.
        const pairs = [
          [call(stranger.token, owned), call(stranger.token, nobody)],
          // A subaccount is separate from its parent, in both directions.
          [call(child.token, owned), call(child.token, nobody)],
          [call(owner.token, owned, child.account_id), call(owner.token, nobody, child.account_id)],
          [call(owner.token, yield* thingOf(child)), call(owner.token, nobody)],
          // Nor does a foreign account in the header.
          [call(stranger.token, owned, owner.account_id), call(stranger.token, owned, nowhere)],
          [call(child.token, owned, owner.account_id), call(child.token, owned, nowhere)]
        ] as const
        const text = (yield* call(stranger.token, nobody)).text
        for (const [foreign, absent] of pairs) {
          const [one, asked] = yield* during(foreign)
          const [other, askedThen] = yield* during(absent)
          for (const answer of [one, other]) assert.deepStrictEqual([answer.status, answer.text], [404, text])
          assert.isAbove(asked.length, 0)
          // Timing reveals nothing: both run the same statements.
          const [texts, textsThen] = [asked, askedThen].map((all) => all.map(({ sql }) => sql))
          assert.deepStrictEqual(texts, textsThen)
        }
        assert.deepStrictEqual(yield* rowsOf(owner.account_id), before)

        // The refused ids exist for their own account, and for the parent that names the subaccount.
        assert.strictEqual((yield* call(owner.token, owned)).status, 200)
        const inChild = yield* named === undefined ? contactOf(child, "bob@example.com") : named(child)
        const accountHeader = yield* call(owner.token, inChild, child.account_id)
        assert.strictEqual(accountHeader.status, 200)
      })
    )
  }
})
