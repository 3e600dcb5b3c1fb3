import { Cause, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { newContactRules } from "../../domain/contacts/ContactInput.ts"
import type { ContactTaken, ContactWrite } from "../../domain/contacts/decideContact.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { type ValidationIssue, invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { importLimits, type ImportOutcome } from "../../domain/imports/Import.ts"
import { isDifferentContact, withoutPhone } from "../../domain/imports/importAddresses.ts"
import { type JsonObject, numberText, parseObject } from "../../domain/json/Json.ts"
import { readOrder } from "../../domain/orders/readOrder.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { transact } from "../../store/database/Transaction.ts"
import { type ClaimedImport, ImportQueue, type WaitingRecord } from "../../store/imports/ImportQueue.ts"
import { PlaceOrders } from "../orders/PlaceOrders.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"

const batchSize = 64

/** Sequences that may run concurrently: the records of one order, and all contacts, keep the order of the file. */
const sequencesOf = ({ kind, records }: ClaimedImport): ReadonlyArray<ReadonlyArray<WaitingRecord>> => {
  if (kind === "contacts") return [records]
  return [
    ...Map.groupBy(records, ({ body }) => {
      const parsed = parseObject(Buffer.from(body))
      const id = Result.isSuccess(parsed) ? parsed.success["order_id"] : undefined
      return (numberText(id) ?? String(id)).replace(/^0+/, "")
    }).values()
  ]
}

const reported = (issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ValidationIssue> =>
  issues.length <= importLimits.reportedIssues
    ? issues
    : [...issues.slice(0, importLimits.reportedIssues), { field: "", message: "There are more issues" }]

const serviceFailure: ValidationIssue = { field: "", message: "The service could not import this record" }

/** Imports uploaded records through the same programs as the public API, without starting flows or welcoming contacts. */
export class RunImports extends Context.Service<
  RunImports,
  {
    /**
     * Imports the next batch of one import and returns its size, 0 if none waits. Any number of processes may run it. A batch that
     * a crash cut short is imported again, which changes nothing more.
     */
    readonly step: Effect.Effect<number, Unavailable>
  }
>()("tally/programs/imports/RunImports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* ImportQueue
      const orders = yield* PlaceOrders
      const contacts = yield* WriteContacts
      const store = yield* Contacts

      const importOrder = Effect.fnUntraced(function* (claimed: ClaimedImport, body: JsonObject) {
        const { account_id, default_country, actor, created_at: known_since } = claimed
        const new_contact_id = yield* makeId("con")
        const sender = { account_id, default_country, integration_digest: null, new_contact_id, actor, known_since }
        const { call } = yield* readOrder(body, sender, "lenient")
        yield* orders.place({ ...call, initial_sync: true })
      })

      const live = { dry: false }

      // Changes the contact with the e-mail or phone. A record that shares only the phone becomes a contact without it.
      const changeExisting = Effect.fnUntraced(function* (write: ContactWrite, { contact_id }: ContactTaken) {
        const contact = yield* store.read({ account_id: write.account_id, contact_id })
        return yield* isDifferentContact(write, contact)
          ? contacts.create(withoutPhone(write), null, live)
          : contacts.change({ ...write, contact_id }, null, live)
      })

      const importContact = Effect.fnUntraced(function* (claimed: ClaimedImport, body: JsonObject) {
        const { account_id, default_country, actor, created_at: known_since } = claimed
        const writer = { account_id, default_country, cause: "import" as const, actor }
        const read = yield* readContactWrite(newContactRules, writer, body, "lenient")
        const write = { ...read.write, contact_id: yield* makeId("con"), send_welcome_sms: false, known_since }
        yield* contacts
          .create(write, null, live)
          .pipe(Effect.catchTag("ContactTaken", (taken) => changeExisting(write, taken)))
      })

      const importRecord = (claimed: ClaimedImport, { body }: WaitingRecord) =>
        Effect.gen(function* () {
          const parsed = parseObject(Buffer.from(body))
          if (Result.isFailure(parsed)) return yield* new ValidationFailed({ issues: [parsed.failure] })
          return yield* claimed.kind === "orders"
            ? importOrder(claimed, parsed.success)
            : importContact(claimed, parsed.success)
        }).pipe(
          Effect.catchTags({
            ContactTaken: ({ fields }) => invalid(fields[0] ?? "email", "Belongs to another contact"),
            NotFound: () => invalid("", "The contact was deleted meanwhile"),
            KeyReused: Effect.die
          })
        )

      // A defect fails its record alone. While the database is unavailable, the record gets no outcome and stays in the queue.
      const outcomeOf = (claimed: ClaimedImport, record: WaitingRecord) =>
        importRecord(claimed, record).pipe(
          Effect.as<ReadonlyArray<ValidationIssue>>([]),
          Effect.catchTag("ValidationFailed", ({ issues }) => Effect.succeed(reported(issues))),
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError("A record could not be imported", Cause.die(defect)), [serviceFailure])
          ),
          Effect.map((issues): ReadonlyArray<ImportOutcome> => [
            { position: record.position, row: record.row, issues }
          ]),
          Effect.catchTag("Unavailable", () => Effect.succeed([]))
        )

      return RunImports.of({
        step: Effect.gen(function* () {
          const claimed = yield* transact(sql)(queue.claim(batchSize))
          if (claimed === undefined) return 0
          const found = yield* Effect.forEach(
            sequencesOf(claimed),
            Effect.forEach((record) => outcomeOf(claimed, record)),
            { concurrency: batchSize }
          )
          const outcomes = found.flat(2)
          yield* transact(sql)(queue.finish(claimed, outcomes))
          return outcomes.length
        })
      })
    })
  )
}
