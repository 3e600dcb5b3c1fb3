/** Processor time that the templates of one account may take in a minute, in milliseconds: a tenth of a core. */
export const maxRenderTime = 6_000

const minute = 60_000

/** The processor time that templates of an account took in one minute of the clock. */
export interface RenderShare {
  /** When the minute began, in milliseconds. */
  readonly since: number
  /** Milliseconds of processor time. */
  readonly spent: number
}

const minuteOf = (now: number): number => Math.floor(now / minute) * minute

/** The share after a rendering that ended at `now`. Pure. */
export const spendTime = (share: RenderShare | undefined, now: number, spent: number): RenderShare => {
  const since = minuteOf(now)
  return { since, spent: spent + (share?.since === since ? share.spent : 0) }
}

/** When an account that has used up its share may render again, in milliseconds; undefined while it has some left. Pure. */
export const renderAgainAt = (share: RenderShare | undefined, now: number): number | undefined =>
  share === undefined || share.since !== minuteOf(now) || share.spent < maxRenderTime ? undefined : share.since + minute
