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

/** The kinds of rows that a backtest reads of each contact: no others, since reading is most of its time. */
export interface PastNeeds {
  readonly lookups: ReadonlyArray<HistoryLookup>
  /** The types of events that are read; null for all, empty for none. */
  readonly events: ReadonlyArray<string> | null
  /** Whether orders are read with their line items and other JSON, which only some conditions compare. */
  readonly wholeOrders: boolean
  readonly messages: boolean
  readonly deliveries: boolean
  /** Carts that were changed, and views that happened, since these times are read, in milliseconds; null reads none. */
  readonly carts: number | null
  readonly views: number | null
}

/** How long before it starts a flow a cart may have been changed last, or a view have happened, in milliseconds. Pure. */
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

/** The rows that have to be read for these conditions to be judged. Pure. */
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

/** The rows that have to be read to run the flow of a plan: for its conditions, its trigger, and the events its steps wait for. Pure. */
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
