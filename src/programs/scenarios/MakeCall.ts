import { Effect } from "effect"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ScenarioCall } from "../../domain/scenarios/Scenario.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { PutCarts } from "../carts/PutCarts.ts"
import { ApplyConsentSignals } from "../contacts/ApplyConsentSignals.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"
import { IngestEvents } from "../events/IngestEvents.ts"
import { PlaceOrders } from "../orders/PlaceOrders.ts"
import { readCall, type ScenarioAccount } from "./readCall.ts"

const real = { dry: false } as const

/** Makes the calls of scenarios, by the programs that the handlers of the API call. */
export interface MakeCall {
  /** A contact that exists already is changed. */
  readonly make: (
    account: ScenarioAccount,
    call: ScenarioCall
  ) => Effect.Effect<void, ValidationFailed | NotFound | Unavailable>
}

export const makeMakeCall = Effect.gen(function* () {
  const contacts = yield* WriteContacts
  const orders = yield* PlaceOrders
  const events = yield* IngestEvents
  const carts = yield* PutCarts
  const signals = yield* ApplyConsentSignals
  const messages = yield* MessageQueries

  const unsubscribe = Effect.fnUntraced(function* (account_id: string, address: string) {
    const listed = yield* messages.list(account_id, {}, { before: null, limit: 1_000 })
    const mail = listed.find(({ channel, recipient }) => channel === "email" && recipient === address)
    if (mail === undefined) return yield* invalid("unsubscribe", "No mail was sent to this address before")
    yield* signals.unsubscribe({ account_id, message_id: mail.id })
  })

  const part: MakeCall = {
    make: Effect.fnUntraced(function* (account, call) {
      const read = yield* readCall(account, call)
      switch (read._tag) {
        case "contact": {
          const { write } = read
          // Without an idempotency key, none is reused.
          return yield* contacts.create(write, null, real).pipe(
            Effect.catchTag("ContactTaken", ({ contact_id }) => contacts.change({ ...write, contact_id }, null, real)),
            Effect.catchTags({
              ContactTaken: () => invalid("contact", "E-mail and phone belong to two contacts"),
              KeyReused: Effect.die
            }),
            Effect.asVoid
          )
        }
        case "order":
          return yield* Effect.asVoid(orders.place(read.call))
        case "event":
          return yield* Effect.asVoid(Effect.catchTag(events.ingest(read.call), "KeyReused", Effect.die))
        case "cart":
          return yield* Effect.asVoid(carts.put(read.call))
        case "unsubscribe":
          return yield* unsubscribe(account.account_id, read.address)
      }
    })
  }
  return part
})
