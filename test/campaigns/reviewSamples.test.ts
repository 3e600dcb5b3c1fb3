import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Links } from "../../src/outbound/templates/Links.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { campaignsLayer, mail, person, seedSender } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"

onEither("samples of reviews", campaignsLayer, (it) => {
  it.effect("show samples with the campaign's own link parameters, and each language once", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE senders SET link_parameters = 'utm_source=account' WHERE account_id = ${account_id}`
      // People of Japan read none of the known languages, so that the account has none.
      yield* sql`UPDATE accounts SET language = NULL, default_country = 'JP' WHERE account_id = ${account_id}`
      yield* person(account_id, "ada")
      yield* sql`UPDATE contacts SET custom_fields = '{"language": "de"}' WHERE account_id = ${account_id}`
      const link = `<a href="https://shop.example/tea">Tea</a>`
      const { id } = yield* editor.create(account_id, {
        ...mail,
        link_parameters: "utm_source=campaign",
        variants: [
          {
            subject: "Tea",
            html: link,
            translations: { de: { subject: "Tee", html: link }, fr: { subject: "Thé", html: link } }
          }
        ]
      })
      const { samples } = (yield* (yield* ReviewCampaigns).review(account_id, id)).review
      assert.deepStrictEqual(
        samples.map(({ language, preview }) => [language, preview.subject]),
        [
          [null, "Tee"],
          ["fr", "Thé"]
        ]
      )
      const tokens = samples.map(({ preview }) => /\/c\/([\w.-]+)/.exec(preview.html ?? "")?.[1] ?? "")
      const { open } = yield* Links
      assert.deepStrictEqual(
        tokens.map((token) => open("click", token)?.[2]),
        ["https://shop.example/tea?utm_source=campaign", "https://shop.example/tea?utm_source=campaign"]
      )
    })
  )
})
