import type { Fragment } from "effect/sql/Statement"

/** The contacts and the time of one read of the past. Times in milliseconds, on the account's clock. */
export interface PastRange {
  readonly account_id: string
  /** Whether a column is the id of one of the contacts. */
  readonly inRange: (contact_id: Fragment) => Fragment
  readonly from: number
  readonly until: number
  readonly now: number
  readonly imported: boolean
  /** Rows of one kind: one more than those that are used. */
  readonly limit: number
}
