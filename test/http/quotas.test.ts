import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { ndjsonFile } from "../support/samples/imports.ts"
import { OriginLayer } from "../support/http/http.ts"

const definition = definitionOf([{ id: "s1", type: "add_tag", tag: "vip" }])
const store = { store_name: "Tea", store_url: "https://tea.example" }
const file = ndjsonFile("contacts")

type Sql = SqlClient.SqlClient
type Fill = (sql: Sql, account: string, count: number) => Effect.Effect<unknown, unknown>

const integrations =
  (active: boolean): Fill =>
  (sql, account, count) =>
    sql`
    INSERT INTO integrations (account_id, integration_id, store_name, store_url, digest, encrypted_token, active, created_at,
      updated_at)
    SELECT ${account}, 'int_' || n, 'Tea', 'https://tea.example', 'digest' || n, '', ${active}, now(), now()
    FROM generate_series(1, ${count}) n`

const imports =
  (status: string): Fill =>
  (sql, account, count) =>
    sql`
    INSERT INTO imports (account_id, import_id, kind, status, file_name, file_size, layout, actor, leased_until, created_at,
      updated_at)
    SELECT ${account}, 'imp_' || n, 'orders', ${status}, 'a.csv', 1, '{}', 'usr', now(), now(), now()
    FROM generate_series(1, ${count}) n`

/** A limited resource: its limit, the path and body of one more, and how to seed up to the limit. */
const kinds: Readonly<
  Record<string, { max: number; path: string; body: (at: number) => object; fill: Fill; told: RegExp }>
> = {
  "connected stores": {
    max: 100,
    path: "/integrations",
    body: () => store,
    fill: integrations(true),
    told: /at most 100 connected stores/
  },
  "stores, also disconnected": {
    max: 1_000,
    path: "/integrations",
    body: () => store,
    fill: integrations(false),
    told: /at most 1000 stores/
  },
  applications: {
    max: 100,
    path: "/apps",
    body: () => ({ name: "App", scopes: [] }),
    fill: (sql, account, count) => sql`
      INSERT INTO applications (account_id, application_id, name, client_id, secret_digest, scopes, created_at, updated_at)
      SELECT ${account}, 'app_' || n, 'App', ${account} || n, '', '{}', now(), now() FROM generate_series(1, ${count}) n`,
    told: /at most 100 applications/
  },
  flows: {
    max: 500,
    path: "/flows",
    body: () => ({ name: "Flow", definition }),
    fill: (sql, account, count) =>
      Effect.andThen(
        sql`UPDATE accounts SET has_ready_flows = true WHERE account_id = ${account}`,
        sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
          SELECT ${account}, 'flo_' || n, 'Flow', 'paused', 1, 'order_placed', now(), now() FROM generate_series(1, ${count}) n`
      ),
    told: /at most 500 flows/
  },
  campaigns: {
    max: 1_000,
    path: "/campaigns",
    body: () => ({ name: "Campaign", channel: "email" }),
    fill: (sql, account, count) => sql`
      INSERT INTO campaigns (account_id, campaign_id, name, channel, status, variants, holdout_percent, audience, send_at_zone, created_at, updated_at)
      SELECT ${account}, 'cmp_' || n, 'Campaign', 'email', 'draft', '[]', 0, '{}', 'account', now(), now() FROM generate_series(1, ${count}) n`,
    told: /at most 1000 campaigns/
  },
  segments: {
    max: 500,
    path: "/segments",
    body: () => ({ name: "Segment", conditions: [] }),
    fill: (sql, account, count) => sql`
      INSERT INTO segments (account_id, segment_id, name, conditions, created_at, updated_at)
      SELECT ${account}, 'seg_' || n, 'Segment', '[]', now(), now() FROM generate_series(1, ${count}) n`,
    told: /at most 500 segments/
  },
  coupons: {
    max: 100,
    path: "/coupons",
    body: (at) => ({ name: `coupon_${at}` }),
    fill: (sql, account, count) => sql`
      INSERT INTO coupons (account_id, coupon_id, name, kind, created_at, updated_at)
      SELECT ${account}, 'cpn_' || n, 'filled_' || n, 'single', now(), now() FROM generate_series(1, ${count}) n`,
    told: /at most 100 coupons/
  },
  "coupons, also deleted": {
    max: 1_000,
    path: "/coupons",
    body: (at) => ({ name: `coupon_${at}` }),
    fill: (sql, account, count) => sql`
      INSERT INTO coupons (account_id, coupon_id, name, kind, created_at, updated_at, deleted_at)
      SELECT ${account}, 'cpn_' || n, 'filled_' || n, 'single', now(), now(), now() FROM generate_series(1, ${count}) n`,
    told: /at most 1000 coupons/
  },
  topics: {
    max: 20,
    path: "/topics",
    body: (at) => ({ key: `topic_${at}`, names: { en: "Topic" } }),
    fill: (sql, account, count) => sql`
      INSERT INTO topics (account_id, topic_key, names, created_at, updated_at)
      SELECT ${account}, 'filled_' || n, '{"en":"Topic"}', now(), now() FROM generate_series(1, ${count}) n`,
    told: /at most 20 topics/
  },
  users: {
    max: 100,
    path: "/users",
    body: (at) => ({ email: `guest${at}@example.com`, role: "member" }),
    // The owner counts as a member.
    fill: (sql, account, count) => sql`
      INSERT INTO invitations (account_id, invitation_id, email, email_key, role, digest, expires_at, created_at)
      SELECT ${account}, 'inv_' || n, n || '@example.com', n || '@example.com', 'member', ${account} || n,
        now() + interval '1 day', now() FROM generate_series(2, ${count}) n`,
    told: /at most 100 users/
  },
  subaccounts: {
    max: 100,
    path: "/subaccounts",
    body: (at) => ({ name: `Part ${at}` }),
    fill: (sql, account, count) => sql`
      INSERT INTO accounts (account_id, parent_id, name, created_at)
      SELECT ${account} || n, ${account}, 'Part', now() FROM generate_series(1, ${count}) n`,
    told: /at most 100 subaccounts/
  },
  "imports under way": {
    max: 5,
    path: "/imports",
    body: () => file,
    fill: imports("uploading"),
    told: /at most 5 imports under way/
  },
  "imports kept": {
    max: 1_000,
    path: "/imports",
    body: () => file,
    fill: imports("cancelled"),
    told: /at most 1000 imports/
  },
  "API tokens": {
    max: 25,
    path: "/tokens",
    body: () => ({ name: "Token", scopes: [] }),
    fill: (sql, account, count) => sql`
      INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, created_at)
      SELECT ${account}, 'tok_' || n, 'api', 'Token', ${account} || n, '{}', now() FROM generate_series(1, ${count}) n`,
    told: /at most 25 active API tokens/
  }
}

onEither("resources of one account", OriginLayer, (it) => {
  for (const [kind, { max, path, body, fill, told }] of Object.entries(kinds)) {
    it.effect(`are limited by a clear 422, also under concurrent calls: ${kind}`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { call, account } = yield* ownerBrowser(kind.replaceAll(/\W/g, "").toLowerCase())
        yield* Effect.orDie(fill(sql, account, max - 2))
        const answers = yield* Effect.forEach(
          [1, 2, 3, 4, 5, 6],
          (at) => call("POST", `/accounts/${account}${path}`, body(at)),
          { concurrency: 6 }
        )
        assert.deepStrictEqual(
          answers.map(({ status }) => status).toSorted((a, b) => a - b),
          [201, 201, 422, 422, 422, 422]
        )
        for (const { json } of answers.filter(({ status }) => status === 422)) {
          assert.strictEqual(json.error.code, "validation_failed")
          assert.match(json.error.details[0].message, told)
        }
      })
    )
  }

  it.effect("are limited to the number of subaccounts that the operator sets", () =>
    Effect.gen(function* () {
      const { call, boss, account } = yield* ownerBrowser("parts")
      const make = (name: string) =>
        Effect.map(call("POST", `/accounts/${account}/subaccounts`, { name }), ({ status }) => status)
      const limit = (by: typeof call, subaccounts: number) =>
        Effect.map(by("PATCH", `/accounts/${account}`, { limits: { subaccounts } }), ({ status }) => status)
      assert.strictEqual(yield* limit(call, 200), 403)
      assert.strictEqual(yield* limit(boss.call, 1), 200)
      assert.deepStrictEqual([yield* make("one"), yield* make("two")], [201, 422])
      assert.strictEqual(yield* limit(boss.call, 2), 200)
      assert.deepStrictEqual([yield* make("two"), yield* make("three")], [201, 422])
    })
  )

  it.effect("are limited to 1,000 versions of a flow, and the last one stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("versions")
      const made = yield* call("POST", `/accounts/${account}/flows`, { name: "Flow", definition })
      const path = `/accounts/${account}/flows/${made.json.data.id}`
      yield* sql`UPDATE flow_versions SET version = 999 WHERE account_id = ${account} AND flow_id = ${made.json.data.id}`
      yield* sql`UPDATE flows SET version = 999 WHERE account_id = ${account} AND flow_id = ${made.json.data.id}`
      const save = call("PUT", path, { name: "Flow", definition })
      const saves = yield* Effect.all([save, save, save], { concurrency: 3 })
      assert.deepStrictEqual(
        saves.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 422, 422]
      )
      const refused = saves.find(({ status }) => status === 422)
      assert.match(refused?.json.error.details[0].message, /at most 1000 versions/)
      assert.strictEqual((yield* call("GET", path)).json.data.version, 1_000)
    })
  )
})
