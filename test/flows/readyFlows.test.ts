import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Flows } from "../../src/store/flows/Flows.ts"
import { onEither } from "../support/database/databases.ts"
import { testAccountAt, engineLayer } from "../support/flows/engine.ts"

/** The steps that sent a message to each buyer, by the name in the e-mail. */
const messaged = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; steps: ReadonlyArray<string> }>`
    SELECT split_part(c.email, '@', 1) AS name, ARRAY(SELECT m.step_id FROM messages m
      WHERE m.account_id = c.account_id AND m.contact_id = c.contact_id ORDER BY m.step_id) AS steps
    FROM contacts c WHERE c.account_id = ${account_id} ORDER BY 1`
  return Object.fromEntries(rows.map(({ name, steps }) => [name, steps]))
})

onEither("the ready-made flows", engineLayer, (it) => {
  it.effect("send nothing for an order that is voided or refunded, at the start or during the delay", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const { account_id, order, until } = yield* testAccountAt("2026-05-04T09:00:00Z", "UTC")
      yield* flows.addReadyFlows(account_id)
      for (const { id } of (yield* flows.list(account_id, {})).data) yield* flows.setStatus(account_id, id, "active")
      const placed = (order_id: bigint, name: string, financial_status: string | null) =>
        order(order_id, "delivered", { email: `${name}@example.com`, financial_status, accepts_email_marketing: true })
      yield* placed(1n, "nothing_said", null)
      yield* placed(2n, "paid", "paid")
      yield* placed(3n, "partly", "partially_refunded")
      yield* placed(4n, "voided", "voided")
      yield* placed(5n, "refunded", "refunded")
      yield* placed(6n, "voided_later", "paid")
      yield* until("2026-05-05T09:00:00Z")
      yield* placed(6n, "voided_later", "voided")
      yield* until("2026-05-08T09:00:00Z")
      assert.deepStrictEqual(yield* messaged(account_id), {
        nothing_said: ["thanks", "welcome"],
        paid: ["thanks", "welcome"],
        partly: ["thanks", "welcome"],
        refunded: [],
        voided: [],
        voided_later: ["welcome"]
      })
    })
  )
})
