import { type CartRule, maxCartDelay } from "../carts/cartTriggers.ts"
import type { Conditions } from "../conditions/Condition.ts"
import { fieldOf } from "../conditions/Facts.ts"
import { type HistoryLookup, historyLookups } from "../conditions/History.ts"
import type { Definition } from "../flows/Definition.ts"
import { durationMillis } from "../flows/FlowDuration.ts"
import { stepsOf } from "../flows/stepsOf.ts"
import { maxViewDelay, type ViewRule } from "../visits/viewTriggers.ts"
import type { HoldoutPlaces } from "./Past.ts"
import type { PastDates } from "./pastDates.ts"

/** The account, the time and the rules of what a backtest reads of the past. Times in milliseconds. */
export interface PastSpan {
  readonly account_id: string
  /** The beginning of the span. */
  readonly from: number
  /** Until when things that happened are read. */
  readonly until: number
  /** Whether imported history counts as if it had been reported at once. */
  readonly imported: boolean
  readonly frequency_cap: number | null
  /** The shares that the account, and the flow or campaign, hold out now, in percent. */
  readonly holdouts: HoldoutPlaces
}

/** What a backtest runs over an account's past. Times in milliseconds; `from` belongs to the span, `to` does not. */
export interface BacktestPlan extends PastSpan {
  /** The flow; that of a draft need not exist. */
  readonly flow_id: string
  readonly definition: Definition
  /** The conditions of the segment that the trigger names; null for other triggers. */
  readonly segment: Conditions | null
  readonly to: number
  /** Until when runs go on that started in the span. */
  readonly until: number
  readonly timezone: string
  /** The date of a time in this zone, as YYYY-MM-DD. */
  readonly dayOf: (at: number) => string
  /** When a value of the field that a date trigger names starts the flow; null for other triggers. */
  readonly dates: PastDates | null
}

/** What a backtest reads of each contact's past. */
export interface PastNeeds {
  readonly lookups: ReadonlyArray<HistoryLookup>
  /** The types of events that are read; null for all, empty for none. */
  readonly events: ReadonlyArray<string> | null
  /** Whether free-form members of orders are compared. */
  readonly wholeOrders: boolean
  readonly messages: boolean
  readonly deliveries: boolean
  /** The time in which the carts that are read were last changed, and the views happened, in milliseconds; null for none. */
  readonly carts: number | null
  readonly views: number | null
}

/** Milliseconds before a start in which the cart was last changed, or the views happened, that start a flow. Pure. */
export const keptBefore = (trigger: CartRule | ViewRule): number =>
  trigger.type === "cart_abandoned"
    ? Math.max(durationMillis(trigger.duration), maxCartDelay)
    : Math.max(durationMillis(trigger.duration), maxViewDelay) + durationMillis(trigger.within)

/** All conditions that a run of the definition may judge. */
const conditionsOf = ({ definition, segment }: Pick<BacktestPlan, "definition" | "segment">): Conditions => [
  ...definition.filters,
  ...(segment ?? []),
  ...stepsOf(definition).flatMap(({ step }) =>
    step.type === "split" ? step.if : step.type === "wait_for" ? (step.where ?? []) : []
  )
]

/** What conditions on contacts need of the past. Pure. */
export const needsOfConditions = (conditions: Conditions): PastNeeds => {
  const lookups = historyLookups(conditions)
  const counted = lookups.flatMap(({ measure, where }) => (measure.type === "events" ? [where.event_type ?? null] : []))
  return {
    lookups,
    events: counted.includes(null) ? null : [...new Set(counted.flatMap((type) => type ?? []))],
    wholeOrders:
      conditions.flat().some(({ field }) => field.startsWith("order.") && fieldOf(field) !== undefined) ||
      lookups.some(({ where }) => where.product_id !== undefined || where.sku !== undefined),
    messages: lookups.some(({ measure }) => measure.type === "received" || measure.type === "clicked"),
    deliveries: false,
    carts: null,
    views: null
  }
}

/** What a plan needs of the past. Pure. */
export const needsOf = (plan: Pick<BacktestPlan, "definition" | "segment" | "from">): PastNeeds => {
  const { trigger } = plan.definition
  const needs = needsOfConditions(conditionsOf(plan))
  const awaited = stepsOf(plan.definition).flatMap(({ step }) => (step.type === "wait_for" ? [step.for] : []))
  const types = [
    ...(trigger.type === "event" ? [trigger.event_type] : []),
    ...awaited.flatMap((one) => (one.type === "event" ? [one.event_type] : []))
  ]
  return {
    ...needs,
    events: needs.events === null ? null : [...new Set([...types, ...needs.events])],
    deliveries: trigger.type === "order_received" || awaited.some(({ type }) => type === "order_received"),
    carts: trigger.type === "cart_abandoned" ? plan.from - keptBefore(trigger) : null,
    views: trigger.type === "product_viewed" ? plan.from - keptBefore(trigger) : null
  }
}
