import { Cause, Context, Effect, Layer, Result } from "effect"
import { newContactRules } from "../../domain/contacts/ContactInput.ts"
import type { ContactTaken, ContactWrite } from "../../domain/contacts/decideContact.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { type ValidationIssue, invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { importLimits, type ImportOutcome } from "../../domain/imports/Import.ts"
import { isAnother, withoutPhone } from "../../domain/imports/importAddresses.ts"
import { type JsonObject, numberText, parseObject } from "../../domain/json/Json.ts"
import { readOrder } from "../../domain/orders/readOrder.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { type ClaimedImport, ImportQueue, type WaitingRecord } from "../../store/imports/ImportQueue.ts"
import { PlaceOrders } from "../orders/PlaceOrders.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"

const most = 64

/** Records that may be taken side by side: those of one order, and all contacts, go in the order of the file. */
const lanes = ({ kind, records }: ClaimedImport): ReadonlyArray<ReadonlyArray<WaitingRecord>> => {
  if (kind === "contacts") return [records]
  return [
    ...Map.groupBy(records, ({ body }) => {
      const parsed = parseObject(Buffer.from(body))
      const id = Result.isSuccess(parsed) ? parsed.success["order_id"] : undefined
      return (numberText(id) ?? String(id)).replace(/^0+/, "")
    }).values()
  ]
}

const told = (issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ValidationIssue> =>
  issues.length <= importLimits.toldFaults
    ? issues
    : [...issues.slice(0, importLimits.toldFaults), { field: "", message: "There are more issues" }]

const stumbled: ValidationIssue = { field: "", message: "The service could not take this record" }

/** Takes in what people upload, by the very programs that take it from the API. */
export class RunImports extends Context.Service<
  RunImports,
  {
    /** Takes the next records of one import; says how many. Repeating what a crash cut short changes nothing more. */
    readonly step: Effect.Effect<number, Unavailable>
  }
>()("tally/programs/imports/RunImports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const queue = yield* ImportQueue
      const orders = yield* PlaceOrders
      const contacts = yield* WriteContacts
      const store = yield* Contacts

      const order = Effect.fnUntraced(function* (claimed: ClaimedImport, body: JsonObject) {
        const { account_id, default_country, actor, created_at: known_since } = claimed
        const new_contact_id = yield* makeId("con")
        const sender = { account_id, default_country, integration_digest: null, new_contact_id, actor, known_since }
        const { call } = yield* readOrder(body, sender, "lenient")
        yield* orders.place({ ...call, initial_sync: true })
      })

      const live = { dry: false }

      // Who is known by the e-mail or phone is changed, unless the phone is all that two people share.
      const known = Effect.fnUntraced(function* (write: ContactWrite, { contact_id }: ContactTaken) {
        const contact = yield* store.read({ account_id: write.account_id, contact_id })
        return yield* isAnother(write, contact)
          ? contacts.create(withoutPhone(write), null, live)
          : contacts.change({ ...write, contact_id }, null, live)
      })

      // Nobody is greeted.
      const contact = Effect.fnUntraced(function* (claimed: ClaimedImport, body: JsonObject) {
        const { account_id, default_country, actor, created_at: known_since } = claimed
        const writer = { account_id, default_country, cause: "import" as const, actor }
        const asked = yield* readContactWrite(newContactRules, writer, body, "lenient")
        const write = { ...asked.write, contact_id: yield* makeId("con"), send_welcome_sms: false, known_since }
        yield* contacts.create(write, null, live).pipe(Effect.catchTag("ContactTaken", (taken) => known(write, taken)))
      })

      const take = (claimed: ClaimedImport, { body }: WaitingRecord) =>
        Effect.gen(function* () {
          const parsed = parseObject(Buffer.from(body))
          if (Result.isFailure(parsed)) return yield* new ValidationFailed({ issues: [parsed.failure] })
          return yield* claimed.kind === "orders" ? order(claimed, parsed.success) : contact(claimed, parsed.success)
        }).pipe(
          Effect.catchTags({
            ContactTaken: ({ fields }) => invalid(fields[0] ?? "email", "Belongs to another contact"),
            NotFound: () => invalid("", "The contact was deleted meanwhile"),
            KeyReused: Effect.die
          })
        )

      // A record that the service itself stumbles over fails alone; one that the database was away for waits on.
      const judge = (claimed: ClaimedImport, record: WaitingRecord) =>
        take(claimed, record).pipe(
          Effect.as<ReadonlyArray<ValidationIssue>>([]),
          Effect.catchTag("ValidationFailed", ({ issues }) => Effect.succeed(told(issues))),
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError("A record could not be imported", Cause.die(defect)), [stumbled])
          ),
          Effect.map((issues): ReadonlyArray<ImportOutcome> => [
            { position: record.position, row: record.row, issues }
          ]),
          Effect.catchTag("Unavailable", () => Effect.succeed([]))
        )

      return RunImports.of({
        step: Effect.gen(function* () {
          const claimed = yield* queue.claim(most)
          if (claimed === undefined) return 0
          const taken = yield* Effect.forEach(
            lanes(claimed),
            Effect.forEach((record) => judge(claimed, record)),
            { concurrency: most }
          )
          const outcomes = taken.flat(2)
          yield* queue.finish(claimed, outcomes)
          return outcomes.length
        })
      })
    })
  )
}
