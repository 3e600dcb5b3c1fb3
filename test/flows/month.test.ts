import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Definition } from "../../src/domain/flows/Definition.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { onEither } from "../support/database/databases.ts"
import { testAccountAt, engineLayer, settleEngine } from "../support/flows/engine.ts"
import { activateFlow, mailStep, textStep, delayStep } from "../support/flows/flowRuns.ts"

const definition: Partial<Definition> = {
  entry: { type: "after", duration: "30 days" },
  exit: { on_purchase: true },
  steps: [
    delayStep("two_days", "2 days"),
    mailStep("thanks"),
    {
      id: "large",
      type: "split",
      if: [[{ field: "order.total", op: "gte", value: 50 }]],
      then: [{ id: "tag", type: "add_tag", tag: "large" }],
      else: [mailStep("small")]
    },
    {
      id: "tagged",
      type: "split",
      if: [[{ field: "contact.tags", op: "contains", value: "large" }]],
      then: [delayStep("half_day", "12 hours"), textStep("vip"), delayStep("a_week", "1 week"), mailStep("more")],
      else: [delayStep("day", "1 day"), { id: "out", type: "exit" }]
    },
    delayStep("the_rest", "20 days"),
    mailStep("again")
  ]
}

const buyer = (name: string, phone: string) =>
  ({ email: `${name}@example.com`, phone, accepts_email_marketing: true, accepts_sms_marketing: true }) as const
const ada = buyer("ada", "+12025550123")
const bob = buyer("bob", "+12025550124")
const cy = { ...buyer("cy", "+12025550125"), total: "9.50" }

/** The messages of each contact, and the state of its runs. */
const sentAndTags = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; steps: string | null; runs: string }>`
    SELECT split_part(c.email, '@', 1) AS name,
      (SELECT string_agg(m.step_id || ' ' || m.status || to_char(coalesce(m.sent_at, m.due_at), ' DD HH24:MI'), ', '
          ORDER BY m.created_at, array_position(ARRAY['thanks', 'small', 'vip', 'more', 'again'], m.step_id))
        FROM messages m WHERE m.account_id = c.account_id AND m.contact_id = c.contact_id AND m.run_id IS NOT NULL) AS steps,
      (SELECT string_agg(concat_ws(' ', r.status, r.reason, r.step), ', ' ORDER BY r.created_at) FROM flow_runs r
        WHERE r.account_id = c.account_id AND r.contact_id = c.contact_id) AS runs
    FROM contacts c WHERE c.account_id = ${account_id} ORDER BY c.email`
  return rows.map(({ name, steps, runs }) => [name, steps ?? "nothing", runs])
})

onEither("a flow of a month", engineLayer, (it) => {
  it.effect("runs splits, quiet hours, a pause, purchases and re-entry by the Berlin clock", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const { account_id, order, until } = yield* testAccountAt("2026-03-26T10:00:00Z", "Europe/Berlin")
      const flow_id = yield* activateFlow(account_id, definition)
      for (const [at, fields] of [ada, bob, cy].entries()) yield* order(BigInt(at), "delivered", fields)
      const waiting = "waiting two_days"
      yield* until("2026-03-28T09:59:00Z")
      assert.deepStrictEqual(yield* sentAndTags(account_id), [
        ["ada", "nothing", waiting],
        ["bob", "nothing", waiting],
        ["cy", "nothing", waiting]
      ])
      // Two days later the splits are decided; half a day more is the evening before the clock change.
      yield* until("2026-03-28T10:00:30Z")
      yield* until("2026-03-28T22:00:50Z")
      assert.deepStrictEqual(yield* sentAndTags(account_id), [
        ["ada", "thanks captured 28 10:00, vip held 29 06:00", "waiting a_week"],
        ["bob", "thanks captured 28 10:00, vip held 29 06:00", "waiting a_week"],
        ["cy", "thanks captured 28 10:00, small captured 28 10:00", "waiting day"]
      ])
      yield* until("2026-03-29T06:00:05Z")
      yield* order(10n, null, bob)
      yield* until("2026-03-29T10:01:00Z")
      const ofBob = ["bob", "thanks captured 28 10:00, vip captured 29 06:00", "exited purchase"]
      const ofCy = ["cy", "thanks captured 28 10:00, small captured 28 10:00", "exited exit_step"]
      const soFar = "thanks captured 28 10:00, vip captured 29 06:00"
      assert.deepStrictEqual(yield* sentAndTags(account_id), [["ada", soFar, "waiting a_week"], ofBob, ofCy])
      // Paused over the weekend, and too early to re-enter.
      yield* flows.setStatus(account_id, flow_id, "paused")
      yield* until("2026-04-06T08:00:00Z")
      assert.deepStrictEqual(yield* sentAndTags(account_id), [["ada", soFar, "held flow_paused a_week"], ofBob, ofCy])
      yield* flows.setStatus(account_id, flow_id, "active")
      yield* settleEngine
      yield* order(20n, "delivered", cy)
      const more = `${soFar}, more captured 06 08:00`
      assert.deepStrictEqual(yield* sentAndTags(account_id), [["ada", more, "waiting the_rest"], ofBob, ofCy])
      yield* until("2026-04-26T08:00:50Z")
      const all = `${more}, again captured 26 08:00`
      assert.deepStrictEqual(yield* sentAndTags(account_id), [["ada", all, "completed"], ofBob, ofCy])
      // A delivery re-enters the flow from thirty days after the first entry.
      yield* order(2n, "in_transit", cy)
      yield* order(2n, "delivered", cy)
      yield* settleEngine
      assert.deepStrictEqual((yield* sentAndTags(account_id))[2], [
        ...ofCy.slice(0, 2),
        "exited exit_step, waiting two_days"
      ])
    })
  )
})
