import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { campaignsLayer, person, runCampaigns, scheduled, seedSender } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"

onEither("links of campaigns", campaignsLayer, (it) => {
  it.effect("get the parameters of the sender, other ones of the campaign, or none", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO senders (account_id, link_parameters, shared_address, updated_at)
        VALUES (${account_id}, 'utm_source=shop&utm_campaign={name}', false, now())
        ON CONFLICT (account_id) DO UPDATE SET link_parameters = excluded.link_parameters`
      yield* person(account_id, "ada", { phone: "+12025550123", sms_consent: "subscribed" })
      const variants = [{ text: "https://tea.example/?utm_medium=mine" }]
      for (const [name, link_parameters] of [
        ["Of the sender", null],
        ["Own", "utm_source=own&utm_medium={channel}"],
        ["None", ""]
      ] as const)
        yield* scheduled(account_id, { name, channel: "sms", variants, link_parameters })
      yield* runCampaigns
      const links = yield* sql<{ url: string }>`
        SELECT url FROM messages CROSS JOIN unnest(links) AS url WHERE account_id = ${account_id} AND url LIKE '%tea.example%'
        ORDER BY url`
      assert.deepStrictEqual(
        links.map(({ url }) => url),
        [
          "https://tea.example/?utm_medium=mine",
          "https://tea.example/?utm_medium=mine&utm_source=own",
          "https://tea.example/?utm_medium=mine&utm_source=shop&utm_campaign=Of%20the%20sender"
        ]
      )
    })
  )
})
