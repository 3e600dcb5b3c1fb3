import { Schema } from "effect"
import { leaf } from "./Leaf.ts"

/** Where a list goes on: behind the row of this time (milliseconds) and id. */
export interface ListPosition {
  readonly at: number
  readonly id: string
}

const form = /^(\d{1,15})\.([A-Za-z0-9_]{1,64})$/

/** A position as the caller carries it. It names a place, not a right: every list is bound to its account anyway. */
export const Cursor = leaf({
  to: Schema.Struct({ at: Schema.Int, id: Schema.String }),
  json: { type: "string" },
  message: "Must be the next_cursor of an earlier page",
  decode: (value): ListPosition | undefined => {
    const match = typeof value === "string" ? form.exec(value) : null
    return match === null ? undefined : { at: Number(match[1]), id: match[2] ?? "" }
  },
  encode: ({ at, id }) => `${at}.${id}`
})

/** The cursor of the page after these rows, if there are more than `perPage` of them; rows beyond are left out. */
export const cut = <Row>(
  rows: ReadonlyArray<Row>,
  perPage: number,
  positionOf: (row: Row) => ListPosition
): { readonly rows: ReadonlyArray<Row>; readonly next_cursor: string | null } => {
  const last = rows[perPage - 1]
  if (rows.length <= perPage || last === undefined) return { rows, next_cursor: null }
  const { at, id } = positionOf(last)
  return { rows: rows.slice(0, perPage), next_cursor: `${at}.${id}` }
}
