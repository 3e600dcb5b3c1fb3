import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { KeptData } from "../../domain/contacts/keptData.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { dataMap, type FoundBy, type TableData } from "../personalData/DataMap.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { type ContactKeys, mentioningRows, rowConditions } from "../personalData/rowConditions.ts"

/** Bounds of an export. `logEntries`: the newest calls of the account that are searched for a mention. */
const max = { rows: 10_000, bytes: 32 * 1024 * 1024, logEntries: 100_000 } as const

const Row = Schema.Struct({ row: Schema.NullOr(Schema.String) })

/** Entries of the data map whose rows are in an export. A keyed hash is no data that a person could read. */
const isExported = ({ found }: { readonly found: FoundBy }): boolean => found !== "none" && found !== "hash"

/** The rows of one contact in every table of the data map, as erasure finds them (contract §16). */
export interface ContactExports {
  /** At most 10,000 rows a table and `maxBytes` in all, 32 MiB without one. Each table is read by a statement of its own. */
  readonly readExport: (contact: ContactKeys, maxBytes?: number) => Effect.Effect<KeptData, Unavailable>
}

export const makeContactExports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = Object.entries<TableData>(dataMap).filter(([, data]) => isExported(data))

  const conditionOf = (contact: ContactKeys, data: TableData): Statement.Fragment | undefined => {
    const conditions = rowConditions(sql, contact)
    if (data.found === "delivery") {
      return sql`account_id = ${contact.account_id} AND delivery_id IN (
            SELECT delivery_id FROM webhook_deliveries WHERE ${conditions.contact})`
    }
    return data.found === "mention" ? mentioningRows(sql, contact, data) : conditions[data.found]
  }

  // The log may have millions of entries.
  const sourceOf = (table: string, account_id: string) =>
    table === "request_log"
      ? sql`(SELECT * FROM request_log WHERE account_id = ${account_id} ORDER BY entry_id DESC LIMIT ${max.logEntries})`
      : sql(table)

  const part: ContactExports = {
    readExport: Effect.fn("ContactQueries.readExport")(function* (contact, maxBytes = max.bytes) {
      const read: Array<readonly [table: string, rows: ReadonlyArray<string>]> = []
      const truncated: Array<string> = []
      let left = maxBytes
      for (const [table, data] of tables) {
        const condition = conditionOf(contact, data)
        if (condition === undefined) continue
        // Rows beyond the bytes that are left come as NULL.
        const found = yield* sql`
              SELECT CASE WHEN sum(octet_length(row)) OVER (ORDER BY row ROWS UNBOUNDED PRECEDING) <= ${left} THEN row END AS row
              FROM (SELECT to_json(t)::text AS row FROM ${sourceOf(table, contact.account_id)} t WHERE ${condition}
                ORDER BY 1 LIMIT ${max.rows + 1}) AS found`.pipe(query(Row), retried)
        const rows = found.slice(0, max.rows).flatMap(({ row }) => row ?? [])
        left -= rows.reduce((bytes, row) => bytes + Buffer.byteLength(row), 0)
        read.push([table, rows])
        if (rows.length < found.length) truncated.push(table)
      }
      return { tables: read, truncated }
    })
  }
  return part
})
