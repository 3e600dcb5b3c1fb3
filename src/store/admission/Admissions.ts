import { Clock, Context, DateTime, Effect, Exit, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { PrefetchedOrders, PrefetchKeys } from "../../domain/orders/OrderPrefetch.ts"
import { registry } from "../../telemetry/gauges.ts"
import { groupCommit, maxBatchSize } from "../batching/GroupCommit.ts"
import { Distribution } from "../database/Distribution.ts"
import { retried } from "../database/Transaction.ts"
import { decodeOrderSnapshot, valuesOf } from "../orders/orderSnapshot.ts"
import { type Admission, type AdmissionRequest, admissionStatement, decodeAdmissions } from "./admissionStatement.ts"
import { makeRateLimitMemory, type RateLimitedAdmission, type Requester } from "./RateLimitMemory.ts"

/** A request to admit. `order` is read when its batch runs, by when a small body has arrived; null when it names no order. */
interface Request extends Requester {
  readonly order?: () => PrefetchKeys | null
}

/** A request with the time that it counts at; null for the database's time. */
interface TimedRequest extends Request {
  readonly at: Date | null
}

/** A decision, with the prefetched rows of the request's order where there are any. */
interface PrefetchedAdmission extends Admission {
  readonly prefetched: PrefetchedOrders | null
}

/** `database`: rate windows follow the database's clock, so that all processes agree. `service`: the Clock service, for tests. */
export const WindowClock = Context.Reference<"database" | "service">("tally/store/admission/WindowClock", {
  defaultValue: () => "database"
})

const maxAdmittedTokens = 10_000

// Milliseconds without prefetching after a statement that failed with it.
const prefetchPause = 5_000

const warn = () => Effect.logWarning("Orders could not be prefetched with their admission")

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
    readonly admit: (request: Request) => Effect.Effect<PrefetchedAdmission, Unavailable>
    /** The rejection that `admit` would give from memory, if it has one. Undefined on the clock of tests. */
    readonly remembered: (requester: Requester) => RateLimitedAdmission | undefined
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
      const recall = (requester: Requester, at: Date | null) => {
        const rejection = memory.recall(requester, timeOf(at))
        if (rejection !== undefined) countRejections([rejection])
        return rejection
      }

      // Orders are prefetched only for tokens whose last request was admitted, so that rejected callers cannot make us parse bodies.
      let admittedTokens = new Set<string>()
      const noteToken = ({ digest }: AdmissionRequest, isAdmitted: boolean) => {
        if (digest === null) return
        if (!isAdmitted) admittedTokens.delete(digest)
        else if (admittedTokens.has(digest) || admittedTokens.size < maxAdmittedTokens) admittedTokens.add(digest)
        else admittedTokens = new Set([digest])
      }

      // The tables of admission are on the coordinator, so a statement cannot read distributed orders along.
      const canPrefetch = (yield* Distribution) === "none"
      let noPrefetchUntil = Number.NEGATIVE_INFINITY
      const decide = Effect.fnUntraced(function* (batch: ReadonlyArray<TimedRequest>) {
        const at = batch.at(-1)?.at ?? null
        const sentAt = timeOf(at)
        const began = yield* Clock.currentTimeMillis
        const requests = batch.map(({ order, digest, serviceAccountId, address }) => {
          const prefetches =
            canPrefetch &&
            order !== undefined &&
            digest !== null &&
            admittedTokens.has(digest) &&
            began >= noPrefetchUntil
          return { digest, serviceAccountId, address, prefetchKeys: prefetches ? order() : null }
        })
        let attempts = 0
        // Requests must be admitted also while orders can't be read: every attempt but the first goes without.
        const statement = Effect.suspend(() =>
          admissionStatement(
            sql,
            attempts++ === 0 ? requests : requests.map((request) => ({ ...request, prefetchKeys: null })),
            at
          )
        )
        const rows = yield* retried(statement)
        if (attempts > 1) noPrefetchUntil = (yield* Clock.currentTimeMillis) + prefetchPause
        const admissions = yield* decodeAdmissions(valuesOf(rows, "admission"))
        const hasPrefetched = attempts === 1 && requests.some(({ prefetchKeys }) => prefetchKeys !== null)
        const prefetched = hasPrefetched
          ? yield* Effect.orElseSucceed(Effect.tapError(decodeOrderSnapshot(rows), warn), () => null)
          : null
        countRejections(admissions)
        const receivedAt = timeOf(at)
        return requests.map((request, index) => {
          const admission = admissions[index]
          if (admission === undefined) return missing
          memory.remember(request, admission, sentAt, receivedAt)
          const isAdmitted = admission.granted && admission.caller !== null && admission.caller.target !== null
          noteToken(request, isAdmitted)
          return Exit.succeed({
            ...admission,
            prefetched: isAdmitted && request.prefetchKeys !== null ? prefetched : null
          })
        })
      })

      // A request that waited behind the one that used its window up is rejected from memory too.
      const run = Effect.fnUntraced(function* (batch: ReadonlyArray<TimedRequest>) {
        const rejections = batch.map((request) => recall(request, request.at))
        const undecided = batch.filter((_, index) => rejections[index] === undefined)
        const decisions = (undecided.length === 0 ? [] : yield* decide(undecided)).values()
        return rejections.map((rejection) =>
          rejection === undefined
            ? (decisions.next().value ?? missing)
            : Exit.succeed({ ...rejection, prefetched: null })
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
            return rejection === undefined
              ? admit({ ...request, at })
              : Effect.succeed({ ...rejection, prefetched: null })
          }),
        remembered: (requester) => (clock === "database" ? recall(requester, null) : undefined)
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
