import { Effect, Result } from "effect"

/**
 * Repeats the step of each item until it says that nothing is left, one step of each account at a time: an account with much to do delays another's by
 * one step. An item that fails is left, and the first failure is the result once all others are done.
 */
export const inTurns = Effect.fnUntraced(function* <Item extends { readonly account_id: string }, E, R>(
  items: ReadonlyArray<Item>,
  step: (item: Item) => Effect.Effect<boolean, E, R>
) {
  const queues = [...Map.groupBy(items, ({ account_id }) => account_id).values()].map((queue) => [...queue])
  const failures: Array<E> = []
  while (queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const item = queue.shift()
      if (item === undefined) continue
      const result = yield* Effect.result(step(item))
      if (Result.isFailure(result)) failures.push(result.failure)
      else if (result.success) queue.push(item)
    }
  }
  const [first] = failures
  if (first !== undefined) return yield* Effect.fail(first)
})
