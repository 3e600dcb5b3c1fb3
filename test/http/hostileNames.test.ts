import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { operations } from "../fuzz/contracts.ts"
import { collectionOf } from "../fuzz/world.ts"
import { altered, hostile, sixthOf } from "../fuzz/hostile.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { type ApiResponse, onEitherOverSocket, Origin, send, newClientAddress } from "../support/http/http.ts"
import { seedToken } from "../support/database/seed.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"

onEitherOverSocket("malformed parameters, ids and headers", (it) => {
  it.effect("get 4xx or an empty list, never 5xx", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { boss, cookie, account } = yield* ownerBrowser("strange")
      yield* boss.call("PATCH", `/accounts/${account}`, { limits: { per_minute: 1_000_000, per_day: 1_000_000 } })
      const token = yield* seedToken(account, { scopes: Scope.literals })
      const wrong: Array<string> = []
      // A call alone waits for others to share its statements.
      const together = { concurrency: 16, discard: true } as const
      const ask = Effect.fnUntraced(function* (
        { dashboard, method, body }: (typeof operations)[number],
        path: string,
        more: Record<string, string> = {}
      ) {
        const headers: Record<string, string> = {
          ...(dashboard ? { cookie: cookie(), origin } : { authorization: `Bearer ${token}`, ...newClientAddress() }),
          ...(body === undefined ? {} : { "content-type": body.type }),
          ...more
        }
        const answer: ApiResponse = yield* send(origin + path, {
          method,
          headers,
          ...(body === undefined ? {} : { body: "{}" })
        })
        if (answer.status >= 500) wrong.push(`${method} ${path.slice(0, 200)}: ${answer.status}`)
        return answer
      })
      // All texts are sent to the first place that a schema reads, a sixth of them to each other one.
      const tried = new Set<string>()
      let count = 0
      const textsFor = (reader: string): ReadonlyArray<string> => {
        const isFirst = !tried.has(reader)
        tried.add(reader)
        return isFirst ? hostile : sixthOf(hostile, count++)
      }
      for (const operation of operations) {
        const path = operation.path.replace("{account}", account).replace("{id}", "con_none")
        for (const { name, schema } of operation.query) {
          const { document: _, ...read } = schema
          const texts = textsFor(`${name} ${JSON.stringify(read)}`)
          yield* Effect.forEach(texts, (text) => ask(operation, `${path}?${name}=${text}`), together)
        }
      }
      assert.deepStrictEqual(wrong, [])
      for (const operation of operations) {
        const filled = operation.path.replace("{account}", account)
        const askId = Effect.fnUntraced(function* (text: string) {
          assert.oneOf((yield* ask(operation, filled.replace("{id}", text))).status, [400, 404, 422], filled)
        })
        const askAccount = Effect.fnUntraced(function* (text: string) {
          const foreign = operation.path.replace("{account}", text).replace("{id}", "con_none")
          assert.oneOf((yield* ask(operation, foreign)).status, [400, 404], foreign)
        })
        const { dashboard, path } = operation
        if (path.includes("{id}"))
          yield* Effect.forEach(textsFor(`${dashboard} ${collectionOf(path)}`), askId, together)
        if (path.includes("{account}")) yield* Effect.forEach(textsFor("{account}"), askAccount, together)
      }
      for (const [at, operation] of operations.filter(({ dashboard }) => !dashboard).entries()) {
        const path = operation.path.replace("{id}", "con_none")
        const texts = ["\xff\xfe", "x".repeat(3_000), "%00", "é"]
        for (const [place, name] of [
          "service-account-id",
          "idempotency-key",
          "x-request-id",
          "x-service-integration-token"
        ].entries()) {
          const text = texts[(at + place) % texts.length] ?? ""
          yield* Effect.forEach(at === 0 ? texts : [text], (one) => ask(operation, path, { [name]: one }), together)
        }
      }
      assert.deepStrictEqual(wrong, [])
    })
  )

  it.effect("as cursors are refused or read as a position, never answered with 5xx", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("reader")
      yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count,
          created_at, updated_at)
        SELECT ${account}, 'con_' || lpad(n::text, 26, '0'), n || '@example.com', n || '@example.com', 'subscribed',
          'never_subscribed', 0, now(), now() FROM generate_series(1, 3) n`
      yield* sql`INSERT INTO orders (account_id, order_id, contact_id, email, total, currency, placed_at, deliveries, created_at, updated_at)
        SELECT ${account}, n, 'con_' || lpad('1', 26, '0'), 'a@example.com', '1', 'USD',
          ('000' || n || '-01-01T00:00:00Z')::timestamptz, 0, now(), now() FROM generate_series(1, 3) n`
      const lists = ["orders", "contacts", "events", "messages", "deliveries", "requests"].map(
        (name) => `/accounts/${account}/${name}`
      )
      const timeline = `/accounts/${account}/contacts/con_${"1".padStart(26, "0")}/timeline`
      const cursors = new Map<string, string>()
      for (const path of [...lists, timeline]) {
        const { pagination, next_cursor } = (yield* call("GET", `${path}?per_page=1`)).json
        const cursor = pagination?.next_cursor ?? next_cursor
        if (typeof cursor === "string") cursors.set(path, cursor)
      }
      assert.isAtLeast(cursors.size, 2)
      const beyond = ["999999999999999.1", "253402300800000.1", "-62135596800001.1"]
      const read = Effect.fnUntraced(function* (path: string, cursor: string) {
        const { status } = yield* call("GET", `${path}?cursor=${encodeURIComponent(cursor)}`)
        assert.oneOf(status, [200, 422], `${path} ${cursor}`)
      })
      const foreign = [...cursors.values()].flatMap((cursor) => [cursor, ...altered(cursor)])
      for (const [at, path] of [...lists, timeline].entries()) {
        const own = cursors.get(path)
        // Those of the list, and a sixth of those of the other lists.
        const texts = new Set([
          ...beyond,
          ...cursors.values(),
          ...(own === undefined ? [] : altered(own)),
          ...sixthOf(foreign, at)
        ])
        yield* Effect.forEach(texts, (cursor) => read(path, cursor), { concurrency: 16, discard: true })
      }
    })
  )

  it.effect("in cursors do not include times before 1970, which page a list of orders", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("antique")
      yield* sql`INSERT INTO orders (account_id, order_id, email, total, currency, placed_at, deliveries, created_at, updated_at)
        SELECT ${account}, n, 'a@example.com', '1', 'USD', ('190' || n || '-01-01T00:00:00Z')::timestamptz, 0, now(), now()
        FROM generate_series(1, 3) n`
      const ids: Array<string> = []
      for (let cursor: string | null = ""; cursor !== null;) {
        const {
          data,
          pagination
        }: { data: ReadonlyArray<{ id: string }>; pagination: { next_cursor: string | null } } = (yield* call(
          "GET",
          `/accounts/${account}/orders?per_page=1${cursor === "" ? "" : `&cursor=${cursor}`}`
        )).json
        ids.push(...data.map(({ id }) => id))
        cursor = pagination.next_cursor
      }
      assert.deepStrictEqual(ids, ["3", "2", "1"])
    })
  )
})
