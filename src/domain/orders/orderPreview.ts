import type { Contact } from "../contacts/Contact.ts"
import type { OrderDecision } from "./decideOrder.ts"
import type { StartDecision } from "../flows/decideStarts.ts"
import { consentChanges, changeSentence } from "../contacts/ledgerJson.ts"
import type { PlaceOrder } from "./Order.ts"
import type { OverwrittenOrder } from "./overwrittenOrder.ts"
import { startRefusals } from "../reasons.ts"
import { formatTime } from "../values/Time.ts"

/** The first and last `placed_at` of a contact's orders without the order of the call. */
export interface OtherOrders {
  readonly contact_id: string
  readonly first_order_at: number | null
  readonly last_order_at: number | null
}

/** The effects of an order in flows. */
interface OrderFlows {
  readonly starts: ReadonlyArray<StartDecision>
  readonly arrivals: ReadonlyArray<{ readonly run_id: string; readonly flow_id: string; readonly name: string }>
}

/** The decision on a dry run. */
export interface OrderPreview extends Pick<OrderDecision, "order" | "integration"> {
  readonly dry_run: ReturnType<typeof orderPreview>
}

const time = (millis: number | null) => (millis === null ? null : formatTime(millis))

const figuresOf = ({ order_count, first_order_at, last_order_at }: Contact) => ({
  order_count,
  first_order_at: time(first_order_at),
  last_order_at: time(last_order_at)
})

/**
 * A decision in words and data. `contacts` are the stored ones, `otherOrders` those of contacts with stale ranges, `starts` the decisions
 * of the flows with these triggers, `arrivals` the runs that waited for them. Pure.
 */
export const orderPreview = (
  call: PlaceOrder,
  decision: OrderDecision,
  contacts: ReadonlyArray<Contact>,
  otherOrders: ReadonlyArray<OtherOrders>,
  { starts, arrivals }: OrderFlows
) => {
  const { order, created, contactCreated, triggers } = decision
  const after = (id: string): Contact | undefined => {
    const contact = [...decision.contacts, ...contacts].find(({ contact_id }) => contact_id === id)
    const others = otherOrders.find(({ contact_id }) => contact_id === id)
    if (contact === undefined || others === undefined) return contact
    const placed = id === order.contact_id ? [order.placed_at] : []
    const first = [...placed, others.first_order_at ?? []].flat()
    const last = [...placed, others.last_order_at ?? []].flat()
    return {
      ...contact,
      first_order_at: first.length === 0 ? null : Math.min(...first),
      last_order_at: last.length === 0 ? null : Math.max(...last)
    }
  }
  const contact = after(order.contact_id ?? "")
  const previousId = decision.contacts.map(({ contact_id }) => contact_id).find((id) => id !== order.contact_id)
  const previous = previousId === undefined ? undefined : after(previousId)
  const consent = consentChanges(decision.ledger)
  const flows = starts.map(({ candidate: { flow_id, name, trigger }, starts, reason }) => ({
    trigger: trigger.type,
    flow_id,
    name,
    starts,
    reason
  }))
  return {
    summary: [
      orderSentence(decision),
      ...(decision.overwritten === undefined ? [] : [takenSentence(decision.overwritten)]),
      contactCreated
        ? `A contact would be created for ${contact?.email ?? contact?.phone}.`
        : `The order would belong to contact ${contact?.contact_id}.`,
      ...(previous === undefined ? [] : [`The order would leave contact ${previous.contact_id}.`]),
      ...consent.map(changeSentence),
      ...(contact === undefined ? [] : [`The contact would have ${ordersText(contact.order_count)}.`]),
      ...(triggers.length === 0 && flows.length === 0
        ? [`No flow would start: ${noTriggerReason(call, decision)}.`]
        : flows.length === 0
          ? ["No flow would start: no active flow has such a trigger."]
          : flows.map(flowSentence)),
      ...arrivals.map(({ name }) => `The flow "${name}" would go on: it waits for this order.`)
    ],
    created,
    changed: decision.changed,
    contact:
      contact === undefined
        ? null
        : {
            action: contactCreated ? ("created" as const) : ("found" as const),
            id: contactCreated ? null : contact.contact_id,
            email: contact.email,
            phone: contact.phone,
            first_name: contact.first_name,
            last_name: contact.last_name,
            email_consent: contact.email_consent,
            sms_consent: contact.sms_consent
          },
    consent,
    figures: contact === undefined ? null : figuresOf(contact),
    moved_from: previous === undefined ? null : { id: previous.contact_id, figures: figuresOf(previous) },
    triggers: triggers.map(({ type }) => type),
    flows,
    resumed: arrivals.map(({ run_id, flow_id, name }) => ({ run_id, flow_id, name }))
  }
}

const flowSentence = ({
  name,
  starts,
  reason
}: Pick<StartDecision, "starts" | "reason"> & { readonly name: string }): string =>
  starts || reason === null
    ? `The flow "${name}" would start.`
    : `The flow "${name}" would not start: ${startRefusals[reason]}.`

const orderSentence = ({ created, changed, order }: OrderDecision): string =>
  created
    ? `Order ${order.order_id} would be created.`
    : changed
      ? `Order ${order.order_id} would be updated.`
      : `Order ${order.order_id} would stay as it is.`

const takenSentence = ({ from, to }: OverwrittenOrder): string =>
  `It is of another buyer in the store "${from.store_name}": "${to.store_name}" would take it.`

const ordersText = (count: number): string => (count === 1 ? "1 order" : `${count} orders`)

const noTriggerReason = (call: PlaceOrder, { integration }: OrderDecision): string => {
  if (call.initial_sync) return "initial_sync is true"
  if (integration?.active !== true) return "the order is tied to no active Custom Integration"
  return "the order is not new, and its shipment_status does not change to delivered"
}
