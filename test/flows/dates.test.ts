import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { DateRule } from "../../src/domain/flows/dateTriggers.ts"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { onEither } from "../support/database/databases.ts"
import { engineLayer, testAccountAt } from "../support/flows/engine.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { seedContact } from "../support/messages/messages.ts"
import { EnrolWatched } from "../../src/programs/flows/EnrolWatched.ts"

const layer = Layer.mergeAll(
  engineLayer,
  EnrolWatched.layer.pipe(Layer.provide(FlowsLayer), Layer.provide(FlowVersions.layer))
)

// Several processes look at the same time.
const look = Effect.flatMap(EnrolWatched, ({ dates: { enrol } }) =>
  Effect.forEach([1, 2, 3], () => enrol, { concurrency: 3, discard: true })
)

const birthday: DateRule = { type: "date", field: "birthday", repeat: "yearly", days: 0, time: "09:00" }
const steps = [{ id: "end", type: "exit" }] as const

const person = Effect.fnUntraced(function* (account_id: string, name: string, custom_fields: object) {
  const sql = yield* SqlClient.SqlClient
  const { contact_id } = yield* seedContact(account_id, { email: `${name}@example.com`, phone: null })
  yield* sql`UPDATE contacts SET custom_fields = ${JSON.stringify(custom_fields)}::json
    WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
})

const starters = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`SELECT split_part(email, '@', 1) AS name FROM flow_runs r JOIN contacts c USING (account_id, contact_id)
    WHERE account_id = ${account_id} AND cause = 'date' ORDER BY r.created_at, email`
  return rows.map(({ name }) => name)
})

onEither("a flow that starts by a date", layer, (it) => {
  it.effect("starts once for each contact and day, and not for days before it was activated", () =>
    Effect.gen(function* () {
      const { account_id, until } = yield* testAccountAt("2026-05-04T10:00:00Z", "UTC")
      yield* person(account_id, "today", { birthday: "1990-05-04" })
      yield* person(account_id, "ada", { birthday: "1990-05-05" })
      yield* person(account_id, "grace", { birthday: "2000-05-06T12:00:00Z" })
      yield* person(account_id, "odd", { birthday: "1990-02-31", other: "1990-05-05" })
      yield* person(account_id, "none", {})
      yield* activateFlow(account_id, { trigger: birthday, steps })
      yield* look
      yield* until("2026-05-05T08:59:00Z")
      yield* look
      assert.deepStrictEqual(yield* starters(account_id), [])
      yield* until("2026-05-05T09:01:00Z")
      yield* look
      yield* look
      assert.deepStrictEqual(yield* starters(account_id), ["ada"])
      yield* until("2026-05-06T09:01:00Z")
      yield* look
      assert.deepStrictEqual(yield* starters(account_id), ["ada", "grace"])
      yield* until("2028-05-05T12:00:00Z")
      yield* look
      assert.deepStrictEqual((yield* starters(account_id)).slice(2).toSorted(), [
        "ada",
        "ada",
        "grace",
        "today",
        "today"
      ])
    })
  )

  it.effect("starts each year for a day without a year", () =>
    Effect.gen(function* () {
      const { account_id, until } = yield* testAccountAt("2026-05-04T10:00:00Z", "UTC")
      yield* person(account_id, "ada", { birthday: "--05-05" })
      yield* person(account_id, "grace", { birthday: "--05-06" })
      yield* activateFlow(account_id, { trigger: birthday, steps })
      yield* look
      for (const year of [2026, 2027]) {
        yield* until(`${year}-05-05T09:01:00Z`)
        yield* look
      }
      assert.deepStrictEqual((yield* starters(account_id)).toSorted(), ["ada", "ada", "grace"])
    })
  )

  it.effect("starts for a date that comes before the first look after the activation", () =>
    Effect.gen(function* () {
      const { account_id, until } = yield* testAccountAt("2026-05-05T08:59:30Z", "UTC")
      yield* person(account_id, "ada", { birthday: "1990-05-05" })
      yield* activateFlow(account_id, { trigger: birthday, steps })
      yield* until("2026-05-05T09:02:00Z")
      yield* look
      assert.deepStrictEqual(yield* starters(account_id), ["ada"])
    })
  )

  it.effect("starts in each contact's zone, days before the date, and once under the rule of its entry", () =>
    Effect.gen(function* () {
      const { account_id, until } = yield* testAccountAt("2026-10-20T00:00:00Z", "Europe/Berlin")
      const zone = (timezone: string) => ({ renewal: "2026-10-28", timezone })
      yield* person(account_id, "tokyo", { renewal: "2026-10-28", Time_Zone: "Asia/Tokyo" })
      yield* person(account_id, "berlin", zone("nowhere"))
      yield* person(account_id, "denver", zone("America/Denver"))
      const trigger: DateRule = { ...birthday, field: "renewal", repeat: "once", days: -3, zone: "contact" }
      yield* activateFlow(account_id, { trigger, steps, entry: { type: "once" } })
      yield* look
      const at = Effect.fnUntraced(function* (moment: string) {
        yield* until(moment)
        yield* look
        return yield* starters(account_id)
      })
      // In the night before, Berlin's clocks were set back.
      assert.deepStrictEqual(yield* at("2026-10-24T23:59:00Z"), [])
      assert.deepStrictEqual(yield* at("2026-10-25T00:01:00Z"), ["tokyo"])
      assert.deepStrictEqual(yield* at("2026-10-25T07:59:00Z"), ["tokyo"])
      assert.deepStrictEqual(yield* at("2026-10-25T08:01:00Z"), ["tokyo", "berlin"])
      assert.deepStrictEqual(yield* at("2026-10-25T15:01:00Z"), ["tokyo", "berlin", "denver"])
      assert.lengthOf(yield* at("2027-11-25T15:01:00Z"), 3)
    })
  )

  it.effect("goes through any number of contacts in steps, and not while it is paused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const flows = yield* Flows
      const { account_id, until } = yield* testAccountAt("2026-05-04T10:00:00Z", "UTC")
      yield* person(account_id, "first", { birthday: "1990-05-05" })
      yield* sql`INSERT INTO contacts SELECT made.* FROM contacts c, generate_series(1, 4500) AS n,
          jsonb_populate_record(c, jsonb_build_object('contact_id', 'con_' || n,
            'email', 'c' || n || '@example.com', 'email_key', 'c' || n || '@example.com', 'custom_fields',
            jsonb_build_object('birthday', CASE WHEN n % 3 = 0 THEN '1990-05-05' ELSE '1990-05-06' END))) AS made
        WHERE c.account_id = ${account_id}`
      const flow_id = yield* activateFlow(account_id, { trigger: birthday, steps })
      yield* look
      yield* until("2026-05-05T09:01:00Z")
      yield* look
      assert.lengthOf(yield* starters(account_id), 1_501)
      yield* flows.setStatus(account_id, flow_id, "paused")
      yield* until("2026-05-06T09:01:00Z")
      yield* look
      yield* flows.setStatus(account_id, flow_id, "active")
      yield* look
      yield* look
      assert.lengthOf(yield* starters(account_id), 1_501)
    })
  )
})
