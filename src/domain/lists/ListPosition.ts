import { invalid } from "../ValidationIssue.ts"

/** Where a list goes on: behind the row of this time (milliseconds) and id. */
export interface ListPosition {
  readonly at: number
  readonly id: string
}

const form = /^(-?\d{1,15})\.([A-Za-z0-9_]{1,64})$/

// Years 1 to 9999: what a timestamp of an order or event can be, and PostgreSQL reads.
const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]

/** A position as callers carry it. It names a place, not a right: every list is bound to its account anyway. */
export const readPosition = (cursor: string): ListPosition | undefined => {
  const match = form.exec(cursor)
  const at = Number(match?.[1])
  return match === null || at < earliest || at > latest ? undefined : { at, id: match[2] ?? "" }
}

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

/** The cursor is not one that a list gave. */
export const badCursor = invalid("cursor", "Must be the next_cursor of an earlier page")
