import { Clock, Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { TrackingFault, type TrackingState, uncheckedState } from "../../domain/senders/trackingChecks.ts"
import { namesAbove, TrackingStatus } from "../../domain/senders/TrackingDomain.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { retried } from "../database/Transaction.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { domainHolders, rootOf } from "./domainHolders.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  host: Schema.String,
  status: TrackingStatus,
  fault: Schema.NullOr(TrackingFault),
  failures: Schema.Int,
  checked_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
/** The tracking domain of an account as it is stored. */
export type TrackingRow = typeof Row.Type

const queryRow = queryOne(Row)
const queryRows = query(Row)
const queryHosts = query(Schema.Struct({ host: Schema.String }))
const queryAccount = queryOne(Schema.Struct({ account_id: Schema.String }))

const columns = "account_id, host, status, fault, failures, checked_at"

/** Hosts that a process keeps in memory: one that is left out is not told from the service's own. */
const maxHosts = 100_000

/** Domains that one round checks. */
const maxDue = 20

/** Milliseconds that a round has for a domain before another process checks it. */
const lease = 10 * 60_000

/** The hosts of accounts for the links of their mail (contract §19), each of one account. Those that write require the lock of the account's sender. */
export class TrackingDomains extends Context.Service<
  TrackingDomains,
  {
    readonly read: (account_id: string) => Effect.Effect<TrackingRow | undefined, Unavailable>
    /** The hosts that accounts have set, at most 100,000. */
    readonly hosts: Effect.Effect<ReadonlyArray<string>, Unavailable>
    /** Whether an account has set the host. */
    readonly isSet: (host: string) => Effect.Effect<boolean, Unavailable>
    /**
     * Sets the host of an account, unchecked and due at `due_at`, or removes it. One that another account has set goes over to an account whose business
     * has proven the domain. Joins the open transaction.
     */
    readonly set: (
      account_id: string,
      host: string | null,
      due_at: number
    ) => Effect.Effect<void, ValidationFailed | SqlError.SqlError>
    /**
     * Keeps how the host stands after a check at `checked_at`; links have it while it works. False if the account has another by now, or if another check
     * was kept meanwhile. Keeping again what was kept changes nothing. Joins the open transaction.
     */
    readonly keep: (
      checked: Pick<TrackingRow, "account_id" | "host" | "checked_at">,
      state: TrackingState,
      checked_at: number,
      due_at: number
    ) => Effect.Effect<boolean, SqlError.SqlError>
    /** Takes hosts whose next check is due, at most 20, the longest due first. Joins the open transaction. */
    readonly claimDue: Effect.Effect<ReadonlyArray<TrackingRow>, SqlError.SqlError>
  }
>()("tally/store/senders/TrackingDomains") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = sql.literal(columns)
      const time = (millis: number) => sql`${timeText(millis)}::timestamptz`
      const remove = Effect.fnUntraced(function* (account_id: string) {
        yield* sql`DELETE FROM tracking_domains WHERE account_id = ${account_id}`
        yield* sql`UPDATE senders SET tracking_host = NULL WHERE account_id = ${account_id}`
      })

      return TrackingDomains.of({
        read: (account_id) =>
          retried(queryRow(sql`SELECT ${select} FROM tracking_domains WHERE account_id = ${account_id}`)),
        hosts: retried(
          Effect.map(queryHosts(sql`SELECT host FROM tracking_domains LIMIT ${maxHosts}::int`), (rows) =>
            rows.map(({ host }) => host)
          )
        ),
        isSet: (host) =>
          retried(
            Effect.map(
              queryAccount(sql`SELECT account_id FROM tracking_domains WHERE host = ${host}`),
              (row) => row !== undefined
            )
          ),
        set: Effect.fnUntraced(function* (account_id, host, due_at) {
          if (host === null) return yield* remove(account_id)
          const { isProven, others } = yield* domainHolders(sql, account_id, namesAbove(host))
          if (!isProven && others.length > 0) return yield* heldByOther
          const holder = yield* queryAccount(sql`SELECT account_id FROM tracking_domains WHERE host = ${host}`)
          if (holder?.account_id === account_id) return
          if (holder !== undefined) {
            const isOfBusiness = (yield* rootOf(sql, holder.account_id)) === (yield* rootOf(sql, account_id))
            if (isOfBusiness || !isProven || others.length > 0) return yield* usedByOther
            yield* remove(holder.account_id)
          }
          yield* remove(account_id)
          const { status, fault, failures } = uncheckedState
          const added = yield* sql`INSERT INTO tracking_domains (host, account_id, status, fault, failures, due_at)
            VALUES (${host}, ${account_id}, ${status}, ${fault}, ${failures}::int, ${time(due_at)})
            ON CONFLICT (host) DO NOTHING RETURNING 1`
          // Set by another account meanwhile.
          if (added.length === 0) return yield* usedByOther
        }),
        keep: Effect.fnUntraced(function* (checked, { status, fault, failures }, checked_at, due_at) {
          const { account_id, host } = checked
          const before = timeText(checked.checked_at === null ? null : DateTime.toEpochMillis(checked.checked_at))
          const kept =
            yield* sql`UPDATE tracking_domains SET status = ${status}, fault = ${fault}, failures = ${failures}::int,
            checked_at = ${time(checked_at)}, due_at = ${time(due_at)}
            WHERE account_id = ${account_id} AND (checked_at IS NOT DISTINCT FROM ${before}::timestamptz OR checked_at = ${time(checked_at)})
              AND host = ${host} RETURNING 1`
          if (kept.length === 0) return false
          const used = status === "working" ? host : null
          yield* sql`UPDATE senders SET tracking_host = ${used}
            WHERE account_id = ${account_id} AND tracking_host IS DISTINCT FROM ${used}`
          return true
        }),
        claimDue: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          return yield* queryRows(sql`UPDATE tracking_domains SET due_at = ${time(now + lease)}
            WHERE host IN (SELECT host FROM tracking_domains WHERE due_at <= ${time(now)}
              ORDER BY due_at LIMIT ${maxDue}::int FOR UPDATE SKIP LOCKED)
            RETURNING ${select}`)
        })
      })
    })
  )
}

const heldByOther = invalid(
  "tracking_domain",
  "Is at a domain that another account of this service has proven to be its own"
)
const usedByOther = invalid("tracking_domain", "Is used by another account of this service")
