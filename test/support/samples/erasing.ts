import { assert } from "@effect/vitest"
import { Clock, Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Contact } from "../../../src/domain/contacts/Contact.ts"
import type { RunMove } from "../../../src/store/flows/FlowRuns.ts"
import { StepActions } from "../../../src/programs/flows/StepActions.ts"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { RunImports } from "../../../src/programs/imports/RunImports.ts"
import { FlowsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { WriteContacts } from "../../../src/programs/contacts/WriteContacts.ts"
import { RecordClicks } from "../../../src/programs/messages/RecordClicks.ts"
import { TestClocks } from "../../../src/store/accounts/TestClocks.ts"
import { Contacts } from "../../../src/store/contacts/Contacts.ts"
import { Deliveries } from "../../../src/store/messages/Deliveries.ts"
import { ContactFields } from "../../../src/store/contacts/ContactFields.ts"
import { IdempotencyKeys } from "../../../src/store/events/IdempotencyKeys.ts"
import { Imports } from "../../../src/store/imports/Imports.ts"
import { Clicks } from "../../../src/store/messages/Clicks.ts"
import { Outbox } from "../../../src/store/messages/Outbox.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { idleCapacity, newMessage, seedContact } from "../messages/messages.ts"
import { person } from "./person.ts"
import { PlacingLayer } from "../programs.ts"
import { seedAccount } from "../database/seed.ts"

/** An import queue that erases the person after each claim, before its records are imported. */
const erasingAfterClaim = Layer.effect(
  Imports,
  Effect.gen(function* () {
    const queue = yield* Imports
    const writes = yield* WriteContacts
    const sql = yield* SqlClient.SqlClient
    return Imports.of({
      ...queue,
      claim: (most) =>
        Effect.tap(queue.claim(most), (claimedMessage) =>
          Effect.gen(function* () {
            if (claimedMessage === undefined) return
            const found = yield* sql<Contact>`SELECT account_id, contact_id FROM contacts
              WHERE account_id = ${claimedMessage.account_id} AND first_name = 'Quibly' LIMIT 10`
            for (const contact of found) yield* writes.erase(contact, { dry: false })
          }).pipe(Effect.orDie)
        )
    })
  })
)

export const ErasingLayer = RunImports.layer.pipe(
  Layer.provide(erasingAfterClaim.pipe(Layer.provide(Imports.layer))),
  Layer.provideMerge(WriteContacts.layer),
  Layer.provideMerge(
    Layer.mergeAll(Contacts.layer, StepActions.layer).pipe(Layer.provideMerge(SuppressionList.layerMemory))
  ),
  Layer.provide(FlowsLayer),
  Layer.provide(PlacingLayer),
  Layer.provideMerge(
    Layer.mergeAll(
      Outbox.layer,
      RecordClicks.layer.pipe(Layer.provide([Clicks.layer, TestClocks.layer])),
      Messages.layer,
      Imports.layer,
      IdempotencyKeys.layer,
      Deliveries.layer,
      ContactFields.layer
    )
  )
)

/** Forks work that starts on `begin`, on its own connection also within a transaction. */
export const startLater = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const started = yield* Deferred.make<void>()
  const fiber = yield* Effect.forkChild(Effect.andThen(Deferred.await(started), work))
  return { fiber, begin: Deferred.succeed(started, undefined) }
})

export const noTraces = { tables: [], statistics: [] }

/** A contact of a new account, with a message claimed by a sender. */
export const claimedMessage = Effect.gen(function* () {
  const { account_id } = yield* seedAccount()
  const contact = yield* seedContact(account_id, person)
  yield* (yield* Messages).record([newMessage(contact)])
  const due = yield* (yield* Outbox).claim(yield* Clock.currentTimeMillis, "email", idleCapacity)
  const message = due.find((one) => one.account_id === account_id)
  assert.isDefined(message)
  const { message_id = "", attempts = 0 } = message ?? {}
  const sent = { account_id, message_id, attempts, reason: null, due_at: null }
  return { account_id, contact, message_id, sent }
})

export const renderedMail = {
  status: "sent",
  recipient: person.email,
  subject: "Dear Quibly",
  body: "<p>Zanzigasse</p>"
} as const

export const webhookStepOf = ({ account_id, contact_id }: Contact) => {
  const run = {
    account_id,
    run_id: "run_1",
    flow_id: "flw_1",
    version: 1,
    contact_id,
    cause: "event",
    order_id: null,
    event_id: null,
    cart_id: null,
    cart_changed_at: null,
    product_id: null,
    variant_id: null,
    old_price: null,
    status: "running",
    reason: null,
    step: "s",
    due_at: 0,
    attempts: 0,
    moves: 0,
    awaits: null,
    arrived: false,
    flow_status: "active",
    clock_offset: 0,
    timezone: "UTC",
    has_contact: true
  } satisfies RunMove["run"]
  return { run, after: run, now: 0, action: { id: "s", type: "webhook", url: "https://a.example" } } as const
}
