const day = 86_400_000

/** The soft bounces that suppress an address, and the milliseconds within which they fall (contract §4.7). */
export const softBounceLimit = { count: 5, within: 7 * day } as const

/**
 * The key of a soft bounce, which counts once: a message's by the message, another by its time, and one without either by the day of its
 * receipt.
 */
export const softBounceKey = (
  report: { readonly message_id: string | null; readonly at: number | null },
  now: number
) => report.message_id ?? (report.at === null ? `day ${Math.floor(now / day)}` : `at ${report.at}`)

/**
 * Whether soft bounces suppress an address: five within seven days, with no delivery between them. `times` in milliseconds, in any
 * order, without those from before the last delivery. Pure.
 */
export const isSoftBounceLimitReached = (times: ReadonlyArray<number>): boolean => {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted.some((first, at) => {
    const last = sorted[at + softBounceLimit.count - 1]
    return last !== undefined && last - first <= softBounceLimit.within
  })
}
