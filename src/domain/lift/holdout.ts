/**
 * Whether a person is held out of a share of `percent`. `place` is the person's among 10,000 of a flow or an account, the same for life: a share
 * that grows keeps whom it has. Pure.
 */
export const isHeldOut = (place: number, percent: number): boolean => place < percent * 100

/** The share of people that a flow or an account holds out, and since when, in milliseconds: null for a share of 0. */
export interface Holdout {
  readonly holdout_percent: number
  readonly holdout_since: number | null
}

/** The holdout after its share is set at `now`. Another share begins to count anew; the same one goes on. Pure. */
export const changeHoldout = (stored: Holdout, holdout_percent: number, now: number): Holdout => ({
  holdout_percent,
  holdout_since: holdout_percent === 0 ? null : holdout_percent === stored.holdout_percent ? stored.holdout_since : now
})
