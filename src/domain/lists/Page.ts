import { Schema } from "effect"
import { leaf } from "../json/Leaf.ts"
import { SearchText } from "./SearchText.ts"
import { queryInteger } from "../values/queryInteger.ts"
import { type Sort, sortQuery } from "./Sort.ts"

const within = (maximum: number) => queryInteger({ minimum: 1, maximum })

/** A page by number (contract §4). Defaults: page 1, 25 rows. */
export const PageQuery = { page: Schema.optionalKey(within(1_000_000)), per_page: Schema.optionalKey(within(100)) }

/** The columns that a list of flows, segments or campaigns can be sorted by. */
export const namedSortColumns = ["name", "created_at", "updated_at"] as const

/** A page of such a list. Without `sort` each has an order of its own. `search` is a part of the name, without case. */
export const NamedListQuery = {
  ...PageQuery,
  search: Schema.optionalKey(SearchText),
  sort: sortQuery(namedSortColumns)
}

/** A version in a path. */
export const VersionNumber = within(1_000_000)

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

export interface NamedListQuery extends PageQuery {
  readonly search?: string
  readonly sort?: Sort<(typeof namedSortColumns)[number]>
}

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
