import type { Conditions } from "../conditions/Condition.ts"
import { historyFieldOf } from "../conditions/History.ts"
import { retention } from "../capacity/retention.ts"
import type { Definition } from "../flows/Definition.ts"
import type { FlowTrigger } from "../flows/FlowTrigger.ts"
import { stepsOf } from "../flows/stepsOf.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { keptViews } from "../visits/ProductView.ts"
import { maxSpanDays } from "./Backtest.ts"
import { keptBefore } from "./BacktestPlan.ts"
import { fieldsByDay } from "./segmentTicks.ts"

const dayMillis = 86_400_000

/** Why flows with a trigger can't be run over the past; null for those that can. */
const unknownPasts: { readonly [T in FlowTrigger["type"]]: string | null } = {
  order_placed: null,
  order_received: null,
  event: null,
  subscribed: null,
  unsubscribed: null,
  no_order_for: null,
  entered_segment: null,
  tagged: "Cannot be backtested: no record tells when a contact got a tag",
  date: null,
  cart_abandoned: null,
  product_viewed: null,
  back_in_stock:
    "Cannot be backtested: no record tells who had the product in an open cart then, and what its stock was",
  price_dropped: "Cannot be backtested: no record tells who had the product in an open cart then, and what it cost"
}

interface Span {
  readonly from: number
  readonly to: number
  readonly now: number
}

/** The issues of a span and a definition that cannot be run over it, each by its dotted path. Pure. */
export const whyNotBacktested = (
  definition: Definition,
  segment: Conditions | null,
  { from, to, now }: Span
): ReadonlyArray<ValidationIssue> => {
  const { trigger } = definition
  const unknown = unknownPasts[trigger.type]
  const deliveries =
    trigger.type === "order_received" ||
    stepsOf(definition).some(({ step }) => step.type === "wait_for" && step.for.type === "order_received")
  return [
    ...spanIssues({ from, to, now }),
    ...(deliveries && from < now - retention.flowTriggers
      ? [{ field: "from", message: "Must be within the last 30 days: deliveries of orders are kept as long" }]
      : []),
    ...keptFor(trigger, from, now),
    ...(unknown === null ? [] : [{ field: "definition.trigger", message: unknown }]),
    ...(segment === null ? [] : changedDays(segment, definition)),
    ...(segment === null ? [] : viewsIn(segment, () => "definition.trigger.segment_id")),
    ...unknownIn(definition.filters, (path) => `definition.filters.${path}`),
    ...stepsOf(definition).flatMap(({ step, path }) =>
      step.type === "split" ? unknownIn(step.if, (at) => `definition.${path}.if.${at}`) : []
    )
  ]
}

/** The issues of a span. Pure. */
export const spanIssues = ({ from, to, now }: Span): ReadonlyArray<ValidationIssue> => [
  ...(to <= from ? [{ field: "to", message: "Must be after from" }] : []),
  ...(to - from > maxSpanDays * dayMillis
    ? [{ field: "to", message: `Must be at most ${maxSpanDays} days after from` }]
    : []),
  ...(from >= now ? [{ field: "from", message: "Must be in the past" }] : [])
]

// The records that start these flows are kept for a time from when they happened.
const keptFor = (trigger: FlowTrigger, from: number, now: number): ReadonlyArray<ValidationIssue> => {
  if (trigger.type !== "cart_abandoned" && trigger.type !== "product_viewed") return []
  const [kept, what] = trigger.type === "cart_abandoned" ? [retention.carts, "carts"] : [keptViews, "views of products"]
  const most = kept - keptBefore(trigger)
  if (from >= now - most) return []
  const days = Math.floor(most / dayMillis)
  const message =
    days < 1
      ? `Cannot be backtested: ${what} are kept for ${kept / dayMillis} days, which is not longer than the trigger waits`
      : `Must be within the last ${days} days: ${what} are kept for ${kept / dayMillis} days, and the trigger looks back`
  return [{ field: "from", message }]
}

const unknownIn = (conditions: Conditions, pathOf: (at: string) => string): ReadonlyArray<ValidationIssue> => [
  ...viewsIn(conditions, pathOf),
  ...conditions.flatMap((group, at) =>
    group.flatMap(({ field }, index) =>
      field.startsWith("product.")
        ? [
            {
              field: pathOf(`${at}.${index}.field`),
              message: "Cannot be backtested: no record tells what a product was then"
            }
          ]
        : []
    )
  )
]

// A date that the flow itself sets would bring entries at moments that are not foreseen.
const changedDays = (segment: Conditions, definition: Definition): ReadonlyArray<ValidationIssue> => {
  const names = fieldsByDay(segment)
  return stepsOf(definition).flatMap(({ step, path }) =>
    step.type === "set_field" && names.includes(step.field)
      ? [
          {
            field: `definition.${path}.field`,
            message: "Cannot be backtested: the segment compares its date with the day"
          }
        ]
      : []
  )
}

/** The issues of conditions that count views, each at the path that `pathOf` gives for its place. Pure. */
export const viewsIn = (conditions: Conditions, pathOf: (at: string) => string): ReadonlyArray<ValidationIssue> =>
  conditions.flatMap((group, at) =>
    group.flatMap(({ field }, index) =>
      historyFieldOf(field)?.measure.type === "viewed"
        ? [
            {
              field: pathOf(`${at}.${index}.field`),
              message: "Cannot be backtested: views are kept for too short a time"
            }
          ]
        : []
    )
  )
