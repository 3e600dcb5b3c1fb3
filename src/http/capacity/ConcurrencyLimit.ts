import { rejectionCounter } from "../../telemetry/rejectionCounter.ts"
import type { Bound } from "../../domain/capacity/bounds.ts"

/** Reserves `size` (1 by default) for a key. Returns the release, to call once, or undefined beyond a bound. */
export type ConcurrencyLimit = (key: string, size?: number) => (() => void) | undefined

/**
 * Bounds what is reserved at once, in total and by key. Never waits, so that memory and time stay bounded however many calls come.
 * Rejections are counted under `limit` for the total and under `<limit>_each` for a key.
 */
export const concurrencyLimit = (limit: string, { all, each }: Bound): ConcurrencyLimit => {
  const [countTotal, countEach] = [rejectionCounter(limit), rejectionCounter(`${limit}_each`)]
  const reserved = new Map<string, number>()
  let total = 0
  return (key, size = 1) => {
    const ofKey = reserved.get(key) ?? 0
    if (ofKey + size > each || total + size > all) {
      if (ofKey + size > each) countEach()
      else countTotal()
      return undefined
    }
    reserved.set(key, ofKey + size)
    total += size
    return () => {
      total -= size
      const left = (reserved.get(key) ?? size) - size
      if (left === 0) reserved.delete(key)
      else reserved.set(key, left)
    }
  }
}
