/** Words of holdouts, and of what messages add. */
import type { Difference } from "../../domain/lift/Lift.ts"
import { counted } from "./common.ts"

export const lift = "What messages add"
export const liftHint = (percent: number, days: number, since: string) =>
  `Compared with the ${percent}% who get none, by orders of ${counted(days, "day")}, since ${since}`
export const people = "People"
export const messaged = "Get messages"
export const heldOut = "Held out"
export const group = (people: number, ordered: number, revenue: string) =>
  `${counted(people, "person", "people")}, ${ordered.toLocaleString()} ordered, ${revenue}`
export const orders = "Share who order"
export const revenuePerPerson = "Revenue per person"
export const notEnough = (needed: number) =>
  `Not enough people yet: about ${needed.toLocaleString()} more. Until then the difference could be chance.`
export const countedAt = (time: string) => `Counted at ${time}`
export const points = (value: number) =>
  `${(100 * value).toLocaleString(undefined, { maximumFractionDigits: 2, signDisplay: "exceptZero" })} points`
export const interval = (value: string, low: string, high: string) => `${value} (95% between ${low} and ${high})`
export const certainty = ({ value, proven }: Difference) =>
  proven ? (value > 0 ? "Certain: messages add to it." : "Certain: messages take from it.") : "Not certain yet."

// The holdout of a flow
export const holdout = "Holdout"
export const holdoutShare = "Share of people who get none of this flow's marketing, for comparison (0 to 20%)"
export const holdoutExplained =
  "Chosen by chance, and for good: the same people stay held out, and a larger share adds to them. Transactional messages go out to everybody. Another share begins the comparison anew."
export const save = "Save holdout"
export const saved = "Holdout saved."
export const noHoldout = "Nobody is held out, so there is nothing to compare with."
