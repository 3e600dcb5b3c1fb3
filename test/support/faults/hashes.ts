import { Effect } from "effect"
import { createHook } from "node:async_hooks"

/** How many password hashes were made while the effect ran, and the most at the same moment. */
export const hashesDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let [made, most] = [0, 0]
    const running = new Set<number>()
    const hook = createHook({
      init: (id, type) => {
        if (type !== "SCRYPTREQUEST") return
        made++
        most = Math.max(most, running.add(id).size)
      },
      before: (id) => void running.delete(id)
    }).enable()
    return Effect.map(
      Effect.ensuring(
        effect,
        Effect.sync(() => hook.disable())
      ),
      (result) => ({ result, made, most })
    )
  })
