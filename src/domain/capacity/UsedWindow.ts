/**
 * A rate window that is used up, as the database said. Times in milliseconds: `asked` and `answered` are the process's, around the
 * statement; `now`, `ends` (of the minute) and `until` (when there is room again) are the database's.
 */
export interface UsedWindow {
  readonly asked: number
  readonly answered: number
  readonly now: number
  readonly ends: number
  readonly until: number
}

/** How long an answer of the database is good for: raised limits and revoked tokens are seen as soon. */
export const checkedEvery = 1_000

/**
 * Whether the window is used up at `at` for certain. The database read its clock after it was asked, so its time is taken to be
 * the latest that it can be: nobody is refused after the window has ended.
 */
export const isUsedUp = ({ asked, now, ends }: UsedWindow, at: number): boolean =>
  at - asked < checkedEvery && now + at - asked < ends

/** Seconds that suffice from `at` on until there is room: the database's time is taken to be the earliest that it can be. */
export const secondsUntilRoom = ({ answered, now, until }: UsedWindow, at: number): number =>
  Math.max(1, Math.ceil((until - (now + at - answered)) / 1_000))
