import { Context } from "effect"
import type { Statement } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** What names the rows that a request needs once it is admitted. */
export type PrefetchKeys = Readonly<Record<string, string | null>>

/** Rows that a statement of admissions has read for its requests, shared by all of them. */
export interface Prefetched {
  readonly rows: ReadonlyArray<{ readonly kind: string; readonly value: unknown }>
}

/**
 * SQL that reads the rows of admitted requests in the statement that admits them. `requests` is a subquery with the account (`account_id`)
 * and the keys (`keys`, JSON) of each. Gives a row (`kind` text, `value` json) for each row that is found.
 */
export type Prefetch = (sql: Statement.Constructor, requests: Fragment) => Fragment

/** What admissions read along, which saves a round trip; null for nothing. */
export const AdmissionPrefetch = Context.Reference<Prefetch | null>("tally/store/admission/AdmissionPrefetch", {
  defaultValue: () => null
})
