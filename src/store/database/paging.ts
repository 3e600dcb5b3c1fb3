import { Effect, type Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"

/** One page of a list. `order` must be total, or rows would move between pages. */
export const readPage = Effect.fnUntraced(function* <A>(
  sql: SqlClient.SqlClient,
  { page = 1, per_page = 25 }: PageQuery,
  parts: {
    readonly select: Statement.Fragment
    readonly from: Statement.Fragment
    readonly order: Statement.Fragment
    readonly decode: (rows: unknown) => Effect.Effect<ReadonlyArray<A>, Schema.SchemaError>
  }
) {
  const counted = yield* sql<{ readonly total: number }>`SELECT count(*)::int AS total ${parts.from}`
  const rows = yield* sql`
    SELECT ${parts.select} ${parts.from} ORDER BY ${parts.order} LIMIT ${per_page}::int OFFSET ${(page - 1) * per_page}::int`
  const total_count = counted[0]?.total ?? 0
  const result: Page<A> = {
    data: yield* Effect.orDie(parts.decode(rows)),
    pagination: { page, per_page, total_count, total_pages: Math.ceil(total_count / per_page), next_cursor: null }
  }
  return result
})
