import { Effect } from "effect"

/** Records that are worked on without a pause: some milliseconds. */
export const sliceSize = 250

/** Applies a function to all items in their order, and lets other work of the process run after each slice of them. */
export const inSlices = Effect.fnUntraced(function* <A, B>(items: ReadonlyArray<A>, use: (item: A) => B) {
  const results: Array<B> = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % sliceSize === 0) yield* Effect.yieldNow
    results.push(use(item))
  }
  return results
})
