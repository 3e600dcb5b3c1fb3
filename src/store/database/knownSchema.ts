import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { ResolvedMigration } from "effect/sql/Migrator"

/** This build can't bring the database's schema up to date. Its message is what the operator reads. */
export class SchemaUnknown extends Schema.TaggedError<SchemaUnknown>()("SchemaUnknown", { message: Schema.String }) {}

const decodeSteps = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })))

/** Fails unless the steps that the database has taken are the first of those that this build knows. Changes nothing. */
export const knownSchema = Effect.fnUntraced(function* (known: ReadonlyArray<ResolvedMigration>) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql`SELECT 1 WHERE to_regclass('migrations') IS NOT NULL`
  if (tables.length === 0) return
  const rows = yield* sql`SELECT migration_id AS id, name FROM migrations ORDER BY migration_id LIMIT 10000`
  const taken = yield* Effect.orDie(decodeSteps(rows))
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
