import { assert, live } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Contacts } from "../../src/store/contacts/Contacts.ts"
import { clearDeadRows, DeadRowsLayer } from "../../src/store/upkeep/DeadRows.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { embedded, postgres, withDatabase } from "../support/database/databases.ts"
import { seedContact } from "../support/messages/messages.ts"
import { person, traces } from "../support/samples/person.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const ContactsLayer = Contacts.layer.pipe(Layer.provide(SuppressionList.layerMemory))

/** Files of a data directory that contain a trace of the person. */
const filesWithTraces = (directory = "") =>
  Effect.sync(() =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => {
        const text = readFileSync(path, "latin1").toLowerCase()
        return traces.some((trace) => text.includes(trace))
      })
  )

/** A person with repeatedly updated orders and planner statistics, who is then erased. */
const erased = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  for (let at = 0; at < 200; at++) yield* seedContact(account_id, { email: `other${at}@example.com`, phone: null })
  const { contact_id } = yield* seedContact(account_id, person)
  yield* sql`INSERT INTO orders (account_id, order_id, contact_id, email, total, currency, placed_at, line_items, deliveries,
      created_at, updated_at)
    SELECT ${account_id}, n, CASE WHEN n % 3 = 0 THEN ${contact_id} END, CASE WHEN n % 3 = 0 THEN ${person.email} END, 1, 'USD',
      now(), CASE WHEN n % 3 = 0 THEN '[{"title":"Ring","note":"Ingravinia"}]' ELSE '[{"title":"Ring"}]' END::json, 0, now(), now()
    FROM generate_series(1, 300) n`
  yield* sql`UPDATE orders SET updated_at = now() WHERE order_id % 2 = 0`
  yield* sql`ANALYZE`
  yield* sql`CHECKPOINT`
  const contacts = yield* Contacts
  yield* sql.withTransaction(
    Effect.flatMap(contacts.lockContact({ account_id, contact_id }, { orders: true }), contacts.erase)
  )
}).pipe(Effect.provide(ContactsLayer))

live("files of the embedded database hold nothing of an erased person, once dead rows are cleared", () =>
  Effect.gen(function* () {
    const settings = yield* embedded
    yield* Effect.gen(function* () {
      yield* erased
      assert.isNotEmpty(yield* filesWithTraces(settings["DATA_DIR"]))
      yield* clearDeadRows(undefined)
      assert.deepStrictEqual(yield* filesWithTraces(settings["DATA_DIR"]), [])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM dead_rows`, [])
      const [kept] = yield* sql`SELECT count(*)::int AS orders, count(line_items)::int AS items FROM orders`
      assert.deepStrictEqual(kept, { orders: 300, items: 300 })
    }).pipe(withDatabase(settings))
  })
)

live("dead rows are cleared by the running service, and by the next start where one ended before", () =>
  Effect.gen(function* () {
    const settings = yield* embedded
    const noted = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM dead_rows`)
    yield* Effect.gen(function* () {
      yield* erased
      yield* Layer.build(DeadRowsLayer)
      yield* eventually(Effect.map(noted, (rows) => rows.length === 0))
      assert.deepStrictEqual(yield* filesWithTraces(settings["DATA_DIR"]), [])
    }).pipe(Effect.scoped, withDatabase(settings))
    yield* withDatabase(settings)(erased)
    assert.isNotEmpty(yield* filesWithTraces(settings["DATA_DIR"]))
    yield* withDatabase(settings)(noted)
    assert.deepStrictEqual(yield* filesWithTraces(settings["DATA_DIR"]), [])
  })
)

live("tables too large to be rewritten beside the work are left to the next start, and said to be", () =>
  Effect.gen(function* () {
    yield* erased
    const sql = yield* SqlClient.SqlClient
    const [{ since } = { since: "" }] = yield* sql<{ since: string }>`SELECT since::text FROM dead_rows`
    assert.strictEqual(yield* clearDeadRows(undefined, 0), since)
    assert.lengthOf(yield* sql`SELECT 1 FROM dead_rows`, 1)
    yield* clearDeadRows(undefined)
    assert.deepStrictEqual(yield* sql`SELECT 1 FROM dead_rows`, [])
  }).pipe((test) => Effect.flatMap(embedded, (settings) => withDatabase(settings)(test)))
)

live("PostgreSQL, which vacuums by itself, is told of no dead rows", () =>
  Effect.gen(function* () {
    yield* erased
    const sql = yield* SqlClient.SqlClient
    assert.deepStrictEqual(yield* sql`SELECT 1 FROM dead_rows`, [])
  }).pipe((test) => Effect.flatMap(postgres, (settings) => withDatabase(settings)(test)))
)
