import { assert, it, live } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { obstacleTo } from "../../src/store/distributed/distributeAccountData.ts"
import { Distribution } from "../../src/store/distributed/Distribution.ts"
import { hasShardForm, shardDispatcher } from "../../src/store/distributed/shardFunctions.ts"
import { readNodeFunctions } from "../../src/store/distributed/placement.ts"
import { accountTables, coordinatorTables } from "../../src/store/distributed/tablePlacement.ts"
import { databaseFunctions } from "../../src/store/functions/databaseFunctions.ts"
import { isDistributed, postgres, withDatabase } from "../support/database/databases.ts"
import { sourceStatements } from "../support/distribution/sourceStatements.ts"

/** Keys that do not start with account_id, as `table (columns)`, each with the reason (docs/scaling.md). */
const exceptions: Record<string, string> = {
  "accounts (parent_id)": "an account names its parent: small, so every node has all accounts",
  "applications (client_id)": "the token endpoint knows no account yet: small, so every node has all applications",
  "bearer_tokens (digest)": "admission knows no account yet: small, so every node has all tokens",
  "dead_rows (pending)": "one row, of the embedded database alone",
  "memberships (user_id)": "people belong to several accounts: small, so every node has all memberships",
  "migrations (migration_id)": "the schema's own history",
  "sender_domains (domain, account_id)": "a domain is of one business, whichever asks",
  "sessions (digest)": "of people, who belong to several accounts",
  "sessions (user_id)": "of people, who belong to several accounts",
  "setup_links (digest)": "of people, who belong to several accounts",
  "setup_links (user_id)": "of people, who belong to several accounts",
  "sign_in_attempts (digest)": "nobody has signed in yet",
  "short_links (code)": "a click on a short link knows no account yet",
  "tracking_domains (host)": "a request knows its host alone",
  "users (email_key)": "people belong to several accounts",
  "users (user_id)": "people belong to several accounts"
}

live("the schema: every key leads with account_id, but for known exceptions, so that it distributes by account", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* sql<{ readonly name: string; readonly leads: boolean }>`
      WITH keys AS (
        SELECT conrelid AS relation, conkey AS columns FROM pg_constraint
        WHERE contype IN ('p', 'u', 'f') AND connamespace = 'public'::regnamespace
        UNION
        SELECT indrelid, string_to_array(indkey::text, ' ')::smallint[] FROM pg_index JOIN pg_class ON oid = indexrelid
        WHERE indisunique AND relnamespace = 'public'::regnamespace
      )
      SELECT DISTINCT relation::regclass || ' (' || (SELECT string_agg(coalesce(attname, '?'), ', ' ORDER BY place)
          FROM unnest(columns) WITH ORDINALITY AS key (number, place)
          LEFT JOIN pg_attribute ON attrelid = relation AND attnum = number) || ')' AS name,
        EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = relation AND attnum = columns[1] AND attname = 'account_id') AS leads
      FROM keys ORDER BY name LIMIT 1000`
    assert.isAbove(keys.filter(({ leads }) => leads).length, 20)
    assert.deepStrictEqual(
      keys.filter(({ leads }) => !leads).map(({ name }) => name),
      Object.keys(exceptions).toSorted()
    )
    // A table without a key would evade this rule.
    const keyless =
      yield* sql`SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'p') ORDER BY 1 LIMIT 100`
    assert.deepStrictEqual(keyless, [])
  }).pipe((check) => Effect.flatMap(postgres, (settings) => withDatabase(settings)(check)))
)

live("the functions of one account: name it for every table that they read or write", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const functions = yield* sql<{ readonly name: string; readonly body: string }>`
      SELECT proname AS name, prosrc AS body FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proargnames[1] = 'account' ORDER BY 1 LIMIT 100`
    assert.includeMembers(
      functions.map(({ name }) => name),
      ["delete_contact", "lock_names", "place_orders", "put_carts", "save_consents", "save_contact", "save_events"]
    )
    const all = (body: string, pattern: RegExp) => [...body.matchAll(pattern)].map(([, found]) => found)
    for (const { name, body } of functions) {
      // CTEs and rows of JSON have no account of their own.
      const read = all(body, /\b(?:FROM|JOIN|UPDATE) (\w+ \w+) WHERE /g).filter((table) => table !== "rows r")
      const conditions = all(body, /\baccount_id = (\w+(?:\.\w+)?)/g)
      assert.isTrue(
        conditions.every((account) => account === "account"),
        name
      )
      assert.isAtLeast(conditions.length, read.length, name)
      const written = all(body, /\bINSERT INTO (\w+)/g)
      assert.lengthOf(
        all(body, /\bINSERT INTO \w+ (?:AS kept )?\(account_id, [^)]*\)\s+SELECT (account),/g),
        written.length,
        name
      )
    }
  }).pipe((check) => Effect.flatMap(postgres, (settings) => withDatabase(settings)(check)))
)

live("the functions of one account: insert no rows that they select by those of another table", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const functions = yield* sql<{ readonly name: string; readonly body: string }>`
      SELECT proname AS name, prosrc AS body FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proargnames[1] = 'account' ORDER BY 1 LIMIT 100`
    for (const { name, body } of functions) {
      for (const [insert, target] of body.matchAll(/\bINSERT INTO (\w+)[^;]*/g)) {
        const read = [...insert.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table = ""]) => table)
        const others = read.filter((table) => table !== target && accountTables.includes(table))
        assert.deepStrictEqual(others, [], `${name} inserts into ${target}`)
      }
    }
  }).pipe((check) => Effect.flatMap(postgres, (settings) => withDatabase(settings)(check)))
)

live("the functions of nodes: are those of one account with every function that they and the statements call", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* readNodeFunctions(sql)
    const nameOf = (signature: string) => signature.slice(0, signature.indexOf("("))
    const ofNodes = new Set(found.map(({ name }) => nameOf(name)))
    const functions = yield* sql<{ readonly name: string; readonly body: string }>`
      SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1 LIMIT 100`
    const names = new Set(functions.map(({ name }) => name))
    const texts = [
      ...functions.filter(({ name }) => ofNodes.has(name)).map(({ body }) => body),
      ...sourceStatements.map(({ pieces }) => pieces.join(" "))
    ]
    const called = texts.flatMap((text) => [...text.matchAll(/\b(\w+)\(/g)].flatMap(([, name = ""]) => name))
    const missing = called.filter((name) => names.has(name) && !ofNodes.has(name))
    assert.deepStrictEqual(missing, [])
    assert.includeMembers([...ofNodes], ["json_number", "place_orders", "search_grams", "shipping_country"])
    // A function is created after those that it calls.
    const delegated = found.map(({ is_delegated }) => is_delegated)
    assert.deepStrictEqual(delegated, delegated.toSorted())
    assert.deepStrictEqual(
      found.filter(({ is_delegated }) => is_delegated).map(({ name }) => nameOf(name)),
      functions
        .map(({ name }) => name)
        .filter((name) => databaseFunctions.some((own) => own.name === name && own.parameters.startsWith("account ")))
    )
  }).pipe((check) => Effect.flatMap(postgres, (settings) => withDatabase(settings)(check)))
)

it("the functions of one account: pass every parameter to their form for a shard, if they name tables", () => {
  const ofAccounts = databaseFunctions.filter(({ parameters }) => parameters.startsWith("account "))
  assert.deepStrictEqual(
    ofAccounts.filter((each) => !hasShardForm(each)).map(({ name }) => name),
    ["lock_names"]
  )
  for (const each of ofAccounts.filter(hasShardForm)) {
    const parameters = each.parameters.split(",").map((parameter) => parameter.trim().split(" ")[0])
    assert.include(shardDispatcher(each), `USING ${parameters.join(", ")};`)
  }
})

live("the schema: every table is on the list of distributed tables or of those that stay on the coordinator", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ readonly name: string; readonly leads: boolean }>`
      SELECT relname AS name, EXISTS (
        SELECT FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
        WHERE indrelid = pg_class.oid AND indisprimary AND attname = 'account_id') AS leads
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1 LIMIT 1000`
    const names = tables.map(({ name }) => name).filter((name) => !name.startsWith("cluster_"))
    const lists = [...accountTables, ...Object.keys(coordinatorTables)]
    assert.deepStrictEqual(names, lists.toSorted(), "tables to list in src/store/distributed/tablePlacement.ts")
    assert.deepStrictEqual(
      tables.filter(({ name, leads }) => accountTables.includes(name) && !leads),
      []
    )
    // A coordinator's table cannot reference a distributed one.
    const references = yield* sql`SELECT conname FROM pg_constraint WHERE contype = 'f'
      AND conrelid::regclass::text IN ${sql.in(Object.keys(coordinatorTables))}
      AND confrelid::regclass::text IN ${sql.in(accountTables)} ORDER BY 1 LIMIT 100`
    assert.deepStrictEqual(references, [])
  }).pipe((check) => Effect.flatMap(postgres, (settings) => withDatabase(settings)(check)))
)

live.skipIf(isDistributed)("the database: counts as distributed by the setting alone where Citus is not there", () =>
  Effect.flatMap(postgres, (settings) =>
    Effect.gen(function* () {
      const distribution = Effect.gen(function* () {
        return yield* Distribution
      })
      assert.strictEqual(yield* withDatabase(settings)(distribution), "none")
      assert.strictEqual(
        yield* withDatabase({ ...settings, DATABASE_DISTRIBUTED: "citus" })(distribution),
        "by_account"
      )
    })
  )
)

it("distributing: names the first obstacle and what removes it", () => {
  const ready = { nodes: 2, connections: 0, localTables: accountTables, misplaced: [], localFunctions: [] }
  assert.isUndefined(obstacleTo(ready))
  assert.match(obstacleTo(undefined) ?? "", /CREATE EXTENSION citus/)
  assert.match(obstacleTo({ ...ready, nodes: 0 }) ?? "", /citus_add_node/)
  assert.match(obstacleTo({ ...ready, connections: 3 }) ?? "", /3 connections/)
  assert.match(obstacleTo({ ...ready, misplaced: ["orders"] }) ?? "", /orders.*undistribute_table/)
  // Nothing is moved then, so the service may go on.
  assert.isUndefined(obstacleTo({ ...ready, localTables: [], connections: 3 }))
})
