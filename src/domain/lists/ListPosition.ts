import { invalid } from "../ValidationIssue.ts"

/** The position of a row in a list that is sorted by time (milliseconds), then by id. Lists that are sorted by id alone have `at: 0`. */
export interface ListPosition {
  readonly at: number
  readonly id: string
}

/** The rows to read of a descending list: at most `limit` of those that sort after `before`, from the first row where it is null. */
export interface KeysetSlice<Key = string> {
  readonly before: Key | null
  readonly limit: number
}

const cursorForm = /^(-?\d{1,15})\.([A-Za-z0-9_]{1,64})$/

// Years 1 to 9999: the times that an order or event can have and PostgreSQL can parse.
const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]

/** Undefined for text that no list gave. A cursor grants no access: every list is bound to its account. */
export const parseCursor = (cursor: string): ListPosition | undefined => {
  const match = cursorForm.exec(cursor)
  const at = Number(match?.[1])
  return match === null || at < earliest || at > latest ? undefined : { at, id: match[2] ?? "" }
}

/** Splits rows read with a limit of `perPage + 1` into the page and the cursor of the next page, null on the last page. */
export const splitPage = <Row>(
  rows: ReadonlyArray<Row>,
  perPage: number,
  positionOf: (row: Row) => ListPosition
): { readonly rows: ReadonlyArray<Row>; readonly next_cursor: string | null } => {
  const last = rows[perPage - 1]
  if (rows.length <= perPage || last === undefined) return { rows, next_cursor: null }
  const { at, id } = positionOf(last)
  return { rows: rows.slice(0, perPage), next_cursor: `${at}.${id}` }
}

export const invalidCursor = invalid("cursor", "Must be the next_cursor of an earlier page")
