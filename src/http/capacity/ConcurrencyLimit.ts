import { rejectionCounter } from "../../telemetry/rejectionCounter.ts"
import type { Bound } from "./bounds.ts"

/** Takes `size` for a key and gives back what releases it; undefined where that is beyond a bound. Call the release once. */
export type ConcurrencyLimit = (key: string, size?: number) => (() => void) | undefined

/**
 * Counts what is taken at once, in all and by key. Nothing waits for room, so that memory and time stay bounded however many come.
 * `limit` names the bound in measures, `<limit>_each` the one of a key.
 */
export const concurrencyLimit = (limit: string, { all, each }: Bound): ConcurrencyLimit => {
  const [beyondAll, beyondEach] = [rejectionCounter(limit), rejectionCounter(`${limit}_each`)]
  const taken = new Map<string, number>()
  let total = 0
  return (key, size = 1) => {
    const ofKey = taken.get(key) ?? 0
    if (ofKey + size > each || total + size > all) {
      if (ofKey + size > each) beyondEach()
      else beyondAll()
      return undefined
    }
    taken.set(key, ofKey + size)
    total += size
    return () => {
      total -= size
      const left = (taken.get(key) ?? size) - size
      if (left === 0) taken.delete(key)
      else taken.set(key, left)
    }
  }
}
