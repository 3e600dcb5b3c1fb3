import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { FlowTrigger } from "../../domain/flows/FlowTrigger.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { retried, transact } from "../../store/database/Transaction.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import { type DueWork, makeFindDue } from "../../store/upkeep/findDue.ts"
import { AdvanceRuns } from "../flows/AdvanceRuns.ts"
import { SendMessages } from "../messages/SendMessages.ts"
import { EnrolWatched } from "../flows/EnrolWatched.ts"

/** The work that a scenario does, by its own queues. Webhooks are not sent. */
const queues: ReadonlySet<DueWork> = new Set(["run", "email", "sms"])

// No send is under way between two steps.
const capacity: SendCapacity = { available: 64, perAccount: 64, inFlight: new Map() }

/** Does by steps, in the fiber that asks, what the service does in the background: the same programs without their loops and their engine. */
export interface DoDueWork {
  /** Advances the runs and sends the messages that are due at the present time, until none is. */
  readonly settle: Effect.Effect<void, Unavailable>
  /** Looks once for those whom triggers of these types, which time makes true, have come to. */
  readonly look: (types: ReadonlySet<FlowTrigger["type"]>) => Effect.Effect<void, Unavailable>
  /** When a run or message is due next after the present time, in milliseconds; undefined if none is. */
  readonly nextDue: Effect.Effect<number | undefined, Unavailable>
}

export const makeDoDueWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dueRuns = yield* FlowRuns
  const runs = yield* AdvanceRuns
  const messages = yield* SendMessages
  const { absence, carts, views, dates, segments } = yield* EnrolWatched
  const { dueTimes } = yield* makeFindDue(sql)
  const looks = new Map<FlowTrigger["type"], Effect.Effect<void, Unavailable>>([
    ["no_order_for", absence.enrol],
    ["cart_abandoned", carts.enrol],
    ["product_viewed", views.enrol],
    ["date", dates.enrol],
    ["entered_segment", segments.enrol]
  ])

  const advance = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const claimed = yield* transact(sql)(dueRuns.claim({ now, limit: 64 }))
    yield* runs.advance(claimed)
    return claimed.length
  })
  const send = Effect.gen(function* () {
    const jobs = [...(yield* messages.claim("email", capacity)), ...(yield* messages.claim("sms", capacity))]
    yield* Effect.forEach(jobs, (job) => job.send, { discard: true })
    return jobs.length
  })
  const step = Effect.gen(function* () {
    yield* segments.enrolTouched
    return (yield* advance) + (yield* send)
  })

  const part: DoDueWork = {
    settle: Effect.asVoid(Effect.repeat(step, { while: (done) => done > 0 })),
    look: (types) => Effect.forEach(types, (type) => looks.get(type) ?? Effect.void, { discard: true }),
    nextDue: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      // What is left at the present time waits for something else than time.
      const times = [...(yield* dueTimes(queues)).values()].filter((time) => time > now)
      return times.length === 0 ? undefined : Math.min(...times)
    }).pipe(retried)
  }
  return part
})
