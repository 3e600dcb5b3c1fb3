/**
 * As many come through at once as `ahead` is worth, then one each `every`; or, where somebody would wait longer than `most`
 * otherwise, as many as it takes and no more, evenly. In milliseconds.
 */
export interface Pace {
  readonly every: number
  readonly ahead: number
  readonly most: number
}

/** How many there was room for `at` a moment. */
export interface Room {
  readonly places: number
  readonly at: number
}

export const emptyAt = ({ every, ahead }: Pace, at: number): Room => ({ places: ahead / every, at })

/** Whether it is as if nobody had come. */
export const isEmpty = ({ every, ahead }: Pace, { places }: Room): boolean => places >= ahead / every

const mostLookedAt = 256

/** How many of those who wait, who came first before the others, come through at `now`; and the room that they leave. */
export const comeThrough = (
  { every, ahead, most }: Pace,
  { places, at }: Room,
  waiting: ReadonlyArray<{ readonly since: number }>,
  now: number
): { readonly count: number; readonly room: Room } => {
  // Each must have left by its last moment, and all who came before. Of thousands only some are looked at, who are taken for all
  // who came between them and the next: that is a hundred times a second.
  const { length } = waiting
  const step = Math.ceil(length / mostLookedAt)
  let perMs = 1 / every
  for (let first = 0; first < length; first += step) {
    const since = waiting[first]?.since ?? now
    perMs = Math.max(perMs, Math.min(first + step, length) / Math.max(since + most - now, 1))
  }
  const free = Math.min(places + perMs * Math.max(now - at, 0), Math.max(ahead / every, waiting.length))
  const count = Math.min(Math.floor(free + 1e-9), waiting.length)
  return { count, room: { places: free - count, at: now } }
}
