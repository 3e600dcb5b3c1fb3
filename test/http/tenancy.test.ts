import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { type Endpoint, endpoints, requestOf } from "../support/http/endpoints.ts"
import { Origin, post, send } from "../support/http/http.ts"
import { rowsOf } from "../support/database/rows.ts"
import { seedAccount } from "../support/database/seed.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"

const segmentEndpoint = (endpoint: Endpoint) => endpoint.path.includes("/segments/:id")

const campaignEndpoint = (endpoint: Endpoint) => endpoint.path.includes("/campaigns/:id")

const contactEndpoint = (endpoint: Endpoint) => endpoint.path.includes("/contacts/:id")

/** Endpoints whose id names what this suite creates. dashboardTenancy.test.ts has every endpoint that takes an id. */
const isNamed = ({ path }: Endpoint) =>
  /\/(?:segments|campaigns|contacts)\/:id/.test(path) && !/\/(?:notes|compliance-suppression)$/.test(path)

/** Every such endpoint, with a way to create one; `beside` is another contact of the called account. */
const idTaking = endpoints.flatMap((endpoint) => [
  ...(isNamed(endpoint)
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
  ...(endpoint.name === "POST /v1/events"
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

/** What creates the thing that the id of an endpoint names. */
const creatorOf = (endpoint: Endpoint) => {
  if (segmentEndpoint(endpoint)) return segmentOf
  if (campaignEndpoint(endpoint)) return campaignOf(["PATCH", "DELETE"].includes(endpoint.method))
  assert.isTrue(contactEndpoint(endpoint) || endpoint.path === "/v1/events", "Say what its id names")
  return contactOf
}

onEitherWatched("every endpoint that takes an id", (it) => {
  it.effect("keeps accounts apart", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { during } = yield* Statements
      const owner = yield* seedAccount(everything)
      const child = yield* seedAccount({ ...everything, parent_id: owner.account_id })
      const stranger = yield* seedAccount(everything)
      const beside = new Map<string, string>()
      const placeBeside = Effect.fnUntraced(function* (one: typeof owner, email: string) {
        const id = yield* contactOf(one, email)
        beside.set(one.token, id).set(one.account_id, id)
      })
      for (const one of [owner, child, stranger]) yield* placeBeside(one, "beside@example.com")
      const things = yield* Effect.forEach(
        idTaking,
        Effect.fnUntraced(function* ({ endpoint, request }, at) {
          const create = creatorOf(endpoint)
          const call = (token: string, id: string, account?: string) => {
            const other = beside.get(account ?? token) ?? `con_${"0".repeat(26)}`
            const { path, init } = request(endpoint, token, id, other)
            const accountHeader = account === undefined ? {} : { "Service-Account-Id": account }
            return send(`${origin}${path}`, { ...init, headers: { ...init.headers, ...accountHeader } })
          }
          const [owned, inChild] = [
            yield* create(owner, `${at}@example.com`),
            yield* create(child, `${at}@example.com`)
          ]
          return { name: endpoint.name, call, owned, inChild }
        })
      )
      const rows = Effect.forEach([owner, child], ({ account_id }) => rowsOf(account_id))
      const before = yield* rows

      const [nobody, nowhere] = [`con_${"0".repeat(26)}`, `acc_${"0".repeat(26)}`]
      for (const { name, call, owned, inChild } of things) {
        // A foreign id, and an absent one.
        const pairs = [
          [call(stranger.token, owned), call(stranger.token, nobody)],
          // A subaccount is separate from its parent, in both directions.
          [call(child.token, owned), call(child.token, nobody)],
          [call(owner.token, owned, child.account_id), call(owner.token, nobody, child.account_id)],
          [call(owner.token, inChild), call(owner.token, nobody)],
          // Nor does a foreign account in the header.
          [call(stranger.token, owned, owner.account_id), call(stranger.token, owned, nowhere)],
          [call(child.token, owned, owner.account_id), call(child.token, owned, nowhere)]
        ] as const
        const { text } = yield* call(stranger.token, nobody)
        for (const [foreign, absent] of pairs) {
          const [one, asked] = yield* during(foreign)
          const [other, askedThen] = yield* during(absent)
          for (const answer of [one, other])
            assert.deepStrictEqual([name, answer.status, answer.text], [name, 404, text])
          assert.isAbove(asked.length, 0, name)
          // Timing reveals nothing: both run the same statements.
          const [texts, textsThen] = [asked, askedThen].map((all) => all.map(({ sql }) => sql))
          assert.deepStrictEqual(texts, textsThen, name)
        }
      }
      assert.deepStrictEqual(yield* rows, before)

      // The refused ids exist for their own account, and for the parent that names the subaccount.
      for (const [at, { name, call, owned, inChild }] of things.entries()) {
        for (const one of [owner, child]) yield* placeBeside(one, `beside-${at}@example.com`)
        assert.strictEqual((yield* call(owner.token, owned)).status, 200, name)
        assert.strictEqual((yield* call(owner.token, inChild, child.account_id)).status, 200, name)
      }
    })
  )
})
