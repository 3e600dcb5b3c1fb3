import { Clock, Effect } from "effect"
import { idAt } from "../../domain/values/Id.ts"

const dayMillis = 86_400_000

/**
 * The lower bound of the ids of rows of days that begin at `starts` (milliseconds, ascending). Ids may be made by the service's clock, which
 * the clock of a test account is ahead of, and a little before their row is dated: statements compare `created_at` too.
 */
export const sinceId = (prefix: string, starts: ReadonlyArray<number>): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const ahead = Math.max(0, (starts.at(-1) ?? now) - now)
    return idAt(prefix, Math.max(0, (starts[0] ?? now) - ahead - 2 * dayMillis))
  })
