import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { ResolvedMigration } from "effect/sql/Migrator"
import { query } from "../sql/query.ts"

/** The schema of the database was not made by this build. The operator reads the message. */
export class SchemaUnknown extends Schema.TaggedError<SchemaUnknown>()("SchemaUnknown", { message: Schema.String }) {}

const readSteps = query(Schema.Struct({ id: Schema.Int, name: Schema.String }))

/** Fails unless the migrations of the database are the first ones of `known`. Changes nothing. */
export const knownSchema = Effect.fnUntraced(function* (known: ReadonlyArray<ResolvedMigration>) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql`SELECT 1 WHERE to_regclass('migrations') IS NOT NULL`
  if (tables.length === 0) return
  const taken = yield* readSteps(sql`SELECT migration_id AS id, name FROM migrations ORDER BY migration_id LIMIT 10000`)
  const other = taken.find(({ id, name }) => known.some(([step, ownName]) => step === id && ownName !== name))
  if (other !== undefined) {
    return yield* new SchemaUnknown({
      message:
        `The database has taken step ${other.id}_${other.name}, which is of a version before the first release and cannot be upgraded: ` +
        "start with an empty database or data directory; nothing was changed"
    })
  }
  const unknown = taken.find(({ id }) => !known.some(([step]) => step === id))
  if (unknown !== undefined) {
    return yield* new SchemaUnknown({
      message:
        `The database has taken step ${unknown.id}_${unknown.name}, which this version does not know: ` +
        "start the newer version that took it, or restore a backup from before; nothing was changed"
    })
  }
  const latest = taken.at(-1)?.id ?? 0
  const left = known.find(([step]) => step < latest && !taken.some(({ id }) => id === step))
  if (left === undefined) return
  return yield* new SchemaUnknown({
    message: `The database has taken step ${latest} without ${left[0]}_${left[1]}: restore a backup; nothing was changed`
  })
})
