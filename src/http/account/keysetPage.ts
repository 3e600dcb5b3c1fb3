import { Effect } from "effect"
import {
  invalidCursor,
  type KeysetSlice,
  type ListPosition,
  parseCursor,
  splitPage
} from "../../domain/lists/ListPosition.ts"

interface CursorQuery {
  readonly per_page?: number
  readonly cursor?: string
}

/** A list in descending order: its sort key as callers carry it and as the store compares it, and its rows. */
interface KeysetList<Row, Key, E> {
  /** Undefined for positions that this list never has. */
  readonly keyOf: (position: ListPosition) => Key | undefined
  readonly read: (slice: KeysetSlice<Key>) => Effect.Effect<ReadonlyArray<Row>, E>
  readonly positionOf: (row: Row) => ListPosition
}

/** One page of a list, from its start or from `cursor`. */
export const keysetPage = Effect.fnUntraced(function* <Row, Key, E>(
  { per_page = 25, cursor }: CursorQuery,
  { positionOf, keyOf, read }: KeysetList<Row, Key, E>
) {
  const position = cursor === undefined ? undefined : parseCursor(cursor)
  const before = position === undefined ? null : (keyOf(position) ?? null)
  if (cursor !== undefined && before === null) return yield* invalidCursor
  return splitPage(yield* read({ before, limit: per_page + 1 }), per_page, positionOf)
})

const maxCounted = 10_000

/** `keysetPage` with totals, which stop at 10,000. `count` counts up to the given number. */
export const countedPage = Effect.fnUntraced(function* <Row, Key, E>(
  query: CursorQuery,
  list: KeysetList<Row, Key, E>,
  count: (max: number) => Effect.Effect<number, E>
) {
  const { per_page = 25 } = query
  const { rows, next_cursor } = yield* keysetPage(query, list)
  const total_count = yield* count(maxCounted)
  const total_pages = Math.ceil(total_count / per_page)
  return { data: rows, pagination: { page: 1, per_page, total_count, total_pages, next_cursor } }
})

/** `countedPage` of a list that is sorted by id. */
export const idPage = <Row extends { readonly id: string }, E>(
  query: CursorQuery,
  read: (slice: KeysetSlice) => Effect.Effect<ReadonlyArray<Row>, E>,
  count: (max: number) => Effect.Effect<number, E>
) => countedPage(query, { positionOf: ({ id }) => ({ at: 0, id }), keyOf: ({ id }) => id, read }, count)
