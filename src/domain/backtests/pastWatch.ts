import { abandonedAt, type CartRule, isAbandoned } from "../carts/cartTriggers.ts"
import { contactZone } from "../contacts/contactZone.ts"
import { type DateRule, startDays } from "../flows/dateTriggers.ts"
import { durationMillis } from "../flows/FlowDuration.ts"
import type { FiredTrigger } from "../flows/triggerKinds.ts"
import { isViewedAndLeft, type KnownView, type ViewRule } from "../visits/viewTriggers.ts"
import type { BacktestPlan } from "./BacktestPlan.ts"
import type { PastCart, PastItem } from "./Past.ts"
import type { PastFacts } from "./pastFacts.ts"

/** The parts of the replay of one contact that watching for carts, views and dates uses. */
interface WatchContext {
  readonly facts: PastFacts
  /** Does something at a time. */
  readonly at: (time: number, run: () => void) => void
  readonly fire: (fired: FiredTrigger) => void
  /** Counts work. */
  readonly spend: (units: number) => void
  /** When the contact was first known, in milliseconds. */
  readonly bornAt: number
}

/** Watches a contact for a trigger that time brings, by the decisions of live flows; gives what takes an item into account. */
export const makePastWatch = (plan: BacktestPlan, context: WatchContext): ((item: PastItem) => void) => {
  const { trigger } = plan.definition
  switch (trigger.type) {
    case "no_order_for":
      return watchAbsence(plan, context, trigger.duration)
    case "cart_abandoned":
      return watchCarts(plan, context, trigger)
    case "product_viewed":
      return watchViews(plan, context, trigger)
    case "date":
      waitForDates(plan, context, trigger)
      return ignore
    default:
      return ignore
  }
}

const ignore = () => undefined

const watchAbsence = ({ account_id }: BacktestPlan, { facts, at, fire }: WatchContext, duration: string) => {
  const absent = (now: number) => {
    const contact = facts.contact()
    if (contact.last_order_at === null || contact.last_order_at + durationMillis(duration) > now) return
    const { contact_id } = contact
    fire({ account_id, type: "no_order_for", duration, contact_id, contact, occurred_at: now })
  }
  return (item: PastItem) => {
    if (item.type !== "order") return
    const due = item.order.placed_at + durationMillis(duration)
    if (due > item.at) at(due, () => absent(due))
  }
}

const watchCarts = ({ account_id, flow_id }: BacktestPlan, { facts, at, fire }: WatchContext, rule: CartRule) => {
  const look = (past: PastCart, now: number) => {
    const contact = facts.contact()
    const { cart } = past
    if (!isAbandoned(now, rule, cart, facts.ordersOf(past, now))) return
    const { type, duration } = rule
    const { contact_id } = contact
    fire({ account_id, type, flow_id, duration, contact_id, contact, cart, occurred_at: now })
  }
  return (item: PastItem) => {
    if (item.type !== "cart") return
    const due = abandonedAt(rule, item.cart)
    at(due, () => look(item, due))
  }
}

const watchViews = ({ account_id, flow_id }: BacktestPlan, context: WatchContext, rule: ViewRule) => {
  const { facts, at, fire, spend } = context
  const { type, duration, times } = rule
  // The views of each product that are known, oldest first.
  const known = new Map<string, Array<KnownView>>()
  const look = (product_id: string, now: number) => {
    spend(times)
    const newest = (known.get(product_id) ?? []).slice(-times).toReversed()
    const [last] = newest
    const contact = facts.contact()
    if (last === undefined || !isViewedAndLeft(now, rule, newest, contact)) return
    const product = { product_id, variant_id: null, old_price: null }
    const { contact_id } = contact
    const { viewed_at } = last
    fire({ account_id, type, flow_id, duration, contact_id, contact, product, viewed_at, occurred_at: now })
  }
  return (item: PastItem) => {
    if (item.type !== "view") return
    const { product_id, viewed_at, known_at } = item
    const views = known.get(product_id) ?? []
    let place = views.length
    while (place > 0 && (views[place - 1]?.viewed_at ?? 0) > viewed_at) place -= 1
    spend(1 + views.length - place)
    views.splice(place, 0, { viewed_at, known_at })
    known.set(product_id, views)
    const due = Math.max(viewed_at + durationMillis(duration), item.at)
    at(due, () => look(product_id, due))
  }
}

const waitForDates = (plan: BacktestPlan, { facts, at, fire, spend, bornAt }: WatchContext, rule: DateRule) => {
  const { account_id, flow_id, dates } = plan
  const { type, field } = rule
  const valueOf = () => {
    const { custom_fields } = facts.contact()
    return Object.hasOwn(custom_fields, field) ? custom_fields[field] : undefined
  }
  const zone = rule.zone === "contact" ? contactZone(facts.contact()) : null
  for (const { day, at: moment } of dates?.(valueOf(), zone) ?? []) {
    spend(1)
    if (moment < bornAt) continue
    at(moment, () => {
      const contact = facts.contact()
      const { contact_id } = contact
      // A step of the flow may have changed the field.
      if (startDays(rule, valueOf(), [day]).length === 0) return
      fire({ account_id, type, flow_id, field, day, contact_id, contact, occurred_at: moment })
    })
  }
}
