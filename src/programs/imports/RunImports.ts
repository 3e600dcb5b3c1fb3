import { Cause, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { type ValidationIssue, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { importLimits } from "../../domain/imports/Import.ts"
import { notesOfFailure, notesOfOrder } from "../../domain/imports/importNotes.ts"
import { bodyOfStored, issueOfStored } from "../../domain/imports/readPart.ts"
import { numberText, parseObject } from "../../domain/json/Json.ts"
import { readOrder } from "../../domain/orders/readOrder.ts"
import { BulkChanges } from "../../store/changes/BulkChanges.ts"
import { transact } from "../../store/database/Transaction.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"
import { Imports } from "../../store/imports/Imports.ts"
import type { ClaimedImport, WaitingRecord } from "../../store/imports/ImportQueue.ts"
import { Topics } from "../../store/topics/Topics.ts"
import { PlaceOrders } from "../orders/PlaceOrders.ts"
import { importContacts, type Outcome } from "./importContacts.ts"
import { serviceFailure } from "./serviceFailure.ts"

// More contacts in a transaction save little more, and keep other writers of them waiting.
const batchSize = 128

/** The records by order, each in the order of the file: those of different orders may run concurrently. */
const byOrder = (records: ReadonlyArray<WaitingRecord>): ReadonlyArray<ReadonlyArray<WaitingRecord>> => [
  ...Map.groupBy(records, ({ body }) => {
    const parsed = parseObject(Buffer.from(body))
    const id = Result.isSuccess(parsed) ? parsed.success["order_id"] : undefined
    return (numberText(id) ?? String(id)).replace(/^0+/, "")
  }).values()
]

const reported = <A extends ValidationIssue>(issues: ReadonlyArray<A>): ReadonlyArray<A> => {
  const [last] = issues
  return last === undefined || issues.length <= importLimits.reportedIssues
    ? issues
    : [...issues.slice(0, importLimits.reportedIssues), { ...last, field: "", message: "There are more issues" }]
}

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
      const imports = yield* Imports
      const orders = yield* PlaceOrders
      const importBatch = yield* importContacts

      const importOrder = Effect.fnUntraced(function* (claimed: ClaimedImport, { body }: WaitingRecord) {
        const { account_id, default_country, actor, created_at: known_since, lift_reason } = claimed
        const parsed = parseObject(Buffer.from(body))
        if (Result.isFailure(parsed)) return yield* new ValidationFailed({ issues: [parsed.failure] })
        const new_contact_id = yield* makeId("con")
        const sender = { account_id, default_country, integration_digest: null, new_contact_id, actor, known_since }
        const { call, warnings } = yield* readOrder(parsed.success, sender, "lenient")
        const decision = yield* orders.place({ ...call, initial_sync: true, imported: { lift_reason } })
        return notesOfOrder(warnings, decision)
      })

      // A defect fails its record alone. While the database is unavailable, the record gets no outcome and stays in the queue.
      const outcomeOf = (claimed: ClaimedImport, record: WaitingRecord) =>
        importOrder(claimed, record).pipe(
          Effect.map((notes): Outcome => [record.position, [], notes]),
          Effect.catchTag("ValidationFailed", ({ issues }) => Effect.succeed<Outcome>([record.position, issues, []])),
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError("A record could not be imported", Cause.die(defect)), [
              record.position,
              [serviceFailure],
              []
            ] satisfies Outcome)
          ),
          Effect.map((outcome) => [outcome]),
          Effect.catchTag("Unavailable", () => Effect.succeed([]))
        )

      const importOrders = (claimed: ClaimedImport, records: ReadonlyArray<WaitingRecord>) =>
        Effect.map(
          Effect.forEach(
            byOrder(records),
            Effect.forEach((record) => outcomeOf(claimed, record)),
            { concurrency: batchSize }
          ),
          (outcomes) => outcomes.flat(2)
        )

      return RunImports.of({
        step: Effect.gen(function* () {
          const claimed = yield* transact(sql)(imports.claim(batchSize))
          if (claimed === undefined) return 0
          const { kind, layout, records } = claimed
          const read = records.map(({ body, ...record }) => ({ ...record, body, issue: issueOfStored(layout, body) }))
          const refused = read.flatMap(({ position, issue }) =>
            issue === undefined ? [] : [[position, [issue], []] satisfies Outcome]
          )
          const bodies = read
            .filter(({ issue }) => issue === undefined)
            .map((record) => ({ ...record, body: bodyOfStored(kind, layout, record.body) }))
          const tried = yield* kind === "orders" ? importOrders(claimed, bodies) : importBatch(claimed, bodies)
          const found = [...refused, ...tried]
          const rows = new Map(records.map(({ position, row }) => [position, row]))
          const outcomes = found.map(([position, issues, notes]) => ({
            position,
            row: rows.get(position) ?? 0,
            issues: reported(issues),
            notes: reported(issues.length === 0 ? notes : notesOfFailure(issues))
          }))
          yield* transact(sql)(imports.finish(claimed, outcomes))
          return outcomes.length
        })
      })
    })
  ).pipe(Layer.provide([SegmentEntries.layer, BulkChanges.layer, ContactTopics.layer, Topics.layer]))
}
