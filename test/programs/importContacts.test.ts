import { assert } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ndjsonLayout } from "../../src/domain/imports/FileLayout.ts"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { ImportingLayer } from "../support/samples/imports.ts"

// Few addresses, so that records share them.
const Body = Schema.Struct({
  email: Schema.Literals(["a@example.com", "A@example.com", "b@example.com", "c@example.com", "d@example.com", "bad"]),
  phone: Schema.NullOr(Schema.Literals(["+15552220101", "+15552220102", "+15552220103"])),
  first_name: Schema.Literals(["Ada", "Bea"]),
  email_consent: Schema.Literals(["subscribed", "unsubscribed", "never_subscribed"]),
  sms_consent: Schema.Literals(["subscribed", "unsubscribed", "never_subscribed"])
})
const Bodies = Schema.Array(Body).check(Schema.isMinLength(1), Schema.isMaxLength(20))

const insertImport = Effect.fnUntraced(function* (
  account_id: string,
  import_id: string,
  bodies: ReadonlyArray<object>
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO imports (account_id, import_id, kind, status, file_name, file_size, layout, actor, received, leased_until,
      created_at, updated_at)
    VALUES (${account_id}, ${import_id}, 'contacts', 'running', 'f', 1, ${JSON.stringify(ndjsonLayout)}, 'usr_1',
      ${bodies.length}, 'epoch', now(), now())`
  for (const [position, body] of bodies.entries()) {
    yield* sql`INSERT INTO import_records (account_id, import_id, position, file_row, body)
      VALUES (${account_id}, ${import_id}, ${position}, ${position + 1}, ${JSON.stringify(body)})`
  }
})

const runAll = Effect.flatMap(RunImports, ({ step }) => Effect.repeat(step, { until: (count) => count === 0 }))

/** An account with a contact that left, a phone that sent STOP and an address that complained, before any contact has them. */
const seeded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const list = yield* SuppressionList
  const { account_id } = yield* seedAccount()
  yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, phone, email_consent, sms_consent, email_withdrawn_at,
      email_withdrawn_by, order_count, created_at, updated_at)
    VALUES (${account_id}, 'con_0', 'b@example.com', 'b@example.com', '+15552220103', 'unsubscribed', 'subscribed', 'epoch',
      'person', 0, 'epoch', 'epoch')`
  yield* list.addStop({ account_id, phone: "+15552220101" })
  yield* list.addReport({ account_id, email: "d@example.com", cause: "complaint" })
  return account_id
})

const stateOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return {
    contacts:
      yield* sql`SELECT email, phone, first_name, email_consent, sms_consent, email_withdrawn_by, sms_withdrawn_by
      FROM contacts WHERE account_id = ${account_id} ORDER BY email, phone`,
    ledger: yield* sql`SELECT email, channel, from_state, to_state, refused, cause, rule FROM consent_log log
      JOIN contacts USING (account_id, contact_id) WHERE log.account_id = ${account_id} ORDER BY email, phone, channel, entry_id`,
    failures:
      yield* sql`SELECT file_row, issues FROM import_failures WHERE account_id = ${account_id} ORDER BY import_id, file_row`,
    counts: yield* sql`SELECT email_consent, sms_consent, sum(total)::int AS total FROM contact_counts
      WHERE account_id = ${account_id} GROUP BY 1, 2 HAVING sum(total) <> 0 ORDER BY 1, 2`
  }
})

const layer = Layer.mergeAll(ImportingLayer, SuppressionList.layerMemory, Flows.layer, Segments.layer)

onBoth("an import of contacts", layer, (it) => {
  it.effect.prop(
    "in batches leaves what its records leave one after the other, whatever addresses they share",
    [Bodies],
    ([bodies]) =>
      Effect.gen(function* () {
        const [together, apart] = [yield* seeded, yield* seeded]
        yield* insertImport(together, "imp_0", bodies)
        yield* runAll
        for (const [at, body] of bodies.entries()) {
          yield* insertImport(apart, `imp_${String(at).padStart(3, "0")}`, [body])
          yield* runAll
        }
        const [one, other] = [yield* stateOf(together), yield* stateOf(apart)]
        assert.deepStrictEqual(
          { ...one, failures: one.failures.map(({ issues }) => issues) },
          { ...other, failures: other.failures.map(({ issues }) => issues) }
        )
      }),
    { arbitrary: { runs: 50 } }
  )

  it.effect("makes its contacts known in the segments of active flows, so that they start nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const segments = yield* Segments
      const account_id = yield* seeded
      const { id } = yield* segments.create(account_id, {
        name: "Adas",
        conditions: [[{ field: "contact.first_name", op: "eq", value: "Ada" }]]
      })
      yield* activateFlow(account_id, { trigger: { type: "entered_segment", segment_id: id } })
      const body = { phone: null, email_consent: "subscribed", sms_consent: "never_subscribed" } as const
      yield* insertImport(account_id, "imp_0", [
        { ...body, email: "a@example.com", first_name: "Ada" },
        { email: "b@example.com", first_name: "Ada" },
        { ...body, email: "c@example.com", first_name: "Bea" }
      ])
      yield* runAll
      const known = yield* sql`SELECT email FROM flow_segment_members JOIN contacts USING (account_id, contact_id)
        WHERE account_id = ${account_id} ORDER BY email`
      assert.deepStrictEqual(
        known.map(({ email }) => email),
        ["a@example.com", "b@example.com"]
      )
    })
  )

  it.effect("fails the record alone that the database refuses, and imports the others of its batch", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account_id = yield* seeded
      yield* sql`ALTER TABLE contacts ADD CONSTRAINT picky CHECK (first_name <> 'Refused') NOT VALID`
      const body = { phone: null, email_consent: "subscribed", sms_consent: "never_subscribed" } as const
      yield* insertImport(account_id, "imp_0", [
        { ...body, email: "a@example.com", first_name: "Ada" },
        { ...body, email: "c@example.com", first_name: "Refused" }
      ])
      yield* runAll
      yield* sql`ALTER TABLE contacts DROP CONSTRAINT picky`
      const { contacts, failures } = yield* stateOf(account_id)
      assert.deepStrictEqual(
        contacts.map(({ email }) => email),
        ["a@example.com", "b@example.com"]
      )
      assert.deepStrictEqual(failures, [
        { file_row: 2, issues: JSON.stringify([{ field: "", message: "The service could not import this record" }]) }
      ])
    })
  )
})
