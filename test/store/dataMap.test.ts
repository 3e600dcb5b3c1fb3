import { assert, it as alone } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { EngineLayer } from "../../src/engine/Engine.ts"
import { ownTexts } from "../../src/store/personalData/ownTexts.ts"
import { columnsOf, dataMap, type TableData } from "../../src/store/personalData/DataMap.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { dataTable } from "../support/database/dataTable.ts"
import { onBoth } from "../support/database/databases.ts"

const tables = Object.entries<TableData>(dataMap)
const mapped = tables.flatMap(([table, data]) => columnsOf(data).map(([column, kind]) => ({ table, column, kind })))

// Values of fixed sets, without personal data.
const states = new Set(["email_consent", "sms_consent", "email_withdrawn_by", "sms_withdrawn_by"])

onBoth("the data map", Layer.empty, (it) => {
  it.effect("has exactly the columns of the schema and of the engine's tables", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Layer.build(EngineLayer.pipe(Layer.provide(Keys.layerMemory)))
      const columns = yield* sql<{ name: string }>`SELECT table_name || '.' || column_name AS name
        FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1 LIMIT 10000`
      const names = mapped.map(({ table, column }) => `${table}.${column}`).toSorted()
      const made = columns.map(({ name }) => name).toSorted()
      assert.deepStrictEqual(
        made.filter((name) => !names.includes(name)),
        [],
        "columns without a rule: say in src/store/personalData/DataMap.ts what they hold and what erasure does"
      )
      // A single process creates no cluster tables.
      const missing = names.filter((name) => !made.includes(name) && !/^cluster_(?:locks|runners)\./.test(name))
      assert.deepStrictEqual(missing, [])
      assert.strictEqual(new Set(names).size, names.length)
    })
  )

  it.effect("keeps values of personal columns out of the planner statistics", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ name: string }>`SELECT attrelid::regclass || '.' || attname AS name FROM pg_attribute
        JOIN pg_class c ON c.oid = attrelid AND c.relkind = 'r' AND relnamespace = 'public'::regnamespace
        WHERE attnum > 0 AND NOT attisdropped AND attstattarget IS DISTINCT FROM 0
          AND atttypid IN ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'bytea'::regtype, 'text[]'::regtype)
        LIMIT 10000`
      const kept = new Set(rows.map(({ name }) => name))
      const personal = mapped.filter(
        ({ kind, column }) => /^(?:personal|free text|own text)$/.test(kind) && !states.has(column)
      )
      assert.deepStrictEqual(
        personal.map(({ table, column }) => `${table}.${column}`).filter((name) => kept.has(name)),
        [],
        "personal columns with statistics: ALTER TABLE … ALTER … SET STATISTICS 0, as migrations/0003_contacts.ts"
      )
    })
  )
})

alone("the map of the data erases every personal and free text column, or its row", () => {
  const left = tables.flatMap(([table, { erase, ...data }]) =>
    columnsOf({ erase, ...data })
      .filter(([, kind]) => erase !== "rows" && (kind === "personal" || kind === "free text"))
      .filter(([column]) => typeof erase === "string" || !(column in erase))
      .map(([column]) => `${table}.${column}`)
  )
  assert.deepStrictEqual(left, [])
})

alone("the map of the data has every text of the business that an erasure changes, and erasure knows each", () => {
  const known = ownTexts.map(({ table, column }) => `${table}.${column}`)
  const ofBusiness = mapped.filter(({ kind }) => kind === "own text").map(({ table, column }) => `${table}.${column}`)
  // Tags of other contacts: those of the contact go with it.
  assert.sameMembers(known, [...ofBusiness, "contacts.tags"])
})

alone("the map of the data stands in the documentation", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/data.md"), "utf8")
  const plain = (markdown: string) => markdown.replaceAll(/-{3,}/g, "---").replaceAll(/ +/g, " ")
  assert.include(plain(text), plain(dataTable()))
})
