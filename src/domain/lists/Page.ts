import { Schema } from "effect"
import { leaf } from "../json/Leaf.ts"

const within = (max: number) =>
  leaf({
    to: Schema.Int,
    json: { type: "integer", minimum: 1, maximum: max },
    message: `Must be a whole number from 1 to ${max}`,
    decode: (value) =>
      typeof value === "string" && /^[1-9]\d{0,6}$/.test(value) && Number(value) <= max ? Number(value) : undefined,
    encode: String
  })

/** A page by number (contract §4). Defaults: page 1, 25 rows. */
export const PageQuery = { page: Schema.optionalKey(within(1_000_000)), per_page: Schema.optionalKey(within(100)) }

/** The `next_cursor` of an earlier page. */
export const Cursor = leaf({
  to: Schema.String,
  json: { type: "string" },
  message: "Must be the next_cursor of an earlier page",
  decode: (value) => (typeof value === "string" && value !== "" ? value : undefined),
  encode: (cursor) => cursor
})

/** A page by cursor. */
export const CursorQuery = { per_page: PageQuery.per_page, cursor: Schema.optionalKey(Cursor) }

export interface PageQuery {
  readonly page?: number
  readonly per_page?: number
}

/** The position of a page in its list (contract §4). `next_cursor` is null on the last page and in lists without cursors. */
export const Pagination = Schema.Struct({
  page: Schema.Int,
  per_page: Schema.Int,
  total_count: Schema.Int,
  total_pages: Schema.Int,
  next_cursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Pagination" })
export type Pagination = typeof Pagination.Type

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: Pagination
}
