import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { makeId } from "../../src/domain/values/Id.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { IngestEvents } from "../../src/programs/events/IngestEvents.ts"
import { PreviewMessages } from "../../src/programs/messages/PreviewMessages.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { Events } from "../../src/store/events/Events.ts"
import { IdempotencyKeys } from "../../src/store/events/IdempotencyKeys.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { MailRoutes } from "../../src/outbound/senders/MailRoutes.ts"
import { MessageRenderer } from "../../src/outbound/templates/MessageRenderer.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { activateFlow, mailStep, runDueSteps } from "../support/flows/flowRuns.ts"
import { seedContact } from "../support/messages/messages.ts"

const PartsLayer = Layer.mergeAll(IngestEvents.layer, AdvanceRuns.layer, PreviewMessages.layer).pipe(
  Layer.provide([Events.layer, IdempotencyKeys.layer, FlowFacts.layer, FlowRuns.layer]),
  Layer.provide(StepActions.layer.pipe(Layer.provide(ContactFields.layer))),
  Layer.provide([Messages.layer, Deliveries.layer, SuppressionList.layerMemory]),
  Layer.provide(EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]))),
  Layer.provide([FlowVersions.layer, Layer.mock(MailRoutes)({}), Layer.mock(MessageRenderer)({})]),
  Layer.provideMerge(Layer.mergeAll(Flows.layer, FlowRuns.layer))
)

const event = Effect.fnUntraced(function* (account_id: string, data: object) {
  return yield* (yield* IngestEvents).ingest({
    account_id,
    event_id: yield* makeId("evt"),
    new_contact_id: yield* makeId("con"),
    email: "ada@example.com",
    phone: null,
    contact_id: null,
    event_type: "signed_up",
    event_time: yield* Clock.currentTimeMillis,
    event_data: JSON.stringify(data),
    keyed: null,
    clock_offset: 0
  })
})

const addEntry = Effect.fnUntraced(function* (
  account_id: string,
  contact_id: string,
  entry: { readonly from: string; readonly to: string; readonly rule: string; readonly proof: object | null }
) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* sql`INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
      proof, effective_at, recorded_at)
    VALUES (${account_id}, ${contact_id}, 'email', ${entry.from}, ${entry.to}, false, 'form', ${entry.rule}, 'form_1', 'person',
      ${entry.proof === null ? null : JSON.stringify(entry.proof)}, ${at}, ${at})`
})

onEither("why a message was written", PartsLayer, (it) => {
  it.effect("is told by the version, conditions and values of then, and by the consent of then with its proof", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { explain } = yield* PreviewMessages
      const { account_id } = yield* seedAccount()
      const { contact_id } = yield* seedContact(account_id)
      const proof = { page: "https://shop.example/join", wording: "Yes, write to me" }
      yield* addEntry(account_id, contact_id, {
        from: "never_subscribed",
        to: "subscribed",
        rule: "form_confirmed",
        proof
      })
      const filters = [[{ field: "event.event_data.plan", op: "eq", value: "gold" }]] as const
      const trigger = { type: "event", event_type: "signed_up" } as const
      const flow_id = yield* activateFlow(account_id, { trigger, filters, steps: [mailStep("hello")] })
      yield* TestClock.adjust("1 hour")
      const { event_id } = yield* event(account_id, { plan: "gold" })
      yield* runDueSteps
      const [message] = yield* sql<{
        message_id: string
      }>`SELECT message_id FROM messages WHERE account_id = ${account_id}`
      const message_id = message?.message_id ?? ""
      const sent_at = new Date(yield* Clock.currentTimeMillis)
      yield* sql`UPDATE messages SET status = 'sent', sent_at = ${sent_at} WHERE account_id = ${account_id}`
      // What changes later changes nothing of it.
      yield* TestClock.adjust("1 hour")
      yield* addEntry(account_id, contact_id, {
        from: "subscribed",
        to: "unsubscribed",
        rule: "unsubscribe_link",
        proof: null
      })
      const flows = yield* Flows
      const { name, definition } = yield* flows.read(account_id, flow_id)
      yield* flows.update(account_id, flow_id, { name, definition: { ...definition, filters: [] } })
      const { consent, ...why } = yield* explain(account_id, message_id)
      assert.deepStrictEqual(
        { ...why, started_at: why.started_at?.epochMilliseconds },
        {
          trigger,
          flow_version: 1,
          started_at: sent_at.getTime(),
          order_id: null,
          event_id,
          cart_id: null,
          product_id: null,
          topic: null,
          conditions: [[{ condition: filters[0][0], known: true, value: "gold" }]]
        }
      )
      assert.deepStrictEqual(
        [consent.required, consent.state, consent.entry?.to, consent.entry?.proof],
        [true, "subscribed", "subscribed", proof]
      )
      const other = yield* seedAccount()
      assert.strictEqual((yield* Effect.flip(explain(other.account_id, message_id)))._tag, "NotFound")
    })
  )
})
