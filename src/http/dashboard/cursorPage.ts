import { Effect } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"
import { badCursor, cut, readPosition } from "../../domain/lists/ListPosition.ts"

const maxCounted = 10_000

/** One page of a list whose ids sort by time, newest first; totals beyond 10,000 are not counted. */
export const cursorPage = Effect.fnUntraced(function* <Row extends { readonly id: string }>(
  { per_page = 25, cursor }: { readonly per_page?: number; readonly cursor?: string },
  list: (part: {
    readonly before: string | null
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Row>, Unavailable>,
  count: (most: number) => Effect.Effect<number, Unavailable>
) {
  const before = cursor === undefined ? null : (readPosition(cursor)?.id ?? null)
  if (cursor !== undefined && before === null) return yield* badCursor
  const { rows, next_cursor } = cut(yield* list({ before, limit: per_page + 1 }), per_page, ({ id }) => ({ at: 0, id }))
  const total_count = yield* count(maxCounted)
  const total_pages = Math.ceil(total_count / per_page)
  return { data: rows, pagination: { page: 1, per_page, total_count, total_pages, next_cursor } }
})
