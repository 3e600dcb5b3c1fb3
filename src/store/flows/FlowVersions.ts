import { Clock, Context, Duration, Effect, Layer, type Result, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { Definition } from "../../domain/flows/Definition.ts"
import type { FlowVersion, FlowVersionDetails } from "../../domain/flows/FlowVersion.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { readPage } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { texts } from "../sql/parameters.ts"

const Row = Schema.Struct({ version: Schema.Int, created_at: Schema.DateTimeUtcFromDate })
const queryVersion = queryOne(Schema.Struct({ ...Row.fields, definition: Schema.fromJsonString(Definition) }))

interface VersionKey {
  readonly account_id: string
  readonly flow_id: string
  readonly version: number
}

const DefinitionRow = Schema.Struct({
  account_id: Schema.String,
  flow_id: Schema.String,
  version: Schema.Int,
  definition: Schema.String
})

const queryRows = query(DefinitionRow)
const decodeDefinition = Schema.decodeUnknownResult(Schema.fromJsonString(Definition))
const keyOf = ({ account_id, flow_id, version }: VersionKey) => `${account_id}|${flow_id}|${version}`

/** Definitions kept in memory. */
const cacheSize = 2_000

/** A failure for a definition that only a newer release can decode. */
type StoredDefinition = Result.Result<Definition, Schema.SchemaError>

/** How long a definition is taken from memory: an erasure, also one by another process, may take words out of it. */
const maxAge = Duration.toMillis("1 minute")

/** Reads the versions of flows. A version changes by an erasure alone, so definitions are cached for a minute. */
export class FlowVersions extends Context.Service<
  FlowVersions,
  {
    /** Newest first; empty for an unknown flow. */
    readonly list: (
      account_id: string,
      flow_id: string,
      query: PageQuery
    ) => Effect.Effect<Page<FlowVersion>, Unavailable>
    readonly read: (
      account_id: string,
      flow_id: string,
      version: number
    ) => Effect.Effect<FlowVersionDetails, NotFound | Unavailable>
    /** Adds its definition to each key; a key without a version is left out. Joins the open transaction. */
    readonly readDefinitions: <Key extends VersionKey>(
      keys: ReadonlyArray<Key>
    ) => Effect.Effect<ReadonlyArray<Key & { readonly definition: StoredDefinition }>, SqlError.SqlError>
  }
>()("tally/store/flows/FlowVersions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cache = new Map<string, { readonly definition: StoredDefinition; readonly read_at: number }>()
      return FlowVersions.of({
        list: (account_id, flow_id, query) =>
          retried(
            readPage(sql, query, {
              select: sql`version, created_at`,
              from: sql`FROM flow_versions WHERE account_id = ${account_id} AND flow_id = ${flow_id}`,
              order: sql`version DESC`,
              row: Row
            })
          ),
        read: Effect.fnUntraced(function* (account_id, flow_id, version) {
          const found = yield* queryVersion(sql`
            SELECT version, created_at, definition::text FROM flow_versions
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND version = ${version}::int`)
          return found ?? (yield* new NotFound())
        }, retried),
        readDefinitions: Effect.fnUntraced(function* (keys) {
          const read_at = yield* Clock.currentTimeMillis
          for (const key of keys.map(keyOf)) if ((cache.get(key)?.read_at ?? 0) + maxAge <= read_at) cache.delete(key)
          const missing = keys.filter((key) => !cache.has(keyOf(key)))
          if (missing.length > 0) {
            const keys = [...new Map(missing.map((key) => [keyOf(key), key])).values()]
            const account = accountOf(sql, keys)
            const rows = yield* queryRows(sql`
              SELECT v.account_id, v.flow_id, v.version, v.definition::text
              FROM unnest(${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ flow_id }) => flow_id))},
                ${texts(keys.map(({ version }) => String(version)))}) AS key (account_id, flow_id, version)
              JOIN flow_versions v ON v.account_id = ${account("key.account_id")} AND v.flow_id = key.flow_id
                AND v.version = key.version::int
              WHERE key.account_id = ${account("key.account_id")}
              ORDER BY v.account_id, v.flow_id, v.version LIMIT ${keys.length}`)
            for (const row of rows) cache.set(keyOf(row), { definition: decodeDefinition(row.definition), read_at })
          }
          const found = keys.flatMap((key) => {
            const cached = cache.get(keyOf(key))
            return cached === undefined ? [] : [{ ...key, definition: cached.definition }]
          })
          // Evict the definitions that were read first.
          for (const key of [...cache.keys()].slice(0, Math.max(0, cache.size - cacheSize))) cache.delete(key)
          return found
        })
      })
    })
  )
}
