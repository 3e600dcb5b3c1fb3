import { Clock, Context, DateTime, Effect, Exit, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { PrefetchedOrders, PrefetchKeys } from "../../domain/orders/OrderPrefetch.ts"
import { admission, type AdmissionRequest } from "./admitRequests.ts"
import { type Admission, decodeAdmitted } from "./Admission.ts"
import { groupCommit, maxBatchSize } from "../batching/GroupCommit.ts"
import { makeRateLimitMemory, type Asker, type Refused } from "./RateLimitMemory.ts"
import { decodeOrderSnapshot, valuesOf } from "../orders/orderSnapshot.ts"
import { registry } from "../../telemetry/gauges.ts"
import { retried } from "../database/Transaction.ts"

/** A request that asks to come in. `order` tells when its turn comes what it names, if it places an order and that is known by then. */
interface Request extends Omit<AdmissionRequest, "names"> {
  readonly order?: () => PrefetchKeys | null
}

/** With the time that it counts at, on a clock of tests. */
interface Timed extends Request {
  readonly at: Date | null
}

/** A verdict, with what was read of the order that the request names. */
interface PrefetchedAdmission extends Admission {
  readonly seen: PrefetchedOrders | null
}

/** `database`: the windows follow the database's clock, whatever this process thinks. `service`: the Clock service, for tests. */
export const WindowClock = Context.Reference<"database" | "service">("tally/store/admission/WindowClock", {
  defaultValue: () => "database"
})

// So many tokens are known at most as let in last time.
const maxKnownTokens = 10_000

// After a try that failed no order is read along for so many milliseconds.
const blindFor = 5_000

const warn = () => Effect.logWarning("What orders touch could not be read with their admission")

/** Credentials and rate windows, decided for all requests that wait at the same moment in one statement (contract §7). */
export class Admissions extends Context.Service<
  Admissions,
  {
    /**
     * Reads the token's row and counts the request. Exact over any number of processes. Nobody is let in from memory; a caller
     * whose window is used up is refused from it, for a second at most after the database was asked. The count alone does not wait
     * for the disk: a database that crashes may forget what was asked in its last second, never what was done. What an order
     * touches is read along, for those who are let in.
     */
    readonly admit: (request: Request) => Effect.Effect<PrefetchedAdmission, Unavailable>
    /** The refusal that `admit` would give from memory, if it would. On a clock of tests nothing is told. */
    readonly remembered: (asker: Asker) => Refused | undefined
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
      const recall = (asker: Asker, at: Date | null) => {
        const refused = memory.recall(asker, timeOf(at))
        if (refused !== undefined) countTrips([refused])
        return refused
      }

      // What a stranger sends is not looked at, nor what a caller does who was refused last time: those may go on calling.
      let known = new Set<string>()
      const remember = ({ digest }: AdmissionRequest, isIn: boolean) => {
        if (digest === null) return
        if (!isIn) known.delete(digest)
        else known = known.has(digest) || known.size < maxKnownTokens ? known.add(digest) : new Set([digest])
      }

      let blindUntil = Number.NEGATIVE_INFINITY
      const decideAll = Effect.fnUntraced(function* (requests: ReadonlyArray<Timed>) {
        const at = requests.at(-1)?.at ?? null
        const asked = timeOf(at)
        const began = yield* Clock.currentTimeMillis
        const asking = requests.map(({ order, digest, wanted, address }) => {
          const isLookedAt = order !== undefined && digest !== null && known.has(digest) && began >= blindUntil
          const names = isLookedAt ? order() : null
          return { digest, wanted, address, names }
        })
        let tries = 0
        // Where orders can't be read all must come in all the same, and the next ones without waiting for that.
        const decide = Effect.suspend(() =>
          admission(sql, tries++ === 0 ? asking : asking.map((each) => ({ ...each, names: null })), at)
        )
        const rows = yield* retried(decide)
        if (tries > 1) blindUntil = (yield* Clock.currentTimeMillis) + blindFor
        const admitted = yield* decodeAdmitted(valuesOf(rows, "admission"))
        const wasRead = tries === 1 && asking.some(({ names }) => names !== null)
        const seen = wasRead
          ? yield* Effect.orElseSucceed(Effect.tapError(decodeOrderSnapshot(rows), warn), () => null)
          : null
        countTrips(admitted)
        const answered = timeOf(at)
        return asking.map((each, place) => {
          const verdict = admitted[place]
          if (verdict === undefined) return Exit.die("A request without a verdict")
          memory.remember(each, verdict, asked, answered)
          const isIn = verdict.granted && verdict.caller !== null && verdict.caller.target !== null
          remember(each, isIn)
          return Exit.succeed({ ...verdict, seen: isIn && each.names !== null ? seen : null })
        })
      })

      // Those who wait behind the call that used a window up are not asked about either.
      const run = Effect.fnUntraced(function* (requests: ReadonlyArray<Timed>) {
        const refused = requests.map((request) => recall(request, request.at))
        const others = requests.filter((_, place) => refused[place] === undefined)
        const decided = (others.length === 0 ? [] : yield* decideAll(others)).values()
        return refused.map((verdict) =>
          verdict === undefined
            ? (decided.next().value ?? Exit.die("A request without a verdict"))
            : Exit.succeed({ ...verdict, seen: null })
        )
      })

      const admit = yield* groupCommit({
        name: "admissions",
        run,
        // The account is not known yet; a token stands for it.
        callerOf: ({ digest, address }) => digest ?? address,
        lingers: true,
        workers: 2,
        most: maxBatchSize,
        capacity: 10_000
      })
      return Admissions.of({
        admit: (request) =>
          Effect.flatMap(now, (at) => {
            const refused = recall(request, at)
            return refused === undefined ? admit({ ...request, at }) : Effect.succeed({ ...refused, seen: null })
          }),
        remembered: (asker) => (clock === "database" ? recall(asker, null) : undefined)
      })
    })
  )
}

const trips = Metric.counter("tally_rate_limited_total", { description: "Requests beyond a limit", incremental: true })

const [ofAccounts, ofAddresses] = ["account", "address"].map((budget) => Metric.withAttributes(trips, { budget }))

const countTrips = (verdicts: ReadonlyArray<Admission>): void => {
  for (const { caller } of verdicts.filter(({ granted }) => !granted)) {
    ;(caller === null ? ofAddresses : ofAccounts)?.updateUnsafe(1, registry)
  }
}
