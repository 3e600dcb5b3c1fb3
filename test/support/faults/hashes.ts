import { Effect } from "effect"
import { createHook } from "node:async_hooks"

/** Counts the password hashes during an effect, and the greatest number at the same time. */
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
