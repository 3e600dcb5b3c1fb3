import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onEither } from "../support/database/databases.ts"
import { testAccountAt, engineLayer } from "../support/flows/engine.ts"
import { activateFlow, textStep } from "../support/flows/flowRuns.ts"
import { messagesOf } from "../support/messages/messages.ts"

const buyer = { phone: "+12025550123", accepts_sms_marketing: true } as const

// 21:30 on the evening before the clock change, 07:59 and 08:00 the next morning.
const nights = [
  ["America/New_York", "spring", "2026-03-08T02:30:00Z", "2026-03-08T11:59:00Z", "2026-03-08T12:00:00.000Z"],
  ["Europe/Berlin", "spring", "2026-03-28T20:30:00Z", "2026-03-29T05:59:00Z", "2026-03-29T06:00:00.000Z"],
  ["Europe/Berlin", "autumn", "2026-10-24T19:30:00Z", "2026-10-25T06:59:00Z", "2026-10-25T07:00:00.000Z"],
  ["America/New_York", "autumn", "2026-11-01T01:30:00Z", "2026-11-01T12:59:00Z", "2026-11-01T13:00:00.000Z"]
] as const

onEither("a flow's text in the night", engineLayer, (it) => {
  for (const [timezone, season, evening, before, eight] of nights) {
    it.effect(`waits until 08:00 local time when the clocks change in ${season}, ${timezone}`, () =>
      Effect.gen(function* () {
        const { account_id, order, until } = yield* testAccountAt(evening, timezone)
        yield* activateFlow(account_id, { steps: [textStep("night")] })
        yield* order(1n, "delivered", buyer)
        yield* until(before)
        const [held] = yield* messagesOf(account_id)
        assert.deepStrictEqual([held?.status, held?.reason], ["held", "quiet hours"])
        assert.strictEqual(held?.due_at.toISOString(), eight)
        yield* until(eight.replace("00.000Z", "01Z"))
        const [sent] = yield* messagesOf(account_id)
        // The link to the preference page follows the text.
        assert.deepStrictEqual([sent?.status, sent?.body.split("\n")[0]], ["captured", "night"])
      })
    )
  }

  const people = [
    [{ "Time Zone": "America/Los_Angeles" }, "+12025550124", "2026-06-02T15:00:00.000Z"],
    [{}, "+33612345678", undefined],
    [{ timezone: "Unknown" }, "+12025550125", "2026-06-02T12:00:00.000Z"]
  ] as const
  for (const [fields, phone, morning] of people) {
    it.effect(`waits for the morning of the person, ${JSON.stringify(fields)} ${phone}`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // 03:00 in New York, midnight in Los Angeles, 09:00 in Paris.
        const { account_id, order, until } = yield* testAccountAt("2026-06-02T06:59:00Z", "America/New_York")
        yield* order(1n, null, { ...buyer, phone })
        yield* sql`UPDATE contacts SET custom_fields = ${JSON.stringify(fields)}::json WHERE account_id = ${account_id}`
        yield* activateFlow(account_id, { steps: [textStep("morning")] })
        yield* order(1n, "delivered", { ...buyer, phone })
        yield* until("2026-06-02T07:00:00Z")
        const [message] = yield* messagesOf(account_id)
        assert.strictEqual(message?.status, morning === undefined ? "captured" : "held")
        if (morning !== undefined) assert.strictEqual(message?.due_at.toISOString(), morning)
      })
    )
  }
})
