import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { makeId } from "../../../src/domain/values/Id.ts"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { WriteContacts } from "../../../src/programs/contacts/WriteContacts.ts"
import { IngestEvents } from "../../../src/programs/events/IngestEvents.ts"
import { FlowsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { PlaceOrders } from "../../../src/programs/orders/PlaceOrders.ts"
import { Contacts } from "../../../src/store/contacts/Contacts.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { Events } from "../../../src/store/events/Events.ts"
import { IdempotencyKeys } from "../../../src/store/events/IdempotencyKeys.ts"
import { Orders } from "../../../src/store/orders/Orders.ts"

/** What lets things happen to people, without the loops of a server: a clock that jumps would turn each of them millions of times. */
export const LivesLayer = Layer.mergeAll(WriteContacts.layer, PlaceOrders.layer, IngestEvents.layer).pipe(
  Layer.provide([Contacts.layer, Events.layer, IdempotencyKeys.layer, Orders.layer, FlowsLayer]),
  Layer.provide(Messages.layer),
  Layer.provide(SuppressionList.layerMemory)
)

const below = (end: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: end - 1 }))

/** What happens to one of a store's people after so many hours, by numbers, so that some is drawn more often. */
const Turn = Schema.Struct({ hours: below(5), person: below(4), act: below(10), choice: below(4) })

/** What happens to a store's people, in order. */
export const Lives = Schema.Array(Turn).check(Schema.isMinLength(12), Schema.isMaxLength(20))
export type Lives = typeof Lives.Type

const hours = [1, 6, 20, 30, 70]
const emails = ["ada@example.com", "bob@example.com", "cy@example.com", "dan@example.com"]
const consents = ["subscribed", "unsubscribed", "subscribed", "unsubscribed"] as const
const tagged = ['["vip"]', "[]", '["vip","tea"]', "[]"]
const days = ["2026-03-03", "2026-03-06T10:00", "2026-02-31", "no date"]

const fieldsOf = (person: number, choice: number) => ({
  email: emails[person] ?? null,
  email_consent: consents[choice] ?? "subscribed",
  tags: tagged[person] ?? "[]",
  custom_fields: JSON.stringify({ birthday: days[person] })
})

/** Lets what happens come at its time, a millisecond past the hour, and calls `look` on the hour after each. */
export const live = Effect.fnUntraced(function* <A, E, R>(
  account_id: string,
  lives: Lives,
  look: Effect.Effect<A, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const contacts = yield* WriteContacts
  const seen: Array<A> = []
  let orders = 0
  for (const { hours: waited, person, act, choice } of lives) {
    yield* TestClock.adjust((hours[waited] ?? 1) * 3_600_000 - 2)
    yield* TestClock.adjust("1 millis")
    seen.push(yield* look)
    yield* TestClock.adjust("1 millis")
    const now = yield* Clock.currentTimeMillis
    const email = emails[person] ?? ""
    const [known] = yield* sql<{ contact_id: string }>`
      SELECT contact_id FROM contacts WHERE account_id = ${account_id} AND email = ${email}`
    if (act < 4) {
      const write = {
        account_id,
        contact_id: known?.contact_id ?? (yield* makeId("con")),
        // No record keeps former tags and fields, so that only a creation sets them.
        fields: known === undefined ? fieldsOf(person, choice) : { email_consent: consents[choice] ?? "subscribed" },
        send_welcome_sms: false,
        cause: "api",
        actor: "test"
      } as const
      yield* known === undefined
        ? contacts.create(write, null, { dry: false })
        : contacts.change(write, null, { dry: false })
    } else if (act < 7) {
      orders += 1
      yield* (yield* PlaceOrders).place({
        account_id,
        order_id: BigInt(orders),
        fields: { email, total: choice < 2 ? "20" : "60", currency: "USD", placed_at: now - choice * 3_600_000 },
        initial_sync: false,
        integration_digest: null,
        new_contact_id: yield* makeId("con"),
        actor: "test"
      })
    } else if (act < 9) {
      yield* (yield* IngestEvents).ingest({
        account_id,
        event_id: yield* makeId("evt"),
        new_contact_id: yield* makeId("con"),
        email,
        phone: null,
        contact_id: null,
        event_type: "seen",
        event_time: now - choice * 3_600_000,
        event_data: "{}",
        keyed: null
      })
    } else if (known !== undefined) yield* contacts.erase({ account_id, contact_id: known.contact_id }, { dry: false })
  }
  return seen
})
