import type { Contact } from "../contacts/Contact.ts"
import type { FlowTrigger } from "../flows/FlowTrigger.ts"
import { isAtMostPercent } from "../values/sumDecimals.ts"
import type { PriceDrop } from "./productChanges.ts"
import type { ProductRef } from "./subjectProduct.ts"

/** Starts a flow once for a contact and what happened to a product. */
export interface ProductTrigger {
  readonly account_id: string
  readonly type: "back_in_stock" | "price_dropped"
  readonly flow_id: string
  readonly contact_id: string
  readonly contact: Contact
  readonly product: ProductRef
  /** Tells causes of one contact and product apart in the key of a run, as the time of the change does. */
  readonly cause: string
  readonly occurred_at: number
}

export type RestockRule = Extract<FlowTrigger, { readonly type: "back_in_stock" }>
export type PriceRule = Extract<FlowTrigger, { readonly type: "price_dropped" }>
export type ProductRule = RestockRule | PriceRule

/** People who are told of a restocking in an hour, where the flow does not say. */
const usualPace = 200

const hour = 3_600_000

/** Milliseconds between two people who are told of one restocking. Everybody is told at once that a price fell. Pure. */
export const paceOf = (rule: ProductRule): number =>
  rule.type === "price_dropped" ? 0 : Math.ceil(hour / (rule.people_per_hour ?? usualPace))

/** Milliseconds before a change within which a contact must have viewed the product, or changed a cart with it. Pure. */
export const interestTime = (rule: ProductRule): number =>
  rule.type === "price_dropped" ? rule.days * 24 * hour : Infinity

/** Whether the price fell by at least as many percent as the rule says, to the digit. Pure. */
export const isEnough = ({ percent }: Pick<PriceRule, "percent">, from: string, to: string): boolean =>
  isAtMostPercent(to, 100 - percent, from)

/** The drops that a flow tells of, the deepest first. Pure. */
export const dropsFor = (rule: PriceRule, drops: ReadonlyArray<PriceDrop>): ReadonlyArray<PriceDrop> =>
  drops
    .filter(({ from, to }) => isEnough(rule, from, to))
    .toSorted((one, other) => Number(one.to) / Number(one.from) - Number(other.to) / Number(other.from))
