import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { newestKept } from "../../src/domain/capacity/quotas.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { Sessions } from "../../src/store/accounts/Sessions.ts"
import { SetupLinks } from "../../src/store/accounts/SetupLinks.ts"
import { Tokens } from "../../src/store/accounts/Tokens.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedContact } from "../support/messages/messages.ts"
import { seedAccessToken, seedAccount } from "../support/database/seed.ts"

const parts = Layer.mergeAll(Sessions.layer, SetupLinks.layer, Tokens.layer, ContactFields.layer).pipe(
  Layer.provide(Secrets.layer.pipe(Layer.provide(Keys.layerMemory)))
)

const seedUser = Effect.fnUntraced(function* (user_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO users (user_id, email, email_key, created_at) VALUES (${user_id}, ${user_id}, ${user_id}, now())`
  return user_id
})

const count = (rows: ReadonlyArray<unknown>) => rows.length

onBoth("rows deleted when a new one exceeds the limit", parts, (it) => {
  it.effect("are a user's oldest sessions beyond 50", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { findUser, start } = yield* Sessions
      const user_id = yield* seedUser("usr_sessions")
      yield* sql`INSERT INTO sessions (digest, user_id, created_at, seen_at)
        SELECT 'old' || n, ${user_id}, '1969-01-01'::timestamptz + n * interval '1 second', '1969-01-01'
        FROM generate_series(1, ${newestKept.sessions}) n`
      const secret = yield* start(user_id)
      const left = yield* sql`SELECT digest FROM sessions WHERE user_id = ${user_id} ORDER BY created_at`
      assert.strictEqual(count(left), newestKept.sessions)
      assert.strictEqual(left[0]?.["digest"], "old2")
      assert.strictEqual((yield* findUser(secret))?.id, user_id)
    })
  )

  it.effect("are a user's links that expire first, so that requested reset links never end an invitation", () =>
    Effect.gen(function* () {
      const { create, isUsable } = yield* SetupLinks
      const user_id = yield* seedUser("usr_links")
      const invited = yield* create(user_id, { proves: true })
      const madeLinks = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        create(user_id, { lifetime: "1 hour", proves: true })
      )
      assert.isTrue(yield* isUsable(invited))
      const left = yield* Effect.filter(madeLinks, isUsable)
      assert.strictEqual(left.length, newestKept.setupLinks - 1)
    })
  )

  it.effect("are an application's access tokens beyond 1,000, and an account's ended API tokens beyond 500", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      yield* seedAccessToken(account_id, { scopes: ["orders_write"], expires_at: new Date("2001-01-01") })
      const [row] = yield* sql<{ application_id: string }>`SELECT application_id FROM applications
        WHERE account_id = ${account_id}`
      const application_id = row?.application_id ?? ""
      yield* sql`INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, application_id, expires_at, created_at)
        SELECT ${account_id}, 'tok_' || n, 'oauth', 'one', ${account_id} || n, '{}', ${application_id},
          '2100-01-01'::timestamptz + n * interval '1 second', now() FROM generate_series(1, 1000) n`
      const client = { account_id, application_id, name: "one", secret_digest: "", scopes: [] }
      yield* (yield* Tokens).issueAccessToken(client, [])
      const kept = yield* sql`SELECT 1 FROM bearer_tokens WHERE application_id = ${application_id}`
      assert.strictEqual(count(kept), newestKept.accessTokens)
      yield* sql`INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, revoked_at, created_at)
        SELECT ${account_id}, 'api_' || n, 'api', 'one', ${account_id} || 'api' || n, '{}',
          '2001-01-01'::timestamptz + n * interval '1 second', now() FROM generate_series(1, 700) n`
      yield* (yield* Tokens).create(account_id, { name: "new", scopes: [] }, null)
      const ended =
        yield* sql`SELECT token_id FROM bearer_tokens WHERE account_id = ${account_id} AND revoked_at IS NOT NULL
        ORDER BY revoked_at`
      assert.deepStrictEqual([count(ended), ended[0]?.["token_id"]], [newestKept.endedTokens, "api_201"])
    })
  )

  it.effect("are none of a contact's tags: flows add none beyond 500", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const { contact_id } = yield* seedContact(account_id)
      yield* sql`UPDATE contacts SET tags = (SELECT json_agg('old' || n) FROM generate_series(1, 498) n)
        WHERE account_id = ${account_id}`
      const { addTags: add } = yield* ContactFields
      const tags = ["a", "b", "c", "d"].map((tag) => ({ account_id, contact_id, tag, now: 0 }))
      for (const some of [tags, tags]) yield* add(some)
      const [row] = yield* sql<{
        tags: ReadonlyArray<string>
      }>`SELECT tags FROM contacts WHERE account_id = ${account_id}`
      assert.strictEqual(row?.tags.length, 500)
      assert.strictEqual(new Set(row?.tags).size, 500)
    })
  )
})
