import { Effect, FiberSet, Latch } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"

/** Something to be sent for an account. What becomes of it is written down by itself. */
export interface SendJob {
  readonly account_id: string
  readonly send: Effect.Effect<void>
}

/** What is due, and fits. Taking it is a promise to send it soon, which lapses with the process. */
export type ClaimDue = (room: SendCapacity) => Effect.Effect<ReadonlyArray<SendJob>, Unavailable>

/** How long a stop waits for what is on its way out. What takes longer is sent again, under the same id. */
const patience = "5 seconds"

/** Keeps sending until the scope closes: each errand by itself, so that none waits for one that hangs. */
export const sendLoop = (take: ClaimDue, { most, each }: Pick<SendCapacity, "most" | "each">) =>
  Effect.gen(function* () {
    const underWay = yield* FiberSet.make()
    yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(underWay), patience))
    const freed = yield* Latch.make()
    const busy = new Map<string, number>()
    const count = (account_id: string, more: number) => {
      const now = (busy.get(account_id) ?? 0) + more
      if (now === 0) busy.delete(account_id)
      else busy.set(account_id, now)
    }
    const start = ({ account_id, send }: SendJob) => {
      count(account_id, 1)
      const done = Effect.andThen(
        Effect.sync(() => count(account_id, -1)),
        freed.open
      )
      return FiberSet.run(underWay, Effect.ensuring(send, done))
    }
    const takeUp = Effect.gen(function* () {
      yield* freed.close
      const room = most - (yield* FiberSet.size(underWay))
      const errands = room > 0 ? yield* take({ most: room, each, busy }) : []
      yield* Effect.forEach(errands, start, { discard: true })
      return errands.length
    }).pipe(
      Effect.catch(() => Effect.succeed(0)),
      Effect.uninterruptible
    )
    // What becomes free within a moment is filled together.
    yield* takeUp.pipe(
      Effect.flatMap((taken) => (taken > 0 ? Effect.void : Effect.race(freed.await, Effect.sleep("1 second")))),
      Effect.andThen(Effect.sleep("10 millis")),
      Effect.forever,
      Effect.forkScoped
    )
  })
