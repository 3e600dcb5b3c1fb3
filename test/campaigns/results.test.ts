import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ApplyConsentSignals } from "../../src/programs/contacts/ApplyConsentSignals.ts"
import { ChoosePreferences } from "../../src/programs/contacts/ChoosePreferences.ts"
import { ReceiveReports } from "../../src/programs/mailReports/ReceiveReports.ts"
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
import { onEither } from "../support/database/databases.ts"
import { call } from "../support/samples/orders.ts"

onEither("results of campaigns", campaignsLayer, (it) => {
  it.effect("count who left by the preference page or by STOP for the message that they left from", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const signals = yield* ApplyConsentSignals
      const preferences = yield* ChoosePreferences
      const proof = { address: "192.0.2.1", user_agent: "Browser/1", page: "https://tally.example/p/" }
      const people = ["ada", "bob", "cy", "dan"].map((name, at) => [name, `+1202555010${at}`] as const)
      for (const [name, phone] of people) yield* person(account_id, name, { phone, sms_consent: "subscribed" })
      const texted = { channel: "sms" as const, variants: [{ text: "Tea" }] }
      const first = yield* scheduled(account_id, texted)
      yield* runCampaigns
      const stop = (phone: string) =>
        signals.receiveText({
          account_id,
          phone,
          keyword: "stop",
          source_id: null,
          request_id: `stop ${phone}`,
          answeredByProvider: true
        })
      yield* stop("+12025550100")
      // Ids of messages of one millisecond are in no order.
      yield* TestClock.adjust("1 second")
      const second = yield* scheduled(account_id, texted)
      yield* runCampaigns
      yield* stop("+12025550101")
      const [message] = yield* sql<{ message_id: string }>`
        SELECT m.message_id FROM messages m JOIN contacts c USING (account_id, contact_id)
        WHERE m.account_id = ${account_id} AND m.campaign_id = ${first} AND c.first_name = 'cy'`
      const page = { account_id, message_id: message?.message_id ?? "" }
      for (const choice of ["sms_off", "email_off"] as const)
        yield* preferences.choose({ message: page, choice, reason: undefined, proof, language: "en" })
      const mailed = yield* scheduled(account_id)
      yield* runCampaigns
      const left = (id: string) =>
        Effect.map(
          Effect.flatMap(EditCampaigns, (editor) => editor.results(account_id, id)),
          ({ variants }) => variants[0]?.unsubscribed
        )
      assert.deepStrictEqual([yield* left(first), yield* left(second), yield* left(mailed)], [2, 1, 0])
    })
  )

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
            fields: { total: "10", refunded: "4", currency: "EUR", placed_at: start, email }
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
      const { variants, links } = yield* (yield* EditCampaigns).results(account_id, id)
      // Neither of a machine, nor of the one who clicked the other variant's.
      assert.deepStrictEqual(links, [
        { variant: 0, url: "https://tea.example", people: 1 },
        { variant: 1, url: "https://tea.example", people: 1 }
      ])
      const [a, b] = variants
      assert.deepStrictEqual([a?.clicked, a?.unsubscribed, a?.complained, a?.delivered], [1, 1, 0, 0])
      assert.deepStrictEqual([b?.clicked, b?.unsubscribed, b?.complained, b?.delivered], [1, 0, 1, 1])
      assert.deepStrictEqual(
        a?.revenue.map(({ orders: count, amount }) => [count, Number(amount)]),
        [[1, 6]]
      )
      assert.deepStrictEqual(b?.revenue, [])
    })
  )
})
