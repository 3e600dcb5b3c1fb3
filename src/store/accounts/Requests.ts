import { Clock, Context, Effect, Latch, Layer, Random, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { retried } from "../database/Transaction.ts"
import { rowsJson } from "../database/parameters.ts"

/** A call as it is kept. `caller_id` is the token's id, or its application's. */
export interface Noted {
  readonly account_id: string
  readonly request_id: string
  readonly caller_id: string
  readonly subaccount_id: string | null
  readonly endpoint: string
  readonly status: number
  readonly error_code: string | null
  readonly fields: ReadonlyArray<string> | null
  readonly duration_ms: number
  readonly client: string | null
}

/** Calls that wait at most to be written: of more the newest are lost. */
export const maxNoted = 20_000
const maxWritten = 1_000
// Written as soon as so many wait: small parts, so that no call meets a long one, and nothing grows old in memory.
const enough = 100

/** What callers did: noted in memory, written together every second or more often, so that no call waits for it. */
export class Requests extends Context.Service<
  Requests,
  {
    /** Refusals by the rate limit have no bound of their own: those of a second, caller and endpoint are one entry. */
    readonly note: (call: Noted) => Effect.Effect<void>
    /** Writes what was noted. What can't be written is lost, and counted in the log. */
    readonly write: Effect.Effect<void>
  }
>()("tally/store/accounts/Requests") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const noted: Array<Noted & { readonly entry_id: string; calls: number }> = []
      let limited = new Map<string, { calls: number }>()
      let lost = 0
      const many = yield* Latch.make()
      let nonce = yield* Random.nextIntBetween(0, 2 ** 20 - 1)

      const insert = (calls: typeof noted) => sql`
        WITH noted AS (
          INSERT INTO request_log (account_id, entry_id, duration_ms, calls, status, request_id, caller_id, subaccount_id,
            endpoint, error_code, fields, client)
          SELECT account_id, entry_id, duration_ms, calls, status, request_id, caller_id, subaccount_id, endpoint, error_code,
            fields, client
          FROM json_to_recordset(${rowsJson(calls)}::json) AS r (account_id text, entry_id bigint, duration_ms int, calls int,
            status smallint, request_id text, caller_id text, subaccount_id text, endpoint text, error_code text,
            fields text[], client text)
          ON CONFLICT DO NOTHING RETURNING *, to_timestamp((entry_id >> 20) / 1000.0) AS at
        )
        INSERT INTO request_days AS kept (account_id, day, caller_id, endpoint, calls, limited, last_at)
        SELECT account_id, (at AT TIME ZONE 'UTC')::date, caller_id, endpoint, sum(calls),
          coalesce(sum(calls) FILTER (WHERE status = 429), 0), max(at)
        FROM noted GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (account_id, day, caller_id, endpoint) DO UPDATE SET calls = kept.calls + excluded.calls,
          limited = kept.limited + excluded.limited, last_at = greatest(kept.last_at, excluded.last_at)`

      const writing = yield* Semaphore.make(1)
      const write = Effect.gen(function* () {
        while (noted.length > 0) {
          const part = noted.splice(0, maxWritten)
          limited = new Map()
          yield* retried(insert(part)).pipe(
            // The process ends: what may not have been written is written again then, and no entry twice.
            Effect.onInterrupt(() => Effect.sync(() => void noted.unshift(...part))),
            Effect.catchCause(() => Effect.sync(() => void (lost += part.length + noted.splice(0).length)))
          )
        }
        if (lost === 0) return
        const count = lost
        lost = 0
        yield* Effect.logWarning("Calls are missing in the request log", { count })
      }).pipe(writing.withPermit)

      const requests = Requests.of({
        note: Effect.fnUntraced(function* (call) {
          const now = yield* Clock.currentTimeMillis
          const key = call.status === 429 ? `${call.account_id}|${call.caller_id}|${call.endpoint}` : ""
          const first = key === "" ? undefined : limited.get(key)
          if (first !== undefined) first.calls++
          else if (noted.length >= maxNoted) lost++
          else {
            nonce = (nonce + 1) % 2 ** 20
            const entry = { ...call, entry_id: String(BigInt(now) * 2n ** 20n + BigInt(nonce)), calls: 1 }
            if (noted.push(entry) >= enough) many.openUnsafe()
            if (key !== "") limited.set(key, entry)
          }
        }),
        write
      })
      yield* Effect.addFinalizer(() => write)
      yield* Effect.raceFirst(many.await, Effect.sleep("1 second")).pipe(
        // Not within the call that opened it.
        Effect.andThen(Effect.yieldNow),
        Effect.andThen(many.close),
        Effect.andThen(write),
        Effect.forever,
        Effect.forkScoped
      )
      return requests
    })
  )
}
