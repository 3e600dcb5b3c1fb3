import { Cause, Clock, Effect, Exit, type Scope } from "effect"
import { Unavailable } from "../domain/Failure.ts"
import { makeLines } from "./Lines.ts"
import { measureQueue } from "./measureQueue.ts"

interface Waiting<A, B, E> {
  readonly item: A
  readonly done: (exit: Exit.Exit<B, E | Unavailable>) => void
}

const isUnavailable = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => Cause.isFailReason(reason) && reason.error instanceof Unavailable)

/**
 * Group commit: calls that wait at the same moment share one run. A call that finds a worker free starts at once, so an
 * idle service adds no delay; what arrives while all workers are busy leaves together: callers (`lineOf`) in turn, so that
 * none waits for all that another one sent, and what one caller sent in the order of arrival and never in two runs at once:
 * what would meet in the database is together, and a caller holds one worker at most. `run` answers every item in its place. A run that fails is repeated in halves, so that a bad item fails alone; without a database all fail at once.
 * More than `capacity` waiting calls are turned away with `Unavailable`.
 */
export const batched = <A, B, E, RunError>(options: {
  /** Names the queue in measures. */
  readonly name: string
  readonly run: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<Exit.Exit<B, E>>, RunError>
  readonly lineOf: (item: A) => string
  readonly workers: number
  readonly most: number
  readonly capacity: number
}): Effect.Effect<(item: A) => Effect.Effect<B, E | RunError | Unavailable>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    // Workers serve many callers: the clock of the one that happened to wake them is not theirs.
    const clock = yield* Clock.Clock
    const waiting = makeLines<Waiting<A, B, E | RunError>>()
    const measure = measureQueue(options.name, waiting.size)
    let busy = 0

    const attempt = (batch: ReadonlyArray<Waiting<A, B, E | RunError>>): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(options.run(batch.map(({ item }) => item))), (exit) => {
        if (Exit.isSuccess(exit)) {
          return Effect.sync(() =>
            batch.forEach(({ done }, at) => done(exit.value[at] ?? Exit.die("No answer to an item")))
          )
        }
        if (batch.length === 1 || isUnavailable(exit.cause)) {
          return Effect.sync(() => {
            // What waits behind a database that is away would wait as long for the same answer.
            const behind = isUnavailable(exit.cause) ? waiting.drain() : []
            for (const { done } of [...batch, ...behind]) done(Exit.failCause(exit.cause))
          })
        }
        const half = batch.length >> 1
        return Effect.andThen(attempt(batch.slice(0, half)), attempt(batch.slice(half)))
      })

    const work: Effect.Effect<void> = Effect.suspend(() => {
      if (!waiting.ready()) {
        busy--
        return Effect.void
      }
      const { items, release } = waiting.take(options.most)
      measure(items.length)
      return Effect.andThen(Effect.andThen(attempt(items), Effect.sync(release)), work)
    })

    return (item) =>
      Effect.suspend(() => {
        if (waiting.size() >= options.capacity) return Effect.fail(new Unavailable({ retryAfter: 1 }))
        const answer = Effect.callback<B, E | RunError | Unavailable>((resume) => {
          waiting.add(options.lineOf(item), { item, done: resume })
        })
        if (busy >= options.workers) return answer
        busy++
        return Effect.andThen(
          Effect.forkIn(Effect.provideService(Effect.andThen(Effect.yieldNow, work), Clock.Clock, clock), scope),
          answer
        )
      })
  })
