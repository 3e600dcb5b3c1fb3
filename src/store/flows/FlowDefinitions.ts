import { Context, Effect, Layer, type Result, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Definition } from "../../domain/flows/Definition.ts"
import { texts } from "../database/parameters.ts"

/** One version of a flow. */
interface VersionKey {
  readonly account_id: string
  readonly flow_id: string
  readonly version: number
}

const Row = Schema.Struct({
  account_id: Schema.String,
  flow_id: Schema.String,
  version: Schema.Int,
  definition: Schema.String
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeDefinition = Schema.decodeUnknownResult(Schema.fromJsonString(Definition))
const nameOf = ({ account_id, flow_id, version }: VersionKey) => `${account_id}|${flow_id}|${version}`
const most = 2_000

/** A definition, unless it is none that this version of the service knows. */
type StoredDefinition = Result.Result<Definition, Schema.SchemaError>

/** The versions of flows. One never changes, so those read lately are kept in memory. */
export class FlowDefinitions extends Context.Service<
  FlowDefinitions,
  {
    /** The definitions of versions that exist, or why one can't be read. Joins the open transaction. */
    readonly read: <Key extends VersionKey>(
      keys: ReadonlyArray<Key>
    ) => Effect.Effect<ReadonlyArray<Key & { readonly definition: StoredDefinition }>, SqlError.SqlError>
  }
>()("tally/store/flows/FlowDefinitions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const kept = new Map<string, StoredDefinition>()
      return FlowDefinitions.of({
        read: Effect.fnUntraced(function* (keys) {
          const missing = keys.filter((key) => !kept.has(nameOf(key)))
          if (missing.length > 0) {
            const rows = yield* sql`
              SELECT account_id, flow_id, version, definition::text FROM flow_versions
              WHERE (account_id, flow_id, version) IN (SELECT account, flow, version::int FROM unnest(
                ${texts(missing.map(({ account_id }) => account_id))}, ${texts(missing.map(({ flow_id }) => flow_id))},
                ${texts(missing.map(({ version }) => String(version)))}) AS key (account, flow, version))
              ORDER BY account_id, flow_id, version LIMIT ${missing.length}`
            for (const row of yield* Effect.orDie(decodeRows(rows)))
              kept.set(nameOf(row), decodeDefinition(row.definition))
          }
          const found = keys.flatMap((key) => {
            const definition = kept.get(nameOf(key))
            return definition === undefined ? [] : [{ ...key, definition }]
          })
          // The oldest make room.
          for (const name of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(name)
          return found
        })
      })
    })
  )
}
