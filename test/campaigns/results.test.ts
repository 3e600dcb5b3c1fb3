import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ApplyConsentSignals } from "../../src/programs/contacts/ApplyConsentSignals.ts"
import { ReceiveReports } from "../../src/programs/messages/ReceiveReports.ts"
import { RecordClicks } from "../../src/programs/messages/RecordClicks.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import {
  campaignsLayer,
  person,
  runCampaigns,
  scheduled,
  seedSender,
  setTime,
  start
} from "../support/campaigns/campaigns.ts"
import { onBoth } from "../support/database/databases.ts"
import { call } from "../support/samples/orders.ts"

onBoth("results of campaigns", campaignsLayer, (it) => {
  it.effect("count clicks of people, reports and orders within seven days of the last click, by variant", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const clicks = yield* RecordClicks
      const orders = yield* PlaceOrders
      const names = Array.from({ length: 40 }, (_, at) => `p${at}`)
      for (const name of names) yield* person(account_id, name)
      const id = yield* scheduled(account_id, {
        variants: [
          { subject: "A", html: "<p>A</p>" },
          { subject: "B", html: "<p>B</p>" }
        ]
      })
      yield* runCampaigns
      const messages = yield* sql<{ message_id: string; variant: number; email: string }>`
        SELECT m.message_id, m.variant, c.email FROM messages m JOIN contacts c USING (account_id, contact_id)
        WHERE m.account_id = ${account_id} ORDER BY m.variant, m.message_id`
      const [first, second] = messages
      const last = messages.at(-1)
      assert.isDefined(first)
      assert.isDefined(second)
      assert.isDefined(last)
      assert.deepStrictEqual([first.variant, last.variant], [0, 1])
      const click = (message: typeof first, isMachine = false) =>
        clicks.record({ account_id, message_id: message.message_id, link: "https://tea.example", isMachine })
      yield* setTime(account_id, start + 3_600_000)
      yield* click(first)
      yield* click(second, true)
      yield* click(last)
      const order = (order_id: bigint, email: string, days: number, initial_sync = false) =>
        Effect.andThen(
          setTime(account_id, start + days * 86_400_000),
          orders.place({
            ...call({ account_id, order_id, initial_sync, new_contact_id: `con_${order_id}` }),
            clock_offset: start + days * 86_400_000,
            fields: { total: "10", currency: "EUR", placed_at: start, email }
          })
        )
      yield* order(1n, first.email, 6)
      yield* order(2n, second.email, 6)
      yield* order(3n, first.email, 6, true)
      yield* order(4n, last.email, 9)
      const reports = yield* ReceiveReports
      const report = { at: null, code: null, message_id: last.message_id, email: last.email }
      yield* reports.receive(account_id, [
        { ...report, kind: "delivered" },
        { ...report, kind: "complained" }
      ])
      yield* (yield* ApplyConsentSignals).unsubscribe({ account_id, message_id: first.message_id })
      const { variants } = yield* (yield* EditCampaigns).results(account_id, id)
      const [a, b] = variants
      assert.deepStrictEqual([a?.clicked, a?.unsubscribed, a?.complained, a?.delivered], [1, 1, 0, 0])
      assert.deepStrictEqual([b?.clicked, b?.unsubscribed, b?.complained, b?.delivered], [1, 0, 1, 1])
      assert.deepStrictEqual(
        a?.revenue.map(({ orders: count, amount }) => [count, Number(amount)]),
        [[1, 10]]
      )
      assert.deepStrictEqual(b?.revenue, [])
    })
  )
})
