/** A count over the contacts of an account, newest first, that is made in parts: those from `before` on are in `value`. */
export interface CountInParts<A> {
  /** The time as of which contacts are judged: that of its beginning, on the account's clock, in milliseconds. */
  readonly now: number
  readonly value: A | undefined
  readonly before: string | null
  readonly isDone: boolean
}

/** How long a count that was made in parts is given again, in milliseconds. */
export const keptMillis = 60 * 60_000

export const beginCount = <A>(now: number): CountInParts<A> => ({ now, value: undefined, before: null, isDone: false })

/** Whether a count that began at `began` is still given, or gone on with, at `now`. Pure. */
export const isYoung = (began: number, now: number): boolean => began > now - keptMillis

/** Whether a count that is done answers a question of `now`: within an hour, and after the time `after` if one is given. Pure. */
export const isAnswer = (began: number, now: number, after: number | undefined): boolean =>
  isYoung(began, now) && (after === undefined || began > after)

/** The count with the next part, whose lowest contact is `from`; null: there are no more. Pure. */
export const withPart = <A>(
  { now, value }: CountInParts<A>,
  part: A,
  from: string | null,
  sum: (one: A, other: A) => A
): CountInParts<A> => ({
  now,
  value: value === undefined ? part : sum(value, part),
  before: from,
  isDone: from === null
})
