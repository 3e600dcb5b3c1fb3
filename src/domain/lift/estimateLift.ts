import type { Difference, Lift } from "./Lift.ts"

/** What is counted of a group: people, those who ordered, their revenue, and the sum of the squares of each one's. */
export interface GroupCounts {
  readonly people: number
  readonly ordered: number
  readonly revenue: number
  readonly squares: number
}

type Estimate = Pick<Lift, "conversion" | "revenue" | "people_needed">

// The quantile of the normal distribution for 95 %, and the share of wrong winners.
const z = 1.959_963_984_540_054
const alpha = 0.05

/** The people with orders that each group is expected to have before a difference is told. */
const minOrdered = 25

const round = (value: number): number => Number(value.toFixed(6))

// Two digits, since the rate of orders is itself an estimate.
const about = (people: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, people))) - 1)
  return Math.ceil(people / unit) * unit
}

/**
 * A difference with its interval around `center`. `information` is how often the first look's people there are: by the mixture bound of Robbins,
 * a difference that is proven is so at every look, however many there are.
 */
const difference = (value: number, center: number, error: number, information: number): Difference => {
  const bound = Math.sqrt((1 + 1 / information) * Math.log((1 + information) / alpha ** 2))
  return {
    value: round(value),
    low: round(center - z * error),
    high: round(center + z * error),
    proven: Math.abs(center) > bound * error
  }
}

/** The difference of the shares that ordered, by the interval of Agresti and Caffo, which few orders leave right. */
const conversionOf = (messaged: GroupCounts, held: GroupCounts, information: number): Difference => {
  const [one, other] = [messaged, held].map(({ people, ordered }) => {
    const share = (ordered + 1) / (people + 2)
    return { share, variance: (share * (1 - share)) / (people + 2) }
  })
  const center = (one?.share ?? 0) - (other?.share ?? 0)
  const error = Math.sqrt((one?.variance ?? 0) + (other?.variance ?? 0))
  return difference(messaged.ordered / messaged.people - held.ordered / held.people, center, error, information)
}

/**
 * The variance of the revenue per person of each group, in their order. How much people with orders spend, and how far apart that is, is taken
 * of all groups together: of the few orders of a small group, the large and rare ones are missing too often, and the interval would be too
 * short. Pure.
 */
export const revenueVariances = (groups: ReadonlyArray<GroupCounts>): ReadonlyArray<number> => {
  const all = (name: keyof GroupCounts) => groups.reduce((sum, group) => sum + group[name], 0)
  const mean = all("revenue") / all("ordered")
  const square = all("squares") / all("ordered")
  return groups.map(({ people, ordered }) => {
    const share = (ordered + 1) / (people + 2)
    return (share * square - (share * mean) ** 2) / people
  })
}

/** The difference of the revenue per person. */
const revenueOf = (messaged: GroupCounts, held: GroupCounts, information: number): Difference => {
  const value = messaged.revenue / messaged.people - held.revenue / held.people
  const variance = revenueVariances([messaged, held]).reduce((sum, one) => sum + one, 0)
  return difference(value, value, Math.sqrt(variance), information)
}

/**
 * The lift of messages over a holdout of `percent`, or how many people are missing to tell it. Requires groups that chance alone made. Pure.
 */
export const estimateLift = (messaged: GroupCounts, held: GroupCounts, percent: number): Estimate => {
  const people = messaged.people + held.people
  const rate = (messaged.ordered + held.ordered + 1) / (people + 20)
  const expected = rate * Math.min(messaged.people, held.people)
  const share = Math.min(percent, 100 - percent) / 100
  if (share === 0) return { conversion: null, revenue: null, people_needed: 0 }
  if (expected < minOrdered)
    return { conversion: null, revenue: null, people_needed: about((minOrdered - expected) / rate / share) }
  const information = expected / minOrdered
  return {
    conversion: conversionOf(messaged, held, information),
    revenue: revenueOf(messaged, held, information),
    people_needed: 0
  }
}
