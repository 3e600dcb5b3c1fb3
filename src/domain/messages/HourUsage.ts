const hour = 3_600_000

/** The messages of an account and channel that started in one hour, which begins at `hour` (milliseconds, on a full hour of UTC). */
export interface HourUsage {
  readonly hour: number
  readonly count: number
}

/** The start of the hour of `now`. */
export const hourOf = (now: number): number => Math.floor(now / hour) * hour

/** The start of the hour after the hour of `now`. */
export const nextHour = (now: number): number => hourOf(now) + hour

/** How many of `wanted` messages may start at `now`. Counts of another hour do not matter. Pure. */
export const leftOfHour = (
  limit: number | undefined,
  usage: HourUsage | undefined,
  wanted: number,
  now: number
): number => {
  if (limit === undefined) return wanted
  const used = usage?.hour === hourOf(now) ? usage.count : 0
  return Math.max(0, Math.min(wanted, limit - used))
}
