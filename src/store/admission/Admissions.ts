import { Clock, Context, DateTime, Effect, Exit, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { registry } from "../../telemetry/gauges.ts"
import type { Scope } from "../../domain/accounts/Scope.ts"
import { groupCommit, maxBatchSize } from "../batching/GroupCommit.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { retried } from "../database/Transaction.ts"
import { WindowClock } from "../sql/databaseTime.ts"
import { type Admission, type AdmissionRequest, admitRequests, type PrefetchingRequest } from "./admissionStatement.ts"
import { AdmissionPrefetch, type PrefetchKeys } from "./Prefetch.ts"
import { makeRateLimitMemory, type RateLimitedAdmission } from "./RateLimitMemory.ts"

/**
 * A request of which rows may be read along. `keys` is asked just before the statement runs, and only for a caller that was admitted last time,
 * with the scopes that it had then.
 */
interface Request extends AdmissionRequest {
  readonly keys?: (scopes: ReadonlyArray<Scope>) => PrefetchKeys | null
}

/** A request with the time that it counts at; null for the database's time. */
interface TimedRequest extends Request {
  readonly at: Date | null
}

// Beyond this many the set of tokens whose last request was admitted begins anew.
const maxAdmittedTokens = 10_000

// Milliseconds without prefetching after a statement that failed with it.
const prefetchPause = 5_000

const missing = Exit.die("A request without an admission")

/** Authenticates requests and charges their rate windows (contract §7). */
export class Admissions extends Context.Service<
  Admissions,
  {
    /**
     * Decides on a request. Requests that wait at the same moment share one statement. Limits are exact over any number of processes.
     * A caller whose window is used up is rejected from memory for up to a second after the database was asked; nothing is granted
     * from memory. Counts are committed without waiting for the disk: a database crash may lose those of its last second.
     */
    readonly admit: (request: Request) => Effect.Effect<Admission, Unavailable>
    /** The rejection that `admit` would give from memory, if it has one. Undefined on the clock of tests. */
    readonly remembered: (request: AdmissionRequest) => RateLimitedAdmission | undefined
  }
>()("tally/store/admission/Admissions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* WindowClock
      const now: Effect.Effect<Date | null> = clock === "database" ? Effect.succeed(null) : DateTime.nowAsDate
      const processClock = yield* Clock.Clock
      const timeOf = (at: Date | null) => at?.getTime() ?? Number(processClock.monotonicTimeNanosUnsafe()) / 1e6

      const memory = makeRateLimitMemory()
      const recall = (request: AdmissionRequest, at: Date | null) => {
        const rejection = memory.recall(request, timeOf(at))
        if (rejection !== undefined) countRejections([rejection])
        return rejection
      }

      // Rejected callers cannot make us read bodies: keys are asked for tokens alone whose last request was admitted.
      let admittedTokens = new Map<string, ReadonlyArray<Scope>>()
      const noteToken = ({ digest }: AdmissionRequest, { granted, caller }: Admission) => {
        if (digest === null) return
        if (!granted || caller?.target == null) admittedTokens.delete(digest)
        else if (admittedTokens.has(digest) || admittedTokens.size < maxAdmittedTokens)
          admittedTokens.set(digest, caller.scopes)
        else admittedTokens = new Map([[digest, caller.scopes]])
      }

      // The tables of admissions are on the coordinator, so that their statement can't read those of distributed accounts.
      const prefetch = (yield* accountPlacement).isDistributed ? null : yield* AdmissionPrefetch
      let prefetchesFrom = Number.NEGATIVE_INFINITY
      const withKeys = ({ digest, serviceAccountId, address, keys }: TimedRequest, now: number): PrefetchingRequest => {
        const reads = prefetch !== null && now >= prefetchesFrom && digest !== null
        const scopes = reads ? admittedTokens.get(digest) : undefined
        return { digest, serviceAccountId, address, keys: scopes === undefined ? null : (keys?.(scopes) ?? null) }
      }

      const decide = Effect.fnUntraced(function* (batch: ReadonlyArray<TimedRequest>) {
        const at = batch.at(-1)?.at ?? null
        const sentAt = timeOf(at)
        const began = yield* Clock.currentTimeMillis
        const requests = batch.map((request) => withKeys(request, began))
        // Requests are admitted also while their rows can't be read: each further attempt goes without.
        let attempts = 0
        const admissions = yield* retried(
          Effect.suspend(() => admitRequests(sql, requests, at, attempts++ === 0 ? prefetch : null))
        )
        if (attempts > 1) prefetchesFrom = (yield* Clock.currentTimeMillis) + prefetchPause
        const receivedAt = timeOf(at)
        countRejections(admissions)
        return requests.map((request, index) => {
          const admission = admissions[index]
          if (admission === undefined) return missing
          memory.remember(request, admission, sentAt, receivedAt)
          noteToken(request, admission)
          return Exit.succeed(admission)
        })
      })

      // A request that waited behind the one that used its window up is rejected from memory too.
      const run = Effect.fnUntraced(function* (batch: ReadonlyArray<TimedRequest>) {
        const rejections = batch.map((request) => recall(request, request.at))
        const undecided = batch.filter((_, index) => rejections[index] === undefined)
        const decisions = (undecided.length === 0 ? [] : yield* decide(undecided)).values()
        return rejections.map((rejection) =>
          rejection === undefined ? (decisions.next().value ?? missing) : Exit.succeed(rejection)
        )
      })

      const admit = yield* groupCommit({
        name: "admissions",
        run,
        // The account is not known before the statement has run; its token stands for it.
        callerOf: ({ digest, address }) => digest ?? address,
        isOfAccounts: false,
        lingers: true,
        workers: 2,
        maxBatch: maxBatchSize,
        capacity: 10_000
      })
      return Admissions.of({
        admit: (request) =>
          Effect.flatMap(now, (at) => {
            const rejection = recall(request, at)
            return rejection === undefined ? admit({ ...request, at }) : Effect.succeed(rejection)
          }),
        remembered: (request) => (clock === "database" ? recall(request, null) : undefined)
      })
    })
  )
}

const rejections = Metric.counter("tally_rate_limited_total", {
  description: "Requests beyond a limit",
  incremental: true
})

const [byAccount, byAddress] = ["account", "address"].map((budget) => Metric.withAttributes(rejections, { budget }))

const countRejections = (admissions: ReadonlyArray<Admission>): void => {
  for (const { caller } of admissions.filter(({ granted }) => !granted)) {
    ;(caller === null ? byAddress : byAccount)?.updateUnsafe(1, registry)
  }
}
