/** How fast a campaign queues messages: an hourly rate (null: no limit), and when the next one may follow, in milliseconds. */
export interface ReleasePace {
  readonly messages_per_hour: number | null
  readonly paced_at: number | null
}

const hour = 3_600_000
// After a pause or a stop, a campaign makes up for at most this time.
const maxBehind = 60_000

const startOf = ({ paced_at }: ReleasePace, now: number): number =>
  paced_at === null ? now : Math.max(paced_at, now - maxBehind)

/** How many messages may be queued at `now`. Pure. */
export const releasable = (pace: ReleasePace, now: number): number => {
  if (pace.messages_per_hour === null) return Number.POSITIVE_INFINITY
  const start = startOf(pace, now)
  return start > now ? 0 : 1 + Math.floor(((now - start) * pace.messages_per_hour) / hour)
}

/** When the next message may follow `count` ones that are queued at `now`; null without a rate. Pure. */
export const pacedAfter = (pace: ReleasePace, count: number, now: number): number | null =>
  pace.messages_per_hour === null ? null : startOf(pace, now) + Math.ceil((count * hour) / pace.messages_per_hour)
