/**
 * A rate window that the database reported as used up. All times are in milliseconds. `sentAt` and `receivedAt` are the process's times
 * around the statement; `now`, `endsAt` (end of the minute) and `freeAt` (end of the longest window that is used up) are the database's.
 */
export interface UsedWindow {
  readonly sentAt: number
  readonly receivedAt: number
  readonly now: number
  readonly endsAt: number
  readonly freeAt: number
}

/** How long a report may be used: raised limits and revoked tokens take effect within this time. */
export const maxAge = 1_000

/**
 * Whether the window is certainly used up at `at`. The database read its clock after `sentAt`, so this assumes the latest time that it
 * can show: no request is rejected after the window has ended.
 */
export const isCertainlyUsedUp = ({ sentAt, now, endsAt }: UsedWindow, at: number): boolean =>
  at - sentAt < maxAge && now + at - sentAt < endsAt

/** Seconds from `at` after which no window is used up. Assumes the earliest time that the database's clock can show. */
export const secondsUntilFree = ({ receivedAt, now, freeAt }: UsedWindow, at: number): number =>
  Math.max(1, Math.ceil((freeAt - (now + at - receivedAt)) / 1_000))
