import { Effect } from "effect"
import { newContactRules } from "../../domain/contacts/ContactInput.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import { readCart } from "../../domain/carts/readCart.ts"
import { readEvent, toIngestEvent } from "../../domain/events/readEvent.ts"
import { readOrder } from "../../domain/orders/readOrder.ts"
import type { ScenarioCall } from "../../domain/scenarios/Scenario.ts"
import { invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { isOwnId, makeId } from "../../domain/values/Id.ts"
import { formatTime } from "../../domain/values/Time.ts"

const actor = "scenario"

/** The account that a scenario runs in. */
export interface ScenarioAccount {
  readonly account_id: string
  readonly default_country: string
  /** The digest of the token of its store. */
  readonly integration_digest: string
}

// The issues of a body get the place of the body in the call.
const of = (kind: string) =>
  Effect.mapError(
    ({ issues }: ValidationFailed) =>
      new ValidationFailed({
        issues: issues.map(({ field, message }) => ({ field: field === "" ? kind : `${kind}.${field}`, message }))
      })
  )

/** Reads the body of a call by the reader of its endpoint. The times of bodies that give none are that of the call. */
export const readCall = Effect.fnUntraced(function* (
  account: ScenarioAccount,
  { at, contact, order, event, cart, unsubscribe }: ScenarioCall
) {
  const { account_id, default_country } = account
  const now = at.epochMilliseconds
  const new_contact_id = yield* makeId("con")
  if (contact !== undefined) {
    const writer = { account_id, default_country, cause: "api", actor } as const
    const { write } = yield* of("contact")(readContactWrite(newContactRules, writer, contact, "strict"))
    return { _tag: "contact", write: { ...write, contact_id: new_contact_id } } as const
  }
  if (order !== undefined) {
    const context = { ...account, clock_offset: 0, new_contact_id, actor }
    const dated = "order_date" in order ? order : { ...order, order_date: formatTime(now) }
    const { call } = yield* of("order")(readOrder(dated, context, "strict"))
    return { _tag: "order", call } as const
  }
  if (event !== undefined) {
    const { input } = yield* of("event")(readEvent(event, { default_country, key: undefined, now }, "strict"))
    const ids = { account_id, event_id: yield* makeId("evt"), new_contact_id }
    return {
      _tag: "event",
      call: toIngestEvent(input, { ...ids, default_country, now, keyed: null, clock_offset: 0 })
    } as const
  }
  if (cart !== undefined) {
    const { id: cart_id, ...body } = cart
    if (typeof cart_id !== "string" || !isOwnId(cart_id)) return yield* invalid("cart.id", "Must be the id of the cart")
    const ids = { account_id, cart_id, new_cart_key: yield* makeId("crt"), new_contact_id, source: "api" as const }
    const { call } = yield* of("cart")(readCart(body, { ...ids, default_country, now }, "strict"))
    return { _tag: "cart", call } as const
  }
  return { _tag: "unsubscribe", address: unsubscribe ?? "" } as const
})
