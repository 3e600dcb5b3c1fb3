import { Cause, Effect, Exit, type Scope } from "effect"
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
    const waiting = makeLines<Waiting<A, B, E | RunError>>()
    const measure = measureQueue(options.name, waiting.size)
    const idle: Array<() => void> = []

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

    // A worker lives as long as the layer: one of its own for each call would keep that call's memory from being collected young.
    const work = Effect.suspend(() => {
      if (!waiting.ready()) {
        return Effect.callback<void>((resume) => void idle.push(() => resume(Effect.yieldNow)))
      }
      const { items, release } = waiting.take(options.most)
      measure(items.length)
      return Effect.andThen(attempt(items), Effect.sync(release))
    })
    yield* Effect.forEach(Array.from({ length: options.workers }), () => Effect.forkScoped(Effect.forever(work)))

    return (item) =>
      Effect.suspend(() => {
        if (waiting.size() >= options.capacity) return Effect.fail(new Unavailable({ retryAfter: 1 }))
        return Effect.callback<B, E | RunError | Unavailable>((resume) => {
          waiting.add(options.lineOf(item), { item, done: resume })
          idle.pop()?.()
        })
      })
  })
