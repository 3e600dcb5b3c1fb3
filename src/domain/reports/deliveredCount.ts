/** Messages that were sent, those that bounced, and those whose delivery was reported. */
interface ReportedMessages {
  readonly sent: number
  readonly bounced: number
  readonly delivered: number
}

/**
 * How many messages arrived: those whose delivery was reported, and that did not bounce later. Null, which is unknown, where messages may have
 * arrived and no provider reports deliveries. `isReported`: whether any does, by default for these messages. Pure.
 */
export const deliveredCount = (
  { sent, bounced, delivered }: ReportedMessages,
  isReported: boolean = delivered > 0
): number | null => {
  const mayHaveArrived = sent - bounced
  if (mayHaveArrived <= 0) return 0
  return isReported ? Math.min(delivered, mayHaveArrived) : null
}

/** `deliveredCount` of days in turn: unknown before the first day of which a delivery is reported. Pure. */
export const deliveredByDay = (days: ReadonlyArray<ReportedMessages>): ReadonlyArray<number | null> => {
  const first = days.findIndex(({ delivered }) => delivered > 0)
  return days.map((day, at) => deliveredCount(day, first !== -1 && at >= first))
}

/** The share of sent messages that arrived, over the days for which it is known; null for none. Pure. */
export const deliveryRate = (sent: ReadonlyArray<number>, delivered: ReadonlyArray<number | null>): number | null => {
  const known = sent.flatMap((total, at) => {
    const arrived = delivered[at] ?? null
    return total === 0 || arrived === null ? [] : [{ total, arrived }]
  })
  const total = known.reduce((sum, day) => sum + day.total, 0)
  return total === 0 ? null : known.reduce((sum, day) => sum + day.arrived, 0) / total
}
