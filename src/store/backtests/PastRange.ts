import type { Fragment } from "effect/sql/Statement"

/** The contacts and the time of one read of the past. Times in milliseconds, on the account's clock. */
export interface PastRange {
  readonly account_id: string
  /** The SQL condition that a column has the id of one of the contacts. */
  readonly inRange: (contact_id: Fragment) => Fragment
  readonly from: number
  readonly until: number
  readonly now: number
  readonly imported: boolean
  /** The most rows of one kind: one more than are used, so that it shows whether some were cut off. */
  readonly limit: number
}
