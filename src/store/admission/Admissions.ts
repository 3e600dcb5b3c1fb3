import { Clock, Context, DateTime, Effect, Exit, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { registry } from "../../telemetry/gauges.ts"
import { groupCommit, maxBatchSize } from "../batching/GroupCommit.ts"
import { retried } from "../database/Transaction.ts"
import { WindowClock } from "../sql/databaseTime.ts"
import { type Admission, type AdmissionRequest, admitRequests } from "./admissionStatement.ts"
import { makeRateLimitMemory, type RateLimitedAdmission } from "./RateLimitMemory.ts"

/** A request with the time that it counts at; null for the database's time. */
interface TimedRequest extends AdmissionRequest {
  readonly at: Date | null
}

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
    readonly admit: (request: AdmissionRequest) => Effect.Effect<Admission, Unavailable>
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

      const decide = Effect.fnUntraced(function* (requests: ReadonlyArray<TimedRequest>) {
        const at = requests.at(-1)?.at ?? null
        const sentAt = timeOf(at)
        const admissions = yield* retried(admitRequests(sql, requests, at))
        const receivedAt = timeOf(at)
        countRejections(admissions)
        return requests.map((request, index) => {
          const admission = admissions[index]
          if (admission === undefined) return missing
          memory.remember(request, admission, sentAt, receivedAt)
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
