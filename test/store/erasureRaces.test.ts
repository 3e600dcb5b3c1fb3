import { assert } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import { Contacts } from "../../src/store/contacts/Contacts.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Imports } from "../../src/store/imports/Imports.ts"
import { RecordClicks } from "../../src/programs/messages/RecordClicks.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import type { FlowInput } from "../../src/domain/flows/Flow.ts"
import type { Step } from "../../src/domain/flows/Step.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { onBoth } from "../support/database/databases.ts"
import { idleCapacity, messagesOf, seedContact } from "../support/messages/messages.ts"
import { person, tracesLeft } from "../support/samples/person.ts"
import { appendBodies, ndjsonFile } from "../support/samples/imports.ts"
import { seedAccount } from "../support/database/seed.ts"
import { isLockAwaited, eventually } from "../support/faults/eventually.ts"
import {
  startLater,
  claimedMessage,
  webhookStepOf,
  ErasingLayer,
  noTraces,
  renderedMail
} from "../support/samples/erasing.ts"

onBoth(
  "an erasure racing",
  ErasingLayer,
  (it, database) => {
    it.effect("a send: a sent message is marked without address and text; a failed one is not retried", () =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        const writes = yield* WriteContacts
        for (const outcome of [
          renderedMail,
          { ...renderedMail, status: "queued", reason: "Quibly", due_at: 5 }
        ] as const) {
          const { account_id, contact, sent } = yield* claimedMessage
          yield* writes.erase(contact, { dry: false })
          yield* outbox.finish(yield* Clock.currentTimeMillis, { ...sent, ...outcome })
          assert.deepStrictEqual(yield* tracesLeft, noTraces)
          const [message] = yield* messagesOf(account_id)
          assert.strictEqual(message?.status, outcome.status === "sent" ? "sent" : "skipped")
        }
      })
    )

    it.effect("an import: claimed and waiting records of the person fail and create no contact", () =>
      Effect.gen(function* () {
        const imports = yield* Imports
        const runImports = yield* RunImports
        const sql = yield* SqlClient.SqlClient
        for (const kind of ["orders", "contacts"] as const) {
          const { account_id } = yield* seedAccount()
          yield* seedContact(account_id, person)
          const { id } = yield* imports.create(account_id, "usr_1", ndjsonFile(kind))
          const body = (email: string, order_id: number) =>
            JSON.stringify(
              kind === "orders"
                ? { order_id, email, total: 1, currency: "USD", order_date: "2026-11-20T10:00:00Z" }
                : { email }
            )
          const bodies = [
            body(person.email, 1),
            body("other@example.com", 2),
            ...Array.from({ length: 70 }, (_, at) => body(person.email, at + 3))
          ]
          yield* appendBodies(account_id, id, bodies)
          yield* imports.start(account_id, id)
          yield* runImports.step.pipe(Effect.repeat({ until: (count) => count === 0 }))
          assert.deepStrictEqual(yield* tracesLeft, noTraces)
          const { status, imported, failed } = yield* imports.read(account_id, id)
          assert.deepStrictEqual({ status, imported, failed }, { status: "finished", imported: 1, failed: 71 })
          const contacts = yield* sql`SELECT email FROM contacts WHERE account_id = ${account_id}`
          assert.deepStrictEqual(contacts, [{ email: "other@example.com" }])
          const [told] = (yield* imports.failures(account_id, id)).failures
          assert.strictEqual(told?.issues[0]?.message, "The person was erased after this record was received")
        }
      })
    )

    it.effect("a webhook call: neither delivery nor attempt is written again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const deliveries = yield* Deliveries
        const { account_id } = yield* seedAccount()
        const contact = yield* seedContact(account_id, person)
        const acts = yield* StepActions
        yield* acts.perform([webhookStepOf(contact)])
        const [due] = yield* deliveries.claim(yield* Clock.currentTimeMillis, idleCapacity)
        assert.include(due?.payload, person.email)
        yield* (yield* WriteContacts).erase(contact, { dry: false })
        if (due !== undefined) {
          const result = { status: null, reason: "no answer" }
          yield* deliveries.finish(0, due, result, { status: "queued", due_at: 0 })
        }
        assert.deepStrictEqual(
          yield* sql`SELECT delivery_id FROM webhook_attempts WHERE account_id = ${account_id}`,
          []
        )
        // A later step sends no webhook.
        yield* acts.perform([webhookStepOf(contact)])
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM webhook_deliveries WHERE account_id = ${account_id}`, [])
        assert.deepStrictEqual(yield* tracesLeft, noTraces)
      })
    )

    // The embedded database has one connection, so transactions never overlap.
    if (database === "embedded") return

    it.effect("the last statement of a send, which waits for it, writes no personal data", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* Outbox
        const contacts = yield* Contacts
        const { account_id, contact, sent } = yield* claimedMessage
        const { begin, fiber } = yield* startLater(outbox.finish(0, { ...sent, ...renderedMail }))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* Effect.flatMap(contacts.lockContact(contact, { orders: true }), contacts.erase)
            yield* begin
            yield* eventually(isLockAwaited)
          })
        )
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* tracesLeft, noTraces)
        assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "sent")
      })
    )

    it.effect("a save of a flow: it waits for the save, and takes the person out of all of it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const flows = yield* Flows
        const writes = yield* WriteContacts
        const { account_id } = yield* seedAccount()
        const contact = yield* seedContact(account_id, person)
        const input = (about: string): FlowInput => ({
          name: `Thanks ${about}`,
          definition: {
            ...definitionOf<Step>([{ id: "a", type: "add_tag", tag: `of ${about}` }]),
            trigger: { type: "tagged", tag: `VIP ${about}` }
          }
        })
        const { id } = yield* sql.withTransaction(flows.create(account_id, input("you")))
        const { begin, fiber } = yield* startLater(writes.erase(contact, { dry: false }))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* flows.update(account_id, id, input(person.email))
            yield* begin
            yield* eventually(isLockAwaited)
          })
        )
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* tracesLeft, noTraces)
        const saved = yield* flows.read(account_id, id)
        assert.deepStrictEqual(saved, { ...saved, ...input("erased"), version: 2 })
        const [row] = yield* sql`SELECT trigger_detail FROM flows WHERE account_id = ${account_id} AND flow_id = ${id}`
        assert.deepStrictEqual(row, { trigger_detail: "VIP erased" })
      }).pipe(Effect.provide(Flows.layer))
    )

    it.effect("a step that writes a webhook: it waits for the step, and deletes the webhook", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const actions = yield* StepActions
        const writes = yield* WriteContacts
        const { account_id } = yield* seedAccount()
        const contact = yield* seedContact(account_id, person)
        const moves = [webhookStepOf(contact)]
        const { begin, fiber } = yield* startLater(writes.erase(contact, { dry: false }))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* actions.lockContacts(moves)
            yield* actions.perform(moves)
            yield* begin
            yield* eventually(Effect.map(isLockAwaited, (waits) => waits || fiber.pollUnsafe() !== undefined))
          })
        )
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* tracesLeft, noTraces)
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM webhook_deliveries WHERE account_id = ${account_id}`, [])
      })
    )

    it.effect("a click: neither fails the other", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const contacts = yield* Contacts
        const clicks = yield* RecordClicks
        const outbox = yield* Outbox
        const { account_id, contact, message_id, sent } = yield* claimedMessage
        yield* outbox.finish(0, { ...sent, ...renderedMail })
        const { begin, fiber } = yield* startLater(
          clicks.record({ account_id, message_id, link: "https://shop.example/", isMachine: false })
        )
        yield* sql.withTransaction(
          Effect.gen(function* () {
            const locked = yield* contacts.lockContact(contact, { orders: true })
            yield* begin
            yield* eventually(isLockAwaited)
            yield* contacts.erase(locked)
          })
        )
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* tracesLeft, noTraces)
        const [row] = yield* sql`SELECT clicked_at FROM messages WHERE account_id = ${account_id}`
        assert.isNull(row?.["clicked_at"])
      })
    )
  },
  { excludeTestServices: true }
)
