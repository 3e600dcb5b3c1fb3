import { Context, Effect, Latch } from "effect"

/** The messages that this process sends to a database that no other process writes to. */
export interface OwnMessages {
  /** How many were sent so far. A statement takes at least one. */
  readonly count: () => number
  /** Waits until more than `count` were sent. */
  readonly awaitMore: (count: number) => Effect.Effect<void>
}

/** Those of the embedded database; undefined on a server, which other processes write to as well. */
export const OwnMessages = Context.Reference<OwnMessages | undefined>("tally/store/database/OwnMessages", {
  defaultValue: () => undefined
})

/** A count of messages, and the function that counts one. */
export const makeOwnMessages = (): OwnMessages & { readonly add: () => void } => {
  const sent = Latch.makeUnsafe()
  let count = 0
  return {
    count: () => count,
    awaitMore: (before) =>
      Effect.suspend(() => {
        if (count > before) return Effect.void
        sent.closeUnsafe()
        return sent.await
      }),
    add: () => {
      count++
      sent.openUnsafe()
    }
  }
}
