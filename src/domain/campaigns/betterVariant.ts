import { type GroupCounts, revenueVariances } from "../lift/estimateLift.ts"
import type { VariantMeasure } from "./VariantTest.ts"

/** What is counted of a variant: people who got it, those who clicked or ordered, their revenue, and the sum of the squares of each one's. */
export interface VariantCounts extends Omit<GroupCounts, "ordered"> {
  readonly count: number
}

/** The variant that is most probably the best, and whether it is so certain that it may be called better. */
export interface Comparison {
  readonly leading: number
  readonly probability: number
  readonly isBetter: boolean
}

/** The distribution of what a variant is worth, by what is known: its logarithm but for a constant, and about where it lies. */
interface Belief {
  readonly logDensity: (value: number) => number
  readonly center: number
  readonly spread: number
}

// Without an opinion before: Beta(1, 1).
const share = ({ people, count }: VariantCounts): Belief => {
  const [hits, misses] = [count + 1, Math.max(0, people - count) + 1]
  const all = hits + misses
  return {
    logDensity: (value) =>
      value <= 0 || value >= 1
        ? Number.NEGATIVE_INFINITY
        : (hits - 1) * Math.log(value) + (misses - 1) * Math.log1p(-value),
    center: hits / all,
    spread: Math.sqrt((hits * misses) / (all * all * (all + 1)))
  }
}

const normal = (center: number, spread: number): Belief => ({
  logDensity: (value) => -((value - center) ** 2) / (2 * spread ** 2),
  center,
  spread
})

const beliefs = (measure: VariantMeasure, counts: ReadonlyArray<VariantCounts>): ReadonlyArray<Belief> => {
  if (measure !== "revenue") return counts.map(share)
  const groups = counts.map(({ count: ordered, ...group }) => ({ ...group, ordered }))
  const variances = revenueVariances(groups)
  return groups.map(({ revenue, people }, at) => normal(revenue / people, Math.sqrt(variances[at] ?? 0)))
}

const points = 400
const widths = 8

/** The probability of each belief to have the largest value, by sums over points that they all share. */
const probabilities = (all: ReadonlyArray<Belief>): ReadonlyArray<number> => {
  const low = Math.min(...all.map(({ center, spread }) => center - widths * spread))
  const high = Math.max(...all.map(({ center, spread }) => center + widths * spread))
  const step = (high - low) / points
  const parts = all.map(({ logDensity }) => {
    const logs = Array.from({ length: points }, (_, at) => logDensity(low + (at + 0.5) * step))
    const peak = Math.max(...logs)
    const weights = logs.map((log) => Math.exp(log - peak))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    let below = 0
    return weights.map((weight) => {
      const part = weight / sum
      below += part
      // Half of the point itself lies below it.
      return { part, below: below - part / 2 }
    })
  })
  return parts.map((own, at) =>
    own.reduce(
      (total, { part }, point) =>
        total +
        parts.reduce((product, other, index) => (index === at ? product : product * (other[point]?.below ?? 0)), part),
      0
    )
  )
}

/** The probability from which a variant is better: at the first look, and at later ones, which chance could mislead again. */
const needed = { first: 0.98, later: 0.999 }

/**
 * The variant that is most probably the best, and whether it is better: with a probability of 98 % at the first look and of 99.9 % at each later
 * one, so that over all looks of a test equal variants are told apart by chance in at most 5 of 100 cases. Undefined while a variant has no
 * people, or nobody clicked or ordered, or all orders together came to nothing. Pure.
 */
export const compareVariants = (
  measure: VariantMeasure,
  counts: ReadonlyArray<VariantCounts>,
  isFirst: boolean
): Comparison | undefined => {
  if (counts.some(({ people }) => people === 0) || counts.every(({ count }) => count === 0)) return undefined
  // Revenue without any spread has no density: nothing of it can be compared.
  if (measure === "revenue" && counts.every(({ squares }) => squares === 0)) return undefined
  const found = probabilities(beliefs(measure, counts))
  const probability = Math.max(...found)
  const isBetter = probability >= (isFirst ? needed.first : needed.later)
  return { leading: found.indexOf(probability), probability, isBetter }
}
