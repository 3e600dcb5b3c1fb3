import { Clock, Context, Effect, Latch, Layer, Random, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { permits } from "../../domain/capacity/bounds.ts"
import { accountFunction } from "../distributed/accountOf.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { retried } from "../database/Transaction.ts"
import { jsonRows } from "../sql/parameters.ts"

/** An authenticated request. `caller_id` is the id of its API token, or of its OAuth application. */
export interface RequestEntry {
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

/** Entries that may wait to be written. Beyond it new ones are dropped. */
export const maxBuffered = 20_000
const maxBatch = 1_000
// Entries that trigger a flush before the second is over. Larger flushes merge more calls of a caller into one row a day.
const flushSize = 500

/** The log of authenticated requests. Entries are buffered and written at least once a second, so that no request waits for a write. */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Buffers an entry. Rate-limited requests of one second, caller and endpoint share an entry, since their number has no bound. */
    readonly record: (request: RequestEntry) => Effect.Effect<void>
    /** Writes the buffer. Entries that cannot be written are dropped, and a warning tells their number. */
    readonly flush: Effect.Effect<void>
  }
>()("tally/store/accounts/RequestLog") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const buffer: Array<RequestEntry & { readonly entry_id: string; calls: number }> = []
      let rateLimited = new Map<string, { calls: number }>()
      let dropped = 0
      const hasEntries = yield* Latch.make()
      const isFull = yield* Latch.make()
      let nonce = yield* Random.nextIntBetween(0, 2 ** 20 - 1)

      const insert = (entries: Readonly<typeof buffer>) =>
        sql`SELECT ${accountFunction(sql, "log_requests", entries, [jsonRows(sql, entries)])}`

      const { inBatches } = yield* accountPlacement
      const flushing = yield* Semaphore.make(permits.logWriters)
      const flush = Effect.gen(function* () {
        while (buffer.length > 0) {
          const batch = buffer.splice(0, maxBatch)
          rateLimited = new Map()
          yield* inBatches(batch, (entries) => retried(insert(entries))).pipe(
            // On shutdown the finalizer writes the batch again; entries that were already inserted conflict and are skipped.
            Effect.onInterrupt(() => Effect.sync(() => void buffer.unshift(...batch))),
            Effect.catchCause(() => Effect.sync(() => void (dropped += batch.length + buffer.splice(0).length)))
          )
        }
        if (dropped === 0) return
        const count = dropped
        dropped = 0
        yield* Effect.logWarning("Calls are missing in the request log", { count })
      }).pipe(flushing.withPermit)

      const log = RequestLog.of({
        record: Effect.fnUntraced(function* (request) {
          const now = yield* Clock.currentTimeMillis
          const key = request.status === 429 ? `${request.account_id}|${request.caller_id}|${request.endpoint}` : ""
          const counted = key === "" ? undefined : rateLimited.get(key)
          if (counted !== undefined) counted.calls++
          else if (buffer.length >= maxBuffered) dropped++
          else {
            hasEntries.openUnsafe()
            nonce = (nonce + 1) % 2 ** 20
            const entry = { ...request, entry_id: String(BigInt(now) * 2n ** 20n + BigInt(nonce)), calls: 1 }
            if (buffer.push(entry) >= flushSize) isFull.openUnsafe()
            if (key !== "") rateLimited.set(key, entry)
          }
        }),
        flush
      })
      yield* Effect.addFinalizer(() => flush)
      yield* hasEntries.await.pipe(
        Effect.andThen(Effect.raceFirst(isFull.await, Effect.sleep("1 second"))),
        // Leave the stack of the request that opened the latch.
        Effect.andThen(Effect.yieldNow),
        Effect.andThen(isFull.close),
        Effect.andThen(hasEntries.close),
        Effect.andThen(flush),
        Effect.forever,
        Effect.forkScoped
      )
      return log
    })
  )
}
