import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { Definition } from "../../domain/flows/Definition.ts"
import type { FlowVersion, FlowVersionDetails } from "../../domain/flows/FlowVersion.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { readPage } from "../sql/paging.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"

const Row = Schema.Struct({ version: Schema.Int, created_at: Schema.DateTimeUtcFromDate })
const queryVersion = queryOne(Schema.Struct({ ...Row.fields, definition: Schema.fromJsonString(Definition) }))

/** Reads the versions of flows. A version never changes. */
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
  }
>()("tally/store/flows/FlowVersions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
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
        }, retried)
      })
    })
  )
}
