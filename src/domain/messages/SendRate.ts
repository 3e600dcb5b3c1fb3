/**
 * Pace of the sends to one provider: additive increase and multiplicative decrease. All times in milliseconds, rates in messages a
 * second.
 */
export interface SendRate {
  /** Start times of the sends of the last second, else of the last send. */
  readonly starts: ReadonlyArray<number>
  /** The last slow-down; undefined while the provider has full speed. */
  readonly slowed: Slowed | undefined
}

interface Slowed {
  readonly at: number
  /** The full rate, and the share of it at `at`. */
  readonly full: number
  readonly share: number
}

export const fullRate: SendRate = { starts: [], slowed: undefined }

// A burst of replies to sends under way is one signal.
const slowDownInterval = 1_000
// From half to full rate in five minutes.
const recoveryPerMs = 0.5 / 300_000
const minShare = 1 / 64
const second = 1_000

const shareAt = ({ share, at }: Slowed, now: number): number => Math.min(1, share + recoveryPerMs * (now - at))

/** The rate allowed at `now`, at most `max`; undefined is no limit. Pure. */
export const rateAt = ({ slowed }: SendRate, max: number | undefined, now: number): number | undefined => {
  const share = slowed === undefined ? 1 : shareAt(slowed, now)
  if (slowed === undefined || share === 1) return max
  const rate = slowed.full * share
  return max === undefined ? rate : Math.min(rate, max)
}

// A rate below one a second is one message in a longer window.
const windowOf = (rate: number): number => Math.max(second, Math.ceil(second / rate))
const maxWindow = windowOf(minShare)

const startedSince = (starts: ReadonlyArray<number>, time: number): number =>
  starts.length - (starts.findLastIndex((start) => start <= time) + 1)

/** How many sends may start at `now`. Sends within any second stay within the rate, at least one a second or longer window. Pure. */
export const admittedAt = (state: SendRate, max: number | undefined, now: number): number => {
  const rate = rateAt(state, max, now)
  if (rate === undefined) return Number.POSITIVE_INFINITY
  return Math.max(0, Math.max(1, Math.floor(rate)) - startedSince(state.starts, now - windowOf(rate)))
}

/** The state after `count` sends started at `now`. Pure. */
export const onStarts = ({ starts, slowed }: SendRate, count: number, now: number): SendRate => {
  const kept = starts.slice(starts.length - startedSince(starts, now - second))
  const last = kept.length > 0 || count > 0 ? [] : starts.filter((start) => start > now - maxWindow).slice(-1)
  return {
    starts: [...last, ...kept, ...Array.from({ length: count }, () => now)],
    slowed: slowed !== undefined && shareAt(slowed, now) === 1 ? undefined : slowed
  }
}

/**
 * The state after the provider asked to slow down at `now`: half the present rate, and slowly more from then on. The full rate is
 * the number of sends of the last second, at least `least`. At most one halving a second. Pure.
 */
export const onSlowDown = (state: SendRate, least: number, now: number): SendRate => {
  const { starts, slowed } = state
  if (slowed !== undefined && now - slowed.at < slowDownInterval) return state
  const share = slowed === undefined ? 1 : shareAt(slowed, now)
  const full = slowed === undefined || share === 1 ? Math.max(least, startedSince(starts, now - second)) : slowed.full
  return { starts, slowed: { at: now, full, share: Math.max(minShare, share / 2) } }
}

/** Whether the state says nothing that matters at `now`. Pure. */
export const isFullRate = ({ starts, slowed }: SendRate, now: number): boolean =>
  startedSince(starts, now - second) === 0 && (slowed === undefined || shareAt(slowed, now) === 1)
