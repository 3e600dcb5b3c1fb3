import { isUsedUp, secondsUntilRoom, type UsedWindow } from "../../domain/capacity/UsedWindow.ts"
import type { Admission } from "./Admission.ts"

/** Who asks: `digest` is that of a well-formed bearer token, `wanted` the `Service-Account-Id`. */
export interface Asker {
  readonly digest: string | null
  readonly wanted: string | null
  readonly address: string
}

/** A refusal from memory; `times` tells how many there were in this minute, with this one. */
export interface Refused extends Admission {
  readonly times: number
}

interface Remembered {
  readonly verdict: Admission
  readonly window: UsedWindow
  times: number
}

/** Callers whose used windows are remembered at most; of more the oldest are forgotten, and the database is asked again. */
export const maxRemembered = 10_000

const keyOf = ({ digest, wanted, address }: Asker): string =>
  digest === null ? `@${address}` : `${digest}|${wanted ?? ""}`

/** Rate windows that are used up, by caller: refuses without the database, and lets nobody in. */
export const makeRateLimitMemory = () => {
  const memory = new Map<string, Remembered & { readonly address: string }>()
  return {
    /** Remembers what the database said between `asked` and `answered`, if both a minute or day is used up and the answer is 429. */
    remember: (asker: Asker, verdict: Admission, asked: number, answered: number): void => {
      const { now, minute, day, caller, retryAfter } = verdict
      // Unknown accounts are answered by 404, and what has room left by no refusal.
      if ((minute.remaining > 0 && day.remaining > 0) || caller?.target === null) return
      const key = keyOf(asker)
      const before = memory.get(key)
      const times = before?.verdict.minute.reset === minute.reset ? before.times : 0
      const until = Math.max(minute.remaining > 0 ? 0 : minute.reset, day.remaining > 0 ? 0 : day.reset) * 1_000
      const window = { asked, answered, now, ends: minute.reset * 1_000, until }
      memory.delete(key)
      if (memory.size >= maxRemembered) for (const oldest of memory.keys().take(1)) memory.delete(oldest)
      memory.set(key, { verdict: { ...verdict, granted: false, retryAfter }, window, times, address: asker.address })
    },
    /** The refusal of a caller whose window is used up for certain, at the process's time `at`. */
    recall: (asker: Asker, at: number): Refused | undefined => {
      const found = memory.get(keyOf(asker))
      if (found === undefined || !isUsedUp(found.window, at)) return undefined
      // A token that nobody has is charged to its address.
      if (found.verdict.caller === null && found.address !== asker.address) return undefined
      found.times++
      return { ...found.verdict, retryAfter: secondsUntilRoom(found.window, at), times: found.times }
    }
  }
}
